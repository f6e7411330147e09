import { readFileSync } from 'node:fs';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { html, type Markup } from '#server/markup.ts';

/** The styles of the parts below. */
export const LIST_STYLES = readFileSync(
  new URL('list-parts.css', import.meta.url),
  'utf8',
).replaceAll(/\/\*[^]*?\*\/|\n\s*/g, '');

/** The address of a part of a list: entries that are empty, and the first page, are not in it. */
export function listAddress(path: string, entries: Record<string, string>, page: number): string {
  const given = Object.entries({ ...entries, page: page > 1 ? String(page) : '' });
  const query = new URLSearchParams(given.filter(([, value]) => value !== ''));
  return path + (query.size > 0 ? `?${query.toString()}` : '');
}

/** How many are listed; `path` leads back from a search to all. */
export function foundPart(
  { yourAbstract, base }: Content,
  count: number,
  words: { found: string; foundOne: string },
  path?: string,
): Markup {
  const { notFound, clear } = yourAbstract.website.page;
  const found =
    count === 0
      ? notFound
      : count === 1
        ? words.foundOne
        : fillPlaceholders(words.found, { count: String(count) });
  return path === undefined
    ? html`<p class="list-found">${found}</p>`
    : html`<p class="list-found" role="status">
        ${found} <a class="link" href="${base}${path}">${clear}</a>
      </p>`;
}

/** The links to the page before and the next one. */
export function pagesPart(
  { yourAbstract, base }: Content,
  { page, pages }: { page: number; pages: number },
  addressOf: (page: number) => string,
): Markup {
  const said = yourAbstract.website.page;
  const link = (to: number, word: string, rel: string) =>
    to < 1 || to > pages
      ? undefined
      : html`<a class="button secondary" rel="${rel}" href="${base}${addressOf(to)}">${word}</a>`;
  const where = fillPlaceholders(said.pageOf, { page: String(page), pages: String(pages) });
  return html`<nav class="list-pages" aria-label="${where}">
    ${link(page - 1, said.previous, 'prev')} <span>${where}</span>
    ${link(page + 1, said.next, 'next')}
  </nav>`;
}
