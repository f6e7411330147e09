import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { euro, feeOfFive } from '#tests/support/euro.ts';
import { currencyOf, findCurrency } from './currency.ts';
import {
  add,
  amountWithCode,
  asCents,
  centsFromDecimal,
  centsFromNumber,
  decimalFromCents,
  amountText,
  feeWords,
  moneyText,
  feeOn,
  feeWithin,
  numberFromCents,
  fractionOf,
  stepOf,
} from './money.ts';
import { readAmount } from './typed-amount.ts';

const amounts = fc.integer({ min: 0, max: euro.most }).map(asCents);

describe('money', () => {
  test('an amount that is written as text is read as the same amount', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(centsFromDecimal(decimalFromCents(amount, euro), euro)).toBe(amount);
      }),
      { numRuns: 10_000 },
    );
  });

  test('an amount that is sent as a JSON number is read as the same amount', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const sent: unknown = JSON.parse(JSON.stringify(numberFromCents(amount, euro)));
        expect(centsFromNumber(Number(sent), euro)).toBe(amount);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    [0, '€0.00'],
    [99_999, '€999.99'],
    [100_000, '€1,000.00'],
    [10_000_000, '€100,000.00'],
  ])('%i cents are written as %s', (amount, words) => {
    expect(moneyText(asCents(amount), euro)).toBe(words);
  });

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e3',
    '1,00',
    '1.234',
    '.5',
    '1.',
    '0x10',
    'NaN',
    'Infinity',
    '100000.01',
    '1 000',
    '١٢',
    '12\n',
  ])('%j is no amount', (text) => {
    expect(centsFromDecimal(text, euro)).toBeUndefined();
  });

  test.each([Number.NaN, Infinity, -5, 0.001, 1e21, 1e-7, 100_000.01])(
    'the number %d is no amount',
    (number) => {
      expect(centsFromNumber(number, euro)).toBeUndefined();
    },
  );

  test.each([
    ['0', 0],
    ['0.5', 50],
    ['19.99', 1999],
    ['100000', 10_000_000],
  ])('%s euros are %i cents', (text, cents) => {
    expect(centsFromDecimal(text, euro)).toBe(cents);
  });

  test.each([
    [70, 4],
    [10, 1],
    [9, 0],
    [39_900, 1995],
  ])('a fee of 5 %% on %i cents is %i cents', (amount, fee) => {
    expect(feeOn(asCents(amount), feeOfFive, euro)).toBe(fee);
  });

  test('the fee within a total is the fee that was added to the amount', () => {
    const percents = fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths / 100);
    const fixed = fc.integer({ min: 0, max: 500 }).map(asCents);
    fc.assert(
      fc.property(amounts, percents, fixed, (amount, percent, part) => {
        const rate = { percent, fixed: part };
        const fee = feeOn(amount, rate, euro);
        const within = amount === 0 ? fee : feeWithin(add(amount, fee), rate, euro);
        expect(within).toBe(fee);
      }),
    );
  });

  test.each([
    [10_000, 2.9, 30, 320],
    [1, 2.9, 30, 30],
    [0, 2.9, 30, 0],
    [12_345, 0, 0, 0],
    [12_345, 0.01, 0, 1],
  ])('on %i cents, a fee of %d %% and %i cents is %i cents', (amount, percent, fixed, fee) => {
    expect(feeOn(asCents(amount), { percent, fixed: asCents(fixed) }, euro)).toBe(fee);
  });

  test('a number that is no count of cents throws an error', () => {
    for (const amount of [-1, 0.5, Number.NaN, 2 ** 60]) {
      expect(() => asCents(amount)).toThrow(RangeError);
    }
  });
});

