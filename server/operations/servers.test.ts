import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '#tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { beat, joinServers, leaveServers, listServers, type ServerIdentity } from './servers.ts';

let database: TestDatabase;
let clock: ReturnType<typeof testClock>;
beforeEach(async () => {
  database = await createTestDatabase();
  clock = testClock();
});
afterEach(() => database.close());

const aServer = (id: string, traits: Partial<ServerIdentity> = {}): ServerIdentity => ({
  id,
  host: `host-${id}`,
  version: '1.2.3',
  mode: 'test',
  fileStore: 'bucket plenary at Amazon',
  sandboxId: undefined,
  contentStamp: undefined,
  ...traits,
});
const join = (server: ServerIdentity, builtAt?: Date) =>
  joinServers(database.second, clock.now, server, builtAt);
const running = async () =>
  (await listServers(database.db, clock.now)).map(({ id, host }) => ({ id, host }));

const onPostgres = process.env['TEST_ENGINE'] === 'postgres';

test.runIf(onPostgres)(
  'servers with one bucket run beside each other until one leaves',
  async () => {
    await join(aServer('a'));
    clock.advance(1);
    await join(aServer('b'));
    expect(await running()).toEqual([
      { id: 'a', host: 'host-a' },
      { id: 'b', host: 'host-b' },
    ]);
    await leaveServers(database.db, 'a');
    expect(await running()).toEqual([{ id: 'b', host: 'host-b' }]);
  },
);

test.runIf(onPostgres).each([
  [
    { fileStore: 'folder two' },
    /^Another server \(on host-a, since 20\S+Z\) .* in the folder one, .* in the folder two: set the same FILES_S3_BUCKET for both, or stop .*minute\.$/,
  ],
  [
    { fileStore: 'folder one', sandboxId: 'another' },
    /^Another server .* with pretend providers of its own: set the same real keys for both, .*\.$/,
  ],
])('a second server with other files or sandbox is refused: %j', async (traits, sentence) => {
  await join(aServer('a', { fileStore: 'folder one' }));
  await expect(join(aServer('b', traits))).rejects.toThrow(sentence);
  expect(await running()).toEqual([{ id: 'a', host: 'host-a' }]);
});

test.runIf(onPostgres)('one of several with other files that start together runs', async () => {
  const all = Array.from({ length: 6 }, (_, at) => aServer(`${at}`, { fileStore: `folder ${at}` }));
  const joined = await Promise.allSettled(all.map((each) => join(each)));
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await running()).toHaveLength(1);
});

test.runIf(onPostgres)('a dead server is forgotten when its heartbeat has expired', async () => {
  await join(aServer('a', { fileStore: 'folder one' }));
  const other = aServer('b', { fileStore: 'folder two' });
  clock.advance(44_000);
  await expect(join(other)).rejects.toThrow('since');
  await beat(database.db, clock.now, 'a');
  clock.advance(44_000);
  await expect(join(other)).rejects.toThrow('since');
  clock.advance(2000);
  await join(other);
  expect(await running()).toEqual([{ id: 'b', host: 'host-b' }]);
  // The first server was only suspended: its next heartbeat fails, and it cannot join again.
  expect(await beat(database.db, clock.now, 'a')).toBe(false);
  await expect(join(aServer('a', { fileStore: 'folder one' }))).rejects.toThrow('since');
});

test.runIf(!onPostgres)('on SQLite a new server replaces the earlier one', async () => {
  await join(aServer('a', { fileStore: 'folder one' }));
  await join(aServer('b', { fileStore: 'folder two' }));
  expect(await running()).toEqual([{ id: 'b', host: 'host-b' }]);
});

test('a server that starts with pages of before does not show the newest state', async () => {
  const started = async (builtAt: Date) => {
    await join(aServer('a', { contentStamp: 'x' }), builtAt);
    const [server] = await listServers(database.db, clock.now);
    await leaveServers(database.db, 'a');
    return server;
  };
  const builtAt = clock.now();
  clock.advance(60_000);
  expect((await started(builtAt))?.contentSince).toBe(builtAt.toISOString());
  // The clock of the machine is ahead of the database's.
  clock.advance(-120_000);
  const ahead = await started(builtAt);
  expect(ahead?.contentSince).toBe(ahead?.startedAt);
});
