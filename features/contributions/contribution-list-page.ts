import { setImmediate } from 'node:timers/promises';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { hasWords, searchable, searchWords } from '#contract/person-name.ts';
import { slotWords } from '#features/programme/slots.ts';
import type { Db } from '#server/database/database.ts';
import { html, type Markup } from '#server/markup.ts';
import { plainTexts } from './contributions.ts';
import { contributionPath } from './contribution-address.ts';
import { kindKey, kindWords } from './presentation-kinds.ts';
import { sessionOf } from './contribution-page.ts';
import type { Publication, PublishedContribution } from './published-contributions.ts';

/** A search, by the names of the fields of its form; an empty text chooses everything. */
export type ListSearch = { q: string; session: string; kind: string; page: number };

const PER_PAGE = 100;

/** The contributions that a search has found, by session. The form works without scripts, and its address can be kept. */
export function contributionListPage(
  content: Content,
  { list }: Publication,
  { found, search }: { found: readonly PublishedContribution[]; search: ListSearch },
): Markup {
  const said = content.yourAbstract.website.page;
  const pages = pagesFor(found);
  const { page } = search;
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return html`${headOf(content, list.length === 0 ? said.empty : said.intro)}
    <div class="page contributions">
      ${list.length > 1 ? searchForm(content, list, search) : undefined}
      ${isSearched(search) ? foundPart(content, found.length) : undefined}
      ${Array.from(
        Map.groupBy(shown, ({ sessionId }) => sessionId),
        ([id, own]) => sessionPart(content, id, own),
      )}
      ${pages > 1 ? pagesPart(content, search, pages) : undefined}
    </div>`;
}

/** The number of pages of a list. */
export function pagesFor(found: readonly unknown[]): number {
  return Math.max(1, Math.ceil(found.length / PER_PAGE));
}

/** Whether the address is one for search engines: a part of the list. A page of results and a value that nothing has are none. */
export function isPartOfList(search: ListSearch, found: readonly unknown[]): boolean {
  return search.q.trim() === '' && (found.length > 0 || !isSearched(search));
}

/** The list before its day. */
export function earlyListPage(content: Content, from: string): Markup {
  const { notYet } = content.yourAbstract.website.page;
  return headOf(content, fillPlaceholders(notYet, { from }));
}

function headOf({ yourAbstract }: Content, intro: string): Markup {
  return html`<header class="page-top page-top-compact">
    <div class="page page-text">
      <div>
        <h1>${yourAbstract.website.page.title}</h1>
        <p class="page-intro">${intro}</p>
      </div>
    </div>
  </header>`;
}

function isSearched({ q, session, kind }: ListSearch): boolean {
  return q.trim() !== '' || session !== '' || kind !== '';
}

/** The contributions of a session and a kind that have every typed word, in any spelling of names. */
export async function foundIn(
  db: Db,
  list: readonly PublishedContribution[],
  { q, session, kind }: ListSearch,
): Promise<readonly PublishedContribution[]> {
  const words = q.split(/\s+/).filter(Boolean).map(searchWords);
  const chosen = list.filter(
    (each) =>
      (session === '' || each.sessionId === session) &&
      (kind === '' || kindKey(each.decision.presentation ?? '') === kindKey(kind)),
  );
  if (words.length === 0) return chosen;
  await makeSearchable(db, list);
  return chosen.filter((each) => {
    const text = searchTexts.get(each) ?? '';
    return words.every((spellings) => hasWords(text, spellings));
  });
}

/** A contribution is made searchable once. */
const searchTexts = new WeakMap<PublishedContribution, string>();

/** Other requests are answered between some contributions and the next ones. */
async function makeSearchable(db: Db, list: readonly PublishedContribution[]): Promise<void> {
  const rest = list.filter((each) => !searchTexts.has(each));
  if (rest.length === 0) return;
  const texts = await plainTexts(db);
  for (const [at, contribution] of rest.entries()) {
    if (at % 50 === 49) await setImmediate();
    const { abstractId, reference, title, keywords, authors, decision } = contribution;
    const people = authors.flatMap(({ name, affiliation }) => [name, affiliation]);
    const text = texts.get(abstractId) ?? '';
    const made = [reference, title, ...keywords, text, decision.number ?? '', ...people];
    searchTexts.set(contribution, made.map(searchable).join('\n'));
  }
}

