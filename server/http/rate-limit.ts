import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';
import { networkOf } from './visitor-address.ts';

/** How often one network may call: so many at once, and so many a second from then on. Generous: a hotel or a university shares one. */
export const limits = {
  read: { atOnce: 100, perSecond: 20 },
  write: { atOnce: 60, perSecond: 30 / 60 },
  /** Against floods only; what is begun and not paid counts in payments/payment-quota.ts. */
  payment: { atOnce: 60, perSecond: 1 / 30 },
  /** Its PDF is made again for each request. */
  receipt: { atOnce: 60, perSecond: 1 },
  upload: { atOnce: 20, perSecond: 20 / 3600 },
  /** Webhooks about which PayPal is asked, by their sender or by the payment that they name. A genuine one is given back. */
  badSignature: { atOnce: 10, perSecond: 1 / 60 },
} as const;
export type Limit = keyof typeof limits;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls of one kind count together, whichever they are. */
    limit?: Limit;
  }
}

/** A flood from ever new addresses must not become a flood of memory: then the longest unseen is forgotten. */
const MOST_BUCKETS = 50_000;

/** Refuses calls of a network beyond its limit. `now` in milliseconds. */
export function limitRates(app: FastifyInstance, now?: () => number): void {
  const buckets = createBuckets(now);
  app.addHook('onRequest', (request, _reply, done) => {
    const { limit } = request.routeOptions.config;
    done(limit && buckets.take(limit, networkOf(request.ip)));
  });
}

/** The rest of each limit that each network, or whoever else is named, has left. `now` is in milliseconds. */
export function createBuckets(now = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  return {
    /** Takes one; where none is left, gives the refusal that says after what time there will be. */
    take(limit: Limit, who: string): AppError | undefined {
      const key = `${limit} ${who}`;
      const bucket = refilled(buckets.get(key), limits[limit], now());
      // The order of the map is the order of use.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value ?? '');
      if (bucket.left < 1) {
        return tooManyRequests((1 - bucket.left) / limits[limit].perSecond);
      }
      bucket.left -= 1;
      return undefined;
    },
    /** Undoes a `take`. */
    giveBack(limit: Limit, who: string): void {
      const bucket = buckets.get(`${limit} ${who}`);
      if (bucket) bucket.left += 1;
    },
  };
}

/** `seconds` until there is one again. */
export function tooManyRequests(seconds: number): AppError {
  const retryAfter = Math.ceil(seconds);
  const message = 'Too many requests. Please wait a moment.';
  return new AppError('too-many-requests', message, { retryAfter });
}

type Bucket = { left: number; at: number };

function refilled(
  bucket: Bucket | undefined,
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  at: number,
): Bucket {
  if (!bucket) return { left: atOnce, at };
  return { left: Math.min(atOnce, bucket.left + ((at - bucket.at) / 1000) * perSecond), at };
}
