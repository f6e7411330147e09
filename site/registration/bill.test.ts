import fc from 'fast-check';
import { expect, test } from 'vitest';
import prices from 'content:prices';
import { currencyOf } from '#contract/currency.ts';
import { getPricing, type PricingOptionAsRead } from '#contract/pricing.ts';
import { billOf as bill } from './bill.ts';
import { type Offer, offerOf } from './offer.ts';

const offer = offerOf(prices);
const billOf = (option: PricingOptionAsRead, of: Offer = offer) => bill(option, of);

test('a bill lists price, room, subtotal, fee and the total of the server', () => {
  const made = billOf({
    id: 'p1',
    totalPrice: 815.85,
    processingFeePercent: 5,
    presentationType: { type: 'DELEGATE', price: 399 },
    accommodationOption: { nights: 2, guests: 1, price: 378 },
  });
  expect(made).toEqual({
    lines: [
      { label: 'Registration', note: 'Delegate', amount: '€399.00' },
      {
        label: 'Accommodation',
        note: '2 nights, 1 guest',
        stay: 'Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sat May 30, 2026',
        amount: '€378.00',
      },
      { label: 'Subtotal', amount: '€777.00' },
      { label: 'Processing fee', note: '5%', amount: '€38.85' },
    ],
    total: '€815.85',
  });
});

test('the line of the room shows the calculation if it gives the price of the server', () => {
  const noteOf = (price: number, guests: number) =>
    billOf({ id: 'p1', accommodationOption: { nights: 3, guests, price } }).lines[0]?.note;
  expect(noteOf(387, 0)).toBe('3 nights at €129.00');
  expect(noteOf(597, 2)).toBe('3 nights at €129.00, 2 guests at €35.00 a night');
  expect(noteOf(600, 2)).toBe('3 nights, 2 guests');
});

test('the total is not recalculated', () => {
  expect(billOf({ totalPrice: 1, presentationType: { type: 'SPEAKER', price: 399 } }).total).toBe(
    '€1.00',
  );
});

test('the fee is 5 % if the server sends no fee', () => {
  expect(feeOf(100, undefined)).toBe('€5.00');
  expect(feeOf(100, 2.9)).toBe('€2.90');
  expect(feeOf(100, 0)).toBe('€0.00');
});

test('half a cent is rounded up', () => {
  expect(feeOf(0.7, 5)).toBe('€0.04');
});

test('an unknown amount has no line', () => {
  expect(billOf({})).toEqual({ lines: [], total: undefined });
});

test('a total that is not a number is unknown', () => {
  const [option] = getPricing.reads.parse([{ id: 'p1', totalPrice: '420' }]);
  expect(option).toEqual({ id: 'p1' });
});

test('every amount has two decimals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000_000 }),
      fc.integer({ min: 0, max: 30 }),
      (cents, percent) => {
        const { lines, total } = billOf({
          totalPrice: cents / 100,
          processingFeePercent: percent,
          presentationType: { type: 'SPEAKER', price: cents / 100 },
        });
        for (const { amount } of lines) expect(amount).toMatch(/^€\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(total?.replace(',', '')).toBe(`€${(cents / 100).toFixed(2)}`);
        expect(lines.at(-1)?.amount.replace(',', '')).toBe(
          `€${(Math.floor((cents * percent + 50) / 100) / 100).toFixed(2)}`,
        );
      },
    ),
  );
});

function feeOf(price: number, processingFeePercent: number | undefined): string | undefined {
  const made = billOf({ processingFeePercent, presentationType: { type: 'SPEAKER', price } });
  return made.lines.find(({ label }) => label === 'Processing fee')?.amount;
}

test('each extra has its own line, and the fee’s line names the fixed part', () => {
  const { lines } = billOf({
    totalPrice: 552.65,
    processingFeePercent: 2.5,
    processingFeeFixed: 0.5,
    phase: 'Early',
    presentationType: { type: 'SPEAKER', price: 399 },
    extras: [
      { label: 'Conference dinner', count: 2, price: 130 },
      { label: 'City tour', count: 1, price: 10 },
    ],
  });
  expect(lines).toEqual([
    { label: 'Registration', note: 'Speaker, Early', amount: '€399.00' },
    { label: 'Conference dinner', note: '2', amount: '€130.00' },
    { label: 'City tour', amount: '€10.00' },
    { label: 'Subtotal', amount: '€539.00' },
    { label: 'Processing fee', note: '2.5% and €0.50', amount: '€13.98' },
  ]);
});

test('amounts in yen have no decimals', () => {
  const currency = currencyOf('JPY');
  const { lines, total } = billOf(
    {
      totalPrice: 41_895,
      processingFeePercent: 5,
      presentationType: { type: 'SPEAKER', price: 39_900 },
    },
    { ...offer, currency },
  );
  expect(lines.map(({ amount }) => amount)).toEqual(['¥39,900', '¥39,900', '¥1,995']);
  expect(total).toBe('¥41,895');
});
