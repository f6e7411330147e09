import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { invitationsTexts } from './shape.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { invitationsList } from './invitations-list.ts';
import { invitationTables } from './tables.ts';
import { invitationMailKinds } from './mails.ts';

export const invitations: Feature = {
  name: 'invitations',
  texts: invitationsTexts,
  mails: { kinds: invitationMailKinds },
  commands: () => import('./commands.ts'),
  data: {
    tables: invitationTables,
    keeps: ({ participant, rows }) => [
      {
        what: 'personal links',
        before: participant,
        ...rows('invitations', (before) => sql`created_at <= ${before}`),
      },
    ],
  },
  pages: {
    behindLinks: invitationRoutes,
    tokens: { invitation: [['invitations', 'token']] },
  },
  watch: { lists: [invitationsList] },
};
