import { expect, test } from 'vitest';
import { missedTime } from './missed-time.mjs';

test('the missed time grows since the last beat and is zero after the next one', () => {
  const missed = missedTime(1000, 0);
  expect([1, 1, 1, 2, 3, 3, 3, 3, 4].map(missed)).toEqual([
    0, 1000, 2000, 0, 0, 1000, 2000, 3000, 0,
  ]);
});
