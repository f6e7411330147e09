import prices from 'content:prices';
import { expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { fromPriceOf } from '#site/home/from-price.ts';
import { billOf } from './bill.ts';
import { offerOf } from './offer.ts';

const noFee = { ...prices, fee: { percent: 0, fixed: asCents(0) } };

test('a fee with a fixed part is in the prices and in what is said of them', () => {
  const { columns, rows } = offerOf({
    ...prices,
    fee: { percent: 2.9, fixed: asCents(30) },
  }).priceTable;
  expect(columns.map(({ name }) => name)).toEqual(['Price', 'With 2.9% and €0.30 fee']);
  expect(rows[0]).toEqual({ label: 'Speaker', note: undefined, amounts: ['€399.00', '€410.87'] });
});

test('where there is no fee, no page speaks of one', () => {
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

test('prices by date have a column for each phase, and what opens and closes says when', () => {
  const dayOf = (day: string) => ({ at: '2026-01-01T00:00:00.000Z', day, words: day });
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
        label: 'Speaker',
        note: 'from November 1, 2025 until March 10, 2026',
        amounts: ['€200.00', '€300.00'],
      },
    ],
  });
});
