import { expect, test } from 'vitest';
import { canCheckIn } from './desk-offers.ts';

test('only a person who is not there yet and not cancelled can be checked in', () => {
  const checkedInAt = undefined;
  expect(canCheckIn({ state: 'CONFIRMED', checkedInAt })).toBe(true);
  expect(canCheckIn({ state: 'CANCELLED', checkedInAt })).toBe(false);
  expect(canCheckIn({ state: 'CONFIRMED', checkedInAt: '2026-05-29T08:00:00.000Z' })).toBe(false);
});
