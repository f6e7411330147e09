import type { Content } from '#contract/content.ts';
import { html, type Markup } from '#server/markup.ts';
import { pageOf, type Subject } from './subject.ts';

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
    ${trouble === undefined ? undefined : html`<p class="receipt-words" role="alert">${trouble}</p>`}
    ${main}
    <p><a href="${pageOf(subject)}">${said.back}</a></p>
  </article>`;
}
