import { expect, test } from 'vitest';
import { missedTime } from './missed-time.mjs';

test('an event loop has missed the time since its last beat, and none of it once it beats again', () => {
  const missed = missedTime(1000, 0);
  expect([1, 1, 1, 2, 3, 3, 3, 3, 4].map(missed)).toEqual([
    0, 1000, 2000, 0, 0, 1000, 2000, 3000, 0,
  ]);
});
