import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  asCents,
  centsFromDecimal,
  centsFromNumber,
  decimalFromCents,
  euros,
  feeOn,
  feeWithin,
  LARGEST_AMOUNT,
  numberFromCents,
} from './money.ts';

const amounts = fc.integer({ min: 0, max: LARGEST_AMOUNT }).map(asCents);

describe('R22: money', () => {
  test('an amount survives text and back', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(centsFromDecimal(decimalFromCents(amount))).toBe(amount);
      }),
      { numRuns: 10_000 },
    );
  });

  test('an amount survives a JSON number and back', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const sent: unknown = JSON.parse(JSON.stringify(numberFromCents(amount)));
        expect(centsFromNumber(Number(sent))).toBe(amount);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    [0, '€0.00'],
    [99_999, '€999.99'],
    [100_000, '€1,000.00'],
    [10_000_000, '€100,000.00'],
  ])('people read %i cents as %s', (amount, words) => {
    expect(euros(asCents(amount))).toBe(words);
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
    expect(centsFromDecimal(text)).toBeUndefined();
  });

  test.each([Number.NaN, Infinity, -5, 0.001, 1e21, 1e-7, 100_000.01])(
    'the number %d is no amount',
    (number) => {
      expect(centsFromNumber(number)).toBeUndefined();
    },
  );

  test.each([
    ['0', 0],
    ['0.5', 50],
    ['19.99', 1999],
    ['100000', 10_000_000],
  ])('%s euros are %i cents', (text, cents) => {
    expect(centsFromDecimal(text)).toBe(cents);
  });

  test.each([
    [70, 4],
    [10, 1],
    [9, 0],
    [39_900, 1995],
  ])('5 %% of %i cents are %i', (amount, fee) => {
    expect(feeOn(asCents(amount), 5)).toBe(fee);
  });

  test('the fee within a total is the one that was put on the amount', () => {
    const percents = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(amounts, percents, (amount, percent) => {
        const fee = feeOn(amount, percent);
        expect(feeWithin(add(amount, fee), percent)).toBe(fee);
      }),
    );
  });

  test('what is no count of cents is a fault', () => {
    for (const amount of [-1, 0.5, Number.NaN, 2 ** 60]) {
      expect(() => asCents(amount)).toThrow(RangeError);
    }
  });
});
