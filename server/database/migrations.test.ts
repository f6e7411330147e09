import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ColumnMetadata, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { digestOf } from '#server/identity.ts';
import { withdrawMessages } from '#server/mail/outbox.ts';
import { ordersOfPerson, personKeyOf } from '#server/orders/orders.ts';
import { openEmptyDatabase } from '#tests/support/test-database.ts';
import { type Db, inTransaction, openDatabase } from './database.ts';
import { isMigrated, lastMigration, migrate } from './migrate.ts';

/** The last migration of the released version that tests/version-before/ has. */
const LAST_OF_VERSION_BEFORE = '0002-several-servers';

describe('R4: migrations', () => {
  test('that fail leave the tables as they were, and succeed once the trouble is gone', async () => {
    const { db, close } = await openEmptyDatabase();
    // The migration makes a table of this name after it made ten.
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
    await db
      .insertInto('idempotency_keys')
      .values({ ...aKey, key: 'kept' })
      .execute();
    await migrate(db);
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(1);
    expect(await isMigrated(db)).toBe(true);
    await close();
  });

  test.runIf(process.env['DATABASE_ENGINE'] === 'postgres')(
    'wait for a server of the version before that writes for long meanwhile',
    async () => {
      const { db, second, close } = await openEmptyDatabase();
      await migrate(db, LAST_OF_VERSION_BEFORE);
      // Longer than a statement waits for a lock.
      const writing = inTransaction(second, async (tx) => {
        await sql`lock table orders, abstracts, registrations in row exclusive mode`.execute(tx);
        await sql`select pg_sleep(6)`.execute(tx);
      });
      await migrate(db);
      await writing;
      expect(await isMigrated(db)).toBe(true);
      await close();
    },
  );

  test('leave the tables so that the server of the version before writes and reads on', async () => {
    const { db, close } = await openEmptyDatabase();
    await migrate(db, LAST_OF_VERSION_BEFORE);
    const old = await columnsOf(db);
    await writeRows(db, old, { word: 'kept', number: 1 });
    await migrate(db);
    const now = await columnsOf(db);
    for (const [table, columns] of old) {
      const names = now.get(table)?.map(({ name }) => name);
      expect(names, table).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
    }
    // With the columns that it knows, in every table.
    await writeRows(db, old, { word: 'new', number: 2 });
    for (const table of old.keys()) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      expect(rows, table).toHaveLength(2);
    }
    // What refers to its rows goes with them.
    const added = [...now].filter(([table]) => !old.has(table));
    await writeRows(db, new Map(added), { word: 'kept', number: 1 });
    for (const table of [...old.keys()].toReversed()) {
      await sql`delete from ${sql.table(table)}`.execute(db);
    }
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
      await db.insertInto('idempotency_keys').values(aKey).execute();
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  );
});

test('0005: who paid before is known by all spellings, and waiting mails with them', async () => {
  const { db, close } = await openEmptyDatabase();
  await migrate(db, '0004-organising');
  const person = { name: 'Łukasz Bąk', email: 'Lukasz@lab.example' };
  const keyOf = (kind: string) =>
    digestOf('person', { kind, name: 'łukasz bąk', email: 'lukasz@lab.example' });
  const order = {
    subject_id: 'one',
    customer: JSON.stringify({ ...person, phone: '', institute: '', country: '' }),
    state: 'CONFIRMED',
    currency: 'EUR',
    product_name: 'Registration',
    lines: '[]',
    price_snapshot: '{}',
    amount_cents: 100,
    fee_cents: 0,
    created_at: aKey.claimed_at,
  };
  const idsOf = (id: string) => ({ id, reference: id, dedupe_key: id, receipt_token: id });
  await db
    .insertInto('orders')
    .values([
      { ...order, ...idsOf('one'), kind: 'registration', person_key: keyOf('registration') },
      { ...order, ...idsOf('two'), kind: 'discount', person_key: keyOf('discount') },
      { ...order, ...idsOf('gone'), kind: 'registration', person_key: 'cancelled:gone' },
    ])
    .execute();
  await db
    .insertInto('registrations')
    .values({
      ...person,
      id: 'one',
      dedupe_key: 'one',
      phone: '',
      institute: '',
      country: '',
      presentation_type: 'poster',
      created_at: aKey.claimed_at,
    })
    .execute();
  const mail = { kind: 'x', recipient: 'x', payload: '{}', created_at: '', next_attempt_at: '' };
  await db
    .insertInto('outbox')
    .values({ ...mail, id: 'm', message_key: 'm', until_paid: keyOf('registration') })
    .execute();
  await migrate(db);
  const customer = { name: 'Dr. Lukasz Bak', email: 'lukasz@lab.example' };
  for (const [kind, id] of [
    ['registration', 'one'],
    ['discount', 'two'],
  ] as const) {
    const found = await ordersOfPerson(db, { kind, customer });
    expect(found.map((each) => each.id)).toEqual([id]);
  }
  await inTransaction(db, (tx) =>
    withdrawMessages(tx, personKeyOf({ kind: 'registration', customer }), new Date()),
  );
  const [waiting] = await db.selectFrom('outbox').select('withdrawn_at').execute();
  expect(waiting?.withdrawn_at).not.toBeNull();
  await close();
});

const aKey = { key: 'key', subject_id: 'one', claimed_at: '2026-01-01T00:00:00.000Z' };

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

type Columns = Map<string, readonly ColumnMetadata[]>;

/** Of every table of ours, those that others refer to first. */
async function columnsOf(db: Db): Promise<Columns> {
  const tables = await db.introspection.getTables();
  const first = ['orders', 'payments'];
  const rank = (name: string) => (first.indexOf(name) + first.length + 1) % (first.length + 1);
  return new Map(
    tables
      .toSorted((one, other) => rank(one.name) - rank(other.name))
      .map(({ name, columns }) => [name, columns]),
  );
}

/** A row in each table; every text is `word`, so that rows which refer to each other do. */
async function writeRows(
  db: Db,
  tables: Columns,
  { word, number }: { word: string; number: number },
): Promise<void> {
  for (const [table, columns] of tables) {
    const values = columns.map(({ dataType }) =>
      dataType.toLowerCase() === 'text' ? word : number,
    );
    const names = columns.map(({ name }) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
      db,
    );
  }
}
