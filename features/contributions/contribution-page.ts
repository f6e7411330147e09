import { optionIn, type Content } from '#contract/content.ts';
import { dayText, dayOf } from '#contract/content/calendar-days.ts';
import { slotWords } from '#features/programme/slots.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Publication, PublishedContribution } from './published-contributions.ts';

/** The address of a contribution in the first language. It never changes. */
export function contributionPath(reference: string): string {
  return `/contributions/${reference}`;
}

/** The address of its file, which ends as files of its kind do, because search engines look for that. */
export function filePath(
  reference: string,
  { fileName }: { fileName: string },
): string | undefined {
  const [ending] = /\.(?:pdf|docx?)$/i.exec(fileName) ?? [];
  return ending && `${contributionPath(reference)}/${reference}${ending.toLowerCase()}`;
}

/** A contribution as everybody reads it. */
export function contributionPage(
  content: Content,
  contribution: PublishedContribution,
  neighbours: Neighbours,
): Markup {
  const { yourAbstract, base } = content;
  const said = yourAbstract.website.page;
  const { sessionId } = contribution;
  const session = sessionOf(content, contribution);
  return html`<article class="contribution">
    <header class="page-top page-top-compact">
      <div class="page page-text">
        <div>
          <p class="contribution-way">
            <a href="${base}/contributions">${said.title}</a>
            <a href="${base}/contributions?session=${encodeURIComponent(sessionId)}">${session}</a>
          </p>
          ${headOf(content, contribution)}
        </div>
      </div>
    </header>
    <div class="page contribution-body">
      ${abstractPart(content, contribution)} ${factsPart(content, contribution)}
    </div>
    ${neighboursPart(content, contribution, neighbours)}
  </article>`;
}

/** The title of a contribution with its authors, and when and where it is presented. */
function headOf(content: Content, { title, authors, decision }: PublishedContribution): Markup {
  const slot = slotWords(decision, content);
  return html`<h1><bdi>${title}</bdi></h1>
    ${authorsPart(content, authors)}
    ${slot === undefined ? undefined : html`<p class="contribution-slot">${slot}</p>`}`;
}

/** The authors in their order, with the numbers of their affiliations, as in a journal. */
export function authorsPart(
  { yourAbstract }: Pick<Content, 'yourAbstract'>,
  authors: readonly AbstractAuthor[],
): Markup {
  const said = yourAbstract.website.page;
  const affiliations = [...new Set(authors.flatMap(affiliationsOf))];
  const isNumbered = affiliations.length > 1;
  return html`<ul class="contribution-authors">
      ${authors.map((author) => {
        const numbers = affiliationsOf(author).map((each) => affiliations.indexOf(each) + 1);
        return html`<li>
          ${nameOf(author)}${author.presents && authors.length > 1 ? html`<abbr title="${said.presents}">*</abbr>` : undefined}${
            isNumbered && numbers.length > 0 ? html`<sup>${numbers.join(',')}</sup>` : undefined
          }
        </li> `;
      })}
    </ul>
    <ol class="${isNumbered ? 'contribution-affiliations numbered' : 'contribution-affiliations'}">
      ${affiliations.map((each) => html`<li><bdi>${each}</bdi></li> `)}
    </ol>`;
}

function nameOf({ name, orcid }: AbstractAuthor): Markup {
  return orcid === undefined
    ? html`<bdi>${name}</bdi>`
    : html`<a href="https://orcid.org/${orcid}" title="ORCID ${orcid}"><bdi>${name}</bdi></a>`;
}

export function affiliationsOf({ affiliation }: Pick<AbstractAuthor, 'affiliation'>): string[] {
  return affiliation.split(';').flatMap((part) => part.trim() || []);
}

function abstractPart(
  { yourAbstract: { website } }: Content,
  { html: text }: PublishedContribution,
): Markup {
  return html`<section class="contribution-abstract" aria-labelledby="abstract">
    <h2 id="abstract">${website.page.abstract}</h2>
    ${text === undefined ? undefined : { markup: text }}
  </section>`;
}

function factsPart(content: Content, contribution: PublishedContribution): Markup {
  const { yourAbstract, base, language, conference } = content;
  const said = yourAbstract.website.page;
  const { reference, keywords, licence, file, shownAt, decision } = contribution;
  const path = file && filePath(reference, file);
  const terms = conference.abstracts.website?.licences.find(({ name }) => name === licence);
  const day = dayText(dayOf(shownAt, conference.dates.timezone), language);
  return html`<aside class="contribution-facts" aria-label="${said.facts}">
    ${path === undefined ? undefined : html`<p><a class="button secondary" href="${base}${path}" download>${said.download}</a></p>`}
    <dl>
      ${fact(said.session, html`${sessionOf(content, contribution)}`)}
      ${decision.presentation === undefined ? undefined : fact(said.kind, html`${optionIn(content, decision.presentation)}`)}
      ${keywords.length === 0 ? undefined : fact(said.keywords, html`${keywords.join(', ')}`)}
      ${
        licence === undefined
          ? undefined
          : fact(
              said.licence,
              terms ? html`<a href="${terms.url}" rel="license">${licence}</a>` : html`${licence}`,
            )
      }
      ${fact(said.published, html`<time datetime="${shownAt.slice(0, 10)}">${day}</time>`)}
      ${fact(said.reference, html`${reference}`)}
    </dl>
  </aside>`;
}

function fact(label: string, words: Markup): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>${words}</dd>
  </div> `;
}

export function sessionOf(
  content: Pick<Content, 'sessions'>,
  { sessionId }: Pick<PublishedContribution, 'sessionId'>,
): string {
  return titlesOf(content, { sessionId, interestedInId: '' }).session;
}

/** The contributions before and after one in its session. */
export type Neighbours = Partial<Record<'previous' | 'next', PublishedContribution>>;

export function neighboursOf(
  { list }: Publication,
  contribution: PublishedContribution,
): Neighbours {
  const at = list.indexOf(contribution);
  const inSession = (each: PublishedContribution | undefined) =>
    each?.sessionId === contribution.sessionId ? each : undefined;
  const [previous, next] = [inSession(list[at - 1]), inSession(list[at + 1])];
  return { ...(previous && { previous }), ...(next && { next }) };
}

function neighboursPart(
  { yourAbstract: { website }, base }: Content,
  _: PublishedContribution,
  { previous, next }: Neighbours,
): Markup | undefined {
  const said = website.page;
  if (!previous && !next) return undefined;
  const link = (rel: string, word: string, to: PublishedContribution | undefined) =>
    to &&
    html`<a rel="${rel}" href="${base}${contributionPath(to.reference)}"
      ><span>${word}</span> <bdi>${to.title}</bdi></a
    >`;
  return html`<nav class="page contribution-next" aria-label="${said.inSession}">
    ${link('prev', said.previous, previous)} ${link('next', said.next, next)}
  </nav>`;
}

/** In place of a page that was taken away, or that was never there. It names nobody. */
export function missingPage(
  { yourAbstract: { website }, base, conference }: Content,
  isGone: boolean,
): Markup {
  const said = website.page;
  return html`<header class="page-top page-top-compact">
    <div class="page page-text">
      <div>
        <h1>${isGone ? said.gone : said.unknown}</h1>
        <p class="page-intro">
          ${isGone ? html`${said.goneWords} ${mailtoLink(conference.secretary)}.` : said.unknownWords}
        </p>
        <div class="page-actions">
          <a class="button secondary" href="${base}/contributions">${said.all}</a>
        </div>
      </div>
    </div>
  </header>`;
}
