import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { currencyOf } from '#contract/currency.ts';
import { asCents } from '#contract/money.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { linesOfPdf, runsOfPdf } from '#tests/support/pdf-text.ts';
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

test('the brochure names the types of speakers in its language', async () => {
  const speakers = { ...content.labels.speakers, keynote: 'Keynote-Vortrag' };
  const german = { ...content, labels: { ...content.labels, speakers } };
  const text = linesOfPdf(await makeBrochure(german, folder)).join('\n');
  expect(text).toContain('Keynote-Vortrag');
  expect(text).not.toContain('Keynote Speaker');
});

test('the brochure has as many pages as its speakers need', async () => {
  const speakers = Array.from({ length: 3 }, () => content.speakers).flat();
  const pages = pagesOf(await makeBrochure(content, folder));
  expect(pagesOf(await makeBrochure({ ...content, speakers }, folder))).toBe(pages + 2);
});

test.each([
  ['CHF', { percent: 2.9, fixed: 30 }, 'CHF 399.00', ['2.9% and', 'CHF 0.30']],
  ['JPY', { percent: 5, fixed: 0 }, '¥39,900', ['5%']],
])('the brochure writes its fees in %s', async (code, { percent, fixed }, amount, feeWords) => {
  const prices = {
    ...withPrice(content.prices, 'speaker', 39_900),
    currency: currencyOf(code),
    fee: { percent, fixed: asCents(fixed) },
  };
  const text = (await textOf(prices)).replaceAll('\u00a0', ' ');
  expect(text).toContain(amount);
  for (const words of feeWords) expect(text).toContain(words);
  expect(text).not.toContain('€');
});

test('a sign in an amount of a right-to-left language needs no glyph of its own', async () => {
  const currency = currencyOf('JPY', 0, 'ar');
  const pdf = await makeBrochure({ ...content, prices: { ...content.prices, currency } }, folder);
  expect(linesOfPdf(pdf).join('\n')).toContain('JP¥');
  const missing = runsOfPdf(pdf).flatMap(({ glyphs }) => glyphs.filter(({ id }) => id === 0));
  expect(missing).toEqual([]);
});

test('the brochure of a conference without rooms and processing fee mentions neither', async () => {
  const { nightLabel, feeLabel } = content.pages.documents.fees;
  const whole = await textOf(content.prices);
  const bare = await textOf({
    ...content.prices,
    room: undefined,
    fee: { percent: 0, fixed: asCents(0) },
  });
  for (const label of [nightLabel, feeLabel]) {
    expect(whole).toContain(label);
    expect(bare).not.toContain(label);
  }
});

async function textOf(prices: Content['prices']): Promise<string> {
  return linesOfPdf(await makeBrochure({ ...content, prices }, folder)).join('\n');
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
