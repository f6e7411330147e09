import { momentAt } from '#contract/content/moments.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { type AddressConfirmation, lapseOf } from '#server/orders/rows/address-confirmations.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { type Order, registrationPath } from '#server/orders/rows/orders.ts';
import { partWords } from './quote-change.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';

/**
 * To a new address, or to the colleague who may take a place. The sender of the request typed the address, so the mail
 * has no other entry of the sender but a plain name. A colleague reads who offers the place, if money shows that the
 * giver is known.
 */
export function confirmationAsked(
  layouts: MailLayout,
  confirmation: AddressConfirmation,
  order: Order,
  link: string,
): Message {
  const { id, kind, entries, participantId = '' } = confirmation;
  const { reference, language, customer } = order;
  const layout = layouts.in(language);
  const { addressAsked, placeOffered, labels } = layout.words;
  const isOffer = kind === 'hand-over';
  const hasPaid = order.paidPaymentId !== undefined && order.amountCents > 0;
  const giver = isOffer && hasPaid ? plainName(customer.name) : undefined;
  const until = momentAt(lapseOf(confirmation), layout.conference.dates);
  return composeMail(layout, {
    kind: isOffer ? 'place-offered' : 'address-asked',
    event: id,
    to: entries.email,
    reference,
    text: isOffer ? placeOffered : addressAsked,
    greets: entries.name === undefined ? undefined : plainName(entries.name),
    facts: [
      { label: labels.reference, text: reference },
      ...(giver === undefined ? [] : [{ label: layout.labels.people.offeredBy, text: giver }]),
      ...(isOffer
        ? [{ label: labels.takingPart, text: partWords(itemsFor(order.items, participantId)) }]
        : []),
      { label: layout.labels.people.linkUntil, text: endText(until) },
    ],
    link,
  });
}

/** To a participant whose colleague has taken the place; the mail does not name the colleague. */
export function placeHandedOver(
  layouts: MailLayout,
  { reference, language }: Order,
  { recipient, event }: { recipient: string; event: string },
): Message {
  const layout = layouts.in(language);
  const { placeHandedOver: text, labels } = layout.words;
  return composeMail(layout, {
    kind: 'place-handed-over',
    event,
    to: recipient,
    reference,
    text,
    facts: [{ label: labels.reference, text: reference }],
  });
}

/** To the payer who has offered a place that the colleague does not want; the mail does not name the colleague. */
export function placeDeclined(
  layouts: MailLayout,
  order: Order,
  { id }: AddressConfirmation,
  origin: string,
): Message {
  const layout = layouts.in(order.language);
  const { placeDeclined: text, labels } = layout.words;
  const { reference, customer } = order;
  return composeMail(layout, {
    kind: 'place-declined',
    event: id,
    to: customer.email,
    reference,
    text,
    greets: customer.name,
    facts: [{ label: labels.reference, text: reference }],
    page: `${origin}${registrationPath(order)}`,
  });
}
