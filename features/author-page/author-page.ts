import { nameOf } from '#server/abstract/mails.ts';
import { inOneLine } from '#contract/content/languages.ts';
import { abstractContact } from '#contract/content/abstract-contact.ts';
import { countryIn } from '#contract/country-name.ts';
import { optionIn, type Content } from '#contract/content.ts';
import { sizeText } from '#contract/size-text.ts';
import { momentAt } from '#contract/content/moments.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { alert, buttonForm, factRow, writeTo } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import type { AbstractFile } from '#server/abstract/abstract-files.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { AuthorAct } from '#server/abstract/author-activity.ts';
import { type AuthorTimes, isFinalDue } from './author-times.ts';
import { type AbstractState, abstractState } from '#features/programme/decisions.ts';
import { withPosterSession } from '#features/programme/poster-sessions.ts';
import { slotWords } from '#features/programme/slots.ts';
import { abstractPath, lacksContribution } from '#server/abstract/abstracts.ts';
import type { OwnAbstract } from './own-abstract.ts';

type Shown = {
  now: string;
  times: AuthorTimes;
  /** The sentence about the last act. */
  notice: string | undefined;
  canDownload: boolean;
  /** The parts of other features. */
  more: readonly Markup[];
};

/** The acts with a page of their own; the name is the end of its address. */
export const actPages = [
  'contribution',
  'file',
  'details',
  'withdraw',
] as const satisfies readonly AuthorAct[];
export type ActPageName = (typeof actPages)[number];

const WORDS_OF = {
  RECEIVED: 'received',
  ACCEPTED: 'accepted',
  CONFIRMED: 'confirmed',
  REJECTED: 'rejected',
  REVISE: 'revise',
  REVISED: 'revised',
  WITHDRAWN: 'withdrawn',
} as const satisfies Record<AbstractState, string>;

