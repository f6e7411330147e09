import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { describe, expect, test } from 'vitest';
import { openEmptyDatabase } from '#server/testing/test-database.ts';
import { type Db, openDatabase } from './database.ts';
import { isMigrated, lastMigration, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

test('an order from before lines has its product as its one line', async () => {
  const { db, close } = await openEmptyDatabase();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo('0002-abstracts');
  await db
    .insertInto('orders')
    .values(anOrderOfOld as typeof anOrder)
    .execute();
  await migrate(db);
  const migrated = await db.selectFrom('orders').select('lines').executeTakeFirstOrThrow();
  expect(JSON.parse(migrated.lines)).toEqual([{ words: 'Registration: Speaker', cents: 41_895 }]);
  await close();
});

test('a payment whose last look may have failed is due once more', async () => {
  const { db, close } = await openEmptyDatabase();
  await migrate(db, '0010-removals');
  await db.insertInto('orders').values(anOrder).execute();
  const time = '2026-01-01T00:00:00.000Z';
  const payments = ['OPEN', 'PENDING', 'EXPIRED'].map((state, attempt) => ({
    id: state,
    order_id: 'order',
    attempt,
    provider: 'stripe',
    idempotency_key: state,
    request: '{}',
    amount_cents: 41_895,
    currency: 'EUR',
    state,
    next_check_at: null,
    created_at: time,
    expires_at: time,
  }));
  await db.insertInto('payments').values(payments).execute();
  await migrate(db);
  const due = await db.selectFrom('payments').select('id').where('next_check_at', '=', time);
  expect((await due.execute()).map(({ id }) => id).toSorted()).toEqual(['OPEN', 'PENDING']);
  await close();
});

describe('R4: migrations', () => {
  test('that fail leave the tables as they were, and succeed once the trouble is gone', async () => {
    const { db, close } = await openEmptyDatabase();
    // The second migration makes a table of this name, after the first made seven.
    await db.schema.createTable('abstracts').addColumn('in_the_way', 'text').execute();
    await expect(migrate(db)).rejects.toThrow('the database could not be migrated');
    expect(await tablesOf(db)).toEqual(['abstracts']);
    await db.schema.dropTable('abstracts').execute();
    await migrate(db);
    expect(await isMigrated(db)).toBe(true);
    await close();
  });

  test('are made once, however often and by however many they are asked for', async () => {
    const { db, second, close } = await openEmptyDatabase();
    await Promise.all([migrate(db), migrate(second)]);
    const order = { ...aRepeat, repeat_key: 'kept' };
    await db.insertInto('repeats').values(order).execute();
    await migrate(db);
    expect(await db.selectFrom('repeats').select('repeat_key').execute()).toHaveLength(1);
    expect(await isMigrated(db)).toBe(true);
    await close();
  });

  test.each([2, 12, 25])(
    'that were killed at their %dth statement leave nothing, and the next start makes them all',
    async (at) => {
      const folder = mkdtempSync(join(tmpdir(), 'plenary-killed-'));
      const child = spawn(
        process.execPath,
        ['--input-type=module-typescript', '-e', killedAt(at)],
        {
          env: { PATH: process.env['PATH'], DATA_DIR: folder },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      );
      const [, signal] = await once(child, 'close');
      expect(signal).toBe('SIGKILL');
      const db = openDatabase({ url: undefined, dataDir: folder, log: () => undefined });
      expect(await lastMigration(db)).toBeUndefined();
      await migrate(db);
      expect(await isMigrated(db)).toBe(true);
      await db.insertInto('repeats').values(aRepeat).execute();
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  );
});

const anOrderOfOld = {
  id: 'order',
  kind: 'registration',
  subject_id: 'registration',
  reference: 'PS26-AAAA-BBBB',
  content_key: 'key',
  amount_cents: 41_895,
  fee_cents: 1995,
  currency: 'EUR',
  product_name: 'Registration: Speaker',
  price_snapshot: '{}',
  customer: JSON.stringify({ name: 'A', email: 'a@b', phone: '1', institute: 'I', country: 'C' }),
  order_reference: null,
  state: 'AWAITING_PAYMENT',
  paid_payment_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
};
const anOrder = { ...anOrderOfOld, lines: '[]' };

const aRepeat = { repeat_key: 'key', subject_id: 'one', claimed_at: '2026-01-01T00:00:00.000Z' };

/** A program that migrates and is killed by its own hand before a statement that changes tables. */
function killedAt(statement: number): string {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  return `
    import { openDatabase } from ${here('database.ts')};
    import { migrate } from ${here('migrate.ts')};
    let statements = 0;
    const killer = {
      transformQuery({ node }) {
        const changes = ['CreateTableNode', 'CreateIndexNode', 'AlterTableNode', 'InsertQueryNode'];
        if (changes.includes(node.kind) && ++statements === ${statement}) process.kill(process.pid, 'SIGKILL');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = openDatabase({ url: undefined, dataDir: process.env.DATA_DIR, log: () => undefined });
    await migrate(db.withPlugin(killer));
  `;
}

async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).toSorted();
}
