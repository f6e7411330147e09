import { expect, test } from 'vitest';
import { momentText } from './moment-text.ts';

test.each([
  ['2026-11-23T18:30:00Z', 'Europe/Berlin', 'November 23, 2026 at 19:30 CET'],
  ['2026-05-29T22:05:00Z', 'Europe/Berlin', 'May 30, 2026 at 00:05 CEST'],
  ['2026-05-29T22:05:00Z', 'UTC', 'May 29, 2026 at 22:05 UTC'],
])('%s in %s is %s', (instant, zone, words) => {
  expect(momentText(instant, zone)).toBe(words);
});
