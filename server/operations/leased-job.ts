import type { Db } from '#server/database/database.ts';
import { renewLease, takeLease } from '#server/database/leases.ts';
import { every } from './every.ts';
import type { Clock } from '#server/identity.ts';

export type LeasedJob = {
  db: Db;
  clock: Clock;
  /** The id of this server. */
  holder: string;
  /** The name of the job, the same on every server. */
  name: string;
};

type Options = {
  /** Milliseconds until this server asks for the first time. */
  firstMs?: number;
  /** How often it asks whether the job is due. */
  askMs?: number;
  /** How long the lease of a server that died keeps the others from the job. It is renewed three times as often. */
  leaseMs?: number;
};

/**
 * Like `every`, for all servers on a database together: one of them at a time does the job, and none does it again before
 * `intervalMs` are over. The signal is aborted at `stop`, and when another server has taken the job over.
 */
export function everyByOne(
  lease: LeasedJob,
  intervalMs: number,
  job: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { firstMs = 0, askMs = Math.min(intervalMs, 10_000), leaseMs = 60_000 }: Options = {},
): { stop: () => Promise<void> } {
  const { db, clock } = lease;
  return every(
    askMs,
    async (stopping) => {
      if (!(await takeLease(db, lease, clock, leaseMs))) return;
      const lost = new AbortController();
      const renewing = every(
        leaseMs / 3,
        async () => {
          if (!(await renewLease(db, lease, clock, leaseMs))) lost.abort();
        },
        onError,
      );
      try {
        await job(AbortSignal.any([stopping, lost.signal]));
      } finally {
        await renewing.stop();
        // The next holder continues at once with work that was broken off.
        await renewLease(db, lease, clock, stopping.aborted ? 0 : intervalMs - askMs / 2);
      }
    },
    onError,
    { firstMs },
  );
}
