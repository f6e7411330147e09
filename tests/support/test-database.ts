import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * A migrated database without rows: SQLite in memory, or a separate database on the PostgreSQL of TEST_DATABASE_URL. A test
 * that changes tables takes `createEmptyDatabase` and migrates it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = postgresServer();
  // To empty a database with many rows takes longer than a new one, and one that begins with bytes has room for 1 GiB.
  if (process.env['TEST_ROWS'] === 'many') return migratedDatabase();
  if (server !== undefined) return emptiedDatabase(server);
  return memoryDatabase((tables ??= await migratedTables()));
}

async function migratedDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await migrate(database.db);
  return database;
}

/** A new database without tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = postgresServer();
  if (server === undefined) return memoryDatabase();
  const name = await createPostgresDatabase(server);
  const { close, ...database } = connected(urlOf(server, name));
  return {
    ...database,
    async close() {
      await close();
      await asOwner(server, `drop database ${name} with (force)`);
    },
  };
}

function postgresServer(): string | undefined {
  return process.env['TEST_ENGINE'] === 'postgres' ? process.env['TEST_DATABASE_URL'] : undefined;
}

/** The bytes of a migrated SQLite database: to read them takes a tenth of the time of the migrations. */
let tables: Uint8Array | undefined;

async function migratedTables(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-tables-'));
  const file = join(folder, 'tables.sqlite');
  const db = openSqliteDatabase(':memory:');
  await migrate(db);
  await sql`vacuum into ${file}`.execute(db);
  await db.destroy();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

async function memoryDatabase(content?: Uint8Array): Promise<TestDatabase> {
  const db = openSqliteDatabase(':memory:', { content });
  // With an odd seed, SQLite reverses rows without an `order by`, so that no test depends on their order:
  // https://sqlite.org/pragma.html#pragma_reverse_unordered_selects
  if (seed % 2 === 1) await sql`pragma reverse_unordered_selects = on`.execute(db);
  return { db, second: db, url: undefined, close: () => db.destroy() };
}

/** The databases of this worker that no test uses now: to empty one takes a fiftieth of the time of creating one. */
const unused: string[] = [];

async function emptiedDatabase(server: string): Promise<TestDatabase> {
  const url = unused.pop() ?? (await createMigratedDatabase(server));
  const { close, ...database } = connected(url);
  return {
    ...database,
    async close() {
      await emptyWrittenTables(database.db);
      await close();
      unused.push(url);
    },
  };
}

async function createMigratedDatabase(server: string): Promise<string> {
  const url = urlOf(server, await createPostgresDatabase(server));
  const { db, close } = connected(url);
  await migrate(db);
  await close();
  return url;
}

/**
 * Empties the tables that have been written to, except those of the migrations; the file of every other table has no bytes.
 * One statement deletes all rows, so PostgreSQL checks the references between them at its end. After `vacuum` the files are
 * empty, and rows without an order come as in a new table.
 */
async function emptyWrittenTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('kysely_migration', 'kysely_migration_lock', 'migration_checksums')
      and pg_relation_size(oid) > 0`.execute(db);
  if (rows.length === 0) return;
  const written = rows.map(({ name }) => sql.table(name));
  const deletions = written.map((table, at) => sql`${sql.ref(`t${at}`)} as (delete from ${table})`);
  await sql`with ${sql.join(deletions)} select 1`.execute(db);
  // Triggers have listed the deleted orders.
  await sql`delete from orders_to_count`.execute(db);
  await sql`vacuum ${sql.join(written)}`.execute(db);
}

async function createPostgresDatabase(server: string): Promise<string> {
  const prefix = process.env['TEST_DATABASE_PREFIX'] ?? 'plenary_test_';
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await asOwner(server, `create database ${name}`);
  return name;
}

function connected(url: string): TestDatabase {
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
    },
  };
}

/** The address of another database of a PostgreSQL. */
function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function listDatabases(server: string, prefix: string): Promise<string[]> {
  const { rows } = await asOwner(server, 'select datname from pg_database');
  return rows.map(({ datname }) => String(datname)).filter((name) => name.startsWith(prefix));
}

export async function asOwner(server: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const result = await client.query(statement);
  await client.end();
  return result;
}
