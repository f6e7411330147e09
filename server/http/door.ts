import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/**
 * The listening servers of the process. Their requests go to the newest app, so that other pages and prices need no new
 * process: the port stays open, and each request is answered as a whole by the app that got it.
 */
export type Door = {
  /** Makes the servers of an app: those of the first one listen, and those of later ones never do. */
  makeServer: NonNullable<FastifyHttpOptions<Server>['serverFactory']>;
  /** From now on this app answers. It has to be ready. */
  open: (app: FastifyInstance) => void;
};

export function createDoor(): Door {
  let first: RequestListener | undefined;
  let newest: RequestListener;
  return {
    makeServer(handler, options) {
      // Fastify asks once more with the same handler if a name has two addresses, as localhost has.
      if (first !== undefined && handler !== first) return createServer();
      first = handler;
      newest ??= handler;
      // Fastify hands over all its options.
      const limits = options as Required<FastifyHttpOptions<Server>>;
      const server = createServer(limits.http ?? {}, (request, reply) => newest(request, reply));
      // Fastify sets these itself only on servers of its own.
      server.keepAliveTimeout = limits.keepAliveTimeout;
      server.requestTimeout = limits.requestTimeout;
      server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
      server.setTimeout(limits.connectionTimeout);
      return server;
    },
    open(app) {
      newest = (request, reply) => app.routing(request, reply);
    },
  };
}
