import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { alert } from '#server/http/page-parts.ts';
import type { Typed } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';
import { sentence } from './sentence.ts';
import { isForMember, pageOf, type Subject } from './subject.ts';

/** A page of an act: its title, what went wrong, the act, and the way back. */
export function actPage(
  { yourRegistration: said, mails, conference }: Content,
  subject: Subject,
  { title, trouble, main }: { title: Markup; trouble?: string | undefined; main: Markup },
): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    <p class="receipt-words">
      ${mails.labels.reference} ${subject.order.reference}, ${conference.name}
    </p>
    ${alert(trouble)} ${main}
    <p class="receipt-words"><a href="${pageOf(subject)}">${said.back}</a></p>
  </article>`;
}

/** The page that says what an act will do, with the one button that does it. */
export function checkPage(
  content: Content,
  subject: Subject,
  {
    title,
    check,
    sentences,
    action,
    entries,
    button,
  }: {
    title: Markup;
    /** The heading of the sentences. */
    check: string;
    sentences: readonly Markup[];
    action: string;
    /** The entries that the button sends again. */
    entries: Typed;
    button: string;
  },
): Markup {
  return actPage(content, subject, {
    title,
    main: html`<h2>${check}</h2>
      ${sentences.map((words) => html`<p class="receipt-words">${words}</p>`)}
      <form method="post" action="${action}">
        ${hiddenFields({ ...entries, version: subject.order.version, confirm: 'yes' })}
        <div class="receipt-ways">
          <button class="receipt-download" type="submit">${button}</button>
          ${editButton(content.yourRegistration)}
        </div>
      </form>`,
  });
}

/** The second button of a page that says what will happen: it shows the form again, with the entries. */
export function editButton({ edit }: Content['yourRegistration']): Markup {
  return html`<button class="receipt-download receipt-quiet" type="submit" name="edit" value="yes">
    ${edit}
  </button>`;
}

/** The title of an act; with the name if the payer of a group acts for one of its people. */
export function titleFor(
  subject: Subject,
  { title, titleOf }: { title: string; titleOf: string },
): Markup {
  return isForMember(subject)
    ? sentence(titleOf, { person: subject.entries.name })
    : html`${title}`;
}
