import { sql } from 'kysely';
import { type Clock, systemClock } from '#server/identity.ts';
import { type Db, hasOneWriter } from './database.ts';

export type DatabaseClock = {
  now: Clock;
  /** Asks the database for its time again. */
  sync: () => Promise<void>;
};

/** A slower answer is ignored: its moment is too uncertain. */
const LONGEST_ANSWER_MS = 1000;

/**
 * The database's time, so that servers on machines with different clocks agree about leases, quotas and due jobs. Between
 * two questions the clock counts with performance.now(), which no change of the system's time affects. SQLite runs in this
 * process, so the system's clock is enough.
 */
export async function createDatabaseClock(db: Db): Promise<DatabaseClock> {
  if (hasOneWriter(db)) return { now: systemClock, sync: async () => undefined };
  let known = await timeOf(db);
  return {
    now: () => new Date(known.ms + performance.now() - known.at),
    async sync() {
      const time = await timeOf(db);
      if (time.tookMs <= LONGEST_ANSWER_MS) known = time;
    },
  };
}

/** The database's time in milliseconds, and the value of performance.now() at that time. */
async function timeOf(db: Db): Promise<{ ms: number; at: number; tookMs: number }> {
  const asked = performance.now();
  const { rows } = await sql<{ ms: string }>`
    select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
  const tookMs = performance.now() - asked;
  return { ms: Number(rows[0]?.ms), at: asked + tookMs / 2, tookMs };
}
