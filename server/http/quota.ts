import type { Clock } from '#server/identity.ts';
import { AppError } from '#server/errors.ts';

/** How much of something costly everybody together may have within a time. */
export type Bound = {
  /** Infinity: there is no quota, and nothing is counted. */
  most: number;
  withinMs: number;
  /** How much there was since a moment, by the tables: of every server on them, and from before a restart too. */
  count: (since: Date) => Promise<number>;
};

/**
 * Servers that share a database may together pass a quota by what is under way in them at one moment; what is under
 * way in one server counts there.
 */
export type Quota = {
  /**
   * A place for `amount` (1) of what is counted; undefined if there is none, and then the organiser is told. To be kept
   * with `using` until the tables count it, or until it failed.
   */
  reserve: (amount?: number) => Promise<Disposable | undefined>;
  /** For what waits until there is. */
  hasRoom: () => Promise<boolean>;
  /** How much counts at this moment; undefined without a quota. */
  level: () => Promise<{ count: number; most: number } | undefined>;
};

/** The refusal of what goes beyond a quota; `retryAfter` in seconds. */
export function quotaReached(message: string, retryAfter: number): AppError {
  return new AppError('quota-reached', message, { retryAfter });
}

const RETRY_MS = 60_000;

/** `whenReached` is told once, and again after a whole time at the earliest: never once a request. */
export function createQuota(
  { most, withinMs, count }: Bound,
  clock: Clock,
  whenReached: () => Promise<void>,
): Quota {
  let underWay = 0;
  let toldAt = -Infinity;
  const claims = new Set<Promise<boolean>>();

  const countNow = () => count(new Date(clock().getTime() - withinMs));
  async function claim(amount: number): Promise<boolean> {
    if ((await countNow()) + underWay + amount > most) return false;
    underWay += amount;
    return true;
  }
  /** A count that began before a work was committed does not have it: the work is under way until that count is used. */
  async function release(amount: number): Promise<void> {
    await Promise.allSettled(claims);
    underWay -= amount;
  }
  const tell = async () => {
    const now = clock().getTime();
    if (now - toldAt < withinMs) return;
    toldAt = now;
    // The visitor is refused whether or not the mail could be written. It is tried again a minute later.
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
