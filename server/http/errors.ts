import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStoreFault } from '#server/database/store-fault.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    refusalsAsText?: boolean;
  }
  interface FastifyRequest {
    /** The code of the refusal that it was answered with; empty without one. */
    refusalCode: string;
  }
}

/** Turns everything that is thrown into an answer: a refusal says why, a fault gives only its number. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest('refusalCode', '');
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = asRefusal(error, request);
    note(request, error, refusal);
    return refuse(request, reply, refusal);
  });
}

export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  request.refusalCode = refusal.code;
  // An answer before the body was read would leave the connection dead for its next request.
  if (!request.raw.complete) void reply.header('connection', 'close');
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  void reply.code(refusal.status).header('cache-control', 'no-store');
  if (request.routeOptions.config.refusalsAsText) {
    return reply.type('text/plain; charset=utf-8').send(refusal.message);
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(refusal.body));
}

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (isStoreFault(error)) {
    return new Refusal(
      'store-unavailable',
      'We cannot save anything at the moment. Nothing was charged; please try again in a minute.',
      { retryAfter: 10 },
    );
  }
  // Fastify's own limit on a handler, which waits for the body too.
  if (error.statusCode === 503 && !request.raw.complete) {
    return new Refusal('timed-out', 'The request did not arrive in time.');
  }
  // Something behind us is slow, and the visitor should not wait.
  if (error.statusCode === 503) {
    return new Refusal(
      'too-slow',
      'This takes too long at the moment. Please try again in a minute.',
      {
        retryAfter: 30,
      },
    );
  }
  if (error.statusCode !== undefined && error.statusCode < 500) return framework(error.statusCode);
  return new Refusal(
    'fault',
    `Something went wrong on our side. Please write to us and quote ${request.id}.`,
  );
}

/** Fastify's own errors, in our words: theirs may quote the input. */
function framework(status: number): Refusal {
  if (status === 413) return new Refusal('too-large', 'The request is too large.');
  if (status === 415) return new Refusal('unsupported-type', 'Please send JSON.');
  if (status === 429) {
    return new Refusal('too-many-requests', 'Too many requests. Please wait a moment.');
  }
  return new Refusal('bad-request', 'The request could not be read.');
}

/** A fault is for a person to mend, with all that is known; an outage is a line that says who was away. */
function note(request: FastifyRequest, error: Error, { code, status }: Refusal): void {
  if (hasLeft(request)) return request.log.info('the visitor left in the middle of the request');
  if (code === 'fault') return request.log.error({ err: error }, 'a request failed');
  if (status >= 500) request.log.warn({ code, why: wordsOf(error) }, 'a request was put off');
}

function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** What happened, and what that came from; a refusal's own words are for visitors. */
function wordsOf(error: Error): string {
  const words: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof Refusal)) words.push(cause.message);
  }
  return words.join(': ').slice(0, 300);
}
