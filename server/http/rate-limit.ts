import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How often one address may call. Generous: a hotel or a university shares one. */
export const limits = {
  read: { max: 100, timeWindow: 5000 },
  write: { max: 30, timeWindow: 60_000 },
  payment: { max: 10, timeWindow: 60_000 },
  upload: { max: 20, timeWindow: 60 * 60_000 },
} as const;
export type Limit = keyof typeof limits;

/** Gives the routes their limits: each route's `config.rateLimit` is one of the above. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, keyGenerator: addressOf });
}

/** The address; of IPv6 the network, because one visitor has a whole /64 to call from. */
function addressOf(request: FastifyRequest): string {
  return request.ip.includes(':') && !request.ip.includes('.')
    ? request.ip.split(':').slice(0, 4).join(':')
    : request.ip;
}
