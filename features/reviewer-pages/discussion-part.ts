import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { linesField } from '#server/http/form-field.ts';
import { buttonClass } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { type Discussion, LONGEST_NOTE, type Note } from './discussion.ts';
import type { OwnReview } from './own-reviews.ts';
import { pathOfReview } from './review-list-page.ts';
import type { OwnPage } from './reviewer-links.ts';

export type RefusedNote = { typed: string; mistake: Extract<Note, { mistake: string }>['mistake'] };

type Shown = {
  own: OwnPage;
  review: OwnReview;
  discussion: Discussion;
  canWrite: boolean;
  refused: RefusedNote | undefined;
};

/** The part of a page in which the reviewers of an abstract talk about it, after each has submitted. */
export function discussionPart(content: Content, shown: Shown): Markup {
  const { discussion: said } = content.yourAbstract.reviews;
  const { own, review, discussion, canWrite } = shown;
  const isNamed = content.conference.abstracts.reviewerPages?.discussion === 'names';
  return html`<section aria-labelledby="discussion">
    <h2 id="discussion">${said.heading}</h2>
    ${
      review.state === 'SUBMITTED'
        ? html`<p class="receipt-words">${said.intro} ${isNamed ? said.names : said.numbers}</p>
            ${others(content, shown)}
            ${
              discussion.notes.length === 0
                ? html`<p class="receipt-words">${said.none}</p>`
                : html`<ul>
                    ${discussion.notes.map(
                      (note) =>
                        html`<li>
                          <strong>${whoWords(content, note)}</strong>
                          <span class="receipt-lines" dir="auto">${note.text}</span>
                        </li> `,
                    )}
                  </ul>`
            }
            ${discussion.isClosed ? html`<p class="receipt-words">${said.closed}</p>` : undefined}
            ${canWrite && !discussion.isClosed ? noteForm(content, own, shown) : undefined}`
        : html`<p class="receipt-words">${said.later}</p>`
    }
  </section>`;
}

function others(content: Content, { discussion }: Shown): Markup | undefined {
  const { discussion: said } = content.yourAbstract.reviews;
  const { criteria } = content.conference.abstracts.review;
  if (discussion.reviews.length === 0) return undefined;
  return html`<h3>${said.others}</h3>
    <ul>
      ${discussion.reviews.map(({ scores, commentForAuthor, ...who }) => {
        const marks = criteria.map(({ id, name: criterion, best }) =>
          fillPlaceholders(said.mean, {
            criterion,
            score: String(scores.get(id) ?? ''),
            best: String(best),
          }),
        );
        return html`<li>
          <strong>${whoWords(content, who)}</strong>
          <span>${marks.join(' · ')}</span>
          ${commentForAuthor === undefined ? undefined : html`<span class="receipt-lines" dir="auto">${commentForAuthor}</span>`}
        </li> `;
      })}
    </ul>`;
}

function whoWords(
  content: Content,
  {
    number,
    name,
    isReader,
    isChair,
  }: Pick<Discussion['notes'][number], 'number' | 'name' | 'isReader' | 'isChair'>,
): string {
  const { discussion: said } = content.yourAbstract.reviews;
  const isNamed = content.conference.abstracts.reviewerPages?.discussion === 'names';
  if (isChair) return said.chair;
  const numbered = fillPlaceholders(said.reviewer, { number: String(number) });
  const who = isNamed && name !== '' ? name : numbered;
  return isReader ? fillPlaceholders(said.you, { who }) : who;
}

function noteForm(content: Content, { page }: OwnPage, { review, refused }: Shown): Markup {
  const { discussion: said, mistakes } = content.yourAbstract.reviews;
  const most = String(LONGEST_NOTE);
  const mistake =
    refused?.mistake === 'missing'
      ? said.note
      : refused && fillPlaceholders(mistakes[refused.mistake], { most });
  return html`<form
    method="post"
    action="${pathOfReview(page, review.abstract, '/note#discussion')}"
    class="receipt-form"
  >
    ${linesField(
      {
        name: 'note',
        label: said.note,
        note: fillPlaceholders(said.noteNote, { most }),
        value: refused?.typed,
        mistake,
        isRequired: true,
      },
      { most: LONGEST_NOTE / 6, lines: 6, shown: 4 },
    )}
    <button class="${buttonClass('quiet')}">${said.send}</button>
  </form>`;
}
