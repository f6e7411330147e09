import type { Content } from '#contract/content.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { personLengths } from '#contract/person.ts';
import { factRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  alert,
  buttonForm,
  hiddenField,
  inputField,
  pageOfWords,
  privacyNote,
} from './page-parts.ts';

/** The entries of a visitor, with the names of the fields that are wrong. */
export type Typed = { values: Readonly<Record<string, string>>; wrong: readonly string[] };

export const NOTHING_TYPED: Typed = { values: {}, wrong: [] };

/** The page on which a visitor joins the waiting list for a choice; `choiceId` is the id of its price. */
export function joinPage(
  { mails, privacy }: Pick<Content, 'mails' | 'privacy'>,
  { choice, choiceId }: { choice: string; choiceId: string },
  { values, wrong }: Typed = NOTHING_TYPED,
  trouble?: string,
): Markup {
  const { waitingList, labels } = mails;
  const { page: said, labels: named } = waitingList;
  const fields = [
    { name: 'name', label: labels.name, autocomplete: 'name', most: personLengths.name },
    {
      name: 'email',
      label: labels.email,
      type: 'email' as const,
      autocomplete: 'email',
      most: personLengths.email,
    },
  ];
  const names = fields.filter(({ name }) => wrong.includes(name)).map(({ label }) => label);
  const problem = trouble ?? (names.length > 0 ? `${said.check} ${names.join(', ')}` : undefined);
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    ${alert(problem)}
    <p class="receipt-words">${said.intro}</p>
    <dl>${factRow(named.choice, [choice])}</dl>
    <form method="post" action="/waiting-list" class="receipt-form">
      ${hiddenField('choice', choiceId)}
      ${fields.map((field) =>
        inputField({ ...field, value: values[field.name], isWrong: wrong.includes(field.name) }),
      )}
      <label class="receipt-unseen" aria-hidden="true">
        ${said.hidden} <input name="reserved" tabindex="-1" autocomplete="off" />
      </label>
      <p class="receipt-words">${said.how}</p>
      ${privacyNote(privacy)}
      <button class="receipt-download">${said.join}</button>
    </form>
  </article>`;
}

/** The page without a form, if there is nothing to wait for: it leads to the registration form. */
export function toTheForm({ waitingList: { page: said } }: Mails, words: string): Markup {
  return pageOfWords(
    said.title,
    [words],
    html`<p><a class="receipt-download" href="/conference-registration">${said.form}</a></p>`,
  );
}

/** The page of a person who waits. */
export function waitingPage(
  { waitingList: { page: said, labels } }: Mails,
  { choice, address }: { choice: string; address: string },
): Markup {
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">${said.waiting}</p>
    <dl>${factRow(labels.choice, [choice])}</dl>
    ${buttonForm(`${address}/leave`, said.leave)}
  </article>`;
}
