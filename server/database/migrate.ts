import { setTimeout as pause } from 'node:timers/promises';
import { Migrator } from 'kysely/migration';
import { DatabaseUnusable, type Db } from './database.ts';
import { migrations } from './migrations.ts';

/** Brings the tables to today's form, or to that of one migration: in one transaction, as often as one likes. PostgreSQL
 * servers that start together take turns by Kysely's lock; a SQLite file has one server. */
export async function migrate(db: Db, to?: string): Promise<void> {
  const migrator = migratorOf(db);
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
 * Servers of the version before go on using the tables that a migration changes: it and their transactions may wait for each
 * other (40P01), or it for too long (55P03, 57014). Then nothing has changed, and another try may be luckier.
 */
function isLockTrouble(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === '40P01' || code === '55P03' || code === '57014';
}

/** The last migration that these tables have seen; undefined where there are no tables yet. */
export async function lastMigration(db: Db): Promise<string | undefined> {
  const all = await migratorOf(db).getMigrations();
  return all.findLast(({ executedAt }) => executedAt !== undefined)?.name;
}

/** Whether the tables have today's form: false after an update of the program whose server was not started yet. */
export async function isMigrated(db: Db): Promise<boolean> {
  const all = await migratorOf(db).getMigrations();
  return all.every(({ executedAt }) => executedAt !== undefined);
}

export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(migrations, name);
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
