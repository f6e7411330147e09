import { inOneLine } from '#contract/content/languages.ts';
import { optionIn, type Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { sizeText } from '#contract/size-text.ts';
import type { PeerReview } from '#features/peer-review/peer-reviews.ts';
import { LONGEST_COMMENT } from '#features/peer-review/review-workbook.ts';
import type { Criterion } from '#features/peer-review/shape.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { checkField, hiddenFields, lineField, linesField } from '#server/http/form-field.ts';
import { alert, buttonClass, factRow } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { html, type Markup } from '#server/markup.ts';
import { MASK } from './author-words.ts';
import { isOpen, type OwnReview, revisionOf } from './own-reviews.ts';
import { COMMENTS, fieldOf, type ReviewMistake, type Typed, typedOf } from './read-review.ts';
import { contact, pathOfReview, stateWords, timeWords, type Shown } from './review-list-page.ts';
import type { ReviewCopy } from './review-copies.ts';
import { pathOfReviews } from './reviewer-links.ts';

export type ShownReview = Shown & {
  review: OwnReview;
  authors: readonly AbstractAuthor[];
  copy: ReviewCopy;
  /** The form as it was typed, if it was refused. */
  refused?: Refused | undefined;
  discussion?: Markup | undefined;
};
type Refused = {
  typed: Typed;
  mistakes?: Readonly<Record<string, ReviewMistake>>;
  /** The review that was saved meanwhile. */
  overtaken?: PeerReview;
};

/** The page of one abstract for its reviewer: what there is to read, and the form of the review. */
export function reviewPage(content: Content, shown: ShownReview): Markup {
  const { reviews: said } = content.yourAbstract;
  const { own, review, notice, refused, state } = shown;
  const { abstract } = review;
  const canWrite = state === 'open' && (isOpen(review) || isChangeable(review));
  const hasDeclined = review.state === 'CONFLICT' || review.state === 'FIELD';
  return html`<article class="receipt">
    ${ways(content, shown)}
    <h1><bdi>${abstract.title ?? said.untitled}</bdi></h1>
    <p class="receipt-state" id="state">${stateWords(said, review.state)}</p>
    ${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${notice}</p>`}
    ${alert(refused && (refused.overtaken ? said.overtaken : said.refused))}
    ${timeWords(content, shown)} ${facts(content, shown)} ${reading(content, shown)}
    ${hasDeclined ? givenBack(content, shown) : form(content, shown, canWrite)} ${shown.discussion}
    ${canWrite && !hasDeclined ? giveBack(content, shown) : undefined} ${contact(content)}
    ${ways(content, shown, { isSecond: true })}
    <p class="receipt-words"><a href="${pathOfReviews(own.page)}">${said.all}</a></p>
  </article>`;
}

/** A review of an abstract that is decided stays as it is. */
function isChangeable({ state, isDecided }: OwnReview): boolean {
  return state === 'SUBMITTED' && !isDecided;
}

/** From one abstract to the next, in the order of the list. */
function ways(
  content: Content,
  { own, all, review }: ShownReview,
  { isSecond = false } = {},
): Markup {
  const { reviews: said } = content.yourAbstract;
  const at = all.findIndex(({ abstract }) => abstract.id === review.abstract.id);
  const [previous, next] = [all[at - 1], all[at + 1]];
  const after = [...all.slice(at + 1), ...all.slice(0, at)].find(isOpen);
  const link = (to: OwnReview | undefined, words: string, key: string, rel: string) => {
    // An access key leads to one place.
    const access = isSecond ? undefined : html`accesskey="${key}"`;
    return (
      to &&
      html`<a href="${pathOfReview(own.page, to.abstract)}" ${access} rel="${rel}">${words}</a> `
    );
  };
  const links = html`<span>${at + 1} / ${all.length}</span>
    ${link(previous, said.previous, 'p', 'prev')} ${link(next, said.next, 'n', 'next')}
    ${after && after !== next ? link(after, said.nextOpen, 'o', 'nofollow') : undefined}`;
  return isSecond
    ? html`<p class="receipt-words receipt-steps">${links}</p>`
    : html`<nav class="receipt-words receipt-steps" aria-label="${said.title}">${links}</nav>`;
}

function facts(content: Content, { review, authors }: ShownReview): Markup {
  const { reviews: said } = content.yourAbstract;
  const { abstract } = review;
  const { session, interestArea } = titlesOf(content, abstract);
  const { labels } = said;
  const { blind } = content.conference.abstracts.review;
  const known = (label: string, text: string | undefined) => text && factRow(label, [text]);
  return html`<dl>
    ${factRow(labels.reference, [abstract.reference])}
    ${
      blind
        ? undefined
        : factRow(
            labels.authors,
            authors.map(({ name, affiliation }) =>
              inOneLine([name, affiliation], content.language),
            ),
          )
    }
    ${factRow(labels.session, [session])} ${factRow(labels.interestArea, [interestArea])}
    ${known(labels.keywords, abstract.keywords)}
    ${known(labels.wish, abstract.wish && optionIn(content, abstract.wish))}
  </dl>`;
}

function reading(content: Content, { own, review, copy }: ShownReview): Markup {
  const { reviews: said } = content.yourAbstract;
  const { text, file, reason } = copy;
  const path = (more: string) => pathOfReview(own.page, review.abstract, more);
  return html`${
      text === undefined
        ? undefined
        : html`<section aria-labelledby="text">
            <h2 id="text">${said.text}</h2>
            <div class="receipt-text" dir="auto">${text}</div>
            <p class="receipt-words receipt-note">
              ${said.textNote} ${copy.isMasked ? sentence(said.masked, { sign: MASK }) : undefined}
            </p>
          </section>`
    }
    <section aria-labelledby="file">
      <h2 id="file">${said.file}</h2>
      ${
        file === undefined
          ? html`<p class="receipt-words">
              ${said.kept[reason === undefined || reason === 'scanned' ? 'missing' : reason]}
            </p>`
          : html`<p class="receipt-words receipt-steps">
                ${
                  file.isPdf
                    ? html`<a href="${path('/file')}" target="_blank" rel="noopener"
                        >${said.open}</a
                      >`
                    : undefined
                }
                <a href="${path('/download')}">${said.download}</a>
                <span class="receipt-note"
                  ><bdi>${file.name}</bdi
                  >${file.bytes === undefined ? undefined : html`, ${sizeText(file.bytes, content.language)}`}</span
                >
              </p>
              ${
                file.isPdf
                  ? html`<details class="receipt-part">
                      <summary>${said.here}</summary>
                      <iframe
                        class="receipt-file"
                        src="${path('/file')}"
                        title="${said.file}"
                        loading="lazy"
                      ></iframe>
                    </details>`
                  : undefined
              }`
      }
    </section>`;
}

function form(content: Content, shown: ShownReview, canWrite: boolean): Markup {
  const { reviews: said } = content.yourAbstract;
  const { own, review, refused, times } = shown;
  const { criteria } = content.conference.abstracts.review;
  const stored = typedOf(review.review, criteria);
  const typed = refused?.typed ?? stored;
  if (!canWrite) {
    if (review.state === 'OPEN' || review.state === 'WITHDRAWN') return html``;
    return html`<section aria-labelledby="review">
      <h2 id="review">${said.review}</h2>
      <dl>
        ${criteria.map((each) => factRow(each.name, [stored[fieldOf(each)] ?? '']))}
        ${factRow(said.committee, [stored[COMMENTS.committee] ?? ''])}
        ${factRow(said.author, [stored[COMMENTS.author] ?? ''])}
      </dl>
    </section>`;
  }
  const isSubmitted = review.state === 'SUBMITTED';
  const { auto } = said;
  const version = (refused?.overtaken ?? review.review).version;
  const words = { said, typed, refused, stored: refused?.overtaken && stored };
  return html`<section aria-labelledby="review">
    <h2 id="review">${said.review}</h2>
    ${review.state === 'AGAIN' ? html`<p class="receipt-words">${said.againNote}</p>` : undefined}
    ${isSubmitted ? html`<p class="receipt-words">${sentence(said.submittedNote, { until: times.opening.until.label })}</p>` : undefined}
    <form
      method="post"
      action="${pathOfReview(own.page, review.abstract)}"
      class="receipt-form"
      data-autosave
      data-saving="${auto.saving}"
      data-saved="${auto.saved}"
      data-failed="${auto.failed}"
      data-refused="${auto.refused}"
    >
      ${hiddenFields({ version, revised: revisionOf(review) })}
      ${criteria.map((criterion) => scoreField(criterion, words))}
      ${commentField(COMMENTS.committee, said.committee, said.committeeNote, words)}
      ${commentField(COMMENTS.author, said.author, said.authorNote, words)}
      <p class="receipt-words receipt-note" role="status" data-status></p>
      <div class="receipt-answers">
        <button class="${buttonClass()}" name="act" value="submit">
          ${isSubmitted ? said.saveAgain : said.submit}
        </button>
        ${isSubmitted ? undefined : html`<button class="${buttonClass('quiet')}" name="act" value="draft">${said.save}</button>`}
      </div>
    </form>
  </section>`;
}

type FormWords = {
  said: Content['yourAbstract']['reviews'];
  typed: Typed;
  refused: Refused | undefined;
  /** The stored entries, if they differ from what somebody typed in another window. */
  stored: Typed | undefined;
};

/** Up to seven scores are a row of choices, and more are a number to enter. */
const MOST_CHOICES = 7;

function scoreField(criterion: Criterion, words: FormWords): Markup {
  const { said, typed } = words;
  const name = fieldOf(criterion);
  const best = String(criterion.best);
  const note = `${criterion.text === undefined ? '' : `${criterion.text} `}${fillPlaceholders(said.score, { best })}`;
  const mistake = mistakeIn(name, words, { best });
  if (criterion.best > MOST_CHOICES) {
    return html`${lineField({ name, label: criterion.name, note, mistake, value: typed[name] }, { most: criterion.best, type: 'number' })}
    ${storedWords(name, words)}`;
  }
  const id = `${name}-note`;
  return html`<fieldset class="receipt-scores" aria-describedby="${id}">
    <legend>${criterion.name}</legend>
    <p class="receipt-note" id="${id}">${note}</p>
    <div class="receipt-answers">
      ${Array.from({ length: criterion.best }, (_, at) => {
        const value = String(at + 1);
        return checkField('radio', { name, value, isChecked: typed[name] === value, label: value });
      })}
    </div>
    ${mistake === undefined ? undefined : html`<p class="receipt-mistake" role="alert">${mistake}</p>`}
    ${storedWords(name, words)}
  </fieldset> `;
}

function commentField(name: string, label: string, note: string, words: FormWords): Markup {
  const most = String(LONGEST_COMMENT);
  const mistake = mistakeIn(name, words, { most });
  const value = words.typed[name];
  return html`${linesField(
    { name, label, note: fillPlaceholders(note, { most }), mistake, value },
    { most: LONGEST_COMMENT / 6, lines: 6, shown: 6 },
  )}
  ${storedWords(name, words)}`;
}

function mistakeIn(
  name: string,
  { said, refused }: FormWords,
  values: Record<string, string>,
): string | undefined {
  const mistake = refused?.mistakes?.[name];
  return mistake && fillPlaceholders(said.mistakes[mistake], values);
}

function storedWords(name: string, { said, typed, stored }: FormWords): Markup | undefined {
  if (!stored || (stored[name] ?? '') === (typed[name] ?? '').replaceAll('\r\n', '\n'))
    return undefined;
  return html`<p class="receipt-words receipt-note">
    <span class="receipt-lines"
      >${sentence(said.stored, { entry: stored[name] || said.nothing })}</span
    >
  </p>`;
}

function giveBack(content: Content, { own, review }: ShownReview): Markup {
  const { reviews: said } = content.yourAbstract;
  const action = pathOfReview(own.page, review.abstract, '/give-back');
  const button = (reason: string, words: string) =>
    html`<button class="${buttonClass('quiet')}" name="reason" value="${reason}">
      ${words}
    </button> `;
  return html`<section aria-labelledby="give-back">
    <h2 id="give-back">${said.notNow}</h2>
    <p class="receipt-words">${said.declineNote}</p>
    <form method="post" action="${action}" class="receipt-answers">
      ${button('conflict', said.conflict)} ${button('field', said.field)}
    </form>
  </section>`;
}

function givenBack(content: Content, { own, review, state }: ShownReview): Markup {
  const { reviews: said } = content.yourAbstract;
  const action = pathOfReview(own.page, review.abstract, '/take-back');
  return html`<p class="receipt-words">${said.declined}</p>
    ${
      state === 'open' && !review.isDecided
        ? html`<form method="post" action="${action}">
            <button class="${buttonClass('quiet')}">${said.takeBack}</button>
          </form>`
        : undefined
    }`;
}