function searchForm(
  content: Content,
  list: readonly PublishedContribution[],
  { q, session, kind }: ListSearch,
): Markup {
  const said = content.yourAbstract.website.page;
  const sessions = [...new Set(list.map(({ sessionId }) => sessionId))];
  const written = list.flatMap(({ decision }) => decision.presentation ?? []);
  const kinds = new Map(written.map((each) => [kindKey(each), kindWords(content, each)]));
  return html`<search>
    <form method="get" action="${content.base}/contributions" class="contribution-search">
      <div>
        <label for="q">${said.search}</label>
        <input class="control" type="search" id="q" name="q" value="${q}" maxlength="200" />
      </div>
      ${choice(
        { name: 'session', label: said.session, all: said.allSessions, chosen: session },
        sessions.map((sessionId) => [sessionId, sessionOf(content, { sessionId })]),
      )}
      ${choice({ name: 'kind', label: said.kind, all: said.allKinds, chosen: kindKey(kind) }, [
        ...kinds,
      ])}
      <button class="button secondary">${said.find}</button>
    </form>
  </search>`;
}

function choice(
  { name, label, all, chosen }: Record<'name' | 'label' | 'all' | 'chosen', string>,
  options: readonly (readonly [value: string, words: string])[],
): Markup | undefined {
  if (options.length < 2) return undefined;
  return html`<div>
    <label for="${name}">${label}</label>
    <select class="control" id="${name}" name="${name}">
      <option value="">${all}</option>
      ${options.map(
        ([value, words]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>
            ${words}
          </option> `,
      )}
    </select>
  </div>`;
}

function foundPart({ yourAbstract, base }: Content, count: number): Markup {
  const said = yourAbstract.website.page;
  const words =
    count === 0
      ? said.notFound
      : count === 1
        ? said.foundOne
        : fillPlaceholders(said.found, { count: String(count) });
  return html`<p class="contribution-found" role="status">
    ${words} <a class="link" href="${base}/contributions">${said.clear}</a>
  </p>`;
}

function sessionPart(content: Content, id: string, list: readonly PublishedContribution[]): Markup {
  return html`<section aria-labelledby="session-${id}">
    <h2 id="session-${id}">${sessionOf(content, { sessionId: id })}</h2>
    <ol class="contribution-list">
      ${list.map((each) => entry(content, each))}
    </ol>
  </section>`;
}

function entry(content: Content, contribution: PublishedContribution): Markup {
  const { reference, title, authors, decision } = contribution;
  const slot = slotWords(decision, content);
  const { presentation, number } = decision;
  // The slot of a poster says that it is one.
  const kind = number === undefined ? presentation : undefined;
  const facts = [kind && kindWords(content, kind), slot].filter(Boolean);
  return html`<li>
    <h3>
      <a href="${content.base}${contributionPath(reference)}"><bdi>${title}</bdi></a>
    </h3>
    <p>${authors.map(({ name }, at) => html`${at > 0 ? ', ' : ''}<bdi>${name}</bdi>`)}</p>
    ${facts.length === 0 ? undefined : html`<p class="contribution-note">${facts.join(' · ')}</p>`}
  </li> `;
}

function pagesPart({ yourAbstract, base }: Content, search: ListSearch, pages: number): Markup {
  const said = yourAbstract.website.page;
  const { page } = search;
  const link = (to: number, word: string, rel: string) =>
    to < 1 || to > pages
      ? undefined
      : html`<a class="button secondary" rel="${rel}" href="${base}${listPath(search, to)}"
          >${word}</a
        >`;
  const where = fillPlaceholders(said.pageOf, { page: String(page), pages: String(pages) });
  return html`<nav class="contribution-pages" aria-label="${where}">
    ${link(page - 1, said.previous, 'prev')} <span>${where}</span>
    ${link(page + 1, said.next, 'next')}
  </nav>`;
}

export function listPath({ q, session, kind }: ListSearch, page: number): string {
  const given = Object.entries({ q, session, kind, page: page > 1 ? String(page) : '' });
  const query = new URLSearchParams(given.filter(([, value]) => value !== ''));
  return `/contributions${query.size > 0 ? `?${query.toString()}` : ''}`;
}
