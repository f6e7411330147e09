import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { noted } from './store-fault.ts';

/**
 * Opens PostgreSQL by its address. A statement that hangs ends before the visitor's time limit, and a connection that
 * breaks is dropped: the next query opens a new one.
 */
export function postgresDialect(url: string, log: (message: string) => void): Dialect {
  return new PostgresDialect({ pool: async () => recordingPool(await createPool(url, log)) });
}

async function createPool(url: string, log: (message: string) => void): Promise<pg.Pool> {
  // Loaded only if the settings name a PostgreSQL.
  const { Pool } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 8000,
    lock_timeout: 4000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'plenary',
  });
  // Without this listener, a connection that breaks in a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log(`a database connection broke: ${error.message}`));
    // The default assumes a hard disk: PostgreSQL would read a whole table instead of five hundred rows by an index.
    client.query('set random_page_cost = 1.1').catch(() => undefined);
  });
  // The pool reports errors of idle connections, which the listener above has already logged.
  pool.on('error', () => undefined);
  return pool;
}

/** Kysely reports failed queries, but not failed connections. */
function recordingPool(pool: pg.Pool): PostgresPool {
  return { options: pool.options, connect: () => noted(pool.connect()), end: () => pool.end() };
}
