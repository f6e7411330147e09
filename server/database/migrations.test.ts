import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ColumnMetadata, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { nextMigration } from '#tests/support/next-migration.ts';
import { keptTables } from './all-rows.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { DatabaseUnusable, type Db, inTransaction, openDatabase } from './database.ts';
import { checksumOf, isMigrated, lastMigration, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { releasedMigrations } from './released-migrations.ts';

/** The migrations of an invented next version. */
const next = { ...migrations, ...nextMigration };

describe('migrations', () => {
  test('that fail change no table, and succeed after the cause is removed', async () => {
    const { db, close } = await createEmptyDatabase();
    // The migration creates a table of this name after ten others.
    await db.schema.createTable('abstracts').addColumn('in_the_way', 'text').execute();
    await expect(migrate(db)).rejects.toThrow('the database could not be migrated');
    expect(await tablesOf(db)).toEqual(['abstracts']);
    await db.schema.dropTable('abstracts').execute();
    await migrate(db);
    expect(await isMigrated(db)).toBe(true);
    await close();
  });

  test('run once, although several servers start several times', async () => {
    const { db, second, close } = await createEmptyDatabase();
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

  test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
    'of an update wait for a server with a long write',
    async () => {
      const { db, second, close } = await createEmptyDatabase();
      await migrate(db);
      // The transaction lasts longer than lock_timeout.
      const writing = inTransaction(second, async (tx) => {
        await sql`lock table orders, abstracts, participants in row exclusive mode`.execute(tx);
        await sql`select pg_sleep(6)`.execute(tx);
      });
      await migrate(db, undefined, next);
      await writing;
      expect((await columnsOf(db)).has('next_version')).toBe(true);
      await close();
    },
  );

  test('of an update let a server of the earlier version read and write', async () => {
    needsFeatures('peer-review');
    const { db, close } = await createEmptyDatabase();
    await migrate(db);
    const old = await columnsOf(db);
    await writeRows(db, old, { word: 'kept', number: 1 });
    await migrate(db, undefined, next);
    const now = await columnsOf(db);
    for (const [table, columns] of old) {
      const names = now.get(table)?.map(({ name }) => name);
      expect(names, table).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
    }
    // Writes a row into every table, with the columns of the earlier version.
    await writeRows(db, old, { word: 'new', number: 2 });
    for (const table of old.keys()) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      // Triggers list the orders of these rows, too.
      if (table === 'orders_to_count') expect(rows.length).toBeGreaterThan(2);
      else expect(rows, table).toHaveLength(2);
    }
    // The removal of a row also removes the rows that refer to it.
    const added = [...now].filter(([table]) => !old.has(table));
    await writeRows(db, new Map(added), { word: 'kept', number: 1 });
    for (const table of [...old.keys()].toReversed()) {
      await sql`delete from ${sql.table(table)}`.execute(db);
    }
    await close();
  });

  test.each([2, 12, 25])(
    'that are killed at their %dth statement leave nothing, and the next start runs them all',
    async (at) => {
      const folder = testFolder();
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
    },
  );
});

describe('a version that was never released', () => {
  const other: typeof migrations = {
    '0001-initial': {
      up: (db) => db.schema.createTable('registrations').addColumn('id', 'text').execute(),
    },
  };

  test.each(['with another', 'without a'])(
    'with tables that were made %s checksum is refused, and its tables do not change',
    async (how) => {
      const { db, close } = await createEmptyDatabase();
      await migrate(db, undefined, other);
      // Versions without checksums had other migrations.
      if (how === 'without a') {
        await db.schema.dropTable('migration_checksums').execute();
        await sql`insert into kysely_migration values ('0002-several-servers', '2026-01-01T00:00:00.000Z')`.execute(
          db,
        );
      }
      const before = await tablesOf(db);
      await expect(migrate(db)).rejects.toThrow(
        new DatabaseUnusable(
          'This database was made by a version that was never released, whose migration 0001-initial is another one: ' +
            'start that version, or name another DATA_DIR or DATABASE_URL.',
        ),
      );
      expect(await tablesOf(db)).toEqual(before);
      await close();
    },
  );
});

describe('the migrations of a tagged version', () => {
  /** The migrations that were edited or removed since a version. */
  async function editedOf(released: typeof releasedMigrations, now: typeof migrations) {
    const edited: string[] = [];
    for (const [version, checksums] of Object.entries(released)) {
      for (const [name, was] of Object.entries(checksums)) {
        const is = await checksumOf(now[name]);
        if (is !== was) edited.push(`${name} of ${version} was ${was} and is ${is}`);
      }
    }
    return edited;
  }

  test('have not changed since the tag', async () => {
    expect(await editedOf(releasedMigrations, migrations)).toEqual([]);
  });

  test('are reported if they are edited or removed', async () => {
    const name = '9999-next';
    const released = { '1.0.0': { [name]: await checksumOf(nextMigration[name]) } };
    expect(await editedOf(released, next)).toEqual([]);
    const edited: typeof migrations = {
      [name]: {
        async up(db) {
          await nextMigration[name]?.up(db);
          await db.schema.createIndex('one_more').on('next_version').column('id').execute();
        },
      },
    };
    for (const now of [edited, {}]) {
      expect(await editedOf(released, now)).toEqual([
        expect.stringMatching(/^9999-next of 1\.0\.0 was [0-9a-f]{64} and is [0-9a-f]{64}$/),
      ]);
    }
  });
});

const aKey = { key: 'key', subject_id: 'one', claimed_at: '2026-01-01T00:00:00.000Z' };

/** A program that migrates and kills itself before its n-th statement that changes tables. */
function killedAt(statement: number): string {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  return `
    import { openDatabase } from ${here('database.ts')};
    import { migrate } from ${here('migrate.ts')};
    let statements = 0;
    const killer = {
      transformQuery({ node }) {
        const changes = ['RawNode', 'CreateTableNode', 'CreateIndexNode', 'AlterTableNode', 'InsertQueryNode'];
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

/** Every table of the conference; a table comes before the tables that refer to it. */
async function columnsOf(db: Db): Promise<Columns> {
  const tables = await db.introspection.getTables();
  const first = ['participants', 'orders', 'order_changes', 'payments'];
  const rank = (name: string) => (first.indexOf(name) + first.length + 1) % (first.length + 1);
  return new Map(
    tables
      .filter(({ name }) => name !== 'migration_checksums')
      .toSorted((one, other) => rank(one.name) - rank(other.name))
      .map(({ name, columns }) => [name, columns]),
  );
}

const tablesInOrder: readonly string[] = keptTables();

/** Inserts a row into each table. Every text is `word`, so that references match. */
async function writeRows(
  db: Db,
  tables: Columns,
  { word, number }: { word: string; number: number },
): Promise<void> {
  // A backup writes tables in the order in which their rows refer to each other.
  const rank = (name: string) => {
    const at = tablesInOrder.indexOf(name);
    // The table of a feature that was taken away refers to tables of the trunk.
    return at < 0 ? tablesInOrder.length : at;
  };
  const inOrder = [...tables].toSorted(([one], [other]) => rank(one) - rank(other));
  for (const [table, columns] of inOrder) {
    const values = columns.map(({ dataType }) =>
      dataType.toLowerCase() === 'text' ? word : number,
    );
    const names = columns.map(({ name }) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
      db,
    );
  }
}
