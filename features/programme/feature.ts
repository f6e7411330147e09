import type { Feature } from '#server/features.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { aboutAbstracts } from './about-abstracts.ts';
import { announcedWithdrawals } from './announced-withdrawals.ts';
import { programmeList } from './programme-list.ts';
import { programmeTables } from './tables.ts';
import { decisionMailKinds } from './mail-kinds.ts';

export const programme: Feature = {
  name: 'programme',
  mails: { kinds: decisionMailKinds },

  commands: () => import('./commands.ts'),
  data: { tables: programmeTables, demo: () => import('./demo.ts') },
  pages: { public: calendarRoutes },
  watch: {
    abstracts: aboutAbstracts,
    concerns: [announcedWithdrawals],
    lists: [programmeList],
  },
};
