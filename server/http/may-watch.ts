import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

/** Whether a request may see what is for the operator only. */
export type MayWatch = (request: FastifyRequest) => boolean;

/**
 * With a token: whoever brings it. Without one: programs on this machine, as long as no public address is set; behind a
 * proxy on the same machine everybody comes from there.
 */
export function watchers(token: string | undefined, publicBaseUrl: string | undefined): MayWatch {
  if (token !== undefined) {
    const expected = digest(`Bearer ${token}`);
    return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
  }
  const isLocal = isOnThisMachine(publicBaseUrl);
  return ({ headers, raw }) =>
    isLocal && isLoopback(raw.socket.remoteAddress ?? '') && !isForwarded(headers);
}

/** To everybody else these routes are addresses that are not there. */
export function onlyForWatchers(
  mayWatch: MayWatch,
  routes: FastifyPluginAsync,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!mayWatch(request)) return reply.callNotFound();
    });
    await app.register(routes);
  };
}

/** Whether visitors see the site on this machine only, as far as the settings tell. */
export function isOnThisMachine(publicBaseUrl: string | undefined): boolean {
  return publicBaseUrl === undefined || isLoopback(new URL(publicBaseUrl).hostname);
}

function isForwarded(headers: FastifyRequest['headers']): boolean {
  return ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers);
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127\.[\d.]+|\[?::1\]?)$/.test(host);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
