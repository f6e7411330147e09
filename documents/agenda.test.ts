import { expect, test } from 'vitest';
import { contentWith, sideBySide } from '#tests/support/agenda-items.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { largeProgramme } from '#tests/support/large-programme.ts';
import { runsOfPdf } from '#tests/support/pdf-text.ts';
import { makeAgenda } from './agenda.ts';

test('the agenda of a few items is one page', async () => {
  expect(pagesOf(await makeAgenda(fixtureContent))).toHaveLength(1);
});

test('each item has its hours, its speakers and its chair, and beside it its room and track', async () => {
  const [lines = []] = pagesOf(await makeAgenda(contentWith(...sideBySide.toReversed())));
  const rows = ['10:00–10:30Gels', '10:00–11:00Films', '19:30–00:30Dinner'];
  // Parallel items follow one another, in whatever order content/ has them.
  expect(lines.filter((line) => rows.includes(line))).toEqual(rows);
  for (const line of [
    'Bea Weiss, Cy Moreau',
    'Chair: Ada Kowalska',
    'Hall A',
    'Coatings',
    'Hall B',
  ]) {
    expect(lines).toContain(line);
  }
});

test('each further page begins with its day and with a whole item', async () => {
  const items = largeProgramme.agenda.days.flatMap((day) => day.items);
  const places = new Set(items.map(({ room }) => room));
  const pages = pagesOf(await makeAgenda(largeProgramme));
  const [first = [], ...further] = pages;
  expect(first).toContain('Day 1 · May 29, 2026');
  const days = further.map(([head, ...lines]) => {
    expect(lines.find((line) => !places.has(line))).toMatch(/^(?:\d\d:\d\d–\d\d:\d\d|Day \d)/);
    return /^Polymer Summit 2026 · Day (\d) · May \d+, 2026$/.exec(head ?? '')?.[1];
  });
  expect(days.join('')).toMatch(/^1+2+3+$/);
  const rows = pages.flat().filter((line) => /^\d\d:\d\d–/.test(line));
  expect(rows.map((row) => row.slice(0, 5)).toSorted()).toEqual(
    items.map(({ start }) => start).toSorted(),
  );
});

/** The places of the items begin here, in points. */
const PLACES = 400;

/** The lines of each page from its head to its foot. */
function pagesOf(pdf: Buffer): string[][] {
  const pages = Map.groupBy(runsOfPdf(pdf), ({ page }) => page).values();
  return [...pages].map((runs) =>
    // The place of an item has smaller letters, so its lines are its own.
    [...Map.groupBy(runs, ({ x, y }) => `${x < PLACES} ${y}`).values()]
      .toSorted(([one], [other]) => (other?.y ?? 0) - (one?.y ?? 0))
      .map((line) =>
        line
          .toSorted((one, other) => one.x - other.x)
          .flatMap(({ glyphs }) => glyphs.map(({ text }) => text))
          .join(''),
      ),
  );
}
