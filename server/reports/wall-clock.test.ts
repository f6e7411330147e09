import { expect, test } from 'vitest';
import { clockAt } from './wall-clock.ts';

test.each([
  ['Europe/Berlin', '2026-01-15T23:30:59.999Z', '2026-01-16T00:30:59.000Z'],
  ['Europe/Berlin', '2026-07-15T23:30:00.000Z', '2026-07-16T01:30:00.000Z'],
  // The night in which the clocks change.
  ['Europe/Berlin', '2026-03-29T00:59:59.000Z', '2026-03-29T01:59:59.000Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000Z'],
  ['Asia/Kathmandu', '2026-05-29T18:14:00.000Z', '2026-05-29T23:59:00.000Z'],
  ['America/New_York', '2026-01-01T04:59:00.000Z', '2025-12-31T23:59:00.000Z'],
])('clocks in %s show for %s the time %s', (timezone, at, shown) => {
  expect(clockAt(timezone)(at)?.toISOString()).toBe(shown);
});
