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
  /** Milliseconds until the first check. */
  firstMs?: number;
  /** How often the server checks whether the job is due. */
  askMs?: number;
  /** The length of the lease. The others wait for this time after the death of its holder, who renews it three times as often. */
  leaseMs?: number;
};

/**
 * Like `every` for all servers on a database together: one server at a time runs the job, and none runs it again before
 * `intervalMs` are over. The signal is aborted by `stop`, and when another server has taken the lease.
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
        // After a stop another server continues the work at once.
        await renewLease(db, lease, clock, stopping.aborted ? 0 : intervalMs - askMs / 2);
      }
    },
    onError,
    { firstMs },
  );
}
