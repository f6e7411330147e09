import { setImmediate } from 'node:timers/promises';
import type { Content } from '#contract/content.ts';
import { contributionPath } from '#features/contributions/contribution-address.ts';
import { sessionOf } from '#features/contributions/contribution-page.ts';
import { foundPart, listAddress, pagesPart } from '#features/contributions/list-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { byTopic, type GalleryPoster } from './gallery-posters.ts';
import { boardWords, hoursOf } from './poster-boards.ts';
import { pathOfPicture } from './public-posters.ts';

export const orders = ['number', 'topic'] as const;

/** A search, by the names of the fields of its form; an empty text chooses everything. */
export type GallerySearch = {
  q: string;
  session: string;
  order: (typeof orders)[number];
  page: number;
};

const PER_PAGE = 48;

type Gallery = {
  /** All posters, of which the form names the topics. */
  all: readonly GalleryPoster[];
  found: readonly GalleryPoster[];
  search: GallerySearch;
};

/** The wall of posters. Its form works without scripts, and its address can be kept. */
export async function galleryPage(
  content: Content,
  { all, found, search }: Gallery,
): Promise<Markup> {
  const said = content.yourAbstract.posters.gallery;
  const sorted = search.order === 'topic' ? byTopic(content, found) : found;
  const pages = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const page = Math.min(search.page, pages);
  const shown = sorted.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const isSearched = search.q.trim() !== '' || search.session !== '';
  // Other requests are answered before the page is put together.
  await setImmediate();
  return html`${galleryHead(content, all.length === 0 ? said.empty : said.intro)}
    <div class="page list-parts">
      ${all.length > 1 ? searchForm(content, all, search) : undefined}
      ${isSearched ? foundPart(content, found.length, said, '/posters') : undefined}
      ${
        search.order === 'topic'
          ? Array.from(
              Map.groupBy(shown, ({ contribution }) => contribution.sessionId),
              ([sessionId, own]) =>
                html`<section aria-labelledby="topic-${sessionId}">
                  <h2 id="topic-${sessionId}">${sessionOf(content, { sessionId })}</h2>
                  ${wall(content, own, { level: 3 })}
                </section> `,
            )
          : wall(content, shown, { level: 2 })
      }
      ${pages > 1 ? pagesPart(content, { page, pages }, (to) => galleryPath(search, to)) : undefined}
    </div>`;
}

/** The title of the gallery; before its day nothing follows. */
export function galleryHead({ yourAbstract }: Content, intro: string): Markup {
  return html`<header class="page-top page-top-compact">
    <div class="page page-text">
      <div>
        <h1>${yourAbstract.posters.gallery.title}</h1>
        <p class="page-intro">${intro}</p>
      </div>
    </div>
  </header>`;
}

function wall(
  content: Content,
  posters: readonly GalleryPoster[],
  { level }: { level: 2 | 3 },
): Markup | undefined {
  if (posters.length === 0) return undefined;
  return html`<ol class="poster-wall">
    ${posters.map((each, at) => card(content, each, { level, isFirst: at < 4 }))}
  </ol>`;
}

function card(
  content: Content,
  poster: GalleryPoster,
  { level, isFirst }: { level: 2 | 3; isFirst: boolean },
): Markup {
  const { contribution, file, videoUrl } = poster;
  const { reference, title, authors } = contribution;
  const { video } = content.yourAbstract.posters;
  const heading = { markup: `h${level}` };
  const facts = [
    placeOf(content, poster),
    ...(file ? ['PDF'] : []),
    ...(videoUrl === undefined ? [] : [video]),
  ].filter(Boolean);
  return html`<li>
    <a href="${content.base}${contributionPath(reference)}">
      ${sheet(content, poster, isFirst)}
      <${heading}><bdi>${title}</bdi></${heading}>
    </a>
    <p>${authors.map(({ name }, at) => html`${at > 0 ? ', ' : ''}<bdi>${name}</bdi>`)}</p>
    ${facts.length === 0 ? undefined : html`<p class="poster-note">${facts.join(' · ')}</p>`}
  </li> `;
}

/** The first page of a poster; in place of a missing one its number in poster size. */
function sheet(
  { yourAbstract }: Content,
  { contribution: { decision }, pictures: { small } }: GalleryPoster,
  isFirst: boolean,
): Markup {
  return small
    ? html`<span class="poster-sheet"
        ><img
          src="${pathOfPicture(small)}"
          width="${small.width}"
          height="${small.height}"
          alt=""
          decoding="async"
          ${isFirst ? undefined : html`loading="lazy"`}
      /></span>`
    : html`<span class="poster-sheet poster-blank" aria-hidden="true"
        ><b>${decision.number ?? yourAbstract.posters.part}</b></span
      >`;
}

/** “P12 · Friday, 17:00–19:00 · Foyer, board 3”. */
export function placeOf(
  content: Pick<Content, 'language' | 'yourAbstract'>,
  { contribution: { decision }, board }: GalleryPoster,
): string {
  const place = board && boardWords(content, board);
  return [decision.number, hoursOf(content, decision), place].filter(Boolean).join(' · ');
}

function searchForm(
  content: Content,
  all: readonly GalleryPoster[],
  { q, session, order }: GallerySearch,
): Markup {
  const said = content.yourAbstract.posters.gallery;
  const topics = [
    ...new Set(byTopic(content, all).map(({ contribution }) => contribution.sessionId)),
  ];
  const option = (value: string, words: string, chosen: string) =>
    html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>
      ${words}
    </option> `;
  return html`<search>
    <form method="get" action="${content.base}/posters" class="list-search">
      <div>
        <label for="q">${content.yourAbstract.website.page.search}</label>
        <input class="control" type="search" id="q" name="q" value="${q}" maxlength="200" />
      </div>
      <div>
        <label for="session">${said.topic}</label>
        <select class="control" id="session" name="session">
          <option value="">${said.allTopics}</option>
          ${topics.map((sessionId) => option(sessionId, sessionOf(content, { sessionId }), session))}
        </select>
      </div>
      <div>
        <label for="order">${said.order}</label>
        <select class="control" id="order" name="order">
          ${orders.map((each) => option(each, said.orders[each], order))}
        </select>
      </div>
      <button class="button secondary">${said.find}</button>
    </form>
  </search>`;
}

export function galleryPath({ q, session, order }: GallerySearch, page: number): string {
  return listAddress('/posters', { q, session, order: order === 'number' ? '' : order }, page);
}
