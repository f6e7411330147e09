import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Db, hasOneWriter } from '#server/database/database.ts';
import type { AppError } from '#server/errors.ts';
import type { Clock } from '#server/identity.ts';
import { type Limit, limits, tooManyRequests } from './rate-limit.ts';
import { networkOf } from './visitor-address.ts';

/** The limits of calls that cost money or send mails. */
const SHARED: readonly Limit[] = ['write', 'payment'];

export type SharedLimits = {
  db: Db;
  clock: Clock;
  networkDigest: (network: string) => string;
};

/**
 * Lets a network have no more payments and mails from several servers than from one: a limit of each process would be
 * multiplied by their number. Behind the limits of the process, so that a flood is no flood of writes.
 */
export function shareRates(app: FastifyInstance, shared: SharedLimits): void {
  // On SQLite there is one process, whose own limits are all there are.
  if (hasOneWriter(shared.db)) return;
  app.addHook('onRequest', async (request) => {
    const { limit } = request.routeOptions.config;
    if (limit === undefined || !SHARED.includes(limit)) return;
    const refusal = await takeShared(shared, limit, networkOf(request.ip));
    if (refusal) throw refusal;
  });
}

/**
 * Takes one from the token bucket of a network in the database, in one statement (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm);
 * where none is left, gives the refusal that says after what time there will be.
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

/** A parameter that either engine takes for a number, however long. */
function bigint(value: number) {
  return sql`cast(${value} as bigint)`;
}

/** Removes what says no more than a row that is not there. */
export async function forgetFullBuckets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('full_at', '<=', now.getTime()).execute();
}
