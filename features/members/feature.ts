import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { forgetMemberships } from './members.ts';

export const members: Feature = {
  name: 'members',
  data: {
    keeps: ({ participant, rows }) => [
      {
        what: 'digests of members',
        before: participant,
        ...rows('members', (before) => sql`created_at <= ${before}`),
      },
    ],
  },
  orders: { erased: forgetMemberships },
};
