import type { Feature } from '#server/features.ts';
import { offerPlaces } from './offer-places.ts';

const MINUTE = 60_000;

export const waitingList: Feature = {
  name: 'waiting-list',
  watch: {
    jobs: [
      {
        name: 'waiting-list',
        everyMs: MINUTE,
        run: offerPlaces,
        failed: 'free places could not be offered to the waiting list',
      },
    ],
  },
};
