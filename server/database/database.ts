import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type LogEvent, sql, SqliteAdapter } from 'kysely';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import { recordStoreError } from './store-fault.ts';
import type { Db, Tx } from './tables.ts';

export type { Db, Tx };

export type DatabaseSettings = {
  /** postgres://…; absent: SQLite in a file of `dataDir`. */
  url: string | undefined;
  dataDir: string;
  log: (message: string) => void;
  /** The file of the database is broken, or the disk under it: no next call will do better. */
  onBroken?: ((error: unknown) => void) | undefined;
};

const FILE = 'plenary.sqlite';

/** Opens no connection yet: `reachDatabase` does. */
export function openDatabase(settings: DatabaseSettings): Db {
  if (settings.url) return openPostgresDatabase(settings.url, settings.log);
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  return openSqliteDatabase(join(settings.dataDir, FILE), settings.onBroken);
}

export function openPostgresDatabase(url: string, log: (message: string) => void): Db {
  return new Kysely({ dialect: postgresDialect(url, log), log: recordErrors });
}

/** `path` may be `:memory:`. */
export function openSqliteDatabase(path: string, onBroken?: DatabaseSettings['onBroken']): Db {
  return new Kysely({
    dialect: sqliteDialect(path),
    log: (event) => {
      recordErrors(event);
      if (event.level === 'error' && isBroken(event.error)) onBroken?.(event.error);
    },
  });
}

function recordErrors(event: LogEvent): void {
  if (event.level === 'error') recordStoreError(event.error);
}

/** The database cannot be worked with; the message is for the operator and names what to look at. */
export class DatabaseUnusable extends Error {}

/** Says in one sentence, without the password, why the database that the settings name does not answer. */
export async function reachDatabase(db: Db, { url, dataDir }: DatabaseSettings): Promise<void> {
  let limit: string | undefined;
  try {
    limit = await statementTimeout(db);
  } catch (cause) {
    const place = url ? `DATABASE_URL: ${addressOf(url)}` : join(dataDir, FILE);
    const help = url
      ? 'see that this PostgreSQL runs and lets this user in, or leave DATABASE_URL out for SQLite'
      : 'see that this user may write to it, or put a backup in its place';
    throw new DatabaseUnusable(`${place} cannot be used (${reasonOf(cause)}): ${help}.`, { cause });
  }
  if (limit === '0') {
    throw new DatabaseUnusable(
      'DATABASE_URL leads to a pooler that drops statement_timeout, so a statement could hang without end: set it for the role instead (docs/operations.md, PgBouncer).',
    );
  }
}

/** As the connection has it, which may pass through a pooler; `0` is none. */
async function statementTimeout(db: Db): Promise<string | undefined> {
  if (hasOneWriter(db)) {
    await sql`select 1`.execute(db);
    return undefined;
  }
  const { rows } = await sql<{ limit: string }>`
    select current_setting('statement_timeout') as "limit"
  `.execute(db);
  return rows[0]?.limit;
}

function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'it is no address';
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message is empty if a name has several addresses and none answers.
  return error.message || String(Reflect.get(error, 'code'));
}

/** Runs `work` in one transaction and returns once it is committed. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => work(tx as Tx));
}

/**
 * Waits until no other transaction holds this key, and holds it until this one ends. For what must not happen twice at once,
 * where there is no row yet to lock.
 */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  if (hasOneWriter(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Brings all into SQLite's file and empties its log, where what was deleted can be read for a while; PostgreSQL does its own. */
export async function emptyLog(db: Db): Promise<void> {
  if (!hasOneWriter(db)) return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** Whether a transaction that writes is alone, as on SQLite, so that it needs to lock no rows. */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** IOERR, CORRUPT, NOTADB. */
function isBroken(error: unknown): boolean {
  const code: unknown = error instanceof Error && Reflect.get(error, 'errcode');
  return typeof code === 'number' && [10, 11, 26].includes(code & 0xff);
}
