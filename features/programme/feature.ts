import type { Feature } from '#server/features.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { announcedWithdrawals } from './announced-withdrawals.ts';
import { programmeTables } from './tables.ts';
import { decisionMailKinds } from './mail-kinds.ts';

export const programme: Feature = {
  name: 'programme',
  mails: { kinds: decisionMailKinds },
  data: { tables: programmeTables },
  pages: { public: calendarRoutes },
  watch: { concerns: [announcedWithdrawals] },
};
