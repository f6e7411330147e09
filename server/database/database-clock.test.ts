import { HOUR } from '#contract/time-spans.ts';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createDatabaseClock } from './database-clock.ts';

test('on PostgreSQL a server uses the clock of the database, even if its own clock is wrong', async () => {
  const { db, url, close } = await createTestDatabase();
  const right = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: right + HOUR });
  const clock = await createDatabaseClock(db);
  vi.setSystemTime(right - HOUR);
  if (url !== undefined) expect(Math.abs(clock.now().getTime() - right)).toBeLessThan(60_000);
  await clock.sync();
  if (url !== undefined) expect(Math.abs(clock.now().getTime() - right)).toBeLessThan(60_000);
  vi.useRealTimers();
  // On SQLite the server uses its own clock.
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  await close();
});
