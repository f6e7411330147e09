import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Call, ReplyOf } from '#contract/call.ts';
import { ErrorReply } from '#contract/errors.ts';
import { AppError } from '#server/errors.ts';
import type { Limit } from './rate-limit.ts';

type Received<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType
  ? z.output<C[K]>
  : undefined;

/** A request after its schema has parsed it: handlers check nothing again. */
export type ParsedRequest<C extends Call> = {
  params: Received<C, 'params'>;
  query: Received<C, 'query'>;
  body: Received<C, 'body'>;
  http: FastifyRequest;
};

/** Registers the route of a call of the contract, whose schemas check the input and the reply. */
export function answer<C extends Call>(
  app: FastifyInstance,
  call: C,
  limit: Limit,
  handler: (request: ParsedRequest<C>) => Promise<ReplyOf<C>>,
  /** For the one call whose page shows the text of a refusal unchanged. */
  { errorsAsText = false } = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { limit, errorsAsText },
    schema: {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: { 200: call.reply, '4xx': ErrorReply, '5xx': ErrorReply },
    },
    handler: async (http, reply) => {
      void reply.header('cache-control', 'no-store');
      const { params, query, body } = http;
      return handler({ params, query, body, http } as ParsedRequest<C>);
    },
  });
}

/** Refuses a filled-in honeypot. A browser may have filled it in, so the message says what the visitor can do. */
export function rejectHoneypot({ reserved }: { reserved?: string | undefined }): void {
  if (reserved) throw new AppError('bad-request', 'honeypot');
}
