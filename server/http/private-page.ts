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
    script?: string | undefined;
  },
): FastifyReply {
  const { title, main, status = 200, formEndsAt, script } = page;
  const { parts, policy } = frame(title, main, formEndsAt, script);
  // Every browser that accepts brotli also accepts gzip, whose parts need not be compressed again.
  const isCompressed = /\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '');
  const headers = headersOf(policy, isCompressed);
  const bytes = isCompressed ? gzipped(parts) : joined(parts);
  if (status === 200) return reply.sendReady({ status, headers, bytes });
  // A refusal may have headers of its own.
  return reply.code(status).headers(headers).send(bytes);
}

const headersMade = new Map<string, Readonly<Record<string, string>>>();

/** The headers of pages with a policy: there is one for each language and each list of ends of a form. */
function headersOf(policy: string, isCompressed: boolean): Readonly<Record<string, string>> {
  const key = `${isCompressed} ${policy}`;
  const headers = headersMade.get(key) ?? {
    ...KEPT_PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
    'content-security-policy': policy,
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  };
  headersMade.set(key, headers);
  return headers;
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

const KEPT_PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

export function keptPrivate(reply: FastifyReply): FastifyReply {
  return reply.headers(KEPT_PRIVATE);
}
