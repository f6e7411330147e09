import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountText, asCents } from '#contract/money.ts';
import { readAmount } from '#contract/typed-amount.ts';
import { euro, feeOfFive } from '#tests/support/euro.ts';
import { billFor } from './discount-bill.ts';

const amounts = fc.integer({ min: 1, max: euro.most }).map(asCents);

test.each([
  ['100', '€100.00', '€5.00', '€105.00'],
  ['0.70', '€0.70', '€0.04', '€0.74'],
  ['19.99', '€19.99', '€1.00', '€20.99'],
  ['0.01', '€0.01', '€0.00', '€0.01'],
  ['1234.5', '€1234.50', '€61.73', '€1296.23'],
  ['33.33', '€33.33', '€1.67', '€35.00'],
  ['10.55', '€10.55', '€0.53', '€11.08'],
  ['+5', '€5.00', '€0.25', '€5.25'],
  ['100000', '€100000.00', '€5000.00', '€105000.00'],
])('for %s euros the bill has the amount %s, the fee %s and the total %s', (typed, ...lines) => {
  const { amount, fee, total } = billFor(readAmount(typed, euro) ?? asCents(0), feeOfFive, euro);
  expect([amount, fee, total].map((cents) => amountText(cents, euro))).toEqual(lines);
});

test('the total is amount × 1.05, rounded half up to the cent', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const { fee, total } = billFor(amount, feeOfFive, euro);
      expect(total).toBe(amount + fee);
      // The unit is a twentieth of a cent, so that the comparison is exact.
      const exact = amount * 21;
      expect(total * 20 - exact).toBeGreaterThan(-10);
      expect(total * 20 - exact).toBeLessThanOrEqual(10);
    }),
  );
});
