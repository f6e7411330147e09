import { expect, test } from 'vitest';
import { canBeCancelledAlone, canBeCancelledWhole } from './offered.ts';

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
