import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { checkField, choiceField, linesField } from '#server/http/form-field.ts';
import { alert, buttonForm, writeTo } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Spoken, stateNow, WordsMistakes } from './answer-survey.ts';
import {
  fieldOf,
  LONGEST_TEXT,
  offeredAnswers,
  type SurveyEntries,
  type SurveyMistake,
} from './read-survey.ts';
import type { SurveyQuestion } from './shape.ts';
import { pathOfSurvey, type SurveyLink } from './survey-links.ts';
import { LONGEST_WORDS, type TalkWords } from './talk-words.ts';

type Asked = NonNullable<ReturnType<typeof stateNow>>;
export type SurveyNotice = 'declined' | 'sent';

/** The entries of the form that were refused. */
export type RefusedSurvey = {
  typed: SurveyEntries;
  mistakes: Readonly<Record<string, SurveyMistake>>;
};
export type RefusedWords = {
  typed: { contribution: string; words: string; isSigned: boolean };
  mistakes: WordsMistakes;
};

export type Shown = {
  link: SurveyLink;
  asked: Asked;
  notice?: SurveyNotice | undefined;
  /** The contributions to choose from, and the words of the reader; undefined if nobody can write. */
  speaking: { contributions: readonly Spoken[]; own: readonly TalkWords[] } | undefined;
  refused?: RefusedSurvey | undefined;
  refusedWords?: RefusedWords | undefined;
};

/** The page behind the link: the questions once, thanks after them, and the form of words to a speaker. */
export function surveyPage(content: Content, shown: Shown): Markup {
  const { survey: said } = content.yourRegistration;
  const { link, asked, notice, refused } = shown;
  const { opening, state } = asked;
  const isAnswered = link.state === 'ANSWERED';
  if (state !== 'open') {
    const words = isAnswered
      ? html`${said.thanks}`
      : state === 'before'
        ? sentence(said.before, { from: (opening.from ?? opening.until).words })
        : writeTo(sentence(said.over, { until: opening.until.words }), content.conference);
    return page(said.title, html`<p class="receipt-words">${words}</p>`);
  }
  const noticed = notice && (notice === 'sent' ? said.words.sent : said.declined);
  return page(
    said.title,
    html`${alert(refused && said.refused)}
    ${noticed === undefined ? undefined : html`<p class="receipt-words" role="status">${noticed}</p>`}
    ${
      isAnswered
        ? html`<p class="receipt-words">${said.thanks}</p>`
        : html`<p class="receipt-words">${said.intro}</p>
            ${surveyForm(content, shown)}`
    }
    ${
      link.state === 'INVITED'
        ? html`<p class="receipt-words">${said.declineIntro}</p>
            ${buttonForm(`${pathOfSurvey(link)}/decline`, said.decline, 'quiet')}`
        : undefined
    }
    ${wordsForm(content, shown)}`,
  );
}

