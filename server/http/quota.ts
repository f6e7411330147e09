import type { Clock } from '#server/identity.ts';
import { AppError, type Said } from '#server/errors.ts';

/** The limit of something costly, for all visitors together, within a time. */
export type Bound = {
  /** Infinity: no quota, and nothing is counted. */
  most: number;
  withinMs: number;
  /** Counts in the tables since a moment, which includes other servers and the time before a restart. */
  count: (since: Date) => Promise<number>;
};

/**
 * Each server also counts its own work in progress. It does not see the work in progress of other servers on the same
 * database, so together they may exceed a quota by that work.
 */
export type Quota = {
  /**
   * Reserves `amount` of the quota, by default 1; undefined if the quota is reached, and then it tells the organiser. The
   * caller keeps the result with `using` until the work is in the tables or has failed.
   */
  reserve: (amount?: number) => Promise<Disposable | undefined>;
  /** For work that waits until the quota has room. */
  hasRoom: () => Promise<boolean>;
  /** The present count; undefined without a quota. */
  level: () => Promise<{ count: number; most: number } | undefined>;
};

/** The error of a reached quota; `retryAfter` in seconds. */
export function quotaReached(
  said: Said,
  retryAfter: number,
  values: Readonly<Record<string, string>> = {},
): AppError {
  return new AppError('quota-reached', said, { retryAfter, values });
}

const RETRY_MS = 60_000;

/** Calls `whenReached` when the quota is reached, at most once within `withinMs`. */
export function createQuota(
  { most, withinMs, count }: Bound,
  clock: Clock,
  whenReached: () => Promise<void>,
): Quota {
  let inProgress = 0;
  let toldAt = -Infinity;
  const claims = new Set<Promise<boolean>>();

  const countNow = () => count(new Date(clock().getTime() - withinMs));
  async function claim(amount: number): Promise<boolean> {
    if ((await countNow()) + inProgress + amount > most) return false;
    inProgress += amount;
    return true;
  }
  /** A count that began before a commit does not include it: the work counts as in progress until that count has ended. */
  async function release(amount: number): Promise<void> {
    await Promise.allSettled(claims);
    inProgress -= amount;
  }
  const tell = async () => {
    const now = clock().getTime();
    if (now - toldAt < withinMs) return;
    toldAt = now;
    // The visitor is refused even if the mail fails. The next try is a minute later.
    await whenReached().catch(() => (toldAt = now - withinMs + RETRY_MS));
  };

  return {
    async reserve(amount = 1) {
      if (most === Infinity) return { [Symbol.dispose]: () => undefined };
      const claiming = claim(amount);
      claims.add(claiming);
      if (await claiming.finally(() => claims.delete(claiming))) {
        return { [Symbol.dispose]: () => void release(amount) };
      }
      await tell();
      return undefined;
    },
    async hasRoom() {
      if (most === Infinity || (await countNow()) < most) return true;
      await tell();
      return false;
    },
    level: async () => (most === Infinity ? undefined : { count: await countNow(), most }),
  };
}
