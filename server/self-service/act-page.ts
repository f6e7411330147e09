import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { type Hidden, hiddenFields } from '#server/http/form-field.ts';
import { alert, buttonClass, writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { sentence } from '#server/http/sentence.ts';
import { isForMember, pageOf, type Subject } from './subject.ts';

/** The title of an act, and the one with which the payer of a group acts for one of its people. */
export type ActTitle = { title: string; titleOf: string };

type Shown = { title: ActTitle; trouble?: string | undefined; main?: Markup | undefined };

/** A page of an act: its title, what went wrong, the act, and the way back. */
export function actPage(
  { yourRegistration: said, mails, conference }: Content,
  subject: Subject,
  { title, trouble, main }: Shown,
): Markup {
  return html`<article class="receipt">
    <h1>${titleFor(subject, title)}</h1>
    <p class="receipt-words">
      ${mails.labels.reference}
      ${inOneLine([subject.order.reference, conference.name], conference.language)}
    </p>
    ${alert(trouble)} ${main}
    ${
      trouble === undefined
        ? undefined
        : html`<p class="receipt-words">${writeTo(said.contact, conference)}</p>`
    }
    <p class="receipt-words"><a href="${pageOf(subject)}">${said.back}</a></p>
  </article>`;
}

function titleFor(subject: Subject, { title, titleOf }: ActTitle): Markup {
  return isForMember(subject)
    ? sentence(titleOf, { person: subject.entries.name })
    : html`${title}`;
}

type Check = {
  /** The heading of the sentences. */
  check: string;
  /** The facts about the act. */
  table?: Markup | undefined;
  sentences: readonly Markup[];
  action: string;
  /** The fields that the button sends again. */
  fields: Hidden;
  button: string;
};

/** The part of a page that says what an act will do, with the one button that does it. */
export function checkPart(
  { edit }: Content['yourRegistration'],
  { check, table, sentences, action, fields, button }: Check,
): Markup {
  return html`<h2>${check}</h2>
    ${table} ${sentences.map((words) => html`<p class="receipt-words">${words}</p> `)}
    <form method="post" action="${action}">
      ${hiddenFields(fields)}
      <div class="receipt-ways">
        <button class="receipt-download" type="submit">${button}</button>
        <button class="${buttonClass('quiet')}" type="submit" name="edit" value="yes">
          ${edit}
        </button>
      </div>
    </form>`;
}
