import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to come, in milliseconds, where it is not the usual time. */
    bodyMs?: number;
  }
}

/** The longest that any body may take: Node's own limit counts for all requests, and uploads need this much. */
export const LONGEST_BODY_MS = 60 * 60_000;

/** Refuses requests whose bodies come in drops, also where no route waits for them. */
export function limitBodyTime(
  app: FastifyInstance,
  usualMs: number,
  refuseLate: (socket: Socket) => void,
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (hasBody(raw)) {
      const cut = () => {
        if (raw.complete) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else refuseLate(raw.socket);
      };
      const timer = setTimeout(cut, routeOptions.config.bodyMs ?? usualMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
