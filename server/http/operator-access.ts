import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

/** Whether a request may see pages and facts for the operator. */
export type OperatorAccess = (request: FastifyRequest) => boolean;

/**
 * With a token, requests that send it have access. Without one, programs on this machine have access while no public
 * address is set: behind a proxy on this machine, every request would seem to come from it.
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

/** Other callers get the answer for unknown addresses. */
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

/** Whether the settings have no public address, so that visitors are on this machine only. */
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
