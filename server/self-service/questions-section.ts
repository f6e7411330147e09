import type { Content } from '#contract/content.ts';
import { LONGEST_ANSWER, type Question } from '#contract/content/questions-shape.ts';
import { factRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { questionsOf, versionOf } from '#server/orders/answer-questions.ts';
import { endText } from '#server/orders/order-facts.ts';
import type { PageOwner } from '#server/orders/page-owners.ts';
import { type AnswerMistake, isOpenAt, offeredAnswers } from '#server/orders/questions.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';

/** The entries of one person's form, if they could not be saved. */
export type Refused = {
  typed: Readonly<Record<string, string>>;
  mistakes: Readonly<Record<string, AnswerMistake>>;
};

/** The name of a question's field in the form. */
export const fieldOf = ({ id }: Pick<Question, 'id'>) => `answer-${id}`;

/**
 * The questions of the conference on the page of a participant. The payer of a group has a closed part for each person,
 * with the form of that person.
 */
export function questionsSection(
  content: Content,
  {
    pageToken: token,
    participant,
    isPayer,
  }: Pick<PageOwner, 'pageToken' | 'participant' | 'isPayer'>,
  people: readonly ListedParticipant[],
  now: string,
): Markup | undefined {
  const said = content.yourRegistration.questions;
  const asked = people.filter((person) => questionsOf(content, person).length > 0);
  if (asked.length === 0) return undefined;
  const questions = asked.flatMap((person) => questionsOf(content, person));
  const isOpen = questions.some((question) => isOpenAt(question, now));
  const form = (person: ListedParticipant) => personForm(content, token, person, now);
  return html`<section aria-labelledby="questions">
    <h2 id="questions">${said.heading}</h2>
    ${isOpen ? html`<p class="receipt-words">${said.intro}</p>` : undefined}
    ${participant ? asked.map(form) : asked.map((person) => part(person))}
    <p class="receipt-words">
      ${isPayer ? undefined : said.payerSees} ${said.privacy}
      <a href="/privacy">${content.privacy.formNote.link}</a>
    </p>
  </section>`;

  function part(person: ListedParticipant): Markup {
    const isLeft = questionsOf(content, person).some(
      (question) => isOpenAt(question, now) && person.answers[question.id] === undefined,
    );
    return html`<details class="receipt-part">
      <summary>
        <bdi>${person.name}</bdi>
        <span class="receipt-note">${isLeft ? said.unanswered : said.answered}</span>
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
    <p class="receipt-words" role="alert">${said.refused}</p>
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
          <input type="hidden" name="person" value="${person.id}" />
          <input type="hidden" name="version" value="${versionOf(person.answers)}" />
          ${open.map(field)}
          ${open.some(({ required }) => required) ? html`<p class="receipt-words">${said.required}</p>` : undefined}
          <button class="receipt-download" type="submit">${said.save}</button>
        </form>`
  }`;

  function closedRow(question: Question): Markup {
    const answer = person.answers[question.id];
    const end = question.until ? `${said.over} ${endText(question.until)}` : '';
    return factRow(question.label, [answer === undefined ? said.noAnswer : words(answer), end]);
  }

  function field(question: Question): Markup {
    const { id, label, text, required, until, badge } = question;
    const name = fieldOf(question);
    // The page of a group has the same question for each person.
    const at = `${name}-${person.id}`;
    const mistake = refused?.mistakes[id];
    const notes = [
      text,
      ...(badge ? [said.onBadge] : []),
      ...(until ? [`${said.until} ${endText(until)}.`] : []),
    ].filter((note) => note !== undefined);
    const ids = [
      ...(notes.length > 0 ? [`${at}-note`] : []),
      ...(mistake === undefined ? [] : [`${at}-mistake`]),
    ];
    const attributes = html`class="control" id="${at}" name="${name}"
    ${required ? html`required` : html``}
    ${ids.length > 0 ? html`aria-describedby="${ids.join(' ')}"` : html``}
    ${mistake === undefined ? html`` : html`aria-invalid="true"`}`;
    const value = refused?.typed[id] ?? person.answers[id] ?? '';
    return html`<div class="receipt-field">
      <label for="${at}">${label}${required ? ' *' : ''}</label>
      ${notes.length > 0 ? html`<p id="${at}-note">${notes.join(' ')}</p>` : undefined}
      ${question.kind === 'line' ? line(attributes, value) : choice(attributes, question, value)}
      ${mistake === undefined ? undefined : html`<p id="${at}-mistake" class="receipt-mistake">${said.mistakes[mistake]}</p>`}
    </div> `;
  }

  function line(attributes: Markup, value: string): Markup {
    return html`<input
      type="text"
      ${attributes}
      value="${value.slice(0, 2 * LONGEST_ANSWER)}"
      maxlength="${LONGEST_ANSWER}"
      autocomplete="off"
    />`;
  }

  /** An answer that is no longer offered stays a choice of the person who gave it. */
  function choice(attributes: Markup, question: Question, value: string): Markup {
    const offered = offeredAnswers(question);
    const earlier = person.answers[question.id];
    const isGone = earlier !== undefined && !offered.includes(earlier);
    const option = (answer: string, shown: string) =>
      html`<option value="${answer}" ${answer === value ? html`selected` : html``}>
        ${shown}
      </option> `;
    return html`<select ${attributes} autocomplete="off">
      ${option('', said.noAnswer)} ${offered.map((answer) => option(answer, words(answer)))}
      ${isGone ? option(earlier, `${words(earlier)} (${said.notOffered})`) : undefined}
    </select>`;
  }

  function words(answer: string): string {
    return answer === 'yes' ? said.yes : answer === 'no' ? said.no : answer;
  }
}
