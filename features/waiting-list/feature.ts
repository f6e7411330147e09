import { sql } from 'kysely';
import { MINUTE } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { actRoutes } from '#server/self-service/act-routes.ts';
import { readForms } from '#server/http/form-body.ts';
import { waitingListTexts } from './shape.ts';
import { joinRoutes } from './join-routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { findWaiting, waitingPeople } from './waiting-people.ts';
import { offerPlaces } from './offer-places.ts';
import { awaitedPlaces } from './awaited.ts';
import { moreSection, waitForMore } from './more-routes.ts';
import { awaitedKinds, keptFor, offeredPlaces, tookMore } from './queue.ts';
import { endAdditions, listEntries, tookOffer } from './waiting-list.ts';
import { waitingListTables } from './tables.ts';
import { waitingListMailKinds } from './mails.ts';

export const waitingList: Feature = {
  name: 'waiting-list',
  texts: waitingListTexts,
  mails: { kinds: waitingListMailKinds },
  commands: () => import('./commands.ts'),
  data: {
    tables: waitingListTables,
    keeps: ({ unpaid, rows }) => [
      {
        what: 'entries of the waiting list',
        before: unpaid,
        ...rows('waiting_list', (before) => sql`created_at <= ${before}`),
      },
    ],
  },
  orders: {
    reserves: {
      forOrder: tookOffer,
      places: offeredPlaces,
      awaited: awaitedKinds,
      kept: keptFor,
      wereTaken: tookMore,
    },
    personLeft: endAdditions,
    // Another person has not asked for it.
    personReplaced: async (tx, id, { isAnother }) => isAnother && endAdditions(tx, [id]),
    erased: endAdditions,
  },
  sections: { ownPage: moreSection },
  pages: {
    ownPages: (app, deps) => actRoutes(app, deps, waitForMore),
    tokens: { 'waiting-list': [['waiting_list', 'token']], offer: [['waiting_list', 'token']] },
    async behindLinks(app, { context, content, mailLayout, sale, recording, frame, originOf }) {
      const deps = { context, content, mailLayout, sale };
      const routes = { deps, recording, frame, originOf };
      readForms(app);
      joinRoutes(app, routes);
      offerRoutes(app, routes);
    },
  },
  watch: {
    lists: [waitingPeople],
    search: findWaiting,
    wanted: async (db) => (await listEntries(db, 'WAITING')).map(awaitedPlaces),
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
