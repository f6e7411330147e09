import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { compiledOnce } from './compiled-once.ts';
import { inTransaction } from './database.ts';

const made = vi.fn();
const pairs = compiledOnce((_, one: string, others: readonly string[]) => {
  made();
  return sql<{ word: string }>`
    select word from (select 'a' as word union select 'b' union select 'c') as words
    where word = ${one} or word in (${sql.join(others)}) order by word`;
});

test('a query is built once for each length of a short list, and runs with other values each time', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const words = async (...values: [string, string[]]) =>
    (await pairs(db, ...values)).map(({ word }) => word);
  expect(await words('a', ['c'])).toEqual(['a', 'c']);
  expect(await words('b', ['x'])).toEqual(['b']);
  expect(made).toHaveBeenCalledTimes(1);
  expect(await words('a', ['b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(made).toHaveBeenCalledTimes(2);
  const many = Array.from({ length: 30 }, () => 'c');
  expect(await words('a', many)).toEqual(['a', 'c']);
  expect(await words('b', many)).toEqual(['b', 'c']);
  expect(made).toHaveBeenCalledTimes(4);
});

test('in a transaction it runs in the transaction', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const withToken = compiledOnce((each, number: string) =>
    each.selectFrom('document_series').selectAll().where('series', '=', number),
  );
  const left = new Error('left');
  await expect(
    inTransaction(db, async (tx) => {
      await tx.insertInto('document_series').values({ series: '2026-', last_number: 1 }).execute();
      expect(await withToken(tx, '2026-')).toHaveLength(1);
      throw left;
    }),
  ).rejects.toThrow(left);
  expect(await withToken(db, '2026-')).toEqual([]);
});

test('a query that reads a value instead of putting it in is refused', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const named = compiledOnce((_, word: string) => sql<unknown>`select ${sql.lit(`${word}`)}`);
  await expect(named(db, 'a')).rejects.toThrow('can only put its values into the query');
});
