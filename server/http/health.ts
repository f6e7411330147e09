import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { OperatorAccess } from './operator-access.ts';
import { AppError } from '#server/errors.ts';

/** What the server can do without for a while; each says whether it is well. */
export type Checks = Record<string, () => Promise<boolean>>;

const CHECK_MS = 2000;

/**
 * /healthz says that the process answers, /readyz that its database does too. What else is not well makes it `degraded`:
 * visitors are still served. Which part it is is told to whoever may watch, and no version or count to anybody.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, checks, hasOperatorAccess }: { db: Db; checks: Checks; hasOperatorAccess: OperatorAccess },
): void {
  const options = { config: { always: true } };
  app.get('/healthz', options, async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get(
    '/readyz',
    { ...options, config: { always: true, limit: 'read' } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!(await inTime(async () => Boolean(await sql`select 1`.execute(db))))) {
        throw new AppError('store-unavailable', 'The database does not answer.', {
          retryAfter: 10,
        });
      }
      const parts = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await inTime(check)] as const),
      );
      const status = parts.every(([, isWell]) => isWell) ? 'ready' : 'degraded';
      return hasOperatorAccess(request) ? { status, ...Object.fromEntries(parts) } : { status };
    },
  );
}

/** What fails or hangs is not well. */
async function inTime(check: () => Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CHECK_MS);
  try {
    return await Promise.race([check().catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
