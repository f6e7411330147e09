import { describe, expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { asCents, moneyText, signedMoneyText } from '#contract/money.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { linesOfPdf, runsOfPdf } from '#tests/support/pdf-text.ts';
import type { ReceiptDocument } from './receipt-document.ts';
import { makeReceiptSheet } from './receipt-sheet.ts';

const { mails, conference } = fixtureContent;

type Line = ReceiptDocument['lines'][number];

function aDocument(lines: readonly Omit<Line, 'cents'>[], traits: Partial<ReceiptDocument> = {}) {
  // Each amount is different, so that a search finds it once.
  const amounts = lines.map((line, at) => ({ ...line, cents: asCents(10_007 + at * 13) }));
  const document: ReceiptDocument = {
    language: 'en',
    kind: 'receipt',
    number: 'PS26-7K3M-9QXW',
    reference: 'PS26-7K3M-9QXW',
    issuedAt: '2026-05-20T10:00:00.000Z',
    issuedOn: '2026-05-20',
    issuer: ['Society of Examples', 'Example Street 1', '01067 Dresden, Germany'],
    conference: [
      'Polymer Summit 2026',
      'An invented conference',
      'May 29-30, 2026',
      'Example House',
    ],
    customer: ['Ottilie Kassenwart', 'Baltic Institute', 'Germany', 'office@institute.example'],
    lines: amounts,
    totalCents: asCents(amounts.reduce((sum, { cents }) => sum + cents, 0)),
    decimals: currencyOf(traits.currency ?? 'EUR').decimals,
    currency: 'EUR',
    paidBy: 'Card',
    isTest: false,
    ...traits,
  };
  return document;
}

/** The lines of this many people with a room and two extras each, and the fee. */
function linesOfGroup(count: number, nameOf = (nth: number) => `Person ${nth} Ketten`) {
  const each = ['Registration (Speaker)', 'Room, 2 nights, 1 guest', 'Conference dinner', 'Tour'];
  const people = Array.from({ length: count }, (_, nth) =>
    each.map((words) => ({ words, statedByPayer: nameOf(nth + 1), about: `id-${nth}` })),
  );
  return [...people.flat(), { words: 'Processing fee of 5%' }];
}

async function pdfOf(document: ReceiptDocument, replacedBy?: string): Promise<Buffer> {
  return makeReceiptSheet(mails, conference.looks, document, replacedBy);
}

const count = (lines: readonly string[], wanted: string) =>
  lines.filter((line) => line === wanted).length;

/** Expects each line with its amount, the sum, and the head of the table on each page that has lines. */
function expectWhole(pdf: Buffer, { lines, totalCents, currency, kind }: ReceiptDocument): void {
  const money = (cents: number) => moneyText(asCents(cents), currencyOf(currency));
  const seen = linesOfPdf(pdf);
  for (const { words, cents } of lines) expect(count(seen, words + money(cents))).toBe(1);
  const { total, refunded } = mails.labels;
  expect(count(seen, (kind === 'credit-note' ? refunded : total) + money(totalCents))).toBe(1);
  const pages = Map.groupBy(runsOfPdf(pdf), ({ page }) => page);
  const texts = [...pages.values()].map((runs) =>
    runs.map(({ glyphs }) => glyphs.map(({ text }) => text).join('')),
  );
  const { item, page, ofPages } = mails.receipt;
  for (const [at, text] of texts.entries()) {
    const hasLines = lines.some(({ cents }) => text.includes(money(cents)));
    expect(count(text, item)).toBe(hasLines ? 1 : 0);
    const number = `${page} ${at + 1} ${ofPages} ${texts.length}`;
    expect(count(text, number)).toBe(texts.length === 1 ? 0 : 1);
  }
  for (const { y } of runsOfPdf(pdf)) expect(y).toBeGreaterThan(30);
}

describe('the PDF of a group', () => {
  test.each([2, 5, 6, 40, 60])(
    'of %i people with rooms and extras has each line, the fee and the sum once',
    async (people) => {
      const document = aDocument(linesOfGroup(people));
      const pdf = await pdfOf(document);
      expectWhole(pdf, document);
      const lines = linesOfPdf(pdf);
      for (let nth = 1; nth <= people; nth++) {
        expect(count(lines, `Participant: Person ${nth} Ketten`)).toBe(4);
      }
      expect(lines.join('\n')).not.toContain(mails.labels.statedByPayer);
      expect(count(lines, mails.receipt.receiptText)).toBe(1);
    },
  );

  test('has its sum below its last line wherever the page ends', async () => {
    for (let people = 2; people < 12; people++) {
      const document = aDocument(linesOfGroup(people).slice(3));
      const pdf = await pdfOf(document);
      expectWhole(pdf, document);
      const pageOf = (words: string) =>
        runsOfPdf(pdf).find(({ glyphs }) => glyphs.map(({ text }) => text).join('') === words)
          ?.page;
      const last = signedMoneyText(document.lines.at(-1)?.cents ?? 0, currencyOf('EUR'));
      expect(pageOf(mails.labels.total)).toBe(pageOf(last));
      expect(pageOf(mails.receipt.receiptText)).toBe(pageOf(last));
      const third = signedMoneyText(document.lines.at(-3)?.cents ?? 0, currencyOf('EUR'));
      expect(pageOf(third)).toBe(pageOf(last));
    }
  });

  test.each(['EUR', 'JPY', 'CHF', 'USD'])(
    'in %s prints long names and words without blanks in full',
    async (currency) => {
      const long =
        'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
      const lines = [
        ...linesOfGroup(20, (nth) => `${long} ${nth}`),
        { words: `${long}${long}`, statedByPayer: 'W'.repeat(200), about: 'id' },
      ];
      const document = aDocument(lines, { currency, customer: [long, long.repeat(2), 'Germany'] });
      const pdf = await pdfOf(document);
      const text = linesOfPdf(pdf).join('').replaceAll(/\s/g, '');
      expect(text.split(`${long}20`)).toHaveLength(5);
      expect(text).toContain('W'.repeat(200));
      expect(text).toContain(
        moneyText(document.totalCents, currencyOf(currency)).replaceAll(/\s/g, ''),
      );
    },
  );
});

test.each([
  ['credit-note', 'PS26-7K3M-9QXW-C1'],
  ['cancellation', 'PS26-7K3M-9QXW-C2'],
  ['receipt', 'PS26-7K3M-9QXW-R2'],
] as const)(
  'a %s with many lines has all its lines, like a first receipt',
  async (kind, number) => {
    const document = aDocument(linesOfGroup(12), { kind, number, replaces: 'PS26-7K3M-9QXW' });
    expectWhole(await pdfOf(document), document);
    expectWhole(await pdfOf(document, 'PS26-7K3M-9QXW-R3'), document);
  },
);

test('a text of the payer is marked as stated by the payer, not as a participant', async () => {
  const words = 'As agreed with Anna';
  const document = aDocument([{ words: 'Discount registration', statedByPayer: words }]);
  const lines = linesOfPdf(await pdfOf(document));
  expect(lines[lines.indexOf(words) - 1]).toBe('As stated by the payer:');
  expect(lines.join()).not.toContain('Participant');
});
