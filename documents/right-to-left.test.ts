import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import type { Looks } from '#contract/content/looks.ts';
import { asCents } from '#contract/money.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { makeReceiptSheet } from '#server/receipts/receipt-sheet.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { linesOfPdf, polylinesOfPdf, rectanglesOfPdf, runsOfPdf } from '#tests/support/pdf-text.ts';
import { makeAgenda } from './agenda.ts';
import { makeAttendance } from '#features/badges/attendance-sheet.ts';
import { makeBadges } from '#features/badges/badges.ts';
import { makeBook } from '#features/book/book.ts';
import { makeBrochure } from './brochure.ts';
import { makeCertificates } from '#features/badges/certificates.ts';
import { makeVisaLetter } from '#features/visa-letter/visa-letter-sheet.ts';

const date = '2026-05-20';
const A4 = { portrait: 595.28, landscape: 841.89 };
const ada = {
  name: 'Ada Byron',
  institute: 'Analytical Society',
  country: 'United Kingdom',
  type: 'Speaker',
  answers: [],
  reference: 'PS26-7K3M-9QXW',
  emblem: 'PS26-7K3M-9QXW',
};
const listed = { ...ada, nights: 2, guests: 1, extras: 'Dinner', isPresent: true };
const session = { id: 'smart-polymers', name: 'Smart Polymers' };
const authors = [{ name: 'Ilmari Ketten', affiliation: 'Institute' }];
const talk = { reference: 'AB26-AAAA', title: 'Slow rings', authors, session };

function receiptIn(language: string, about: Partial<ReceiptDocument> = {}) {
  const { mails, conference } = fixtureContent;
  const looks: Looks = { ...conference.looks, ...(about.conference && { wordmark: 'plain' }) };
  return makeReceiptSheet(mails, looks, {
    kind: 'receipt',
    language,
    number: 'PS26-7K3M-9QXW',
    reference: 'PS26-7K3M-9QXW',
    issuedAt: '2026-05-20T10:00:00.000Z',
    issuedOn: date,
    issuer: ['Society of Examples'],
    conference: ['Polymer Summit 2026'],
    customer: ['Ottilie Kassenwart'],
    lines: [{ words: 'Registration', cents: asCents(10_007) }],
    totalCents: asCents(10_007),
    decimals: 2,
    currency: 'EUR',
    paidBy: 'Card',
    isTest: false,
    ...about,
  });
}

function letterOf(
  { conference, yourRegistration }: Content,
  paragraphs: readonly string[] = ['We confirm it.'],
) {
  const words = yourRegistration.visaLetter?.letter;
  if (!words) throw new Error('the fixture has no letter');
  const facts = [{ label: 'Name', text: 'Ada Byron' }];
  const letter = { number: 'PS26-V1', date, addressee: 'The consul', facts, paragraphs };
  return makeVisaLetter({ conference, words }, { ...letter, check: 'Write to us.' });
}

const book = { date, read: async () => undefined };
const contributions = [{ ...talk, number: 'P7', when: undefined }];

type Make = (content: Content) => Promise<Buffer | AsyncIterable<string | Uint8Array>>;
const { organiser } = fixtureContent.conference;
const folder = fixtureSettings.CONTENT_DIR;

/** Each document with two texts of one row, of which the first is nearer to the begin of the row. */
const documents: [string, keyof typeof A4, Make, first: string, second: string][] = [
  ['agenda', 'portrait', makeAgenda, '08:00–09:00', 'Registration and welcome coffee'],
  ['brochure', 'portrait', (content) => makeBrochure(content, folder), 'Location', 'Venue'],
  [
    'book',
    'portrait',
    (content) => makeBook(content, contributions, book),
    'Polymer Summit 2026',
    'Smart Polymers · P7',
  ],
  ['letter', 'portrait', (content) => letterOf(content), 'The consul', 'Reference PS26-V1'],
  ['receipt', 'portrait', ({ language }) => receiptIn(language), 'Item', 'Amount'],
  [
    'badges',
    'portrait',
    (content) => makeBadges(content, [ada], { format: 'a6', date }),
    'Speaker',
    'PS26-7K3M-9QXW',
  ],
  [
    'certificates',
    'landscape',
    (content) => makeCertificates(content, [ada], date),
    'Prof. Dr. Annelore Weidenhain',
    organiser.legalName,
  ],
  [
    'attendance',
    'landscape',
    (content) => makeAttendance(content, [listed], date),
    'Ada Byron',
    'Dinner',
  ],
];

test.each(documents)(
  'the paper %s of a right-to-left conference is mirrored',
  async (_, layout, make, first, second) => {
    const usual = await pdfOf(make, 'en');
    const mirrored = await pdfOf(make, 'he');
    const turned = (spans: Span[]) =>
      spans.map(([from, to]): Span => [A4[layout] - to, A4[layout] - from]);
    expect(inOrder(rulesOf(mirrored))).toEqual(inOrder(turned(rulesOf(usual))));
    expect(inOrder(squaresOf(mirrored))).toEqual(inOrder(turned(squaresOf(usual))));
    expect(startOf(usual, first)).toBeLessThan(startOf(usual, second));
    expect(startOf(mirrored, first)).toBeGreaterThan(startOf(mirrored, second));
    expect(mirrored.toString('latin1')).toContain('/Direction /R2L');
    expect(usual.toString('latin1')).not.toContain('/R2L');
  },
);

