import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { makeAgenda } from './agenda.ts';
import { makeBrochure } from './brochure.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';

const content = fixtureContent;
const folder = fixtureSettings.CONTENT_DIR;
const documents = { brochure: makeBrochure, agenda: makeAgenda };

test.each(Object.entries(documents))(
  'the %s is a tagged PDF with embedded fonts, and the same content makes the same bytes',
  async (_, make) => {
    const pdf = await make(content, folder);
    expect(await make(content, folder)).toEqual(pdf);
    const text = pdf.toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7/);
    for (const mark of ['/Marked true', '/Lang (en)', '/DisplayDocTitle true', '/FontFile2']) {
      expect(text).toContain(mark);
    }
    expect(text).not.toContain('/Helvetica');
  },
);

test('the brochure has as many pages as its speakers need', async () => {
  const speakers = Array.from({ length: 3 }, () => content.speakers).flat();
  const pages = pagesOf(await makeBrochure(content, folder));
  expect(pagesOf(await makeBrochure({ ...content, speakers }, folder))).toBe(pages + 2);
});

test('an agenda that is longer than a page continues on further pages', async () => {
  expect(pagesOf(await makeAgenda(content))).toBe(1);
  const items = Array.from({ length: 24 }, (_, hour) => ({
    start: `${String(hour).padStart(2, '0')}:00`,
    end: `${String(hour).padStart(2, '0')}:45`,
    title: `Lecture ${hour}`,
    text: 'With discussion.',
  }));
  const days = content.agenda.days.slice(0, 1).map((day) => ({ ...day, items }));
  const long: Content = { ...content, agenda: { days } };
  expect(pagesOf(await makeAgenda(long))).toBe(3);
});

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
