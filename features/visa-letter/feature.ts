import { HOUR } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { cutoffOf } from '#server/privacy/cutoff.ts';
import { askingPeople, undecidedLetters } from './undecided-letters.ts';
import { letterRoutes } from './letter-routes.ts';
import { canAskForLetter, isTooLateForLetter, stateOfVisa } from './visa-letter.ts';
import { visaSection } from './visa-page.ts';
import {
  eraseVisaRequests,
  findVisaRequest,
  forgetOldVisaData,
  forgetVisaData,
  isVisaDataSince,
  withdrawVisaRequests,
} from './visa-requests.ts';
import { visaLettersList } from './visa-letters-list.ts';
import { visaLetterTables } from './tables.ts';
import { visaMailKinds } from './mails.ts';
import { visaLetterTexts } from './shape.ts';

export const visaLetter: Feature = {
  name: 'visa-letter',
  texts: visaLetterTexts,
  mails: {
    kinds: visaMailKinds,
    purpose: ({ yourRegistration, labels }) =>
      yourRegistration.visaLetter && labels.ownPage.toGetVisa,
  },
  commands: () => import('./commands.ts'),
  data: {
    tables: visaLetterTables,
    keeps: ({ now, content, rows }) => [
      {
        what: 'passport data of visa letters',
        before: cutoffOf(now, content.privacy.periods.visa),
        ...rows('visa_requests', isVisaDataSince),
        // The request stays, and says that a letter was issued. A server does the same every hour.
        remove: forgetVisaData,
      },
    ],
  },
  orders: {
    personLeft: withdrawVisaRequests,
    // Another name on the passport needs another letter, and the person who asked may not read the mails any more.
    personReplaced: (tx, id, { now }) => withdrawVisaRequests(tx, [id], now),
    erased: eraseVisaRequests,
    endsWithPerson: async (db, id) =>
      (await findVisaRequest(db, id)) &&
      'The visa letter, or the request for one, ends: the participant asks for it again.',
  },
  pages: { ownPages: letterRoutes },
  sections: {
    people: askingPeople,
    notices: { letterAsked: ({ visaLetter: words }) => words?.sent },
    async ownPage({ context: { db }, content }, { pageToken }, { person, now }) {
      const { visaLetter: words } = content.yourRegistration;
      if (!words || !person || person.state === 'CANCELLED') return [];
      const about = { content, now };
      const part = visaSection(words, pageToken, {
        state: stateOfVisa(person, await findVisaRequest(db, person.id)),
        canAsk: canAskForLetter(about, person),
        isBeforePayment: person.placeSince === undefined && !isTooLateForLetter(about),
      });
      return [{ place: 'folded', rank: 50, part }];
    },
  },
  watch: {
    concerns: [undecidedLetters],
    lists: [visaLettersList],
    jobs: [
      {
        name: 'visa-data',
        everyMs: HOUR,
        run: ({ context: { db, clock }, content }) =>
          forgetOldVisaData(db, cutoffOf(clock(), content.privacy.periods.visa)),
        failed: 'passport data whose period is over could not be deleted',
      },
    ],
  },
};

declare module '#server/self-service/notices.ts' {
  interface FeatureNotices {
    letterAsked: string;
  }
}
