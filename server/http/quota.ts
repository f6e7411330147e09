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

type Otherwise<T> = {
  /** What a visitor reads who would go beyond it. */
  message: string;
  /** Seconds. */
  retryAfter: number;
  /** What the work adds to the count; absent: 1. */
  amount?: number;
  /** What can be done without room, because it adds nothing to the count; undefined: nothing, the work is refused. */
  without?: () => Promise<T | undefined>;
};

/**
 * Servers that share a database may together pass a quota by what is under way in them at one moment; what is under
 * way in one server counts there.
 */
export type Quota = {
  /** Does what adds to the count where there is room for it, and refuses it elsewhere. */
  under: <T>(work: () => Promise<T>, otherwise: Otherwise<T>) => Promise<T>;
  /** For what waits until there is. */
  hasRoom: () => Promise<boolean>;
  /** How much counts at this moment; undefined without a quota. */
  level: () => Promise<{ count: number; most: number } | undefined>;
};

const RETRY_MS = 60_000;

/** `whenReached` is told once, and again after a whole time at the earliest: never once a request. */
export function openQuota(
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
    async under(work, { message, retryAfter, amount = 1, without }) {
      if (most === Infinity) return work();
      const claiming = claim(amount);
      claims.add(claiming);
      if (!(await claiming.finally(() => claims.delete(claiming)))) {
        const instead = await without?.();
        if (instead !== undefined) return instead;
        await tell();
        throw new AppError('ceiling-reached', message, { retryAfter });
      }
      try {
        return await work();
      } finally {
        void release(amount);
      }
    },
    async hasRoom() {
      if (most === Infinity || (await countNow()) < most) return true;
      await tell();
      return false;
    },
    level: async () => (most === Infinity ? undefined : { count: await countNow(), most }),
  };
}
