import prices from 'content:prices';
import { expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { fromPriceOf } from '#site/home/from-price.ts';
import { billOf } from './bill.ts';
import { offerOf } from './offer.ts';

const noFee = { ...prices, fee: { percent: 0, fixed: asCents(0) } };

test('the prices include a fee with a fixed part, and the column names it', () => {
  const { columns, rows } = offerOf({
    ...prices,
    fee: { percent: 2.9, fixed: asCents(30) },
  }).priceTable;
  expect(columns.map(({ name }) => name)).toEqual(['Price', 'With 2.9% and €0.30 fee']);
  expect(rows[0]).toEqual({ label: 'Speaker', amounts: ['€399.00', '€410.87'] });
});

test('the list says that prices contain the tax, if one of them does', () => {
  expect(offerOf(prices).priceTable.taxNote).toBeUndefined();
  const [type, ...others] = prices.presentationTypes;
  if (!type) throw new Error('no type');
  const taxed = { ...prices, presentationTypes: [{ ...type, taxBasisPoints: 1900 }, ...others] };
  expect(offerOf(taxed).priceTable.taxNote).toBe('VAT is included in the prices where it is due.');
});

test('without a fee, no page mentions a fee', () => {
  const offer = offerOf(noFee);
  expect(offer.priceTable.columns.map(({ name }) => name)).toEqual(['Price']);
  expect(offer.priceTable.rows[0]?.amounts).toEqual(['€399.00']);
  expect(fromPriceOf(noFee)).toBe('Registration from €199.00');
  const option = {
    totalPrice: 399,
    processingFeePercent: 0,
    presentationType: { type: 'SPEAKER', price: 399 },
  };
  expect(billOf(option, offer).lines.map(({ label }) => label)).toEqual([
    'Registration',
    'Subtotal',
  ]);
});

test('a type says which proof its price needs, until when, and what is due without it', () => {
  const until = {
    at: '2026-04-30T22:00:00.000Z',
    day: '',
    words: 'at the end of April 30',
    label: '',
  };
  const proof = { text: 'Please send us your student card.', until, otherwise: 'delegate' };
  const [first, ...others] = prices.presentationTypes;
  if (!first) throw new Error('the fixture has types');
  const { types, priceTable } = offerOf({
    ...prices,
    presentationTypes: [{ ...first, proof }, ...others],
  });
  expect(priceTable.rows.filter(({ note }) => note !== undefined)).toMatchObject([
    { label: first.label, note: proof.text },
  ]);
  expect(types.map((type) => type.proof)).toEqual([
    'Please send us your student card. You can send it on the page of your registration until it closes at the end of April 30. Without it the difference to the full price is due.',
    ...others.map(() => undefined),
  ]);
});

test('the lowest price appears once if it does not depend on the date', () => {
  const phases = [
    {
      name: 'Early',
      until: { at: '2026-01-16T00:00:00.000Z', day: 'January 15', words: '', label: '' },
    },
    { name: 'Regular', until: undefined },
  ];
  const priced = (...student: number[]) => ({
    ...noFee,
    phases,
    presentationTypes: noFee.presentationTypes.map((type) => ({
      ...type,
      price: type.id === 'student' ? student.map(asCents) : [...type.price, ...type.price],
    })),
  });
  expect(fromPriceOf(priced(9900, 9900))).toBe('Registration from €99.00');
  expect(fromPriceOf(priced(9900, 12_000))).toBe(
    'Registration: Early until January 15 from €99.00, Regular from €120.00',
  );
});

test('prices by date have a column for each phase, and a label has its opening and closing days', () => {
  const dayOf = (day: string) => ({ at: '2026-01-01T00:00:00.000Z', day, words: day, label: '' });
  const { caption, columns, rows } = offerOf({
    ...noFee,
    phases: [
      { name: 'Early', until: dayOf('January 15, 2026') },
      { name: 'Regular', until: undefined },
    ],
    presentationTypes: prices.presentationTypes.slice(0, 1).map((type) => ({
      ...type,
      price: [asCents(20_000), asCents(30_000)],
      opening: { from: dayOf('November 1, 2025'), until: dayOf('March 10, 2026') },
    })),
    room: undefined,
  }).priceTable;
  expect({ caption, columns, rows }).toEqual({
    caption: 'Prices',
    columns: [
      { name: 'Early', note: 'until January 15, 2026' },
      { name: 'Regular', note: undefined },
    ],
    rows: [
      {
        label: 'Speaker, from November 1, 2025, until March 10, 2026',
        amounts: ['€200.00', '€300.00'],
      },
    ],
  });
});
