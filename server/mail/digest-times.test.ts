import { expect, test } from 'vitest';
import { lastDigestTime } from './digest-times.ts';

test.each([
  ['hourly', 'Europe/Berlin', '2026-05-29T09:59:59.999Z', '2026-05-29T09:00:00.000Z'],
  ['hourly', 'Asia/Kolkata', '2026-05-29T10:15:00.000Z', '2026-05-29T09:30:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-05-29T04:59:59.000Z', '2026-05-28T05:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-05-29T05:00:00.000Z', '2026-05-29T05:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-01-15T23:30:00.000Z', '2026-01-15T06:00:00.000Z'],
  // In these nights the clocks change.
  ['daily', 'Europe/Berlin', '2026-03-29T03:00:00.000Z', '2026-03-28T06:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-10-25T04:00:00.000Z', '2026-10-24T05:00:00.000Z'],
  ['daily', 'America/New_York', '2026-05-29T10:59:00.000Z', '2026-05-28T11:00:00.000Z'],
] as const)('the last %s digest in %s before %s is at %s', (digest, timezone, now, expected) => {
  expect(lastDigestTime(digest, timezone, new Date(now)).toISOString()).toBe(expected);
});
