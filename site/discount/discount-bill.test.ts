import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { amountText, asCents } from '#contract/money.ts';
import { euro, feeOfFive } from '#tests/support/euro.ts';
import { billFor, readAmount } from './discount-bill.ts';

const amounts = fc.integer({ min: 1, max: euro.most }).map(asCents);

test.each([
  ['100', '€100.00', '€5.00', '€105.00'],
  ['0.70', '€0.70', '€0.04', '€0.74'],
  ['19.99', '€19.99', '€1.00', '€20.99'],
  ['0.01', '€0.01', '€0.00', '€0.01'],
  ['1234.5', '€1234.50', '€61.73', '€1296.23'],
  ['33.333', '€33.33', '€1.67', '€35.00'],
  ['10.555', '€10.55', '€0.53', '€11.08'],
  ['1e2', '€100.00', '€5.00', '€105.00'],
  ['+5', '€5.00', '€0.25', '€5.25'],
  ['100000', '€100000.00', '€5000.00', '€105000.00'],
])('%s euros cost %s, %s and %s', (typed, ...lines) => {
  const { amount, fee, total } = billFor(readAmount(typed, euro) ?? asCents(0), feeOfFive);
  expect([amount, fee, total].map((cents) => amountText(cents, euro))).toEqual(lines);
});

test('the total is amount × 1.05, rounded half up to the cent', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const { fee, total } = billFor(amount, feeOfFive);
      expect(total).toBe(amount + fee);
      // In twentieths of a cent, so that nothing is lost.
      const exact = amount * 21;
      expect(total * 20 - exact).toBeGreaterThan(-10);
      expect(total * 20 - exact).toBeLessThanOrEqual(10);
    }),
  );
});

test('an amount with at most two decimals is read exactly', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const [whole = '', cents = ''] = amountText(amount, euro).slice(1).split('.');
      expect(readAmount(`${whole}.${cents}`, euro)).toBe(amount);
      expect(readAmount(`  ${whole}.${cents}\t`, euro)).toBe(amount);
      if (cents === '00') expect(readAmount(whole, euro)).toBe(amount);
      if (cents === '00') expect(readAmount(`${whole}.`, euro)).toBe(amount);
      if (cents.endsWith('0')) expect(readAmount(`${whole}.${cents.charAt(0)}`, euro)).toBe(amount);
      if (whole === '0') expect(readAmount(`.${cents}`, euro)).toBe(amount);
    }),
  );
});

test.each([
  ['12,50', 12_50],
  ['12,5', 12_50],
  ['€ 250', 250_00],
  ['250.00 €', 250_00],
  ['1 000', 1000_00],
  ['1 000,50', 1000_50],
])('%j is read as %i cents', (typed, cents) => {
  expect(readAmount(typed, euro)).toBe(cents);
});

test('an amount that is read is above zero and has the same number of cents', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.float().map(String)), (typed) => {
      const amount = readAmount(typed, euro);
      if (amount === undefined) return;
      expect(amount).toBeGreaterThan(0);
      const number = Number(typed.replace(/[\s€]/g, '').replace(',', '.'));
      expect(Math.abs(amount - number * 100)).toBeLessThanOrEqual(0.5001);
    }),
  );
});

test.each([
  '',
  ' ',
  '.',
  '1$',
  '$ 5',
  '0',
  '0.00',
  '-5',
  '0.004',
  '1e9',
  '1e-9',
  '-',
  'e',
  '1,000',
  '1,000.00',
  '12,5,0',
  ',',
  '€',
  '0x10',
  'Infinity',
  'NaN',
  'abc',
  '1.2.3',
  '٣',
  '1000000',
])('%j is no amount', (typed) => {
  expect(readAmount(typed, euro)).toBeUndefined();
});

test('an amount without decimals is read whole, and with the currency beside it', () => {
  const yen = currencyOf('JPY');
  expect(readAmount('¥ 12000', yen)).toBe(12_000);
  expect(readAmount('12000.4', yen)).toBe(12_000);
  const franc = currencyOf('CHF');
  expect(readAmount('CHF 12.50', franc)).toBe(12_50);
  expect(amountText(billFor(asCents(12_50), feeOfFive).total, franc)).toBe('CHF\u00a013.13');
});
