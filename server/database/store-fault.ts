/**
 * Every error that a database threw. The code of an error is not enough: a broken connection to a provider or a visitor has
 * the same one.
 */
const thrown = new WeakSet<Error>();

export function recordStoreError(error: unknown): void {
  if (error instanceof Error) thrown.add(error);
}

/** Records an error of `work` as one of the store. */
export async function noted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    recordStoreError(error);
    throw error;
  }
}

/** Whether an error means that the store is unreachable, busy or full. A wrong query is none. */
export function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error) || !thrown.has(error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const sqlite: unknown = Reflect.get(error, 'errcode');
  if (typeof sqlite === 'number') return SQLITE_FAULTS.has(sqlite & 0xff);
  return isStoreAway(error) || (typeof code === 'string' && POSTGRES_FAULT.test(code));
}

/** Whether an error means that PostgreSQL cannot be reached, has ended all connections, or is a standby. */
export function isStoreAway(error: unknown): error is Error {
  if (!(error instanceof Error) || !thrown.has(error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return (typeof code === 'string' && POSTGRES_AWAY.test(code)) || POOL_FAULT.test(error.message);
}

// https://www.sqlite.org/rescode.html: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN.
const SQLITE_FAULTS = new Set([5, 6, 8, 10, 11, 13, 14]);

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection (08), deadlocks and conflicts (40),
// resources (53), a lock that is not available (55P03), operator's intervention and timeouts (57), system (58), a standby
// that only reads (25006); and the operating system's codes for a server that cannot be reached.
const POSTGRES_FAULT = /^(?:40|53|57|58)...$|^55P03$/;
const POSTGRES_AWAY =
  /^08...$|^57P0.$|^25006$|^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
const POOL_FAULT =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/;
