import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startHeartbeat } from './heartbeat.ts';
import { BEAT_MS, listServers } from './servers.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

test('a state of the folder that the database did not take is told with the next beat, once', async () => {
  const { db } = database;
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 4, 1, 8, minutes));
  const failed = vi.fn();
  const heartbeat = await startHeartbeat({
    db,
    clock: { now, sync: async () => undefined },
    id: 'a',
    is: { mode: 'test', fileStore: 'folder one', sandboxId: undefined },
    contentStamp: 'before',
    builtAt: undefined,
    failed,
    replaced: failed,
  });
  const shown = async () => {
    const [server] = await listServers(db, now);
    return [server?.contentStamp, server?.contentSince];
  };
  const beat = async () => {
    minutes += 1;
    await vi.advanceTimersByTimeAsync(BEAT_MS);
  };
  const began = now().toISOString();
  await sql`alter table servers rename to away`.execute(db);
  await heartbeat.shows('now');
  expect(failed).toHaveBeenCalledOnce();
  await sql`alter table away rename to servers`.execute(db);
  expect(await shown()).toEqual(['before', began]);
  await beat();
  const changed = now().toISOString();
  await expect.poll(shown).toEqual(['now', changed]);
  await beat();
  await heartbeat.shows('now');
  expect(await shown()).toEqual(['now', changed]);
  await heartbeat.stop();
  expect(failed).toHaveBeenCalledOnce();
});
