import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import {
  createMemberCheck,
  memberKeysOfGroup,
  refuseUsedMembers,
  refuseWrongMembers,
} from './member-price.ts';
import { addressHashOf, forgetMemberships } from './members.ts';
import { memberTables } from './tables.ts';

export const members: Feature = {
  name: 'members',
  commands: () => import('./commands.ts'),
  data: {
    tables: memberTables,
    digestsOf: addressHashOf,
    keeps: ({ participant, rows }) => [
      {
        what: 'digests of members',
        before: participant,
        ...rows('members', (before) => sql`created_at <= ${before}`),
      },
    ],
  },
  orders: {
    erased: forgetMemberships,
    refuse: refuseWrongMembers,
    priceNeeds: {
      forVisitor: createMemberCheck,
      forGroup: memberKeysOfGroup,
      refuseUsed: refuseUsedMembers,
    },
  },
};
