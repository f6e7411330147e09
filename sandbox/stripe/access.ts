import type { FastifyRequest } from 'fastify';
import { API_VERSION } from './events.ts';
import { StripeError } from './stripe-error.ts';

export function checkKey(request: FastifyRequest, secretKey: string): void {
  const sent = keyOf(request.headers.authorization ?? '');
  if (sent === secretKey) return;
  throw new StripeError({
    status: 401,
    type: 'invalid_request_error',
    message: sent
      ? `Invalid API Key provided: ${masked(sent)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });
}

/** Another API version has other parameters, so answering it by this version's rules would hide mistakes. */
export function checkVersion(request: FastifyRequest): void {
  const asked = request.headers['stripe-version'];
  if (asked === undefined || asked === API_VERSION) return;
  throw new StripeError({
    status: 400,
    type: 'invalid_request_error',
    message: `Invalid Stripe API version: ${String(asked)}. This sandbox speaks ${API_VERSION} only.`,
  });
}

function keyOf(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
}
