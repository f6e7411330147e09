import type { Feature } from '#server/features.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { aboutAbstracts } from './about-abstracts.ts';
import { announcedWithdrawals } from './announced-withdrawals.ts';
import { programmeList } from './programme-list.ts';

export const programme: Feature = {
  name: 'programme',
  commands: () => import('./commands.ts'),
  data: { demo: () => import('./demo.ts') },
  pages: { public: calendarRoutes },
  watch: {
    abstracts: aboutAbstracts,
    concerns: [announcedWithdrawals],
    lists: [programmeList],
  },
};
