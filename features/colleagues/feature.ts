import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { colleagueMailKinds } from './mails.ts';
import { refusedLogIns } from './refused-log-ins.ts';
import { colleaguesTexts } from './shape.ts';
import { colleagueTables } from './tables.ts';
import { waitingActs } from './waiting-acts.ts';

export const colleagues: Feature = {
  name: 'colleagues',
  texts: colleaguesTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: colleagueTables,
    keeps: ({ participant, rows }) => [
      {
        what: 'colleagues whose access has ended',
        before: participant,
        ...rows('colleagues', (before) => sql`ended_at <= ${before}`),
      },
      {
        what: 'acts that waited for a second person',
        before: participant,
        ...rows('colleague_proposals', (before) => sql`proposed_at <= ${before}`),
      },
    ],
  },
  mails: { kinds: colleagueMailKinds },
  sections: {
    unusedPages: ({ conference }) => (conference.colleagues?.secondPerson ? [] : ['second-person']),
    // Servers of the site do not load the packages of passkeys.
    calls: (contextFor) => async (app) => {
      const { accountCalls } = await import('./account-calls.ts');
      await app.register(accountCalls(contextFor));
    },
  },
  watch: { concerns: [refusedLogIns, ...waitingActs] },
};
