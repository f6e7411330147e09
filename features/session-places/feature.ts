import { HOUR, MINUTE } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { certificateValues, removeScansOf, sessionDoors } from './attendance.ts';
import { fillSessions, removeUnplaced } from './fill-sessions.ts';
import { sessionMailKinds } from './mails.ts';
import { aboutPeople } from './person-sessions.ts';
import { placesRoute } from './places-route.ts';
import { sessionRecords } from './records.ts';
import { sessionsList } from './sessions-list.ts';
import { sessionsSection } from './sessions-page.ts';
import { sessionsRoutes, shownTo } from './sessions-routes.ts';
import { sessionsIn } from './sessions.ts';
import { sessionPlacesTexts } from './shape.ts';
import { removeSignUpsOf } from './sign-ups.ts';
import { sessionPlaceTables } from './tables.ts';

export const sessionPlaces: Feature = {
  name: 'session-places',
  needs: ['badges', 'desk'],
  texts: sessionPlacesTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: sessionPlaceTables,
    demo: () => import('./demo.ts'),
    recordsOfPeople: sessionRecords,
  },
  mails: {
    kinds: sessionMailKinds,
    purpose: (content) =>
      sessionsIn(content).length > 0 ? content.yourRegistration.sessions.purpose : undefined,
  },
  orders: {
    personLeft: removeSignUpsOf,
    // The place in a session goes with the place at the conference, and the presence of the person before does not.
    personReplaced: async (tx, id, { isAnother }) => isAnother && removeScansOf(tx, [id]),
    async erased(tx, ids) {
      await removeSignUpsOf(tx, ids);
      await removeScansOf(tx, ids);
    },
  },
  pages: { public: placesRoute, ownPages: sessionsRoutes },
  sections: {
    async ownPage({ context: { db }, content }, owner, { person, now }) {
      if (!person || person.state === 'CANCELLED') return [];
      const shown = sessionsSection(content, await shownTo(db, content, { owner, person, now }));
      if (!shown) return [];
      const { part, isOpen } = shown;
      return [isOpen ? { place: 'to-do', rank: 40, part } : { place: 'folded', rank: 20, part }];
    },
    doors: sessionDoors,
    certificateValues,
  },
  watch: {
    people: aboutPeople,
    lists: [sessionsList],
    jobs: [
      {
        name: 'session-places',
        everyMs: MINUTE,
        run: fillSessions,
        failed: 'free places in sessions could not be given to those who wait',
      },
      {
        name: 'session-places-of-others',
        everyMs: HOUR,
        run: removeUnplaced,
        failed: 'sign-ups for sessions of people without a place could not be removed',
      },
    ],
  },
};
