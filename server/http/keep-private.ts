import type { FastifyReply } from 'fastify';

/** For an answer whose address is a key: it stays out of caches, of other sites and of search engines. */
export function keepPrivate(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow, noarchive');
}
