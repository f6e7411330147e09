import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import type { AddressConfirmation } from './address-confirmations.ts';
import { type Order, registrationPath } from './orders.ts';

/**
 * To a new address, or to the colleague who may take a place. The sender of the request typed the address, so the mail
 * has no other entry of the sender.
 */
export function confirmationAsked(
  layouts: MailLayout,
  { id, kind, entries }: AddressConfirmation,
  { reference, language }: Order,
  link: string,
): Message {
  const layout = layouts.in(language);
  const { addressAsked, placeOffered } = layout.words;
  return composeMail(layout, {
    kind: kind === 'address' ? 'address-asked' : 'place-offered',
    event: id,
    to: entries.email,
    reference,
    text: kind === 'address' ? addressAsked : placeOffered,
    facts: [{ label: layout.words.labels.reference, text: reference }],
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
