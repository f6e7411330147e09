import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

/** The addresses that a browser asks to be led back to. */
type WantedReturns = { successUrl?: string | undefined; cancelUrl?: string | undefined };

/**
 * The origin that a payer is led back to. Wanted addresses that lead anywhere else are refused, and of the others only
 * the origin counts: the paths are ours.
 */
export function returnOrigin(
  request: FastifyRequest,
  publicBaseUrl: string | undefined,
  { successUrl, cancelUrl }: WantedReturns,
): string {
  const origin = ownOrigin(request, publicBaseUrl);
  for (const address of [successUrl, cancelUrl]) {
    if (address !== undefined && !isOwn(origin, address)) {
      throw new AppError('foreign-address', 'The return address does not belong to this site.');
    }
  }
  return origin;
}

/**
 * The origin visitors reach this site at. Configured, it is that one and the request has no say. Without
 * configuration (sandbox only) it is the one the request came to, so that localhost, 127.0.0.1 and a mapped port each
 * send the payer back to where the browser's storage is.
 */
function ownOrigin(request: FastifyRequest, publicBaseUrl: string | undefined): string {
  const origin = publicBaseUrl ?? originAsked(request);
  if (origin === undefined) {
    throw new AppError('foreign-address', 'The address of this site could not be read.');
  }
  return origin;
}

/** The origin that a request came to, if it is one that can be written into a page. */
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
