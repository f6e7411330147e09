import type { Feature } from '#server/features.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { announcedWithdrawals } from './announced-withdrawals.ts';

export const programme: Feature = {
  name: 'programme',
  commands: () => import('./commands.ts'),
  pages: { public: calendarRoutes },
  watch: { concerns: [announcedWithdrawals] },
};
