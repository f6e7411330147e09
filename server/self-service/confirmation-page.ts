import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { alert, buttonClass, factRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import { confirmationPath } from '#server/orders/rows/address-confirmations.ts';
import type { Confirming } from './find-confirming.ts';
import { COLLEAGUE, hasRefunds, proofsOf } from './hand-over-page.ts';
import { sentence } from '#server/http/sentence.ts';
import { bookedFact, isForMember } from './subject.ts';

/** The words of a kind of confirmation. */
export function wordsFor({ yourRegistration: { confirmation } }: Content, kind: ConfirmationKind) {
  return kind === 'address' ? confirmation.address : confirmation.handOver;
}

/**
 * Says what happens with the press of the button. The reader may be a stranger: the page has none of the entries that a
 * registration has now, except the name of somebody who offers the place.
 */
export function confirmationPage(
  content: Content,
  confirming: Confirming,
  trouble: string | undefined,
): Markup {
  const { confirmation, subject } = confirming;
  const words = wordsFor(content, confirmation.kind);
  return html`<article class="receipt">
    <h1>${words.title}</h1>
    ${alert(trouble)}
    ${confirmation.kind === 'address' ? addressPart(content, confirming) : colleaguePart(content, confirming)}
    <form method="post" action="${confirmationPath(confirmation)}">
      ${hiddenFields({ version: subject.order.version })}
      <button class="receipt-download" type="submit">${words.button}</button>
    </form>
    ${confirmation.kind === 'hand-over' ? declinePart(content, confirming) : undefined}
  </article>`;
}

function addressPart(
  { yourRegistration: { confirmation: said } }: Content,
  { confirmation: { entries }, subject: { order } }: Confirming,
): Markup {
  const { reference } = order;
  return html`<p class="receipt-words">
    ${sentence(said.address.words, { email: entries.email, reference })}
  </p>`;
}

function colleaguePart(
  content: Content,
  { confirmation: { entries }, subject }: Confirming,
): Markup {
  const { yourRegistration, mails, conference } = content;
  const { confirmation: said } = yourRegistration;
  const { labels } = mails;
  const { handOver: words } = said;
  const booked = bookedFact(subject);
  return html`<p class="receipt-words">
      ${sentence(words.words, { person: subject.entries.name, conference: conference.name })}
    </p>
    <dl>
      ${factRow(labels.for, [conference.name, conference.dates.text, conference.venue.name])}
      ${factRow(words.booked, [booked.text], booked.below)}
    </dl>
    <p class="receipt-words">${words.entries}</p>
    <dl>${COLLEAGUE.map((field) => factRow(labels[field], [entries[field] ?? '']))}</dl>
    <p class="receipt-words">${words.free}</p>
    ${proofsOf(content, subject).map((text) => html`<p class="receipt-words">${text}</p> `)}
    ${isForMember(subject) || !hasRefunds(content) ? undefined : html`<p class="receipt-words">${words.afterwards}</p>`}`;
}

function declinePart(
  { yourRegistration: { confirmation: said } }: Content,
  { confirmation }: Confirming,
): Markup {
  return html`<form method="post" action="${confirmationPath(confirmation)}/decline">
    <p class="receipt-words">${said.handOver.declineNote}</p>
    <button class="${buttonClass('ending')}" type="submit">${said.handOver.decline}</button>
  </form>`;
}

/** After the confirmation, and in place of the button where it is not possible. */
export function confirmationWords(title: string, words: Markup): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    <p class="receipt-words" role="status">${words}</p>
  </article>`;
}