describe('each currency has its own decimals and sign', () => {
  test.each([
    ['EUR', 123_450, '1234.50', '€1,234.50'],
    ['USD', 123_450, '1234.50', '$1,234.50'],
    ['CHF', 123_450, '1234.50', 'CHF\u00a01,234.50'],
    ['JPY', 123_450, '123450', '¥123,450'],
    ['JPY', 0, '0', '¥0'],
    ['KWD', 123_450, '123.450', 'KWD\u00a0123.450'],
    ['BHD', 1_234_560, '1234.560', 'BHD\u00a01,234.560'],
  ])('%s: %i smallest units', (code, cents, decimal, words) => {
    const currency = currencyOf(code);
    const amount = asCents(cents);
    expect(decimalFromCents(amount, currency)).toBe(decimal);
    expect(moneyText(amount, currency)).toBe(words);
    expect(centsFromDecimal(decimal, currency)).toBe(amount);
    expect(centsFromNumber(numberFromCents(amount, currency), currency)).toBe(amount);
  });

  test('yen have no hundredths', () => {
    expect(centsFromDecimal('100.00', currencyOf('JPY'))).toBeUndefined();
    expect(centsFromNumber(0.5, currencyOf('JPY'))).toBeUndefined();
  });

  test.each(['0.001', '12.505', '100000.010', '12.5000'])('%s dinars cannot be charged', (text) => {
    expect(centsFromDecimal(text, currencyOf('KWD'))).toBeUndefined();
    expect(centsFromNumber(Number(text), currencyOf('JPY'))).toBeUndefined();
  });

  test('every fee and every share is an amount that card networks take', () => {
    const codes = fc.constantFrom('EUR', 'JPY', 'IDR', 'BHD', 'JOD', 'KWD', 'OMR', 'TND');
    const percents = fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(
        codes,
        fc.integer({ min: 1, max: 1_000_000 }),
        percents,
        (code, steps, percent) => {
          const currency = currencyOf(code);
          const step = stepOf(currency);
          const amount = asCents(steps * step);
          const rate = { percent, fixed: asCents(3 * step) };
          const fee = feeOn(amount, rate, currency);
          const total = add(amount, fee);
          expect([fee % step, total % step]).toEqual([0, 0]);
          expect(feeWithin(total, rate, currency)).toBe(fee);
          const share = fractionOf(amount, [Math.round(percent * 100), 10_000], currency);
          expect(share % step).toBe(0);
          expect(Math.abs(share - (amount * percent) / 100)).toBeLessThanOrEqual(step / 2);
          const text = decimalFromCents(total, currency);
          expect(centsFromDecimal(text, currency)).toBe(total <= currency.most ? total : undefined);
          expect(readAmount(text, currency)).toBe(total <= currency.most ? total : undefined);
        },
      ),
    );
  });

  test('the largest amount is 10,000,000 rupiahs, but 100,000 euros', () => {
    expect(centsFromDecimal('1675800.00', currencyOf('IDR'))).toBe(167_580_000);
    expect(centsFromDecimal('10000000.01', currencyOf('IDR'))).toBeUndefined();
    expect(centsFromDecimal('100000.01', currencyOf('EUR'))).toBeUndefined();
  });

  test('an amount is written with the decimals of its row', () => {
    expect(amountWithCode(asCents(1999), currencyOf('EUR', 0))).toBe('1,999 EUR');
    expect(amountWithCode(asCents(1999), currencyOf('EUR'))).toBe('19.99 EUR');
  });

  test.each(['XXZ', 'eur', 'IQD', 'HUF', 'ISK', 'TWD', 'UGX', 'BTC', ''])(
    '%j cannot be charged',
    (code) => {
      expect(findCurrency(code)).toBeUndefined();
      expect(() => currencyOf(code)).toThrow('is not a currency');
    },
  );
});

test.each([
  ['de', '1.234,56\u00a0CHF', '1234,56\u00a0CHF', '2,9\u00a0% und 0,30\u00a0CHF'],
  ['ar', '\u200f1,234.56\u00a0\u2066CHF\u2069', '\u200f1234.56\u00a0\u2066CHF\u2069', undefined],
  ['de-CH', "CHF\u00a01'234.56", 'CHF\u00a01234.56', '2.9% und CHF\u00a00.30'],
])('in %s an amount is %s', (language, money, plain, fee) => {
  const currency = currencyOf('CHF', 2, language);
  expect(moneyText(asCents(123_456), currency)).toBe(money);
  expect(amountText(asCents(123_456), currency)).toBe(plain);
  if (fee !== undefined) {
    expect(feeWords({ percent: 2.9, fixed: asCents(30) }, currency)).toBe(fee);
  }
});
