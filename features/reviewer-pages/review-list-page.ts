import type { Content } from '#contract/content.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { languageChoice } from '#server/http/language-choice.ts';
import { buttonForm, fold, writeTo } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { html, type Markup } from '#server/markup.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type OwnReview, type OwnReviewState, progressOf } from './own-reviews.ts';
import { chairOf, type ReviewTimes } from './review-times.ts';
import { type OwnPage, pathOfReviews } from './reviewer-links.ts';

export type Shown = {
  own: OwnPage;
  times: ReviewTimes;
  state: 'before' | 'open' | 'over';
  now: string;
  all: readonly OwnReview[];
  notice?: string | undefined;
  /** The parts of topics and bids. */
  more?: Markup | undefined;
};

type Said = Content['yourAbstract']['reviews'];

/** The page of a reviewer: the question of the chair, or what is assigned, until when, and how far it is. */
export function reviewListPage(
  content: Content,
  shown: Shown & { languages: readonly string[] },
): Markup {
  const { reviews: said } = content.yourAbstract;
  const { own, all, notice, more } = shown;
  const { reviewer, page } = own;
  const path = pathOfReviews(page);
  const { answer, invitedAt } = reviewer;
  const isAsked = invitedAt !== undefined && answer === undefined && all.length === 0;
  const hasLeft = answer === 'NO';
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${notice}</p>`}
    ${
      isAsked
        ? question(content, shown)
        : hasLeft
          ? html`<p class="receipt-words">${said.saidNo}</p>
              ${buttonForm(`${path}/yes`, said.changeMind, 'quiet')}`
          : work(content, shown)
    }
    ${hasLeft ? undefined : more} ${contact(content)}
    ${
      hasLeft || isAsked
        ? undefined
        : fold(
            { id: 'leave', heading: said.leave },
            html`<p class="receipt-words">${said.leaveNote}</p>
              ${buttonForm(`${path}/no`, said.no, 'quiet')}`,
          )
    }
    <p class="receipt-words"><a href="${path}/stranger">${said.stranger}</a></p>
    ${languageChoice(content, shown.languages, `${path}/language`)}
  </article>`;
}

function question(content: Content, { own, times }: Shown): Markup {
  const { reviews: said } = content.yourAbstract;
  const path = pathOfReviews(own.page);
  return html`<p class="receipt-words">
      ${sentence(said.askIntro, { conference: content.conference.name })}
      ${sentence(said.askEnd, { until: times.opening.until.label })}
    </p>
    <div class="receipt-answers">
      ${buttonForm(`${path}/yes`, said.yes)} ${buttonForm(`${path}/no`, said.no, 'quiet')}
    </div>`;
}

function work(content: Content, shown: Shown): Markup {
  const { reviews: said } = content.yourAbstract;
  const { all, own, state } = shown;
  const { blind } = content.conference.abstracts.review;
  if (all.length === 0) {
    const words = own.reviewer.answer === 'YES' ? said.saidYes : said.none;
    return html`<p class="receipt-words">${words}</p>`;
  }
  const { done, wanted } = progressOf(all);
  return html`<p class="receipt-state">
      ${sentence(said.progress, { done: String(done), wanted: String(wanted) })}
    </p>
    ${timeWords(content, shown)}
    ${blind && state !== 'over' ? html`<p class="receipt-words">${said.blind}</p>` : undefined}
    <ol class="receipt-reviews">
      ${all.map((review) => line(content, own, review))}
    </ol>`;
}

/** Until when, and how long that is. */
export function timeWords(content: Content, { times, state, now }: Shown): Markup {
  const { reviews: said } = content.yourAbstract;
  const { from, until } = times.opening;
  if (state === 'over') {
    return html`<p class="receipt-words">
      ${writeTo(sentence(said.over, { until: until.words }), content.conference, chairOf(content))}
    </p>`;
  }
  const left = Date.parse(until.at) - Date.parse(now);
  const days = Math.floor(left / DAY);
  const count = String(days > 1 ? days : Math.floor(left / HOUR));
  return html`<p class="receipt-words">
    ${state === 'before' ? sentence(said.before, { from: (from ?? until).words }) : undefined}
    ${sentence(said.until, { until: until.label })}
    ${sentence(days > 1 ? said.daysLeft : said.hoursLeft, { count })}
  </p>`;
}

function line(content: Content, { page }: OwnPage, { abstract, state }: OwnReview): Markup {
  const { reviews: said } = content.yourAbstract;
  const { session } = titlesOf(content, abstract);
  return html`<li>
    <a href="${pathOfReview(page, abstract)}"><bdi>${abstract.title ?? said.untitled}</bdi></a>
    <span>${stateWords(said, state)}</span>
    <span class="receipt-note"><bdi>${abstract.reference}</bdi> · <bdi>${session}</bdi></span>
  </li> `;
}

export function pathOfReview(
  page: OwnPage['page'],
  { reference }: { reference: string },
  more = '',
): string {
  return `${pathOfReviews(page)}/${reference}${more}`;
}

export function stateWords({ states }: Said, state: OwnReviewState): string {
  return states[WORDS_OF[state]];
}

const WORDS_OF = {
  OPEN: 'open',
  DRAFT: 'draft',
  AGAIN: 'again',
  SUBMITTED: 'submitted',
  CONFLICT: 'conflict',
  FIELD: 'field',
  WITHDRAWN: 'withdrawn',
  DECIDED: 'decided',
} as const satisfies Record<OwnReviewState, keyof Said['states']>;

export function contact(content: Content): Markup {
  return html`<p class="receipt-words">
    ${writeTo(content.yourAbstract.reviews.questions, content.conference, chairOf(content))}
  </p>`;
}

/** A page of words and the address of the chair, such as about a link that opens nothing. */
export function wordsToChair(content: Content, words: string): Markup {
  return html`<article class="receipt">
    <h1>${content.yourAbstract.reviews.title}</h1>
    <p class="receipt-words">${writeTo(words, content.conference, chairOf(content))}</p>
  </article>`;
}

/** The page on which somebody who is not the reviewer ends the link. */
export function strangerPage(content: Content, { page, reviewer }: OwnPage): Markup {
  const { reviews: said } = content.yourAbstract;
  return html`<article class="receipt">
    <h1>${said.stranger}</h1>
    <p class="receipt-words">${sentence(said.strangerHeading, { person: reviewer.name })}</p>
    <p class="receipt-words">${said.strangerIntro}</p>
    ${buttonForm(`${pathOfReviews(page)}/stranger`, said.strangerAct, 'ending')}
    <p class="receipt-words"><a href="${pathOfReviews(page)}">${said.all}</a></p>
  </article>`;
}
