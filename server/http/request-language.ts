import type { FastifyRequest } from 'fastify';
import { type Content, inLanguage, languagesOf } from '#contract/content.ts';

/**
 * The content in the language of a request: the first tag of Accept-Language, which the pages of the site set to their own
 * language. `de-CH` finds `de`; any other language is the first of the conference.
 */
export function inRequestLanguage(content: Content, { headers }: FastifyRequest): Content {
  const [typed = ''] = (headers['accept-language'] ?? '').split(/[,;]/);
  const tag = typed.trim().toLowerCase();
  const known = languagesOf(content);
  const language =
    known.find((each) => each.toLowerCase() === tag) ??
    known.find((each) => tag.startsWith(`${each.toLowerCase()}-`));
  return language === undefined ? content : inLanguage(content, language);
}
