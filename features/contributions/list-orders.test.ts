import { expect, test } from 'vitest';
import { weekdayText } from '#contract/content/calendar-days.ts';
import { conferenceWithPages, insertContributions } from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ content: conferenceWithPages() });
const said = server.content.yourAbstract.website.page;
await insertContributions(server, 20);

const headingsIn = (text: string) =>
  [...text.matchAll(/<h2 id="[^"]*">([^<]*)/g)].map(([, heading]) => heading);

test('a list by day and hour has the talks of all sessions in their order, and then those without a time', async () => {
  const { text } = await server.openPage('/contributions?order=time');
  const [day, none, ...more] = headingsIn(text);
  expect([day, none, more]).toEqual([
    weekdayText(server.content.conference.dates.start, 'en'),
    said.noDay,
    [],
  ]);
  const hours = [...text.matchAll(/(\d\d:\d\d)–\d\d:\d\d/g)].map(([, hour]) => hour);
  expect(hours.length).toBeGreaterThan(10);
  expect(hours).toEqual(hours.toSorted());
  expect(text).toMatch(/<option value="time" selected>/);
});

test('an index of authors has each name once, by the family name, with all contributions of a search', async () => {
  const { text } = await server.openPage('/contributions?order=author');
  const names = [...text.matchAll(/<h3><bdi>([^<]*)/g)].map(([, name = '']) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  expect(new Set(names).size).toBe(names.length);
  const letters = headingsIn(text);
  expect(letters).toEqual([...new Set(names.map((name) => name.normalize('NFD')[0]))]);
  const [session] = server.content.sessions.sessions;
  const one = await server.openPage(`/contributions?order=author&session=${session?.id}`);
  expect(one.text.match(/<h3>/g)?.length).toBeLessThan(names.length);
  const odd = await server.openPage('/contributions?order=author&page=99');
  expect([odd.status, odd.text.includes('<h3>')]).toEqual([200, true]);
  expect((await server.openPage('/contributions?order=<script>')).status).toBe(200);
});
