import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely';
import type pg from 'pg';

import type { CommitTogether } from './group-commit.ts';
import { noted } from './store-fault.ts';
import type { Tables, Tx } from './tables.ts';

/**
 * PostgreSQL by its address. A statement that hangs is given up before the visitor is, and a connection that breaks is
 * dropped: the next query opens a new one.
 */
export function openPostgres(
  url: string,
  log: (message: string) => void,
): { dialect: Dialect; commitTogether: CommitTogether } {
  let opened: Promise<pg.Pool> | undefined;
  const pool = () => (opened ??= openPool(url, log));
  const dialect = new PostgresDialect({ pool: async () => notingPool(await pool()) });
  return {
    dialect,
    // Of what it throws nothing is the works' own.
    commitTogether: (works) => noted(pool().then((known) => commitTogether(known, dialect, works))),
  };
}

async function openPool(url: string, log: (message: string) => void): Promise<pg.Pool> {
  // Loaded only where a server is named.
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
    pipeline: true,
  });
  // Without a listener of its own a connection that breaks in the middle of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log(`a database connection broke: ${error.message}`));
    // By default PostgreSQL takes disks for turning ones, and reads a whole table rather than five hundred of its rows.
    client.query('set random_page_cost = 1.1').catch(() => undefined);
  });
  // An idle one: said above.
  pool.on('error', () => undefined);
  return pool;
}

/** Kysely tells of queries that fail, and not of connections. */
function notingPool(pool: pg.Pool): PostgresPool {
  return { options: pool.options, connect: () => noted(pool.connect()), end: () => pool.end() };
}

/**
 * The works run at once: each sends its next statement without waiting for the others' answers, and what is sent in one
 * turn of the loop goes out in one piece.
 */
async function commitTogether<T>(
  pool: pg.Pool,
  dialect: Dialect,
  works: readonly ((tx: Tx) => Promise<T>)[],
): Promise<T[] | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx = transactionOn(client, dialect);
    const outcomes = await Promise.allSettled(works.map((work) => work(tx)));
    const results = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    if (results.length < works.length) {
      // One that cannot be rolled back is thrown away, and PostgreSQL forgets what it wrote.
      await client.query('rollback').catch((error: Error) => (broken = error));
      return undefined;
    }
    // PostgreSQL says ROLLBACK to a commit after a statement failed, even if its work went on regardless.
    const { command } = await client.query('commit');
    return command === 'COMMIT' ? results : undefined;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Kysely over a connection on which a transaction was begun. Kysely's own lets one statement wait for the last. */
function transactionOn(client: pg.PoolClient, dialect: Dialect): Tx {
  const connection: DatabaseConnection = {
    executeQuery: (query) => execute(client, query),
    streamQuery: () => {
      throw new Error('rows of a group are not streamed');
    },
  };
  const executor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), {
    provideConnection: (consumer) => consumer(connection),
  });
  const driver = new DummyDriver();
  return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor }) as Tx;
}

async function execute(client: pg.PoolClient, { sql, parameters }: CompiledQuery) {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const { command, rowCount, rows } = await client.query(sql, [...parameters]);
  const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
  return { rows, ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}
