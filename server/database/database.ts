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
  /** Called if the database's file or its disk is broken: further calls would fail too. */
  onBroken?: ((error: unknown) => void) | undefined;
};

const FILE = 'plenary.sqlite';

/** Opens no connection yet; `reachDatabase` opens the first one. */
export function openDatabase(settings: DatabaseSettings): Db {
  if (settings.url) return openPostgresDatabase(settings.url, settings.log);
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  return openSqliteDatabase(join(settings.dataDir, FILE), settings);
}

export function openPostgresDatabase(...given: Parameters<typeof postgresDialect>): Db {
  return new Kysely({ dialect: postgresDialect(...given), log: recordErrors });
}

/** `path` may be `:memory:`; such a database begins with `content`, the bytes of another one. */
export function openSqliteDatabase(
  path: string,
  settings: Pick<DatabaseSettings, 'onBroken'> & { content?: Uint8Array | undefined } = {},
): Db {
  const { onBroken, content } = settings;
  return new Kysely({
    dialect: sqliteDialect(path, content),
    log: (event) => {
      recordErrors(event);
      if (event.level === 'error' && isBroken(event.error)) onBroken?.(event.error);
    },
  });
}

function recordErrors(event: LogEvent): void {
  if (event.level === 'error') recordStoreError(event.error);
}

/** The database cannot be used. The message tells the operator what to check. */
export class DatabaseUnusable extends Error {}

/** Throws if the database cannot be used, with the reason in one sentence and without the password. */
export async function reachDatabase(db: Db, { url, dataDir }: DatabaseSettings): Promise<void> {
  let found: Found | undefined;
  try {
    found = await settingsOf(db);
  } catch (cause) {
    const place = url ? `DATABASE_URL: ${addressOf(url)}` : join(dataDir, FILE);
    const help = url
      ? 'see that this PostgreSQL runs and lets this user in, or leave DATABASE_URL out for SQLite'
      : 'see that this user may write to it, or put a backup in its place';
    throw new DatabaseUnusable(`${place} cannot be used (${reasonOf(cause)}): ${help}.`, { cause });
  }
  if (found?.only_reads === 'on') {
    throw new DatabaseUnusable(
      'DATABASE_URL leads to a PostgreSQL that only reads, such as a standby: name the one that writes (docs/operations.md, A second PostgreSQL).',
    );
  }
  if (found?.limit === '0') {
    throw new DatabaseUnusable(
      'DATABASE_URL leads to a pooler that drops statement_timeout, so a statement could hang without end: set it for the role instead (docs/operations.md, PgBouncer).',
    );
  }
}

/** `limit`: that of a statement; `0`: none. */
type Found = { limit: string; only_reads: string };

/** The settings in force on a connection, which may pass through a pooler; undefined on SQLite. */
async function settingsOf(db: Db): Promise<Found | undefined> {
  if (hasOneWriter(db)) {
    await sql`select 1`.execute(db);
    return undefined;
  }
  const { rows } = await sql<Found>`
    select current_setting('statement_timeout') as "limit",
      current_setting('transaction_read_only') as only_reads
  `.execute(db);
  return rows[0];
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
 * Waits until no other transaction has locked this key, and locks it until this transaction ends. It replaces a lock of rows
 * if there is no row yet to lock.
 */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  if (hasOneWriter(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Writes SQLite's log into its file and empties the log, in which deleted data is still readable. PostgreSQL does so by itself. */
export async function emptyLog(db: Db): Promise<void> {
  if (!hasOneWriter(db)) return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** True on SQLite: only one transaction writes at a time, so no rows have to be locked. */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** IOERR, CORRUPT, NOTADB. */
function isBroken(error: unknown): boolean {
  const code: unknown = error instanceof Error && Reflect.get(error, 'errcode');
  return typeof code === 'number' && [10, 11, 26].includes(code & 0xff);
}
