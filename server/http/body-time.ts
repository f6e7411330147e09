import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to come, in milliseconds, where it is not the usual time. */
    bodyMs?: number;
  }
}

/** For a text of some kilobytes, over any connection that people use. */
const USUAL_MS = 60_000;

/** The longest that any body may take: Node's own limit counts for all requests, and uploads need this much. */
export const LONGEST_BODY_MS = 60 * 60_000;

/** Cuts requests whose bodies come in drops, also where no route waits for them. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    if (length !== undefined || coding !== undefined) {
      const cut = () => raw.socket.destroy();
      const timer = setTimeout(cut, routeOptions.config.bodyMs ?? USUAL_MS).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
