import { expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import {
  canBeCancelledAlone,
  canBeCancelledWhole,
  canBeRefunded,
  hasMisfitBeside,
} from './offered.ts';

test.each([
  ['an unpaid group', { state: 'AWAITING_PAYMENT', isInGroup: true }, 2, true, false],
  ['an unpaid group of one', { state: 'AWAITING_PAYMENT', isInGroup: true }, 1, true, false],
  ['a paid group', { state: 'CONFIRMED', isInGroup: true }, 2, true, true],
  ['a paid group of one', { state: 'CONFIRMED', isInGroup: true }, 1, false, true],
  ['an unpaid person', { state: 'AWAITING_PAYMENT', isInGroup: false }, 1, false, true],
] as const)('%s is cancelled as a whole or by person', (_, person, count, isWhole, isAlone) => {
  const people = Array.from({ length: count }, () => person);
  expect([canBeCancelledWhole(people), canBeCancelledAlone(person)]).toEqual([isWhole, isAlone]);
});

test.each([
  ['the payment of an order', { isPaidBy: true, state: 'PAID' }, true],
  [
    'money that does not fit',
    { isPaidBy: false, state: 'MISMATCH', arrivedCents: asCents(100) },
    true,
  ],
  ['money in another currency', { isPaidBy: false, state: 'MISMATCH' }, false],
  ['a second payment', { isPaidBy: false, state: 'PAID' }, false],
] as const)('%s can be refunded: %j', (_, payment, expected) => {
  expect(canBeRefunded({ arrivedCents: undefined, ...payment })).toBe(expected);
});

test('money that does not fit has a refund of its own beside the payment that has paid the order', () => {
  const misfit = { isPaidBy: false, state: 'MISMATCH', arrivedCents: asCents(100) } as const;
  const paying = { isPaidBy: true, state: 'PAID', arrivedCents: undefined } as const;
  expect([[misfit], [paying], [paying, misfit]].map(hasMisfitBeside)).toEqual([false, false, true]);
});
