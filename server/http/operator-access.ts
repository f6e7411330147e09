import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

/** Whether a request may see what is for the operator only. */
export type OperatorAccess = (request: FastifyRequest) => boolean;

/**
 * With a token: whoever brings it. Without one: programs on this machine, as long as no public address is set; behind a
 * proxy on the same machine everybody comes from there.
 */
export function operatorAccess(
  token: string | undefined,
  publicBaseUrl: string | undefined,
): OperatorAccess {
  if (token !== undefined) {
    const expected = digest(`Bearer ${token}`);
    return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
  }
  const isLocal = isOnThisMachine(publicBaseUrl);
  return ({ headers, raw }) =>
    isLocal && isLoopback(raw.socket.remoteAddress ?? '') && !isForwarded(headers);
}

/** To everybody else these routes are addresses that are not there. */
export function onlyForOperators(
  hasOperatorAccess: OperatorAccess,
  routes: FastifyPluginAsync,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!hasOperatorAccess(request)) return reply.callNotFound();
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
