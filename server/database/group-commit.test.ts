import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import type { Tx } from './database.ts';
import { createGroupCommit } from './group-commit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const onSqlite = test.runIf(process.env['TEST_ENGINE'] !== 'postgres');

const claim = (tx: Tx, key: string, subject: string | null = 'subject') =>
  tx
    .insertInto('idempotency_keys')
    .values({ key: key, subject_id: subject as string, claimed_at: '2026' })
    .execute();

async function claimed(prefix: string): Promise<string[]> {
  const rows = await database.second.selectFrom('idempotency_keys').select('key').execute();
  return rows.map((row) => row.key).filter((key) => key.startsWith(prefix));
}

test('each work resolves after its commit, when other connections see its rows', async () => {
  const commit = createGroupCommit(database.db);
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      await commit((tx) => claim(tx, `seen-${n}`));
      expect(await claimed(`seen-${n}`)).toContain(`seen-${n}`);
    }),
  );
});

test.each([
  { what: 'throws', badEnd: () => Promise.reject(new Error('a bad end')) },
  { what: 'is refused by the database', badEnd: (tx: Tx) => claim(tx, 'refused', null) },
])('a work that $what is rolled back, and no other one is', async ({ what, badEnd }) => {
  const commit = createGroupCommit(database.db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      commit(async (tx) => {
        await claim(tx, `${what}-${n}`);
        if (n === 2) await badEnd(tx);
      }),
    ),
  );
  const failed = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(failed).toEqual([2]);
  expect(await claimed(`${what}-`)).toHaveLength(19);
  expect(await claimed(`${what}-2`)).toEqual([]);
});

onSqlite('works that arrive while a group is written are committed together', async () => {
  const transactions: Tx[] = [];
  const commit = createGroupCommit(database.db);
  const seen = async (tx: Tx) => void transactions.push(tx);
  await commit(async (tx) => {
    await seen(tx);
    void [commit(seen), commit(seen), commit(seen)];
  });
  await commit(seen);
  expect(transactions.map((tx) => transactions.indexOf(tx))).toEqual([0, 1, 1, 1, 1]);
});

test('without a database every request of the group fails', async () => {
  const away = await createTestDatabase();
  const commit = createGroupCommit(away.db);
  await commit((tx) => claim(tx, 'before'));
  await away.close();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, n) => commit((tx) => claim(tx, `${n}`))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
});
