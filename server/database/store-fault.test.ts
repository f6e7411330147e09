import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { type Db, inTransaction, openPostgresDatabase } from './database.ts';
import { isStoreFault } from './store-fault.ts';

const ask = (db: Db) => sql`select 1`.execute(db);
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const askEveryWay = (db: Db) => Promise.all([ask(db), inTransaction(db, ask)].map(errorOf));

test('a PostgreSQL that cannot be reached is a store fault', async () => {
  const away = openPostgresDatabase('postgres://nobody@127.0.0.1:1/none', () => undefined);
  expect((await askEveryWay(away)).map(isStoreFault)).toEqual([true, true]);
  await away.destroy();
});

test('a PostgreSQL that ends the connection is a store fault', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const cut = openPostgresDatabase(`postgres://nobody@127.0.0.1:${port}/none`, () => undefined);
  expect((await askEveryWay(cut)).map(isStoreFault)).toEqual([true, true]);
  await cut.destroy();
  server.close();
});

test.each(['ECONNRESET', 'ECONNREFUSED', 'ENOENT', '57014'])(
  '%s from another source is no store fault',
  (code) => {
    expect(isStoreFault(Object.assign(new Error('read'), { code }))).toBe(false);
  },
);

test('a wrong query is no store fault', async () => {
  const { db, close } = await createEmptyDatabase();
  expect(isStoreFault(await errorOf(sql`select * from nothing`.execute(db)))).toBe(false);
  await close();
});

test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a connection that the server ends is a store fault',
  async () => {
    const { db, close } = await createEmptyDatabase();
    const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    expect(isStoreFault(await errorOf(ended))).toBe(true);
    await close();
  },
);
