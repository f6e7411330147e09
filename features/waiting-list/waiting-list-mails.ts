import type { Moment } from '#contract/content/opening.ts';
import type { Currency } from '#contract/money.ts';
import { personKey } from '#server/identity.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { endText, factsOfLines } from '#server/orders/rows/order-facts.ts';
import type { OrderLine } from '#server/orders/rows/order-items.ts';
import { ordinalWords } from './ordinal-words.ts';

/** A person on the list. Anybody can type a stranger's address, so mails contain the name only if it is plain. */
type Recipient = {
  id: string;
  name: string;
  email: string;
  token: string;
  origin: string;
  language: string;
};

/** To a person who has joined; `position` counts the people before this person who wait for the same places. */
export function waitingListJoined(
  layouts: MailLayout,
  entry: Recipient,
  { choice, position, event }: { choice: string; position: number; event: string },
): Message {
  const layout = layouts.in(entry.language);
  const { joined, labels } = layout.words.waitingList;
  const said = layout.labels.waitingList;
  return composeMail(layout, {
    ...about(entry),
    event,
    kind: 'waiting-list-joined',
    text: { ...joined, paragraphs: [said.byLink, ...joined.paragraphs], button: said.button },
    facts: [
      { label: labels.choice, text: choice },
      { label: labels.position, text: ordinalWords(layout, position) },
    ],
    link: `${entry.origin}${pageOf(entry)}`,
  });
}

/** The lines of the price, the end of the offer, and the end of the price if that is earlier. */
export type Offered = {
  lines: readonly OrderLine[];
  currency: Currency;
  until: Moment;
  priceUntil: Moment | undefined;
};

/** To the person whose turn it is. */
export function offerMade(layouts: MailLayout, entry: Recipient, offered: Offered): Message {
  const layout = layouts.in(entry.language);
  const { offered: text, labels } = layout.words.waitingList;
  const { lines, currency, until, priceUntil } = offered;
  return composeMail(layout, {
    ...about(entry),
    kind: 'offer-made',
    text,
    facts: [
      ...factsOfLines(layout, { currency }, lines, false),
      { label: labels.offeredUntil, text: endText(until) },
      ...(priceUntil ? [{ label: labels.priceUntil, text: endText(priceUntil) }] : []),
    ],
    link: `${entry.origin}${offerOf(entry)}`,
    // A person who has paid for a place meanwhile needs no other.
    untilPaid: personKey(entry),
  });
}

/** To a person whose offer is over: not taken, not paid, or no longer sold. */
export function offerEnded(
  layouts: MailLayout,
  entry: Recipient,
  { reason, choice, until }: { reason: EndOfOffer; choice: string; until: Moment },
): Message {
  const layout = layouts.in(entry.language);
  const { ended, labels } = layout.words.waitingList;
  const facts: Fact[] = [
    { label: labels.choice, text: choice },
    ...(reason === 'closed' ? [] : [{ label: labels.offeredUntil, text: endText(until) }]),
  ];
  return composeMail(layout, {
    ...about(entry),
    kind: 'offer-ended',
    text: { subject: ended.subject, paragraphs: ended[reason] },
    facts,
  });
}

export type EndOfOffer = 'lapsed' | 'unpaid' | 'closed';

function about({ id, email, name }: Recipient) {
  return { event: id, to: email, reference: undefined, greets: plainName(name) };
}

/** The page of a person on the list. */
export function pageOf({ token }: Pick<Recipient, 'token'>): string {
  return `/waiting-list/${token}`;
}

/** The page of the person's offer. */
export function offerOf({ token }: Pick<Recipient, 'token'>): string {
  return `/offer/${token}`;
}
