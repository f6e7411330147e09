import { Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { migrations } from './migrations.ts';

/** Brings the tables to today's form: in one transaction, as often as one likes. PostgreSQL
 * servers that start together take turns by Kysely's lock; a SQLite file has one server. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
}
