import { setImmediate } from 'node:timers/promises';
import { inBrackets } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { weekdayText } from '#contract/content/calendar-days.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { hasWords, searchable, searchWords } from '#contract/person-name.ts';
import { inProgrammeOrder } from '#features/programme/accepted-contributions.ts';
import { slotWords } from '#features/programme/slots.ts';
import type { Db } from '#server/database/database.ts';
import { html, type Markup } from '#server/markup.ts';
import { authorIndex, authorIndexPart, type IndexedAuthor } from './author-index.ts';
import { plainTexts } from './contributions.ts';
import { contributionPath } from './contribution-address.ts';
import { kindKey, kindWords } from './presentation-kinds.ts';
import { beginningOf } from './contribution-tags.ts';
import { sessionOf } from './contribution-page.ts';
import { foundPart, listAddress, pagesPart } from './list-parts.ts';
import type { Publication, PublishedContribution } from './published-contributions.ts';

/** A search, by the names of the fields of its form; an empty text chooses everything. */
export type ListSearch = {
  q: string;
  session: string;
  kind: string;
  order: ListOrder;
  page: number;
};

/** By session, by day and hour, or an index of authors. */
export const listOrders = ['session', 'time', 'author'] as const;
type ListOrder = (typeof listOrders)[number];

const PER_PAGE = 100;
/** An author in the index has a line or two. */
const AUTHORS_PER_PAGE = 300;

type Found = {
  listed: Listed;
  search: ListSearch;
  /** Sentences of the abstracts on the page, by their ids. */
  passages: ReadonlyMap<string, string>;
  /** Words of other features, by the ids of abstracts. */
  marks: ReadonlyMap<string, readonly string[]>;
};

type About = Pick<Found, 'passages' | 'marks'>;

/** The contributions that a search has found, in the order of its list, and the number of its pages. */
export function listed(
  content: Content,
  found: readonly PublishedContribution[],
  { order }: Pick<ListSearch, 'order'>,
): Listed {
  if (order === 'author') {
    const authors = authorIndex(content, found);
    return { found, authors, pages: pagesFor(authors.length, AUTHORS_PER_PAGE) };
  }
  const inTime = () =>
    inProgrammeOrder(found, ({ reference, decision }) => ({ reference, ...decision }));
  const sorted = order === 'time' ? inTime() : found;
  return { found: sorted, pages: pagesFor(found.length, PER_PAGE) };
}

export type Listed = {
  found: readonly PublishedContribution[];
  authors?: readonly IndexedAuthor[];
  pages: number;
};

/** The contributions on one page of a list. */
export function onPage(
  { found, authors }: Listed,
  { page }: ListSearch,
): readonly PublishedContribution[] {
  return authors ? [] : onPageOf(found, page, PER_PAGE);
}

/** The contributions that a search has found, by session. The form works without scripts, and its address can be kept. */
export function contributionListPage(
  content: Content,
  { list }: Publication,
  { listed: { found, authors, pages }, listed: all, search, ...about }: Found,
): Markup {
  const said = content.yourAbstract.website.page;
  return html`${headOf(content, list.length === 0 ? said.empty : said.intro)}
    <div class="page list-parts">
      ${list.length > 1 ? searchForm(content, list, search) : undefined}
      ${list.length > 0 ? foundPart(content, found.length, said, isSearched(search) ? '/contributions' : undefined) : undefined}
      ${
        authors
          ? authorIndexPart(content, onPageOf(authors, search.page, AUTHORS_PER_PAGE))
          : Array.from(
              Map.groupBy(onPage(all, search), (each) => partOf(content, each, search)),
              ([heading, own], at) => listPart(content, { heading, id: `part-${at}` }, own, about),
            )
      }
      ${pages > 1 ? pagesPart(content, { page: search.page, pages }, (to) => listPath(search, to)) : undefined}
    </div>`;
}

function pagesFor(count: number, perPage: number): number {
  return Math.max(1, Math.ceil(count / perPage));
}

function onPageOf<Item>(items: readonly Item[], page: number, perPage: number): readonly Item[] {
  return items.slice((page - 1) * perPage, page * perPage);
}

