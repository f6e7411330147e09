import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { forgetMemberships } from './members.ts';

export const members: Feature = {
  name: 'members',
  commands: () => import('./commands.ts'),
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
