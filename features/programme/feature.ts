import type { Feature } from '#server/features.ts';
import { announcedWithdrawals } from './announced-withdrawals.ts';

export const programme: Feature = {
  name: 'programme',
  watch: { concerns: [announcedWithdrawals] },
};