/** The heading of the part of the list in which a contribution is: its session, or its day. */
function partOf(
  content: Content,
  contribution: PublishedContribution,
  { order }: ListSearch,
): string {
  if (order !== 'time') return sessionOf(content, contribution);
  const { day, slot } = contribution.decision;
  return day === undefined
    ? (slot ?? content.yourAbstract.website.page.noDay)
    : weekdayText(day, content.language);
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
  { q, session, kind }: Pick<ListSearch, 'q' | 'session' | 'kind'>,
): Promise<readonly PublishedContribution[]> {
  const words = wordsIn(q);
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

function wordsIn(q: string): (readonly string[])[] {
  return q.split(/\s+/).filter(Boolean).map(searchWords);
}

/** The longest passage of an abstract in a list. */
const PASSAGE = 240;

/** The sentences in which a search has found its words, of the abstracts on its page: a title alone may not say why. */
export async function passagesIn(
  db: Db,
  all: Listed,
  search: ListSearch,
): Promise<ReadonlyMap<string, string>> {
  const words = wordsIn(search.q);
  if (words.length === 0) return new Map();
  const shown = onPage(all, search).map(({ abstractId }) => abstractId);
  const texts = await plainTexts(db, shown);
  return new Map(
    [...texts].flatMap(([id, text]) => {
      const sentences = text.split(/(?<=[.?!])\s+|\n+/);
      const counts = sentences.map((sentence) => {
        const made = searchable(sentence);
        return words.filter((spellings) => hasWords(made, spellings)).length;
      });
      const most = Math.max(0, ...counts);
      const sentence = most > 0 ? sentences[counts.indexOf(most)] : undefined;
      return sentence === undefined ? [] : [[id, beginningOf(sentence, PASSAGE)] as const];
    }),
  );
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
  { q, session, kind, order }: ListSearch,
): Markup {
  const said = content.yourAbstract.website.page;
  const written = list.flatMap(({ decision }) => decision.presentation ?? []);
  const kinds = new Map(written.map((each) => [kindKey(each), kindWords(content, each)]));
  return html`<search>
    <form method="get" action="${content.base}/contributions" class="list-search">
      <div>
        <label for="q">${said.search}</label>
        <input class="control" type="search" id="q" name="q" value="${q}" maxlength="200" />
      </div>
      ${choice(
        { name: 'session', label: said.session, all: said.allSessions, chosen: session },
        [...Map.groupBy(list, ({ sessionId }) => sessionId)].map(([sessionId, own]) => [
          sessionId,
          inBrackets(sessionOf(content, { sessionId }), String(own.length), content.language),
        ]),
      )}
      ${choice({ name: 'kind', label: said.kind, all: said.allKinds, chosen: kindKey(kind) }, [
        ...kinds,
      ])}
      ${choice(
        { name: 'order', label: said.order, all: said.orders.session, chosen: order },
        (['time', 'author'] as const).map((each) => [each, said.orders[each]]),
      )}
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

function listPart(
  content: Content,
  { heading, id }: { heading: string; id: string },
  list: readonly PublishedContribution[],
  about: About,
): Markup {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    <ol class="contribution-list">
      ${list.map((each) => entry(content, each, about))}
    </ol>
  </section>`;
}

function entry(
  content: Content,
  contribution: PublishedContribution,
  { passages, marks }: About,
): Markup {
  const { abstractId, reference, title, authors, decision } = contribution;
  const passage = passages.get(abstractId);
  const slot = slotWords(decision, content);
  const { presentation, number } = decision;
  // The slot of a poster says that it is one.
  const kind = number === undefined ? presentation : undefined;
  const own = marks.get(abstractId) ?? [];
  const facts = [kind && kindWords(content, kind), slot, ...own].filter(Boolean);
  return html`<li>
    <h3>
      <a href="${content.base}${contributionPath(reference)}"><bdi>${title}</bdi></a>
    </h3>
    <p>${namesIn(content, authors)}</p>
    ${facts.length === 0 ? undefined : html`<p class="contribution-note">${facts.join(' · ')}</p>`}
    ${passage === undefined ? undefined : html`<p class="contribution-passage"><bdi>${passage}</bdi></p>`}
  </li> `;
}

/** The most names in a list; whoever presents is always one of them. */
const MOST_NAMES = 8;

function namesIn(
  { yourAbstract }: Content,
  authors: readonly PublishedContribution['authors'][number][],
): Markup {
  const few = authors.filter(({ presents }, at) => at < MOST_NAMES || presents);
  // One name takes as much room as the words that there is another.
  const shown = authors.length - few.length > 1 ? few : authors;
  const { others } = yourAbstract.website.page;
  const rest = authors.length - shown.length;
  const words = rest > 0 ? ` ${fillPlaceholders(others, { count: String(rest) })}` : '';
  return html`${shown.map(({ name }, at) => html`${at > 0 ? ', ' : ''}<bdi>${name}</bdi>`)}${words}`;
}

export function listPath({ q, session, kind, order }: ListSearch, page: number): string {
  const entries = { q, session, kind, order: order === 'session' ? '' : order };
  return listAddress('/contributions', entries, page);
}
