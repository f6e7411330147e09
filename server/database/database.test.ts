import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isDiskFull } from '#server/files/write-refusal.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { createGroupCommit } from './group-commit.ts';
import { isStoreFault } from './store-fault.ts';
import { inTransaction, openDatabase, openSqliteDatabase, type Tx } from './database.ts';

test('a database file that breaks while the server runs is reported', async () => {
  const dataDir = testFolder();
  const broken: unknown[] = [];
  const onBroken = (error: unknown) => broken.push(error);
  const db = openDatabase({ url: undefined, dataDir, log: () => undefined, onBroken });
  await sql`create table words (word text)`.execute(db);
  await sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 6000)
    insert into words select hex(randomblob(500)) from n`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const file = openSync(join(dataDir, 'plenary.sqlite'), 'r+');
  writeSync(file, Buffer.alloc(4_000_000, 0xff), 0, 4_000_000, 8192);
  closeSync(file);
  await expect(sql`select sum(length(word)) from words`.execute(db)).rejects.toThrow();
  expect(broken).toHaveLength(1);
  await db.destroy().catch(() => undefined);
});

test('a wrong query is not a broken database', async () => {
  const dataDir = testFolder();
  const broken: unknown[] = [];
  const onBroken = (error: unknown) => broken.push(error);
  const db = openDatabase({ url: undefined, dataDir, log: () => undefined, onBroken });
  await expect(sql`select * from nothing`.execute(db)).rejects.toThrow();
  expect(broken).toEqual([]);
  await db.destroy();
});

test('a full disk is a store fault, and writes succeed again once there is room', async () => {
  const db = openSqliteDatabase(':memory:');
  await sql`create table words (word text)`.execute(db);
  const roomFor = (pages: number) =>
    sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db);
  const write = (tx: Tx) => sql`insert into words values (hex(randomblob(10000)))`.execute(tx);
  await roomFor(4);
  const alone = await inTransaction(db, write).catch((error: unknown) => error);
  const commit = createGroupCommit(db);
  const together = await Promise.allSettled([commit(write), commit(write)]);
  const errors = [alone, ...together.map((one) => one.status === 'rejected' && one.reason)];
  expect(errors.map(isStoreFault)).toEqual([true, true, true]);
  expect(errors.map(isDiskFull)).toEqual([true, true, true]);
  await roomFor(1000);
  await Promise.all([commit(write), commit(write)]);
  const { rows } = await sql`select * from words`.execute(db);
  expect(rows).toHaveLength(2);
  await db.destroy();
});

test('reads see what this process and another one have written before their turn', async () => {
  const dataDir = testFolder();
  const path = join(dataDir, 'plenary.sqlite');
  const [db, other] = [openSqliteDatabase(path), openSqliteDatabase(path)];
  const words = async () => (await sql<{ word: string }>`select word from words`.execute(db)).rows;
  await sql`create table words (word text)`.execute(db);
  expect(await words()).toEqual([]);
  await sql`insert into words values ('one')`.execute(db);
  expect(await words()).toEqual([{ word: 'one' }]);
  await inTransaction(db, async (tx) => {
    await sql`insert into words values ('two')`.execute(tx);
  });
  expect(await words()).toHaveLength(2);
  // A reader keeps nobody from writing.
  await sql`insert into words values ('three')`.execute(other);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await words()).toHaveLength(3);
  await db.destroy();
  await other.destroy();
});
