import type { Feature } from '#server/features.ts';
import { forgetMemberships } from './members.ts';

export const members: Feature = {
  name: 'members',
  orders: { erased: forgetMemberships },
};
