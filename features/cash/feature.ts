import type { Feature } from '#server/features.ts';
import { cashLists } from './cash-lists.ts';
import { cashMoves } from './cash-moves.ts';
import { cashProvider } from './cash-provider.ts';
import { cashTexts } from './shape.ts';
import { cashTables } from './tables.ts';
import { toGiveBack } from './to-give-back.ts';

export const cash: Feature = {
  name: 'cash',
  texts: cashTexts,
  commands: () => import('./commands.ts'),
  data: { tables: cashTables },
  orders: { provider: cashProvider },
  watch: { concerns: [toGiveBack], lists: cashLists, moneyMoves: cashMoves },
};
