import { withColon } from '#contract/content/languages.ts';
import { abstractContact } from '#contract/content/abstract-contact.ts';
import type { Content } from '#contract/content.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Criterion } from '#features/posters/shape.ts';
import { hiddenFields, lineField } from '#server/http/form-field.ts';
import { languageChoice } from '#server/http/language-choice.ts';
import { alert, buttonClass, buttonForm, fold, writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { judgePath, type PosterJudge } from './judges.ts';
import type { PosterToJudge } from './posters-to-judge.ts';
import { fieldOf, type ScoreMistakes, scoresText, type Typed } from './save-scores.ts';

/** The numbers of a judge for a poster, and a form that was refused. */
export type OwnPoster = {
  poster: Omit<PosterToJudge, 'authors' | 'email'>;
  scores: ReadonlyMap<string, number> | undefined;
  isGivenBack: boolean;
  refused?: { typed: Typed; mistakes: ScoreMistakes } | undefined;
};

export type ShownJudging = {
  judge: PosterJudge;
  languages: readonly string[];
  criteria: readonly Criterion[];
  opening: Opening;
  now: string;
  all: readonly OwnPoster[];
  notice?: string | undefined;
  trouble?: string | undefined;
};

/** The page of a judge: each poster with its place and a field for each number. It needs no script. */
export function judgePage(content: Content, shown: ShownJudging): Markup {
  const { judging: said } = content.yourAbstract;
  const { all, notice, trouble, opening, now } = shown;
  const isOver = stateOf(opening, now) === 'over';
  const own = all.filter(({ isGivenBack }) => !isGivenBack);
  const done = own.filter(({ scores }) => scores).length;
  const counts = { done: String(done), wanted: String(own.length) };
  const open = own.find(({ refused }) => refused) ?? own.find(({ scores }) => !scores);
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${notice}</p>`}
    ${alert(trouble)}
    ${
      all.length === 0
        ? html`<p class="receipt-words">${said.none}</p>`
        : html`<p class="receipt-state">${fillPlaceholders(said.progress, counts)}</p>
            ${timeWords(content, shown)}
            ${isOver ? undefined : html`<p class="receipt-words">${said.intro}</p>`}
            ${all.map((each) => posterPart(content, shown, { own: each, isOpen: each === open && !isOver }))}`
    }
    <p class="receipt-words">
      <a href="${judgePath(shown.judge)}/stranger">${said.stranger.link}</a>
    </p>
    ${languageChoice(content, shown.languages, `${judgePath(shown.judge)}/language`)}
  </article>`;
}

function timeWords({ yourAbstract }: Content, { opening, now }: ShownJudging): Markup | undefined {
  const { judging: said } = yourAbstract;
  const { from, until } = opening;
  const state = stateOf(opening, now);
  if (state === 'before') {
    return html`<p class="receipt-words">
      ${fillPlaceholders(said.before, { from: from?.words ?? '' })}
    </p>`;
  }
  if (!until) return undefined;
  const words = state === 'over' ? said.over : said.open;
  return html`<p class="receipt-words">${fillPlaceholders(words, { until: until.words })}</p>`;
}

function posterPart(
  content: Content,
  shown: ShownJudging,
  { own, isOpen }: { own: OwnPoster; isOpen: boolean },
): Markup {
  const { judging: said } = content.yourAbstract;
  const { criteria, opening, now } = shown;
  const { poster, scores, isGivenBack } = own;
  const { abstractId, number, title, hours, board, topic } = poster;
  const about = [hours, board, topic].filter(Boolean).join(' · ');
  const heading = title === number ? number : `${number} ${title}`;
  const given = scores ? criteria.map(({ id }) => scores.get(id) ?? '–').join(' · ') : said.toDo;
  const note = isGivenBack ? said.givenBack : given;
  const state = stateOf(opening, now);
  return fold(
    { id: `poster-${abstractId}`, heading, note, isOpen },
    html`<p class="receipt-words">${about}</p>
      ${state === 'open' && !isGivenBack ? scoreForm(content, shown, own) : undefined}
      ${state === 'over' ? undefined : backForm(content, shown.judge, own)}`,
  );
}

/** The buttons that give a poster back, or take it again. */
function backForm(
  { yourAbstract: { judging: said }, language }: Content,
  judge: PosterJudge,
  { poster: { abstractId, number }, isGivenBack }: OwnPoster,
): Markup {
  const button = (words: string, reason?: string) =>
    html`<button
      class="${buttonClass('quiet')}"
      name="reason"
      value="${reason}"
      aria-label="${withColon(words, String(number), language)}"
    >
      ${words}
    </button> `;
  return html`<form
    method="post"
    action="${judgePath(judge)}/${isGivenBack ? 'take-back' : 'give-back'}"
    class="receipt-answers"
  >
    ${hiddenFields({ poster: abstractId })}
    ${isGivenBack ? button(said.takeBack) : html`${button(said.conflict, 'conflict')} ${button(said.field, 'field')}`}
  </form>`;
}

function scoreForm(
  { yourAbstract: { judging: said }, language }: Content,
  { judge, criteria }: ShownJudging,
  { poster: { abstractId, number }, scores, refused }: OwnPoster,
): Markup {
  const entered = (criterion: Criterion) =>
    refused ? refused.typed[fieldOf(criterion)] : String(scores?.get(criterion.id) ?? '');
  return html`<form method="post" action="${judgePath(judge)}" class="receipt-form">
    ${hiddenFields({ poster: abstractId, seen: scoresText(criteria, scores) })}
    ${criteria.map((criterion) => {
      const { id, name, text = '', best } = criterion;
      const mistake = refused?.mistakes[id];
      const about = { best: String(best) };
      return lineField(
        {
          name: fieldOf(criterion),
          id: `${fieldOf(criterion)}-${abstractId}`,
          label: name,
          note: `${text} ${fillPlaceholders(said.scale, about)}`.trim(),
          value: entered(criterion),
          mistake: mistake && fillPlaceholders(said.mistakes[mistake], about),
        },
        { most: best, type: 'number' },
      );
    })}
    <button
      class="${buttonClass()}"
      type="submit"
      aria-label="${withColon(said.save, String(number), language)}"
    >
      ${said.save}
    </button>
  </form>`;
}

/** The page on which somebody who is not the judge ends the link. */
export function strangerPage({ yourAbstract }: Content, judge: PosterJudge): Markup {
  const { stranger, title } = yourAbstract.judging;
  return html`<article class="receipt">
    <h1>${stranger.link}</h1>
    <p class="receipt-words">${fillPlaceholders(stranger.heading, { person: judge.name })}</p>
    <p class="receipt-words">${stranger.intro}</p>
    ${buttonForm(`${judgePath(judge)}/stranger`, stranger.act, 'ending')}
    <p class="receipt-words"><a href="${judgePath(judge)}">${title}</a></p>
  </article>`;
}

/** In place of a page whose link opens nothing. */
export function noJudgePage({ yourAbstract, conference }: Content, words: string): Markup {
  const { judging: said } = yourAbstract;
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">${writeTo(words, conference, abstractContact(conference))}</p>
  </article>`;
}
