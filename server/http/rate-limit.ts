import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { networkOf } from './visitor-address.ts';

/** The calls of one network: `atOnce` immediately, then `perSecond`. The limits are high, because a whole hotel or university may share one network. */
export const limits = {
  read: { atOnce: 100, perSecond: 20 },
  write: { atOnce: 60, perSecond: 30 / 60 },
  /** Against floods only: payments/payment-quota.ts limits unpaid payments. */
  payment: { atOnce: 60, perSecond: 1 / 30 },
  /** The acts by one link to the page of a participant or of an abstract. */
  link: { atOnce: 200, perSecond: 200 / 3600 },
  /** Each request makes the PDF again. */
  receipt: { atOnce: 60, perSecond: 1 },
  /** Each entry of the waiting list sends a mail and may keep a place from others for two days. */
  joining: { atOnce: 10, perSecond: 10 / 3600 },
  /** Wrong membership numbers of one network, and of everybody: a list of members is no public list. */
  membership: { atOnce: 10, perSecond: 10 / 3600 },
  memberships: { atOnce: 200, perSecond: 200 / 3600 },
  /** Refused log-ins of colleagues from one network, and those of everybody that the log keeps. */
  logIn: { atOnce: 20, perSecond: 20 / 3600 },
  logIns: { atOnce: 100, perSecond: 100 / 3600 },
  /** An institute may send all its abstracts in the last evening. Quotas limit everybody together. */
  upload: { atOnce: 80, perSecond: 80 / 3600 },
  /** Webhooks that the server checks at PayPal, by their sender or by the payment that they name. A genuine one does not count. */
  badSignature: { atOnce: 10, perSecond: 1 / 60 },
} as const;
export type Limit = keyof typeof limits;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** All routes with the same limit count together. */
    limit?: Limit;
  }
}

/** Bounds the memory in a flood from many addresses: the bucket that was unused for the longest time is removed. */
const MOST_BUCKETS = 50_000;

/** Refuses calls of a network beyond its limit. `now` in milliseconds. */
export function limitRates(app: FastifyInstance, now?: () => number): void {
  const buckets = createBuckets(now);
  app.addHook('onRequest', (request, _reply, done) => {
    const { limit } = request.routeOptions.config;
    done(limit && buckets.take(limit, networkOf(request.ip)));
  });
}

/** Limits the POSTs by one link, from any network: a link may be in many hands. */
export function limitLinks(app: FastifyInstance): void {
  const buckets = createBuckets();
  app.addHook('onRequest', async ({ method, params }: FastifyRequest) => {
    if (method !== 'POST' || !hasToken(params)) return;
    const refusal = buckets.take('link', params.token);
    if (refusal) throw refusal;
  });
}

function hasToken(params: unknown): params is { token: string } {
  return typeof params === 'object' && params !== null && 'token' in params;
}

/** Token buckets: one for each limit and each network or other name. `now` is in milliseconds. */
export function createBuckets(now = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  return {
    /** Takes one token. Without a token it returns the refusal with the time to wait. */
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

/** The refusal of a call; `seconds` until the next one is allowed. */
export function tooManyRequests(seconds: number): AppError {
  const retryAfter = Math.ceil(seconds);
  return new AppError('too-many-requests', 'tooManyRequests', { retryAfter });
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
