import type { FastifyReply } from 'fastify';
import type { Markup } from '#server/markup.ts';
import { gzipped, joined } from './gzip-parts.ts';
import type { PageFrame } from './page-frame.ts';

/** The end of the address of a page for one person. */
export const TOKEN = /^[0-9a-z]{26}$/;

/**
 * Sends a page for one person. Anyone who has the address can read the page, so headers keep it from caches, other sites
 * and search engines.
 */
export function sendPrivatePage(
  reply: FastifyReply,
  frame: PageFrame,
  page: {
    title: string;
    main: Markup;
    status?: number;
    formEndsAt?: readonly string[] | undefined;
  },
): FastifyReply {
  const { title, main, status = 200, formEndsAt } = page;
  const { parts, policy } = frame(title, main, formEndsAt);
  void keptPrivate(reply)
    .code(status)
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', policy);
  // Every browser that accepts brotli also accepts gzip, whose parts need not be compressed again.
  const isCompressed = /\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '');
  if (isCompressed) return reply.header('content-encoding', 'gzip').send(gzipped(parts));
  return reply.send(joined(parts));
}

/** Sends a file for one person to save. */
export function sendPrivateFile(
  reply: FastifyReply,
  { type, fileName, content }: { type: string; fileName: string; content: Uint8Array | string },
): FastifyReply {
  return keptPrivate(reply)
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

export function keptPrivate(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow, noarchive');
}
