import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras, withPrice } from '#tests/support/fixture-prices.ts';
import { asCents } from '../money.ts';
import { currencyOf } from '../currency.ts';
import { doubtfulPrices } from './doubtful-prices.ts';

const { prices } = fixtureContent;
const found = (...given: Parameters<typeof doubtfulPrices>) =>
  doubtfulPrices(...given).map(({ path, words }) => `${path.join('.')} ${words.split(':')[0]}`);

test.each<[string, number, string[]]>([
  [
    'speaker',
    3990,
    [
      'presentationTypes.0.price Speaker costs 39.90 EUR, which is far from the 349.00 EUR of the other types',
    ],
  ],
  [
    'speaker',
    399_000,
    [
      'presentationTypes.0.price Speaker costs 3,990.00 EUR, which is far from the 349.00 EUR of the other types',
    ],
  ],
  ['student', 1990, [expect.stringContaining('Student costs 19.90 EUR')]],
  ['speaker', 39_900, []],
  ['speaker', 0, []],
  ['student', 9900, []],
])('a price of %s of %i cents is asked about: %j', (type, cents, expected) => {
  expect(found(withPrice(prices, type, cents))).toEqual(expected);
});

test('a price is compared with the prices before, in the same currency', () => {
  const dinner = (cents: number) => {
    const sold = withExtras(prices);
    const extras = sold.extras.map((extra) => ({ ...extra, price: [asCents(cents)] }));
    return { ...sold, extras };
  };
  expect(found(dinner(650), dinner(6500))).toContain(
    'extras Conference dinner costs 6.50 EUR, which was 65.00 EUR before',
  );
  expect(found(dinner(6000), dinner(6500))).toEqual([]);
  expect(found(dinner(650), { ...dinner(6500), currency: currencyOf('CHF') })).toEqual([]);
  expect(found({ ...dinner(650), unusual: [asCents(650)] }, dinner(6500))).toEqual([]);
});

test('a price is compared with that of another phase', () => {
  const presentationTypes = prices.presentationTypes.map((type) => ({
    ...type,
    price: [asCents(30_000), asCents(type.id === 'poster' ? 4000 : 40_000)],
  }));
  expect(found({ ...prices, presentationTypes })).toEqual([
    expect.stringContaining('Poster costs 40.00 EUR, which is far from the 400.00 EUR'),
  ]);
});
