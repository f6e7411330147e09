import type { Feature } from '#server/features.ts';
import { cutoffOf } from '#server/privacy/cutoff.ts';
import { askingPeople } from './asking-people.ts';
import { undecidedLetters } from './undecided-letters.ts';
import {
  eraseVisaRequests,
  forgetOldVisaData,
  forgetVisaData,
  isVisaDataSince,
  withdrawVisaRequests,
} from './visa-requests.ts';

const HOUR = 60 * 60_000;

export const visaLetter: Feature = {
  name: 'visa-letter',
  commands: () => import('./commands.ts'),
  data: {
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
  },
  sections: { people: askingPeople },
  watch: {
    concerns: [undecidedLetters],
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
