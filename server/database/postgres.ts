import { Socket } from 'node:net';
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { noted } from './store-fault.ts';

/**
 * Opens PostgreSQL by its address. A statement that hangs ends before the visitor's time limit, and a connection that
 * breaks is dropped: the next query opens a new one.
 */
export function postgresDialect(
  url: string,
  log: (message: string) => void,
  silenceMs = SILENCE_MS,
): Dialect {
  return new PostgresDialect({
    pool: async () => recordingPool(await createPool(url, log, silenceMs)),
  });
}

/** Longer than PostgreSQL lets a statement run. */
const SILENCE_MS = 10_000;

async function createPool(
  url: string,
  log: (message: string) => void,
  silenceMs: number,
): Promise<pg.Pool> {
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
    endIfSilent(socketOf(client));
    // The default assumes a hard disk: PostgreSQL would read a whole table instead of five hundred rows by an index.
    client.query('set random_page_cost = 1.1').catch(() => undefined);
  });
  // The pool reports errors of idle connections, which the listener above has already logged.
  pool.on('error', () => undefined);
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(silenceMs));
  pool.on('release', (_, client) => socketOf(client)?.setTimeout(0));
  return pool;
}

/**
 * Ends a connection on which no answer comes: the machine of PostgreSQL is gone without a word, and TCP would try for a
 * quarter of an hour, or a commit waits for a standby, which no limit of PostgreSQL ends.
 */
function endIfSilent(socket: Socket | undefined): void {
  socket?.on('timeout', () => {
    const { bytesRead } = socket;
    // After a pause of this process an answer may have come that is not read yet.
    setTimeout(() => {
      if (socket.bytesRead > bytesRead) return;
      socket.destroy(new Error('Connection terminated, because no answer came'));
    }, 1000).unref();
  });
}

/** The types of pg leave it out. */
function socketOf(client: pg.PoolClient): Socket | undefined {
  const socket: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  return socket instanceof Socket ? socket : undefined;
}

/** Kysely reports failed queries, but not failed connections. */
function recordingPool(pool: pg.Pool): PostgresPool {
  return { options: pool.options, connect: () => noted(pool.connect()), end: () => pool.end() };
}
