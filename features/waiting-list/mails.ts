import type { Moment } from '#contract/content/opening.ts';
import type { Currency } from '#contract/money.ts';
import { personKey } from '#server/identity.ts';
import { labelled, type MailLayout, mailTo, type Reader } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { endText, factsOfLines } from '#server/orders/rows/order-facts.ts';
import type { OrderLine } from '#server/orders/rows/order-items.ts';
import { ordinalWords } from './ordinal-words.ts';
import { offerOf, pageOf } from './waiting-list.ts';

export const waitingListMailKinds = {
  'waiting-list-joined': { perDay: 20, isAboutMoney: false },
  // Urgent, because the time to take the place runs. There are no more offers than places.
  'offer-made': { perDay: 'confirmed', rank: 'urgent' },
  'offer-ended': { perDay: 'confirmed', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof waitingListMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** A person on the list. Anybody can type a stranger's address, so mails contain the name only if it is plain. */
type Waiting = Reader & { id: string; name: string; token: string; origin: string };

/** To a person who has joined; `position` counts the people before this person who wait for the same places. */
export function waitingListJoined(
  layouts: MailLayout,
  entry: Waiting,
  { choice, position, event }: { choice: string; position: number; event: string },
): Message {
  return mailTo(layouts, entry, (layout) => {
    const { joined, labels } = layout.words.waitingList;
    const { byLink, button } = layout.labels.waitingList;
    return {
      kind: 'waiting-list-joined',
      event,
      text: { ...joined, paragraphs: [byLink, ...joined.paragraphs], button },
      greets: plainName(entry.name),
      facts: labelled(labels, { choice, position: ordinalWords(layout, position) }),
      link: `${entry.origin}${pageOf(entry)}`,
    };
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
export function offerMade(
  layouts: MailLayout,
  entry: Waiting,
  { lines, currency, until, priceUntil }: Offered,
): Message {
  return mailTo(layouts, entry, (layout) => {
    const { offered, labels } = layout.words.waitingList;
    const ends = { offeredUntil: endText(until), priceUntil: priceUntil && endText(priceUntil) };
    return {
      kind: 'offer-made',
      event: entry.id,
      text: offered,
      greets: plainName(entry.name),
      facts: [...factsOfLines(layout, { currency }, lines, false), ...labelled(labels, ends)],
      link: `${entry.origin}${offerOf(entry)}`,
      // A person who has paid for a place meanwhile needs no other.
      untilPaid: personKey(entry),
    };
  });
}

/** The thing that a participant waited for, its price and the end of the offer. */
export type OfferedMore = { more: string; costs: string; until: Moment };

/** A participant, or the payer of a group, who reads about more; `page` is the page on which to act. */
type AskedMore = Reader & { id: string; name: string; page: string };

/** To a participant whose turn it is: what was sold out is free. */
export function moreOffered(
  layouts: MailLayout,
  { id, name, page, ...reader }: AskedMore,
  { more, costs, until }: OfferedMore,
): Message {
  return mailTo(layouts, reader, ({ words: { waitingForMore } }) => ({
    kind: 'offer-made',
    event: id,
    text: waitingForMore.offered,
    greets: name,
    facts: labelled(waitingForMore.labels, { more, costs, offeredUntil: endText(until) }),
    link: page,
  }));
}

/** To a participant whose offer is over: not taken, or no longer sold. */
export function moreEnded(
  layouts: MailLayout,
  { id, name, page, ...reader }: AskedMore,
  { reason, more }: { reason: Exclude<EndOfOffer, 'unpaid'>; more: string },
): Message {
  return mailTo(layouts, reader, ({ words: { waitingForMore } }) => ({
    kind: 'offer-ended',
    event: id,
    text: { subject: waitingForMore.ended.subject, paragraphs: waitingForMore.ended[reason] },
    greets: name,
    facts: labelled(waitingForMore.labels, { more, costs: undefined, offeredUntil: undefined }),
    page,
  }));
}

export type EndOfOffer = 'lapsed' | 'unpaid' | 'closed';

/** To a person whose offer is over: not taken, not paid, or no longer sold. */
export function offerEnded(
  layouts: MailLayout,
  entry: Waiting,
  { reason, choice, until }: { reason: EndOfOffer; choice: string; until: Moment },
): Message {
  const offeredUntil = reason === 'closed' ? undefined : endText(until);
  return mailTo(layouts, entry, ({ words: { waitingList } }) => ({
    kind: 'offer-ended',
    event: entry.id,
    text: { subject: waitingList.ended.subject, paragraphs: waitingList.ended[reason] },
    greets: plainName(entry.name),
    facts: labelled(waitingList.labels, { choice, offeredUntil }),
  }));
}
