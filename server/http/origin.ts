import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

/** The addresses to which a browser wants to return after the payment. */
type WantedReturns = { successUrl?: string | undefined; cancelUrl?: string | undefined };

/**
 * The origin to which a payer returns. It refuses wanted addresses of other origins. Of the others only the origin
 * counts, because the server chooses the paths.
 */
export function returnOrigin(
  request: FastifyRequest,
  publicBaseUrl: string | undefined,
  { successUrl, cancelUrl }: WantedReturns,
): string {
  const origin = ownOrigin(request, publicBaseUrl);
  for (const address of [successUrl, cancelUrl]) {
    if (address !== undefined && !isOwn(origin, address)) {
      throw new AppError('foreign-address', 'foreignAddress');
    }
  }
  return origin;
}

/**
 * The origin of this site. A configured origin always counts. Without one (sandbox only) it is the origin of the request,
 * so that a payer at localhost, 127.0.0.1 or a mapped port returns to the origin that has the browser's storage.
 */
function ownOrigin(request: FastifyRequest, publicBaseUrl: string | undefined): string {
  return knownOrigin(publicBaseUrl ?? originAsked(request));
}

/** The origin of this site as a visitor reached it; undefined if the request has no safe one. */
export type OriginOf = (request: FastifyRequest) => string | undefined;

/** Refuses a request without an origin. */
export function knownOrigin(origin: string | undefined): string {
  if (origin === undefined) {
    throw new AppError('foreign-address', () => 'The address of this site could not be read.');
  }
  return origin;
}

/** The origin of a request's address, if it is safe to write into a page. */
export function originAsked({ headers, protocol }: FastifyRequest): string | undefined {
  const host = headers.host ?? '';
  const isHost = /^(?:[a-zA-Z0-9.-]{1,253}|\[[0-9a-fA-F:]{2,45}\])(?::\d{1,5})?$/.test(host);
  return isHost ? `${protocol}://${host}` : undefined;
}

function isOwn(origin: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.origin === origin && url.username === '' && url.password === '';
}
