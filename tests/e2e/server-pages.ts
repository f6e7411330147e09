import { join } from 'node:path';
import { siteFolders } from '#server/content/folders.ts';
import { features } from '#server/features.ts';
import { loadPages } from '#server/http/pages.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { conferenceWithPages, insertContributions } from '#tests/support/published-contribution.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { withoutServer } from './fixtures.ts';

/** The address of a contribution by its number: one of 40, and no other. */
export function contributionPage(number: number): string {
  return `/contributions/AB26-0000-${String(number).padStart(4, '0')}`;
}

/** The number of a contribution that the agenda has. */
export const STARRED = 7;
/** The number of one that is a poster. */
const POSTER = 3;

/**
 * Pages that the server makes for everybody, by the feature that has them: a page of each layout. A feature whose addresses
 * are files and calls has none.
 */
const examples: Readonly<Record<string, readonly string[]>> = {
  contributions: [
    '/contributions',
    '/contributions?q=creep+vitrimers',
    contributionPage(STARRED),
    // With formulas, of which one is wider than a phone.
    contributionPage(6),
    contributionPage(999),
  ],
  posters: ['/posters', '/posters?order=topic', contributionPage(POSTER)],
  programme: [],
  ror: [],
  'session-places': [],
  'talk-material': [],
};

/** The examples of all features that have pages for everybody. */
export function serverPages(): readonly string[] {
  return features()
    .filter(({ pages }) => pages?.public)
    .flatMap(({ name }) => {
      const own = examples[name];
      if (own) return own;
      throw new Error(`${name} has addresses for everybody: name a page of each layout, or none`);
    });
}

/** Tests with a server that has contributions. */
export const test = withoutServer.extend<{ server: TestServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
  server: async ({}, use) => {
    const ahead = conferenceWithPages();
    const talk = {
      start: '13:00',
      end: '13:20',
      title: 'A talk',
      abstract: contributionPage(STARRED).slice('/contributions/'.length),
    };
    const days = ahead.agenda.days.map((day, at) => (at === 0 ? { ...day, items: [talk] } : day));
    const licences = [{ name: 'CC BY 4.0' }];
    const posters = { licences, walls: [{ name: 'Foyer', boards: 8, sides: 2 }] };
    const abstracts = { ...ahead.conference.abstracts, posters };
    const conference = { ...ahead.conference, abstracts };
    const content = { ...ahead, conference, agenda: { days } };
    const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
    const server = await startTestServer({ content, pages });
    await insertContributions(server, 40);
    await use(server);
    await server.close();
  },
  baseURL: ({ server }, use) => use(server.origin),
});
