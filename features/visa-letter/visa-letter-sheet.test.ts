import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { runsOfPdf } from '#tests/support/pdf-text.ts';
import { type LetterText, makeVisaLetter } from './visa-letter-sheet.ts';

const { conference, yourRegistration } = fixtureContent;
const words = yourRegistration.visaLetter?.letter;

function aLetter(traits: Partial<LetterText> = {}) {
  if (!words) throw new Error('the fixture has no letter');
  const letter: LetterText = {
    number: 'PS26-7K3M-9QXW-V1',
    date: '2026-03-04',
    addressee: undefined,
    facts: [{ label: 'Name', text: 'Ada Ketten' }],
    paragraphs: ['We confirm it.', 'We ask for it.'],
    check: 'Write to us.',
    ...traits,
  };
  return makeVisaLetter({ conference, words }, letter);
}

/** The text of each page, in the order of writing. */
function pagesOf(pdf: Buffer): string[] {
  const pages = Map.groupBy(runsOfPdf(pdf), ({ page }) => page).values();
  return [...pages].map((runs) =>
    runs.map(({ glyphs }) => glyphs.map(({ text }) => text).join('')).join(' '),
  );
}

test('a letter is one page of A4 with letterhead, addressee, facts, signer and small print', async () => {
  const pdf = await aLetter();
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
  const [page = '', ...others] = pagesOf(pdf);
  expect(others).toEqual([]);
  for (const text of [
    conference.organiser.legalName,
    conference.organiser.street,
    conference.secretary.email,
    'To whom it may concern',
    'Berlin, March 4, 2026',
    'PS26-7K3M-9QXW-V1',
    'Ada Ketten',
    'We ask for it.',
    'Prof. Dr. Annelore Weidenhain',
    'Write to us.',
  ]) {
    expect(page).toContain(text);
  }
  expect(await aLetter()).toEqual(pdf);
});

test('a name in any script is printed, and a long word stays on the page', async () => {
  const names = ['王小明', 'علي بن محمد', 'Łukasz', 'সুভাষ', 'x'.repeat(200), 'Ada 😀'];
  const facts = names.map((text) => ({ label: 'Name', text }));
  const runs = runsOfPdf(await aLetter({ facts, addressee: 'الملحقية' }));
  const text = runs.map(({ glyphs }) => glyphs.map((glyph) => glyph.text).join('')).join('');
  for (const wanted of ['王小明', 'Łukasz', '[U+1F600]']) expect(text).toContain(wanted);
  expect(text).not.toContain('\uFFFD');
  expect(Math.max(...runs.map(({ x }) => x))).toBeLessThan(541);
});

test.each([20, 26, 32, 38, 44])(
  'after %i paragraphs the signature is not alone on a page',
  async (count) => {
    const paragraphs = Array.from({ length: count }, (_, nth) => `Paragraph ${nth + 1}.`);
    const pages = pagesOf(await aLetter({ paragraphs }));
    const last = pages.at(-1) ?? '';
    expect(last).toContain(`Paragraph ${count}.`);
    expect(last).toContain('Prof. Dr. Annelore Weidenhain');
    expect(last).toContain('Write to us.');
    for (const paragraph of paragraphs) expect(pages.join(' ')).toContain(paragraph);
  },
);
