import { setTimeout as pause } from 'node:timers/promises';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { digestOf } from '#server/identity.ts';
import { DatabaseUnusable, type Db } from './database.ts';
import { migrations } from './migrations.ts';

/** Migrates the tables to the newest form, or to that of migration `to`, in one transaction. A repeated call changes nothing.
 * PostgreSQL servers that start together take turns by Kysely's lock; a SQLite file has one server. */
export async function migrate(db: Db, to?: string, all = migrations): Promise<void> {
  await refuseOtherTables(db, all);
  const migrator = migratorOf(db, all);
  const run = () => (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  let { error } = await run();
  for (let tries = 1; tries < MOST_TRIES && isLockTrouble(error); tries++) {
    await pause(100 * tries);
    ({ error } = await run());
  }
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new DatabaseUnusable(
      'The database was written by a newer version: start that one, or put a backup of this version in its place.',
      { cause: error },
    );
  }
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
}

const MOST_TRIES = 20;

/**
 * Servers of the earlier version still use the tables that a migration changes. The migration may end in a deadlock with
 * their transactions (40P01) or wait too long for a lock (55P03, 57014). It is then rolled back and can be tried again.
 */
function isLockTrouble(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === '40P01' || code === '55P03' || code === '57014';
}

/** Throws if a migration has other statements now than when it made these tables; only reads. */
export async function refuseOtherTables(db: Db, all = migrations): Promise<void> {
  const made = (await migratorOf(db, all).getMigrations()).filter(({ executedAt }) => executedAt);
  if (made.length === 0) return;
  const recorded = await recordedChecksums(db);
  for (const { name } of made) {
    const was = recorded.get(name);
    if (was === (await checksumOf(all[name]))) continue;
    throw new DatabaseUnusable(
      `This database was made by a version that was never released, whose migration ${name} is another one: ` +
        'start that version, or name another DATA_DIR or DATABASE_URL.',
    );
  }
}

/** A digest of the statements that a migration runs on tables without rows: it changes with the statements, not with the code. */
export async function checksumOf(migration: Migration | undefined): Promise<string> {
  const statements: [string, readonly unknown[]][] = [];
  const nowhere = new Kysely<unknown>({
    // The dialect is fixed, so that the digest is the same on both engines.
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push([query.sql, query.parameters]),
  });
  await migration?.up(nowhere);
  return digestOf('migration', { statements });
}

/** The last migration that ran on these tables; undefined if there are no tables yet. */
export async function lastMigration(db: Db): Promise<string | undefined> {
  const all = await migratorOf(db).getMigrations();
  return all.findLast(({ executedAt }) => executedAt !== undefined)?.name;
}

/** Whether all migrations have run: false after an update of the program until its server starts. */
export async function isMigrated(db: Db): Promise<boolean> {
  const all = await migratorOf(db).getMigrations();
  return all.every(({ executedAt }) => executedAt !== undefined);
}

/** The checksum of a migration by its name; undefined for one that this version does not know. */
export async function knownChecksum(name: string): Promise<string | undefined> {
  return Object.hasOwn(migrations, name) ? checksumOf(migrations[name]) : undefined;
}

function migratorOf(db: Db, all = migrations): Migrator {
  const recording = Object.entries(all).map(([name, each]) => [name, withChecksum(name, each)]);
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(recording) },
  });
}

const CHECKSUMS = 'migration_checksums';

async function recordedChecksums(db: Db): Promise<ReadonlyMap<string, string>> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === CHECKSUMS)) return new Map();
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${sql.table(CHECKSUMS)}`.execute(db);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Records the checksum of a migration in the migration's own transaction. */
function withChecksum(name: string, migration: Migration): Migration {
  return {
    async up(db) {
      await migration.up(db);
      await db.schema
        .createTable(CHECKSUMS)
        .ifNotExists()
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('checksum', 'text', (c) => c.notNull())
        .execute();
      const checksum = await checksumOf(migration);
      await sql`insert into ${sql.table(CHECKSUMS)} (name, checksum) values (${name}, ${checksum})`.execute(
        db,
      );
    },
  };
}
