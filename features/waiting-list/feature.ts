import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { waitingListRoutes } from './waiting-list-routes.ts';
import { offerPlaces } from './offer-places.ts';
import { awaitedKinds, offeredPlaces } from './queue.ts';
import { tookOffer } from './waiting-list.ts';

const MINUTE = 60_000;

export const waitingList: Feature = {
  name: 'waiting-list',
  data: {
    keeps: ({ unpaid, rows }) => [
      {
        what: 'entries of the waiting list',
        before: unpaid,
        ...rows('waiting_list', (before) => sql`created_at <= ${before}`),
      },
    ],
  },
  orders: { reserves: { forOrder: tookOffer, places: offeredPlaces, awaited: awaitedKinds } },
  pages: {
    behindLinks: (app, { context, content, mailLayout, sale, recording, frame, originOf }) => {
      const deps = { context, content, mailLayout, sale };
      return waitingListRoutes(app, { deps, recording, frame, originOf });
    },
  },
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
