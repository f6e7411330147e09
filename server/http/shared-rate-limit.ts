import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Db, hasOneWriter } from '#server/database/database.ts';
import type { AppError } from '#server/errors.ts';
import type { Clock } from '#server/identity.ts';
import { type Limit, limits, tooManyRequests } from './rate-limit.ts';
import { networkOf } from './visitor-address.ts';

/** The calls that may cost money or send a mail. */
const SHARED: readonly Limit[] = ['write', 'payment', 'joining'];

export type SharedLimits = {
  db: Db;
  clock: Clock;
  networkDigest: (network: string) => string;
};

/**
 * Limits a network over all servers together, because separate limits of each server would add up. The limits of the
 * process come first, so that a flood does not cause a flood of database writes.
 */
export function shareRates(app: FastifyInstance, shared: SharedLimits): void {
  // On SQLite there is only one server, so the limits of the process are enough.
  if (hasOneWriter(shared.db)) return;
  app.addHook('onRequest', async (request) => {
    const { limit } = request.routeOptions.config;
    if (limit === undefined || !SHARED.includes(limit)) return;
    const refusal = await takeShared(shared, limit, networkOf(request.ip));
    if (refusal) throw refusal;
  });
}

/**
 * Takes one from the token bucket of a network in the database, in one statement (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
 * Without a token it returns the refusal with the time to wait.
 */
export async function takeShared(
  { db, clock, networkDigest }: SharedLimits,
  limit: Limit,
  network: string,
): Promise<AppError | undefined> {
  const key = networkDigest(`${limit} ${network}`);
  const now = clock().getTime();
  const perOne = Math.round(1000 / limits[limit].perSecond);
  const latest = now + (limits[limit].atOnce - 1) * perOne;
  const { rows } =
    await sql`insert into rate_limits (key, full_at) values (${key}, ${bigint(now + perOne)})
      on conflict (key) do update set full_at = ${bigint(perOne)} +
        case when rate_limits.full_at > ${bigint(now)} then rate_limits.full_at else ${bigint(now)} end
      where rate_limits.full_at <= ${bigint(latest)}
      returning full_at`.execute(db);
  if (rows.length > 0) return undefined;
  const known = await db
    .selectFrom('rate_limits')
    .select('full_at')
    .where('key', '=', key)
    .executeTakeFirst();
  // PostgreSQL gives such numbers as text.
  return tooManyRequests(Math.max(1, (Number(known?.full_at ?? now) - latest) / 1000));
}

/** A parameter that both engines read as a 64-bit number. */
function bigint(value: number) {
  return sql`cast(${value} as bigint)`;
}

/** Removes full buckets: a missing row means the same. */
export async function forgetFullBuckets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('full_at', '<=', now.getTime()).execute();
}