function page(title: string, main: Markup): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    ${main}
  </article>`;
}

/** A page of words alone, such as about a link that opens nothing. */
export function wordsWithMail({ conference, yourRegistration }: Content, words: string): Markup {
  return page(
    yourRegistration.survey.title,
    html`<p class="receipt-words">${writeTo(words, conference)}</p>`,
  );
}

function surveyForm(content: Content, { link, asked, refused }: Shown): Markup {
  const { survey: said } = content.yourRegistration;
  const { survey, opening } = asked;
  const { questions } = survey;
  return html`<form method="post" action="${pathOfSurvey(link)}" class="receipt-form">
    <p class="receipt-words">
      ${survey.anonymous ? said.anonymous : said.named}
      <a href="${content.base}/privacy">${content.privacy.formNote.link}</a>
    </p>
    ${questions.map((question) => questionField(content, question, refused))}
    ${questions.some(({ required }) => required) ? html`<p class="receipt-words">${said.required}</p>` : undefined}
    <p class="receipt-words">${sentence(said.until, { until: opening.until.words })}</p>
    <button class="receipt-download" type="submit">${said.send}</button>
  </form>`;
}

function questionField(
  content: Content,
  question: SurveyQuestion,
  refused: RefusedSurvey | undefined,
): Markup {
  const { survey: said } = content.yourRegistration;
  const { id, kind, label, text, required } = question;
  const mistake = refused?.mistakes[id];
  const most = String(LONGEST_TEXT);
  const field = {
    name: fieldOf(question),
    label: `${label}${required ? ' *' : ''}`,
    note: text,
    mistake: mistake && fillPlaceholders(said[mistake], { most }),
    value: refused?.typed[id] ?? '',
    isRequired: required,
  };
  if (kind === 'text') return linesField(field, { most: LONGEST_TEXT / 4, lines: 4 });
  const choices = offeredAnswers(question).map((words, at) => ({
    value: String(at + 1),
    words: kind === 'scale' ? scaleWords(question, words) : words,
  }));
  return choiceField(field, [{ value: '', words: said.noAnswer }, ...choices]);
}

/** “5 (excellent)” at the ends of a scale. */
function scaleWords(question: SurveyQuestion, step: string): string {
  const { low, high } = question;
  const meaning = step === '1' ? low : step === offeredAnswers(question).at(-1) ? high : undefined;
  return meaning === undefined ? step : `${step} (${meaning})`;
}

function wordsForm(content: Content, { link, speaking, refusedWords }: Shown): Markup | undefined {
  if (!speaking) return undefined;
  const { survey: all } = content.yourRegistration;
  const { words: said } = all;
  const { typed, mistakes = {} } = refusedWords ?? {};
  const most = String(LONGEST_WORDS);
  const written = new Map(speaking.own.map((words) => [words.abstractId, words]));
  const { missing } = all;
  return html`<section aria-labelledby="words">
    <h2 id="words">${said.heading}</h2>
    <p class="receipt-words">${said.intro}</p>
    ${
      written.size === 0
        ? undefined
        : html`<p class="receipt-words">${said.written}</p>
            <ul>
              ${speaking.contributions
                .filter(({ id }) => written.has(id))
                .map(({ id, words }) => writtenLine(content, words, written.get(id)))}
            </ul>`
    }
    <form method="post" action="${pathOfSurvey(link)}/word#words" class="receipt-form">
      ${choiceField(
        {
          name: 'contribution',
          label: said.contribution,
          mistake:
            mistakes.contribution &&
            { missing, gone: said.gone, twice: said.twice }[mistakes.contribution],
          value: typed?.contribution,
          isRequired: true,
        },
        [
          { value: '', words: said.choose },
          ...speaking.contributions.map(({ id, reference, words }) => ({
            value: reference,
            words: words.length > 140 ? `${words.slice(0, 139)}…` : words,
            isDisabled: written.has(id),
          })),
        ],
      )}
      ${linesField(
        {
          name: 'words',
          label: said.words,
          note: fillPlaceholders(said.note, { most }),
          mistake: mistakes.words && fillPlaceholders(all[mistakes.words], { most }),
          value: typed?.words,
          isRequired: true,
        },
        { most: LONGEST_WORDS / 4, lines: 4 },
      )}
      ${checkField('checkbox', {
        name: 'sign',
        value: 'yes',
        isChecked: typed?.isSigned ?? false,
        label: said.sign,
        note: said.signNote,
      })}
      <button class="receipt-download" type="submit">${said.send}</button>
    </form>
  </section>`;
}

function writtenLine(content: Content, words: string, own: TalkWords | undefined): Markup {
  const { takenAway } = content.yourRegistration.survey.words;
  return html`<li>
    <bdi>${words}</bdi>
    ${own?.reason === undefined ? undefined : html`<span class="receipt-note">${takenAway} <bdi>${own.reason}</bdi></span>`}
  </li> `;
}
