import { sql } from 'kysely';
import { type Clock, systemClock } from '#server/identity.ts';
import { type Db, hasOneWriter } from './database.ts';

export type DatabaseClock = {
  now: Clock;
  /** Asks the database for its time again. */
  sync: () => Promise<void>;
};

/** An answer that took longer says too little about the moment in which it was given. */
const LONGEST_ANSWER_MS = 1000;

/**
 * The database's time, so that servers whose machines disagree about the time agree about leases, quotas and what is due.
 * Between two questions a timer counts on that nobody sets. SQLite is in this process and has its time.
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

/** The database's time in milliseconds, and the moment of this process's timer at which it was that. */
async function timeOf(db: Db): Promise<{ ms: number; at: number; tookMs: number }> {
  const asked = performance.now();
  const { rows } = await sql<{ ms: string }>`
    select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
  const tookMs = performance.now() - asked;
  return { ms: Number(rows[0]?.ms), at: asked + tookMs / 2, tookMs };
}
