import { sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Feature } from '#server/features.ts';
import { lettersTexts } from './shape.ts';
import { consentsList } from './consents-list.ts';
import { consentRoutes, consentSection } from './consent-section.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';
import { letterSubjects, letterMailKinds } from './mails.ts';
import { lettersOnHold } from './letters-on-hold.ts';
import { remindAuthors } from './remind-authors.ts';
import { writeReminders } from './write-reminders.ts';
import { letterTables } from './tables.ts';

const EVERY_MS = 10 * 60_000;

export const letters: Feature = {
  name: 'letters',
  needs: ['peer-review', 'programme', 'proofs', 'questions'],
  texts: lettersTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: letterTables,
    keeps: ({ participant, rows }) => [
      {
        what: 'addresses of letters',
        before: participant,
        ...rows('letter_addresses', () => sql`true`, 'email'),
      },
      {
        what: 'answers against invitations to the next conference',
        before: participant,
        // A consent stays until it is withdrawn: it is for the time after this conference.
        ...rows(
          'consents',
          (before) =>
            sql`answer = ${'no' satisfies Tables['consents']['answer']} and answered_at <= ${before}`,
          'email',
        ),
      },
    ],
  },
  mails: {
    kinds: letterMailKinds,
    letterSubjects,
    toAnswer: ({ conference, words }) =>
      conference.invitesAgain ? words.consentToAnswer : undefined,
  },
  pages: {
    behindLinks: (app, { context: { db, clock }, content, frame }) =>
      unsubscribeRoutes(app, { db, clock, content, frame }),
    ownPages: consentRoutes,
  },
  sections: {
    async ownPage({ context: { db }, content }, owner) {
      const part = await consentSection(content, db, owner);
      return [{ place: 'folded', rank: 80, part }];
    },
  },
  watch: {
    concerns: [lettersOnHold],
    lists: [consentsList],
    jobs: [
      {
        name: 'reminders',
        everyMs: EVERY_MS,
        run: ({ context, ...deps }, signal) =>
          writeReminders({ payments: context, ...deps }, signal),
        failed: 'the reminders to pay could not be written',
      },
      {
        name: 'author-reminders',
        everyMs: EVERY_MS,
        run: ({ context, ...deps }, signal) =>
          remindAuthors({ payments: context, ...deps }, signal),
        failed: 'the reminders to authors could not be written',
      },
    ],
  },
};
