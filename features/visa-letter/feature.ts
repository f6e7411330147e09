import type { Feature } from '#server/features.ts';
import { cutoffOf } from '#server/privacy/cutoff.ts';
import { undecidedLetters } from './undecided-letters.ts';
import { eraseVisaRequests, forgetOldVisaData, withdrawVisaRequests } from './visa-requests.ts';

const HOUR = 60 * 60_000;

export const visaLetter: Feature = {
  name: 'visa-letter',
  orders: {
    personLeft: withdrawVisaRequests,
    // Another name on the passport needs another letter, and the person who asked may not read the mails any more.
    personReplaced: (tx, id, { now }) => withdrawVisaRequests(tx, [id], now),
    erased: eraseVisaRequests,
  },
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
