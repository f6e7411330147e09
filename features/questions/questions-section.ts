import { inBrackets } from '#contract/content/languages.ts';
import { pluralText } from '#contract/content/plural.ts';
import type { Content } from '#contract/content.ts';
import { LONGEST_ANSWER, type Question } from '#contract/content/shapes/questions-shape.ts';
import { choiceField, hiddenFields, lineField } from '#server/http/form-field.ts';
import { alert, factRow, fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { questionsOf, versionOf } from './answer-questions.ts';
import { untilText } from '#server/orders/rows/order-facts.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { type AnswerMistake, answerIn, isOpenAt, offeredAnswers } from './questions.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';

/** The entries of one person's form, if they could not be saved. */
export type Refused = {
  typed: Readonly<Record<string, string>>;
  mistakes: Readonly<Record<string, AnswerMistake>>;
};

/** The name of a question's field in the form. */
export const fieldOf = ({ id }: Pick<Question, 'id'>) => `answer-${id}`;

/**
 * The questions of the conference on the page of a participant, and the number without an answer. The payer of a group has
 * a closed part for each person, with the form of that person.
 */
export function questionsSection(
  content: Content,
  { pageToken: token, participant, isPayer }: PageOwner,
  people: readonly ListedParticipant[],
  now: string,
): { part: Markup; left: number } | undefined {
  const said = content.yourRegistration.questions;
  const asked = people.filter((person) => questionsOf(content, person).length > 0);
  if (asked.length === 0) return undefined;
  const questions = asked.flatMap((person) => questionsOf(content, person));
  const isOpen = questions.some((question) => isOpenAt(question, now));
  const form = (person: ListedParticipant) => personForm(content, token, person, now);
  const leftOf = (person: ListedParticipant) =>
    questionsOf(content, person).filter(
      (question) => isOpenAt(question, now) && person.answers[question.id] === undefined,
    ).length;
  const left = asked.reduce((sum, person) => sum + leftOf(person), 0);
  const body = html`${isOpen ? html`<p class="receipt-words">${said.intro}</p>` : undefined}
    ${participant ? asked.map(form) : asked.map((person) => part(person))}
    <p class="receipt-words">
      ${isPayer ? undefined : said.payerSees} ${said.privacy}
      <a href="${content.base}/privacy">${content.privacy.formNote.link}</a>
    </p>`;
  const { ownPage } = content.labels;
  const heading = left > 0 ? pluralText(ownPage.answer, left, content.language) : said.heading;
  return { left, part: fold({ id: 'questions', heading }, body) };

  function part(person: ListedParticipant): Markup {
    return html`<details class="receipt-part">
      <summary>
        <bdi>${person.name}</bdi>
        <span class="receipt-note">${leftOf(person) > 0 ? said.unanswered : said.answered}</span>
      </summary>
      ${form(person)}
    </details> `;
  }
}

/** The page with the form of one person whose entries could not be saved. */
export function refusedAnswers(
  content: Content,
  token: string,
  person: ListedParticipant,
  now: string,
  refused: Refused,
): Markup {
  const said = content.yourRegistration.questions;
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    ${alert(said.refused)}
    <p class="receipt-words"><bdi>${person.name}</bdi></p>
    ${personForm(content, token, person, now, refused)}
    <p class="receipt-words"><a href="/registration/${token}">${said.back}</a></p>
  </article>`;
}

/** The form with the open questions, and above it the answers that can no longer be changed. */
function personForm(
  content: Content,
  token: string,
  person: ListedParticipant,
  now: string,
  refused?: Refused,
): Markup {
  const said = content.yourRegistration.questions;
  const asked = questionsOf(content, person);
  const open = asked.filter((question) => isOpenAt(question, now));
  const closed = asked.filter((question) => !isOpenAt(question, now));
  return html`${closed.length === 0 ? undefined : html`<dl>${closed.map(closedRow)}</dl>`}
  ${
    open.length === 0
      ? undefined
      : html`<form method="post" action="/registration/${token}/answers" class="receipt-form">
          ${hiddenFields({ person: person.id, version: versionOf(person.answers) })}
          ${open.map(field)}
          ${open.some(({ required }) => required) ? html`<p class="receipt-words">${said.required}</p>` : undefined}
          <button class="receipt-download" type="submit">${said.save}</button>
        </form>`
  }`;

  function closedRow(question: Question): Markup {
    const answer = person.answers[question.id];
    const end = question.until ? `${said.over} ${untilText(content, question.until)}` : '';
    return factRow(question.label, [
      answer === undefined ? said.noAnswer : answerIn(content, answer),
      end,
    ]);
  }

  function field(question: Question): Markup {
    const { id, label, text, required, until, badge } = question;
    const name = fieldOf(question);
    const mistake = refused?.mistakes[id];
    const notes = [
      text,
      ...(badge ? [said.onBadge] : []),
      ...(until ? [`${said.until} ${untilText(content, until)}`] : []),
    ].filter((note) => note !== undefined);
    const shown = {
      name,
      // The page of a group has the same question for each person.
      id: `${name}-${person.id}`,
      label: `${label}${required ? ' *' : ''}`,
      note: notes.length > 0 ? notes.join(' ') : undefined,
      mistake: mistake && said.mistakes[mistake],
      value: refused?.typed[id] ?? person.answers[id] ?? '',
      isRequired: required,
    };
    return question.kind === 'line'
      ? lineField(shown, { most: LONGEST_ANSWER })
      : choiceField(shown, choicesOf(content, person, question));
  }
}

/** An answer that is no longer offered stays a choice of the person who gave it. */
function choicesOf(
  content: Content,
  person: ListedParticipant,
  question: Question,
): { value: string; words: string }[] {
  const said = content.yourRegistration.questions;
  const offered = offeredAnswers(question);
  const earlier = person.answers[question.id];
  const isGone = earlier !== undefined && !offered.includes(earlier);
  return [
    { value: '', words: said.noAnswer },
    ...offered.map((answer) => ({ value: answer, words: answerIn(content, answer) })),
    ...(isGone
      ? [
          {
            value: earlier,
            words: inBrackets(answerIn(content, earlier), said.notOffered, content.language),
          },
        ]
      : []),
  ];
}
