import { sql } from 'kysely';
import { timestamp } from '#server/identity.ts';
import type { Feature } from '#server/features.ts';
import { cutoffAfter, endOf } from '#server/privacy/cutoff.ts';
import { companionsList } from './companions-list.ts';
import { companionsRoutes } from './companions-routes.ts';
import { companionsSection } from './companions-section.ts';
import {
  companionsOf,
  hostsNamed,
  recordArrival,
  removeCompanionsOf,
  undoArrival,
} from './companions.ts';
import { answersOfCompanions } from './companion-answers.ts';
import { hostsOn } from './name-companions.ts';
import { aboutPeople, comeWith, companionRecords, findCompanions } from './person-companions.ts';
import { canBeNamed, placesOfItems } from './places.ts';
import { companionsTexts } from './shape.ts';
import { companionTables } from './tables.ts';

declare module '#server/self-service/notices.ts' {
  interface FeatureNotices {
    companionsSaved: true;
    companionsStale: true;
  }
}

export const companions: Feature = {
  name: 'companions',
  needs: ['questions'],
  texts: companionsTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: companionTables,
    demo: () => import('./demo.ts'),
    recordsOfPeople: companionRecords,
    keeps: ({ now, content: { conference, privacy }, rows }) => [
      {
        what: 'companions with answers',
        before: cutoffAfter(endOf(conference.dates.end), now, privacy.periods.answers),
        ...rows('companion_answers', (before) => sql`answered_at <= ${before}`, 'companion_id'),
      },
    ],
  },
  mails: {
    toAnswer: ({ conference, words }, { items }, now) =>
      canBeNamed({ conference }, timestamp(now)) && placesOfItems({ conference }, items) > 0
        ? words.companionsToName
        : undefined,
  },
  orders: {
    // Another person brings other people.
    personReplaced: async (tx, id, { isAnother }) => isAnother && removeCompanionsOf(tx, [id]),
    erased: removeCompanionsOf,
    endsWithPerson: async (db, id, isAnother) =>
      isAnother && (await companionsOf(db, [id])).has(id)
        ? 'The names of those who come along are deleted, and their badges open no door any more.'
        : undefined,
  },
  pages: { ownPages: companionsRoutes },
  sections: {
    async ownPage({ context: { db }, content }, owner, { now, people }) {
      const hosts = await hostsOn(db, content, owner, people);
      const shown = companionsSection(content, owner, hosts, now);
      if (!shown) return [];
      const { part, left } = shown;
      return [left > 0 ? { place: 'to-do', rank: 31, part } : { place: 'folded', rank: 11, part }];
    },
    notices: {
      companionsSaved: ({ companions: said }) => said.saved,
      companionsStale: ({ companions: said }) => said.stale,
    },
    othersWhoCome: { with: comeWith, named: hostsNamed, arrive: recordArrival, undo: undoArrival },
    answersOfOthers: answersOfCompanions,
  },
  watch: { people: aboutPeople, lists: [companionsList], search: findCompanions },
};