/** The page of an abstract, for its author: what we have, what is missing, and what can still be changed. */
export function authorPage(content: Content, own: OwnAbstract, shown: Shown): Markup {
  const { yourAbstract: said, conference, mails } = content;
  const { abstract, decision } = own;
  const { labels } = mails;
  const { session, interestArea } = titlesOf(content, abstract);
  const state = abstractState(abstract, decision);
  const page = { ...shown, content, own, state, path: abstractPath(abstract) };
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="${isOver(state) ? 'receipt-state receipt-over' : 'receipt-state'}">
      ${said.states[WORDS_OF[state]]}
    </p>
    ${shown.notice === undefined ? undefined : html`<p class="receipt-words" role="status">${shown.notice}</p>`}
    ${missing(page)} ${answer(page)} ${restore(page)}
    <section aria-labelledby="contribution">
      <h2 id="contribution">${said.sections.contribution}</h2>
      <dl>
        ${factRow(labels.reference, [abstract.reference])}
        ${factRow(said.labels.title, [abstract.title ?? said.notGiven])}
        ${authorsRow(said, own.authors)} ${known(said.labels.keywords, abstract.keywords)}
        ${known(said.labels.wish, abstract.wish && optionIn(content, abstract.wish))}
        ${factRow(labels.session, [session])} ${factRow(labels.interestArea, [interestArea])}
        ${known(labels.presentation, decision?.presentation)}
        ${known(labels.slot, decision && slotWords(withPosterSession(content, decision, abstract.sessionId), content))}
        ${known(said.labels.comment, decision?.comment)} ${publicationRow(said, abstract)}
      </dl>
      ${linksTo(page, 'contribution')}
    </section>
    ${filePart(page)} ${shown.more}
    <section aria-labelledby="sender">
      <h2 id="sender">${said.sections.sender}</h2>
      <dl>${personRows(content, abstract)}</dl>
      ${linksTo(page, 'details')}
    </section>
    ${withdrawal(page)}
    <section aria-labelledby="questions">
      <h2 id="questions">${said.sections.contact}</h2>
      <p class="receipt-words">${writeTo(said.contact, conference, abstractContact(conference))}</p>
    </section>
  </article>`;
}

type Page = Shown & { content: Content; own: OwnAbstract; state: AbstractState; path: string };

function isOpen({ times, now }: Page, act: AuthorAct): boolean {
  const opening = times[act];
  return opening !== undefined && stateOf(opening, now) === 'open';
}

function missing(page: Page): Markup {
  const { content, own, times } = page;
  const { abstract } = own;
  const said = content.yourAbstract.missing;
  const until = times.file?.until;
  const asksRevision = page.state === 'REVISE' && isOpen(page, 'file') && until !== undefined;
  const lacksFinal =
    abstract.fileKind !== 'final' && isOpen(page, 'file') && isFinalDue(content, times);
  return html`${
    lacksContribution(abstract) && isOpen(page, 'contribution')
      ? asks(page, html`${said.contribution}`, 'contribution', said.addContribution)
      : undefined
  }
  ${
    asksRevision
      ? asks(page, sentence(said.revision, { until: endText(until) }), 'file', said.sendRevision)
      : undefined
  }
  ${
    lacksFinal
      ? asks(
          page,
          until ? sentence(said.final, { until: endText(until) }) : html`${said.finalAnyTime}`,
          'file',
          said.sendFinal,
        )
      : undefined
  }`;
}

function asks({ path }: Page, words: Markup, act: ActPageName, link: string): Markup {
  return html`<div class="receipt-asks">
    <p>${words}</p>
    <a class="receipt-download" href="${path}/${act}">${link}</a>
  </div>`;
}

function answer({ content, state, path, now }: Page): Markup | undefined {
  const { yourAbstract: said, conference } = content;
  if (state !== 'ACCEPTED' && state !== 'CONFIRMED') return undefined;
  const until = endText(conference.abstracts.answersUntil);
  const words =
    stateOf({ until: conference.abstracts.answersUntil }, now) !== 'open'
      ? html`<p class="receipt-words">
          ${writeTo(said.answer.over, conference, abstractContact(conference))}
        </p>`
      : state === 'CONFIRMED'
        ? html`<p class="receipt-words">${sentence(said.answer.presenting, { until })}</p>`
        : html`<p class="receipt-words">${sentence(said.answer.question, { until })}</p>
            <div class="receipt-answers">
              ${buttonForm(`${path}/present`, said.answer.present)}
              <a class="receipt-download receipt-quiet" href="${path}/withdraw"
                >${said.withdraw.heading}</a
              >
            </div>`;
  return html`<section aria-labelledby="answer">
    <h2 id="answer">${said.sections.answer}</h2>
    ${words}
  </section>`;
}

function restore(page: Page): Markup | undefined {
  const { content, times, path } = page;
  const said = content.yourAbstract;
  const until = times.restore?.until;
  if (!isOpen(page, 'restore') || until === undefined) return undefined;
  return html`<p class="receipt-words">
      ${sentence(said.withdraw.undo, { until: endText(until) })}
    </p>
    ${buttonForm(`${path}/restore`, said.withdraw.restore, 'quiet')}`;
}

function filePart(page: Page): Markup {
  const { content, own, path, canDownload } = page;
  const { abstract, files } = own;
  const { yourAbstract: said, conference, mails } = content;
  const { labels } = mails;
  const { fileName, bytes, sha256, fileAt, scan } = abstract;
  const earlier = files.filter(({ id }) => id !== abstract.fileId);
  const download = html`<li><a href="${path}/download">${said.file.download}</a></li> `;
  return html`<section aria-labelledby="file">
    <h2 id="file">${said.sections.file}</h2>
    ${scan === 'INFECTED' ? alert(said.file.infected) : undefined}
    <dl>
      ${factRow(labels.file, [fileName, abstract.fileKind === 'final' ? said.file.final : ''])}
      ${factRow(labels.size, [sizeText(bytes, content.language)])}
      ${factRow(said.labels.sentAt, [endText(momentAt(fileAt, conference.dates))])}
      ${factRow(labels.digest, [sha256])}
    </dl>
    ${!canDownload && scan === 'NOT_SCANNED' ? html`<p class="receipt-words">${said.file.checking}</p>` : undefined}
    ${linksTo(page, 'file', canDownload ? download : undefined)}
    ${
      earlier.length === 0
        ? undefined
        : html`<h3>${said.file.earlier}</h3>
            <ul>
              ${earlier.map((file, at) => versionLine(content, file, at + 1))}
            </ul>`
    }
  </section>`;
}

function versionLine(
  { yourAbstract: said, conference, language }: Content,
  { fileName, bytes, createdAt, kind }: AbstractFile,
  number: number,
): Markup {
  const facts = [
    ...(kind === 'final' ? [said.file.final] : []),
    sizeText(bytes, language),
    endText(momentAt(createdAt, conference.dates)),
  ];
  return html`<li>
    <span>${said.labels.version} ${number}: <bdi>${fileName}</bdi></span>
    <span class="receipt-note">${inOneLine(facts, language)}</span>
  </li> `;
}

/** The link to the page of an act, unless that is over, and perhaps another link. */
function linksTo(page: Page, act: ActPageName, more?: Markup): Markup | undefined {
  const { content, times, now, path } = page;
  const opening = times[act];
  const isPossible = opening !== undefined && stateOf(opening, now) !== 'over';
  if (!isPossible && !more) return undefined;
  const link =
    isPossible &&
    html`<li>
      <a href="${path}/${act}">${headingOf(content, act, times)}</a>
      <span class="receipt-note">${timesWords(page, opening)}</span>
    </li> `;
  return html`<ul>
    ${link || undefined} ${more}
  </ul>`;
}

function withdrawal(page: Page): Markup | undefined {
  const links = linksTo(page, 'withdraw');
  return (
    links &&
    html`<section aria-labelledby="withdrawal">
      <h2 id="withdrawal">${page.content.yourAbstract.sections.withdrawal}</h2>
      ${links}
    </section>`
  );
}

function timesWords({ content, now }: Page, { from, until }: Opening): string {
  const said = content.yourAbstract;
  const isEarly = from !== undefined && now < from.at;
  const parts = [
    ...(isEarly ? [`${said.from} ${endText(from)}`] : []),
    ...(until ? [`${said.until} ${endText(until)}`] : []),
  ];
  return parts.join(' ');
}

/** A state in which nothing more happens. */
function isOver(state: AbstractState): boolean {
  return state === 'REJECTED' || state === 'WITHDRAWN';
}

/** The title of the page of an act. */
export function headingOf(
  content: Pick<Content, 'conference' | 'yourAbstract'>,
  act: ActPageName,
  times: AuthorTimes,
): string {
  const { contribution, replace, details, withdraw } = content.yourAbstract;
  const headings: Record<ActPageName, string> = {
    contribution: contribution.heading,
    file: isFinalDue(content, times) ? replace.headingOfFinal : replace.heading,
    details: details.heading,
    withdraw: withdraw.heading,
  };
  return headings[act];
}

export function authorsRow(
  { labels, presenting }: Content['yourAbstract'],
  authors: readonly AbstractAuthor[],
): Markup {
  return html`<div>
    <dt>${labels.authors}</dt>
    <dd>${authorList(presenting, authors)}</dd>
  </div> `;
}

/** The authors in their order, each with affiliation and ORCID iD. */
function authorList(presenting: string, authors: readonly AbstractAuthor[]): Markup {
  return html`<ol class="author-list">
    ${authors.map(
      ({ name, affiliation, orcid, presents }) =>
        html`<li>
          <bdi>${name}</bdi>${presents ? html` (${presenting})` : undefined}
          <span class="receipt-note"
            ><bdi>${affiliation}</bdi
            >${orcid === undefined ? undefined : html` · ORCID ${orcid}`}</span
          >
        </li> `,
    )}
  </ol>`;
}

export function publicationRow(
  { labels, published, notPublished }: Content['yourAbstract'],
  { publishAt }: OwnAbstract['abstract'],
): Markup {
  return factRow(labels.publication, [publishAt === undefined ? notPublished : published]);
}

function known(label: string, text: string | undefined): Markup | undefined {
  return text === undefined ? undefined : factRow(label, text.split('\n'));
}

export function personRows(
  content: Pick<Content, 'labels' | 'language' | 'mails'>,
  abstract: OwnAbstract['abstract'],
): Markup {
  const { labels } = content.mails;
  return html`${factRow(labels.name, [nameOf(abstract, content.labels)])}
  ${factRow(labels.email, [abstract.email])} ${factRow(labels.phone, [abstract.phone])}
  ${factRow(labels.organization, [abstract.organizationName])}
  ${factRow(labels.country, [countryIn(abstract.country, content)])}`;
}
