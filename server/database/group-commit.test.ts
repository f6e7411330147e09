import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import type { Tx } from './database.ts';
import { openGroupCommit } from './group-commit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const onPostgres = test.runIf(process.env['DATABASE_ENGINE'] === 'postgres');

const claim = (tx: Tx, key: string, subject: string | null = 'subject') =>
  tx
    .insertInto('idempotency_keys')
    .values({ key: key, subject_id: subject as string, claimed_at: '2026' })
    .execute();

async function claimed(prefix: string): Promise<string[]> {
  const rows = await database.second.selectFrom('idempotency_keys').select('key').execute();
  return rows.map((row) => row.key).filter((key) => key.startsWith(prefix));
}

/** Twenty works at once, the third of which comes to a bad end. */
function twentyWith(prefix: string, badEnd: (tx: Tx) => Promise<unknown>) {
  return Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      database.db.groupCommit.run(`${prefix}${n}`, async (tx) => {
        await claim(tx, `${prefix}${n}`);
        if (n === 2) await badEnd(tx);
        return n;
      }),
    ),
  );
}

async function expectOnlyTheThirdFailed(
  prefix: string,
  outcomes: PromiseSettledResult<number>[],
): Promise<void> {
  const failed = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(failed).toEqual([2]);
  expect((await claimed(prefix)).length).toBe(19);
  expect(await claimed(`${prefix}2`)).toEqual([]);
}

test('what comes while a group is written is written together', async () => {
  const groups: number[] = [];
  const groupCommit = openGroupCommit(
    async (work) => {
      groups.push(1);
      return work(database.db as unknown as Tx);
    },
    {
      atOnce: 1,
      commitTogether: async (works) => {
        groups.push(works.length);
        return Promise.all(works.map((work) => work(database.db as unknown as Tx)));
      },
    },
  );
  const first = groupCommit.run('first', async () => {
    const others = ['a', 'b', 'c'].map((key) => groupCommit.run(key, async () => key));
    return { others };
  });
  const { others } = await first;
  expect(await Promise.all(others)).toEqual(['a', 'b', 'c']);
  expect(groups).toEqual([1, 3]);
});

test('a work that throws harms no other, and nothing of it is kept', async () => {
  const outcomes = await twentyWith('throws-', async () => {
    throw new Error('a bad end');
  });
  await expectOnlyTheThirdFailed('throws-', outcomes);
  expect(outcomes[2]).toMatchObject({ reason: { message: 'a bad end' } });
});

test('a statement that the database refuses harms no other', async () => {
  const outcomes = await twentyWith('refused-', (tx) => claim(tx, 'refused', null));
  await expectOnlyTheThirdFailed('refused-', outcomes);
});

onPostgres('an error that a work keeps to itself spoils its own writes only', async () => {
  const outcomes = await twentyWith('hidden-', (tx) =>
    claim(tx, 'hidden', null).catch(() => undefined),
  );
  const others = outcomes.filter(({ status }, n) => n !== 2 && status === 'fulfilled');
  expect(others.length).toBe(19);
  expect((await claimed('hidden-')).filter((key) => key !== 'hidden-2').length).toBe(19);
});

onPostgres('a connection that breaks under a group takes one work with it', async () => {
  const outcomes = await twentyWith('broken-', (tx) =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx),
  );
  await expectOnlyTheThirdFailed('broken-', outcomes);
});

test('each is told after the commit, when everybody can see what it wrote', async () => {
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      await database.db.groupCommit.run(`seen-${n}`, (tx) => claim(tx, `seen-${n}`));
      expect(await claimed(`seen-${n}`)).toContain(`seen-${n}`);
    }),
  );
});

test('works of one key come one after the other', async () => {
  let underWay = 0;
  const counts = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      database.db.groupCommit.run('one key', async (tx) => {
        expect(++underWay).toBe(1);
        await claim(tx, `one-${n}`);
        const rows = await tx.selectFrom('idempotency_keys').select('key').execute();
        underWay--;
        return rows.filter((row) => row.key.startsWith('one-')).length;
      }),
    ),
  );
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('when the database is away every request of the group is told', async () => {
  const away = await openTestDatabase();
  await away.db.groupCommit.run('before', (tx) => claim(tx, 'before'));
  await away.close();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, n) => away.db.groupCommit.run(`${n}`, (tx) => claim(tx, `${n}`))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
});
