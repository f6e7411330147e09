import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { itemPathOf } from '#contract/content/agenda-items.ts';
import { dayText, dayOf } from '#contract/content/calendar-days.ts';
import { type Citation, citedParts } from '#features/programme/citations.ts';
import { slotWords } from '#features/programme/slots.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { citationOf, citeFormats } from './cite-contribution.ts';
import type { ContributionText } from './contributions.ts';
import { kindWords } from './presentation-kinds.ts';
import { agendaItemOf } from './contribution-calendar.ts';
import { contributionPath, filePath } from './contribution-address.ts';
import type { Publication, PublishedContribution } from './published-contributions.ts';

type Shown = {
  text: ContributionText;
  /** The parts of other features. */
  parts: readonly Markup[];
  neighbours: Neighbours;
  origin: string;
};

/** A contribution as everybody reads it. */
export function contributionPage(
  content: Content,
  contribution: PublishedContribution,
  { text, parts, neighbours, origin }: Shown,
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
      <div class="contribution-text">
        ${abstractPart(content, text)} ${parts} ${longAffiliations(content, contribution)}
      </div>
      ${factsPart(content, contribution)}
      ${citePart(content, citationOf(content, contribution, { text, origin }))}
    </div>
    ${neighboursPart(content, neighbours)}
  </article>`;
}

/** The title of a contribution with its authors, and when and where it is presented. */
function headOf(
  content: Content,
  { reference, title, authors, decision }: PublishedContribution,
): Markup {
  const slot = slotWords(decision, content);
  return html`<h1><bdi>${title}</bdi></h1>
    ${isLong(authors) ? namesPart(content, authors) : authorsPart(content, authors)}
    ${slot === undefined ? undefined : html`<p class="contribution-slot">${hoursTogether(slot)} ${slotLinks(content, { reference, decision })}</p>`}`;
}

/** A slot whose hours, such as 09:00–09:20, stay on one line. */
function hoursTogether(slot: string): Markup {
  const parts = slot.split(/(\d\d:\d\d–\d\d:\d\d)/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<span class="hours">${part}</span>` : html`${part}`))}`;
}

/** Its calendar file, and its item in the agenda, whose star is kept with those of the agenda. */
function slotLinks(
  content: Content,
  { reference, decision }: Pick<PublishedContribution, 'reference' | 'decision'>,
): Markup | undefined {
  const { base, yourAbstract } = content;
  const said = yourAbstract.website.page;
  const found = agendaItemOf(content, reference);
  const hasHours = decision.day !== undefined && decision.ends !== undefined;
  if (!found && !hasHours) return undefined;
  return html`<span class="contribution-ways">
    ${found && html`<a class="link" href="${base}${itemPathOf(found.key)}">${said.inAgenda}</a>`}
    ${
      hasHours
        ? html`<a class="link" href="${base}${contributionPath(reference)}.ics" download
            >${said.calendar}</a
          >`
        : undefined
    }
    ${found && starOf(found.key, said.star)}
  </span>`;
}

function starOf(key: string, label: string): Markup {
  return html`<button type="button" class="star" data-star="${key}" aria-label="${label}" hidden>
    <svg aria-hidden="true" viewBox="0 0 24 24">
      <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z" />
    </svg>
  </button>`;
}

/** The most affiliations above the abstract. More of them would fill the screen of a phone, so they are below it. */
const MOST_ABOVE = 8;

function affiliationsOf(authors: readonly AbstractAuthor[]): string[] {
  return [...new Set(authors.flatMap(({ affiliation }) => entriesOf(affiliation)))];
}

function isLong(authors: readonly AbstractAuthor[]): boolean {
  return affiliationsOf(authors).length > MOST_ABOVE;
}

function longAffiliations(
  { yourAbstract: { website } }: Content,
  { authors }: PublishedContribution,
): Markup | undefined {
  if (!isLong(authors)) return undefined;
  return html`<section aria-labelledby="affiliations">
    <h2 id="affiliations">${website.page.affiliations}</h2>
    ${affiliationsPart(authors)}
  </section>`;
}

type Said = Pick<Content, 'yourAbstract'>;

/** The authors in their order, with their affiliations, as in a journal. */
export function authorsPart(content: Said, authors: readonly AbstractAuthor[]): Markup {
  return html`${namesPart(content, authors)} ${affiliationsPart(authors)}`;
}

/** The authors in their order, with the numbers of their affiliations. */
function namesPart({ yourAbstract }: Said, authors: readonly AbstractAuthor[]): Markup {
  const said = yourAbstract.website.page;
  const affiliations = affiliationsOf(authors);
  const isNumbered = affiliations.length > 1;
  return html`<ul class="contribution-authors">
    ${authors.map((author) => {
      const star = author.presents && authors.length > 1;
      const numbers = entriesOf(author.affiliation).map((each) => affiliations.indexOf(each) + 1);
      const presenting = star ? html`<abbr title="${said.presents}">*</abbr>` : undefined;
      const sup = isNumbered ? html`<sup>${numbers.join(',')}</sup>` : undefined;
      return html`<li>${nameOf(author)}${presenting}${sup}</li> `;
    })}
  </ul>`;
}

function affiliationsPart(authors: readonly AbstractAuthor[]): Markup {
  const affiliations = affiliationsOf(authors);
  const look = affiliations.length > 1 ? ' numbered' : '';
  return html`<ol class="contribution-affiliations${look}">
    ${affiliations.map((each) => html`<li><bdi>${each}</bdi></li> `)}
  </ol>`;
}

function nameOf({ name, orcid }: AbstractAuthor): Markup {
  return orcid === undefined
    ? html`<bdi>${name}</bdi>`
    : html`<a href="https://orcid.org/${orcid}" title="ORCID ${orcid}"><bdi>${name}</bdi></a>`;
}

function abstractPart(
  { yourAbstract: { website } }: Content,
  { html: text }: ContributionText,
): Markup | undefined {
  if (text === '') return undefined;
  return html`<section class="contribution-abstract" aria-labelledby="abstract">
    <h2 id="abstract">${website.page.abstract}</h2>
    ${{ markup: text }}
  </section>`;
}

function citePart(content: Content, cited: Citation): Markup {
  const said = content.yourAbstract.website.page;
  const path = `${content.base}${contributionPath(cited.reference)}`;
  return html`<section class="contribution-cite" aria-labelledby="cite">
    <h2 id="cite">${said.cite}</h2>
    <p id="citation" translate="no">
      ${citedParts(cited).map(({ words, standsAlone }) =>
        standsAlone ? html`<bdi>${words}</bdi>` : html`${words}`,
      )}
    </p>
    <p class="contribution-ways">
      <button type="button" class="link" data-copy="citation" data-copied="${said.copied}" hidden>
        ${said.copy}
      </button>
      ${Object.entries(citeFormats).map(
        ([name, format]) =>
          html`<a class="link" href="${path}/${name}" download>${format.name}</a> `,
      )}
    </p>
  </section>`;
}

function factsPart(content: Content, contribution: PublishedContribution): Markup {
  const { yourAbstract, base, language, conference, speakers } = content;
  const said = yourAbstract.website.page;
  const { reference, keywords, licence, file, shownAt, decision, doi } = contribution;
  const path = file && filePath(reference, file);
  const terms = conference.abstracts.website?.licences.find(({ name }) => name === licence);
  const presenting = speakers.filter(({ link }) => link === contributionPath(reference));
  const shownOn = dayOf(shownAt, conference.dates.timezone);
  return html`<aside class="contribution-facts" aria-label="${said.facts}">
    ${path === undefined ? undefined : html`<p><a class="button secondary" href="${base}${path}" download>${said.download}</a></p>`}
    <dl>
      ${fact(said.session, html`${sessionOf(content, contribution)}`)}
      ${decision.presentation === undefined ? undefined : fact(said.kind, html`${kindWords(content, decision.presentation)}`)}
      ${presenting.map(({ id, name }) =>
        fact(said.speaker, html`<a href="${base}/speakers#speaker-${id}"><bdi>${name}</bdi></a>`),
      )}
      ${keywords.length === 0 ? undefined : fact(said.keywords, html`${inOneLine(keywords, content.language)}`)}
      ${
        licence === undefined
          ? undefined
          : fact(
              said.licence,
              terms ? html`<a href="${terms.url}" rel="license">${licence}</a>` : html`${licence}`,
            )
      }
      ${fact(said.published, html`<time datetime="${shownOn}">${dayText(shownOn, language)}</time>`)}
      ${doi === undefined ? undefined : fact('DOI', html`<a href="https://doi.org/${doi}" translate="no">${doi}</a>`)}
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
          ${isGone ? writeTo(said.goneWords, conference) : said.unknownWords}
        </p>
        <div class="page-actions">
          <a class="button secondary" href="${base}/contributions">${said.all}</a>
        </div>
      </div>
    </div>
  </header>`;
}
