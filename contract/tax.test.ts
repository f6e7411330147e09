import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divided, rateText, taxesOf } from './tax.ts';

const rates = fc.constantFrom(undefined, 0, 700, 775, 1900, 2500);
const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 });

describe('taxes', () => {
  test.each([
    [11_900, 1900, 1900],
    [31_395, 1900, 5013],
    [1, 1900, 0],
    [3, 1900, 0],
    [4, 1900, 1],
    [-11_900, 1900, -1900],
    [10_700, 700, 700],
    [10_000, 0, 0],
    [4205, 775, 302],
  ])('%i cents at %i contain %i cents of tax', (cents, taxBasisPoints, taxCents) => {
    expect(taxesOf([{ cents, taxBasisPoints }])).toEqual([
      { basisPoints: taxBasisPoints, netCents: cents - taxCents, taxCents, grossCents: cents },
    ]);
  });

  test('are none where no line states a rate', () => {
    expect(taxesOf([{ cents: 100 }, { cents: 5 }])).toEqual([]);
    expect(taxesOf([])).toEqual([]);
  });

  test('have one sum for each rate, rounded once, and one for what is exempt', () => {
    const lines = [
      { cents: 29_900, taxBasisPoints: 1900 },
      { cents: 38_700, taxBasisPoints: 700 },
      { cents: 1495, taxBasisPoints: 1900 },
      { cents: 6500 },
    ];
    expect(taxesOf(lines)).toEqual([
      { basisPoints: 1900, netCents: 26_382, taxCents: 5013, grossCents: 31_395 },
      { basisPoints: 700, netCents: 36_168, taxCents: 2532, grossCents: 38_700 },
      { basisPoints: null, netCents: 6500, taxCents: 0, grossCents: 6500 },
    ]);
  });

  test('add up to the lines, whatever their rates are', () => {
    const line = fc.record({ cents: amounts, taxBasisPoints: rates });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const taxes = taxesOf(lines);
        if (taxes.length === 0) return;
        const total = lines.reduce((sum, { cents }) => sum + cents, 0);
        expect(taxes.reduce((sum, each) => sum + each.netCents + each.taxCents, 0)).toBe(total);
        for (const { basisPoints, netCents, taxCents, grossCents } of taxes) {
          expect(netCents + taxCents).toBe(grossCents);
          const exact = (grossCents * (basisPoints ?? 0)) / (10_000 + (basisPoints ?? 0));
          expect(Math.abs(taxCents - exact)).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });
});

test('an amount is divided to the cent, in proportion', () => {
  expect(divided(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(divided(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
  expect(divided(10, [0, 0])).toEqual([0, 0]);
  fc.assert(
    fc.property(amounts, fc.array(fc.nat(100_000), { minLength: 1 }), (amount, shares) => {
      const parts = divided(amount, shares);
      const isNothing = shares.every((share) => share === 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(isNothing ? 0 : amount);
    }),
  );
});

test('a rate is written in per cent', () => {
  expect([1900, 775, 0].map((rate) => rateText(rate))).toEqual(['19%', '7.75%', '0%']);
});
