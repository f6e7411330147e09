import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { Refusal } from './refusal.ts';

/** /healthz says that the process answers, /readyz that its database does too. */
export function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { schema: { hide: true }, config: { always: true } }, async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', { schema: { hide: true }, config: { always: true } }, async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(db);
    } catch (error) {
      throw new Refusal('store-unavailable', 'The database does not answer.', { cause: error });
    }
    return { status: 'ready' };
  });
}