test('a line with Hebrew letters is read from the right, and hours and Latin lines from the left', async () => {
  const notes = ['PolySci 2026 · ברלין', 'It is late (9:00).', '09:00–10:30'];
  const runs = runsOfPdf(await letterOf(inLanguage(fixtureContent, 'he'), notes));
  const textOf = ({ glyphs }: (typeof runs)[number]) => glyphs.map(({ text }) => text).join('');
  const [latin, hebrew] = ['PolySci 2026', 'ןילרב'].map((text) =>
    runs.find((run) => textOf(run).includes(text)),
  );
  expect(hebrew?.x).toBeLessThan(latin?.x ?? 0);
  expect(runs.map(textOf)).toEqual(expect.arrayContaining(notes.slice(1)));
  // The names of months are in no text of the conference.
  expect(runs.map(textOf).join('')).not.toContain('U+');
});

test('a Hebrew name at the head of a page begins on the right', async () => {
  const pdf = await receiptIn('he', { conference: ['כנס הפולימרים 2027'] });
  expect(linesOfPdf(pdf, 'right')[0]?.trim()).toBe('כנס הפולימרים 7202');
});

test.each([
  ['KRW', 'ko', '₩100,070'],
  ['INR', 'hi', '₹1,00,070.00'],
  ['UAH', 'uk', '100 070,00 ₴'],
  ['PHP', 'en', '₱100,070.00'],
  ['BDT', 'bn', '১,০০,০৭০.০০৳'],
])('an amount in %s has its sign on paper', async (currency, language, words) => {
  const decimals = currency === 'KRW' ? 0 : 2;
  const totalCents = asCents(100_070 * 10 ** decimals);
  const lines = [{ words: 'Registration', cents: totalCents }];
  const pdf = await receiptIn(language, { currency, decimals, totalCents, lines });
  const texts = linesOfPdf(pdf).map((line) => line.replaceAll(/\s/g, ''));
  expect(texts.filter((text) => text.endsWith(words.replaceAll(/\s/g, '')))).toHaveLength(2);
});

test('a certificate in a second language has its letters', async () => {
  const content: Content = {
    ...fixtureContent,
    translations: {
      he: {
        ...inLanguage(fixtureContent, 'he'),
        conference: { ...fixtureContent.conference, language: 'he', fullTitle: 'הכנס הבינלאומי' },
      },
    },
  };
  const certificates = await makeCertificates(content, [{ ...ada, language: 'he' }], date);
  const lines = linesOfPdf(await buffer(Readable.from(certificates)), 'right').join('\n');
  expect(lines).toContain('הכנס הבינלאומי');
});

test('parts of a line in Arabic have the Arabic comma, beside names of any script', async () => {
  const wei = { ...ada, name: '魏 丽', institute: '北京大学' };
  for (const language of ['ar', 'he'] as const) {
    const make: Make = (content) => makeCertificates(content, [ada, wei], date);
    const texts = runsOfPdf(await pdfOf(make, language)).flatMap(({ glyphs }) =>
      glyphs.map(({ text }) => text),
    );
    // Two after the institutes, and two in each of the two lines with the place.
    expect(texts.filter((text) => text === '،')).toHaveLength(language === 'ar' ? 6 : 0);
    expect(texts.join('')).not.toContain('U+');
  }
});

type Language = 'en' | 'he' | 'ar';
type Span = [from: number, to: number];

/** The same texts in a language that is read from right to left, so that both documents have the same lines. */
function inLanguage(content: Content, language: Language): Content {
  return { ...content, language, conference: { ...content.conference, language } };
}

async function pdfOf(make: Make, language: Language): Promise<Buffer> {
  const pdf = await make(inLanguage(fixtureContent, language));
  return Buffer.isBuffer(pdf) ? pdf : buffer(Readable.from(pdf));
}

/** The horizontal lines without those of the wordmark. */
function rulesOf(pdf: Buffer): Span[] {
  return polylinesOfPdf(pdf)
    .filter((line) => line.length === 2)
    .map(([[from] = [0, 0], [to] = [0, 0]]): Span => [from, to])
    .filter(([from, to]) => to - from > 24);
}

/** The left and right edge of everything in squares: a QR code, the boxes of a list. */
function squaresOf(pdf: Buffer): Span[] {
  const squares = rectanglesOfPdf(pdf).filter(({ width }) => width < 500);
  if (squares.length === 0) return [];
  const left = Math.min(...squares.map(({ x }) => x));
  return [[left, Math.max(...squares.map(({ x, width }) => x + width))]];
}

function inOrder(spans: Span[]): string[] {
  return spans.map(([from, to]) => `${from.toFixed(1)} to ${to.toFixed(1)}`).toSorted();
}

/** The left edge of a text of the document. */
function startOf(pdf: Buffer, text: string): number {
  const run = runsOfPdf(pdf).find(({ glyphs }) => glyphs.map((one) => one.text).join('') === text);
  if (!run) throw new Error(`the document has no text ${text}`);
  return run.x;
}
