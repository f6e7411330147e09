import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type Db, openPostgresDatabase, openSqliteDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { seed } from './seed.ts';

export type TestDatabase = {
  db: Db;
  /** A second connection to the same tables, as another process has it; on SQLite, the first connection. */
  second: Db;
  /** The address at which another process reaches the database; undefined for SQLite in memory. */
  url: string | undefined;
  close: () => Promise<void>;
};

/** A new, migrated database: SQLite in memory, or a separate database on the PostgreSQL of TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env['TEST_TEMPLATE'];
  const database = await createEmptyDatabase(template);
  if (!isOnPostgres() || template === undefined) await migrate(database.db);
  return database;
}

const isOnPostgres = () => process.env['DATABASE_ENGINE'] === 'postgres';

/** A new database without tables, or on PostgreSQL with the tables of a `template`. */
export async function createEmptyDatabase(template?: string): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  return isOnPostgres() && server ? postgresDatabase(server, template) : memoryDatabase();
}

async function memoryDatabase(): Promise<TestDatabase> {
  const db = openSqliteDatabase(':memory:');
  // With an odd seed, SQLite reverses rows without an `order by`, so that no test depends on their order:
  // https://sqlite.org/pragma.html#pragma_reverse_unordered_selects
  if (seed % 2 === 1) await sql`pragma reverse_unordered_selects = on`.execute(db);
  return { db, second: db, url: undefined, close: () => db.destroy() };
}

async function postgresDatabase(server: string, template?: string): Promise<TestDatabase> {
  const name = `plenary_test_${randomBytes(6).toString('hex')}`;
  await asOwner(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = urlOf(server, name);
  const connect = () => openPostgresDatabase(url, () => undefined);
  const db = connect();
  const second = connect();
  return {
    db,
    second,
    url,
    async close() {
      await db.destroy();
      await second.destroy();
      await asOwner(server, `drop database ${name} with (force)`);
    },
  };
}

/** The address of another database of a PostgreSQL. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function asOwner(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
