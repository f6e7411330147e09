import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

/** How often one address may call: so many at once, and so many a second from then on. Generous: a hotel or a university shares one. */
export const limits = {
  read: { atOnce: 100, perSecond: 20 },
  write: { atOnce: 30, perSecond: 30 / 60 },
  payment: { atOnce: 10, perSecond: 10 / 600 },
  /** Its PDF is made anew for each request. */
  receipt: { atOnce: 60, perSecond: 1 },
  upload: { atOnce: 20, perSecond: 20 / 3600 },
  /** Webhooks that nobody signed. A genuine one is given back, so a provider sends as many as it has. */
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

/** Refuses calls of an address beyond its limit. `now` in milliseconds. */
export function limitRates(app: FastifyInstance, now?: () => number): void {
  const buckets = openBuckets(now);
  app.addHook('onRequest', (request, _reply, done) => {
    const { limit } = request.routeOptions.config;
    done(limit && buckets.take(limit, request.ip));
  });
}

/** What each address has left of each limit. `now` in milliseconds. */
export function openBuckets(now = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  return {
    /** Takes one; where none is left, gives the refusal that says after what time there will be. */
    take(limit: Limit, address: string): AppError | undefined {
      const key = keyOf(limit, address);
      const bucket = refilled(buckets.get(key), limits[limit], now());
      // The order of the map is the order of use.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value ?? '');
      if (bucket.left < 1) {
        const retryAfter = Math.ceil((1 - bucket.left) / limits[limit].perSecond);
        const message = 'Too many requests. Please wait a moment.';
        return new AppError('too-many-requests', message, { retryAfter });
      }
      bucket.left -= 1;
      return undefined;
    },
    /** Undoes a `take`. */
    giveBack(limit: Limit, address: string): void {
      const bucket = buckets.get(keyOf(limit, address));
      if (bucket) bucket.left += 1;
    },
  };
}

function keyOf(limit: Limit, address: string): string {
  return `${limit} ${networkOf(address)}`;
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

/** The address; of IPv6 the network, because one visitor has a whole /64 to call from. */
export function networkOf(address: string): string {
  // ::ffff:192.0.2.1 is an IPv4 address on an IPv6 socket.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
