import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import type * as z from 'zod/mini';

/** A call whose body has this shape. */
export function postCall<Body extends z.ZodMiniType>(
  app: FastifyInstance,
  path: string,
  body: Body,
  answer: (body: z.output<Body>, reply: FastifyReply) => Promise<unknown>,
  options?: { bodyLimit?: number; config?: FastifyContextConfig },
): void {
  const schema = { body };
  app.post(path, { schema, ...options }, (request, reply) =>
    // Fastify has checked the body by this schema.
    answer(request.body as z.output<Body>, reply),
  );
}
