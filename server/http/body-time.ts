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
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    if (length !== undefined || coding !== undefined) {
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
