import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/**
 * PostgreSQL by its address. A statement that hangs is given up before the visitor is, and a connection that breaks
 * while idle is dropped: the next query opens a new one.
 */
export function postgresDialect(url: string, log: (message: string) => void): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 8000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'plenary',
  });
  pool.on('error', (error) => log(`an idle database connection broke: ${error.message}`));
  return new PostgresDialect({ pool });
}
