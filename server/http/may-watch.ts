import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

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
  const isLocal = publicBaseUrl === undefined || isLoopback(new URL(publicBaseUrl).hostname);
  return ({ headers, raw }) =>
    isLocal && isLoopback(raw.socket.remoteAddress ?? '') && !isForwarded(headers);
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
