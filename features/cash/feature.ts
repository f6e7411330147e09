import { sql } from 'kysely';
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
  data: {
    tables: cashTables,
    keeps: ({ payment: before, rows }) => [
      {
        what: 'cash that is about no order',
        before,
        ...rows('cash_entries', (end) => sql`payment_id is null and created_at < ${end}`),
      },
      {
        what: 'counts of cash boxes',
        before,
        ...rows(
          'cash_counts',
          (end) =>
            sql`counted_at < ${end} and id not in (select count_id from cash_entries where count_id is not null)`,
        ),
      },
    ],
  },
  orders: { provider: cashProvider },
  watch: { concerns: [toGiveBack], lists: cashLists, moneyMoves: cashMoves },
};
