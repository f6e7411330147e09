import { describe, expect, test } from 'vitest';
import { evaluatePayment } from './evaluate-payment.ts';
import type { ProviderStatus } from './provider.ts';

const expected = { orderId: 'order', amountCents: 41_895, currency: 'EUR', live: false };
const paid: ProviderStatus = {
  state: 'paid',
  orderId: 'order',
  amountCents: 41_895,
  currency: 'EUR',
  live: false,
  paymentRef: 'pi_1',
  refundedCents: 0,
};

describe('a provider status', () => {
  test('that is paid and matches is PAID', () => {
    expect(evaluatePayment(expected, paid).state).toBe('PAID');
  });

  test.each([
    { orderId: 'another' },
    { orderId: undefined },
    { amountCents: 41_894 },
    { amountCents: 41_896 },
    { amountCents: undefined },
    { currency: 'USD' },
    { currency: undefined },
    { live: true },
    { paymentRef: undefined },
  ])('that is paid with %j is MISMATCH', (change) => {
    expect(evaluatePayment(expected, { ...paid, ...change }).state).toBe('MISMATCH');
  });

  test.each([
    [{ amountCents: 41_894 }, 'paid, but the amount is 418.94 EUR and not 418.95 EUR'],
    [
      { amountCents: 5, currency: 'KWD' },
      'paid, but the amount is 0.005 KWD and not 418.95 EUR, the currency is KWD',
    ],
    [
      { amountCents: 5, currency: 'CLF' },
      'paid, but the amount is 5 in the smallest unit of CLF and not 418.95 EUR, the currency is CLF',
    ],
  ])('that is paid with %j names the amounts as people write them', (change, evidence) => {
    expect(evaluatePayment(expected, { ...paid, ...change }).evidence).toBe(evidence);
  });

  test('that is paid with the price of before is MISMATCH', () => {
    expect(evaluatePayment({ ...expected, dueCents: 20_000 }, paid)).toMatchObject({
      state: 'MISMATCH',
      evidence: 'paid, but the amount is 418.95 EUR and not 200.00 EUR',
      arrivedCents: 41_895,
    });
    expect(evaluatePayment({ ...expected, dueCents: 41_895 }, paid).state).toBe('PAID');
  });

  test('of an order of 0.00 needs no id of the money', () => {
    const free = { ...paid, amountCents: 0, paymentRef: undefined };
    expect(evaluatePayment({ ...expected, amountCents: 0 }, free).state).toBe('PAID');
  });

  test.each([
    ['open', 'OPEN'],
    ['approved', 'APPROVED'],
    ['pending', 'PENDING'],
    ['failed', 'FAILED'],
    ['expired', 'EXPIRED'],
  ] as const)('that is %s is never paid, however well it matches', (state, to) => {
    expect(evaluatePayment(expected, { ...paid, state }).state).toBe(to);
  });
});

describe('a bank transfer', () => {
  test.each([
    [0, false, 'PENDING', 'waits for a bank transfer'],
    [0, true, 'EXPIRED', 'no transfer came in time'],
    [1, false, 'PENDING', '0.01 EUR of 418.95 EUR came by transfer'],
    [41_894, true, 'PENDING', '418.94 EUR of 418.95 EUR came by transfer'],
  ] as const)(
    'of which %i cents came, and whose time is over: %s, is %s',
    (arrivedCents, isVirtualAccountOver, state, evidence) => {
      const delay = { by: 'virtual-account', arrivedCents, instructions: undefined } as const;
      const status = { ...paid, state: 'pending', delay } as const;
      expect(evaluatePayment({ ...expected, isVirtualAccountOver }, status)).toEqual({
        state,
        evidence,
        ...(arrivedCents > 0 && { arrivedCents }),
      });
    },
  );

  test('that is paid is not over, however late it comes', () => {
    expect(evaluatePayment({ ...expected, isVirtualAccountOver: true }, paid).state).toBe('PAID');
  });
});
