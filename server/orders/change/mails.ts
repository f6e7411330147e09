import type { Content } from '#contract/content.ts';
import type { OwnAct } from '#contract/content/shapes/conference-shape.ts';
import { momentAt } from '#contract/content/moments.ts';
import { stateOf } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Requested } from '#contract/requested.ts';
import type { Cents, Currency } from '#contract/money.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import {
  composeMail,
  labelled,
  type MailEntry,
  type MailLayout,
  mailTo,
  withSentence,
} from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { features } from '#server/features.ts';
import type { Person } from '#server/identity.ts';
import { type AddressConfirmation, lapseOf } from '#server/orders/rows/address-confirmations.ts';
import {
  isAsked,
  isDiscount,
  isGroup,
  type Order,
  registrationPath,
} from '#server/orders/rows/orders.ts';
import { asksToPay, mailToPayer, readerOf } from '#server/orders/rows/payer-mails.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';
import { endText, factsOf, factsOfReference, refundFact } from '#server/orders/rows/order-facts.ts';
import { partWords } from './quote-change.ts';

/** To the payer of an organiser's order for a group, of a change that costs more, or of an asked amount. */
export function orderToPay(layouts: MailLayout, toPay: ToPay): Message {
  const { order, change, until } = toPay;
  const kind = change ? 'change-to-pay' : isAsked(order) ? 'asked-to-pay' : 'group-to-pay';
  return mailToPayer(layouts, order, (layout) => {
    const { changeToPay, groupToPay, askedToPay } = layout.words;
    return {
      kind,
      // A link that is sent again lapses later, or has another address.
      event: `${change?.id ?? order.id}:${until.at}:${order.version}`,
      text: change ? changeToPay : isAsked(order) ? askedToPay : groupToPay,
      ...asksToPay(layout, toPay),
    };
  });
}

/** A reminder to the payer of an unpaid order or change. */
export function paymentReminder(
  layouts: MailLayout,
  toPay: ToPay,
  { event, requested }: { event: string; requested?: Requested },
): Message {
  const { order, change } = toPay;
  return mailToPayer(layouts, order, (layout) => {
    const { ofGroup, ofChange, ofAsked, ...text } = layout.words.paymentReminder;
    const ofOrder = isAsked(order) ? ofAsked : isGroup(order) ? ofGroup : text.paragraphs;
    return {
      kind: 'payment-reminder',
      event: `${change?.id ?? order.id}:${event}`,
      text: { ...text, paragraphs: change ? ofChange : ofOrder },
      ...asksToPay(layout, toPay, requested),
    };
  });
}

/** To the payer of an unpaid amount that an organiser asks for no more. */
export function askedWithdrawn(layouts: MailLayout, order: Order): Message {
  return mailToPayer(layouts, order, (layout) => ({
    kind: 'asked-withdrawn',
    event: order.id,
    text: layout.words.askedWithdrawn,
    facts: factsOf(layout, { order }),
  }));
}

/** A mail to a former address, which mentions neither the new entries nor a colleague. */
type Leaving = { recipient: string; event: string };

/** To the former address of a registration. */
export function addressReplaced(
  layouts: MailLayout,
  order: Order,
  { recipient: email, event }: Leaving,
): Message {
  return mailTo(layouts, { ...readerOf(order), email }, ({ words }) => {
    const { ofAsked, ...ofRegistration } = words.addressReplaced;
    return {
      kind: 'address-replaced',
      event,
      text: isAsked(order) ? ofAsked : ofRegistration,
      facts: labelled(words.labels, { reference: order.reference }),
    };
  });
}

/** To a participant whose colleague has taken the place. */
export function placeHandedOver(
  layouts: MailLayout,
  order: Order,
  { recipient: email, event }: Leaving,
): Message {
  return mailTo(layouts, { ...readerOf(order), email }, ({ words }) => ({
    kind: 'place-handed-over',
    event,
    text: words.placeHandedOver,
    facts: labelled(words.labels, { reference: order.reference }),
  }));
}

/** To the payer who has offered a place that the colleague does not want; the mail does not name the colleague. */
export function placeDeclined(
  layouts: MailLayout,
  order: Order,
  { id: event }: AddressConfirmation,
  origin: string,
): Message {
  return mailToPayer(layouts, order, ({ words }) => ({
    kind: 'place-declined',
    event,
    text: words.placeDeclined,
    facts: labelled(words.labels, { reference: order.reference }),
    page: `${origin}${registrationPath(order)}`,
  }));
}

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
  const { id, kind, participantId = '' } = confirmation;
  const { name, email } = confirmation.entries;
  const isOffer = kind === 'hand-over';
  const hasPaid = order.paidPaymentId !== undefined && order.amountCents > 0;
  return mailTo(layouts, { ...readerOf(order), email }, ({ words, labels, conference }) => ({
    kind: isOffer ? 'place-offered' : 'address-asked',
    event: id,
    text: isOffer ? words.placeOffered : words.addressAsked,
    greets: name === undefined ? undefined : plainName(name),
    facts: labelled(
      { ...labels.people, ...words.labels },
      {
        reference: order.reference,
        offeredBy: isOffer && hasPaid ? plainName(order.customer.name) : undefined,
        takingPart: isOffer ? partWords(itemsFor(order.items, participantId)) : undefined,
        linkUntil: endText(momentAt(lapseOf(confirmation), conference.dates)),
      },
    ),
    link,
  }));
}

/** A participant, as mails name them. */
type Participating = { id: string; name: string; email: string; pageToken: string };

/** The payer of an order, who may be no participant. */
export function payerOf({ customer, pageToken }: Order) {
  return { id: 'payer', ...customer, pageToken };
}

/** A refund, for the mail to the person who gets it. */
type Back = { cents: Cents; currency: Currency; isInCash?: boolean };

/** All that a person has booked, as a fact without its label. */
type TakingPart = { takingPart: Pick<Fact, 'text' | 'below'>; origin: string };

/**
 * To one member of a group that is paid now, or to a guest. The mail has no price, which concerns the payer alone. It
 * asks for answers if the conference has questions for the person.
 */
export function placePaid(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  { takingPart, calendar, origin, now }: TakingPart & { calendar: Attachment; now: Date },
): Message {
  return mailAboutPlace(layouts, order, person, origin, (layout) => {
    const { placeFree, placePaid: paid, labels } = layout.words;
    const { institute, name } = order.customer;
    const isFree = order.amountCents === 0;
    const items = itemsFor(order.items, person.id);
    return {
      kind: 'place-paid',
      event: `${order.id}:${person.id}`,
      link: `${origin}${registrationPath(person)}`,
      linkNote: purposesOfPage(layout, { order, isMember: isGroup(order) }, now),
      text: withSentence(isFree ? placeFree : paid, ...toAnswer(layout, { ...order, items }, now)),
      facts: [
        ...factsOfPlace(layout, order, takingPart),
        ...labelled(labels, { paidBy: isFree ? '' : institute || name }),
      ],
      attachments: [calendar],
    };
  });
}

/** To a participant whose presentation type or room has changed; `back` is the refund, if this person gets one. */
export function registrationChanged(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  { takingPart, event, origin, back }: TakingPart & { event: string; back?: Back | undefined },
): Message {
  return mailAboutPlace(layouts, order, person, origin, (layout) => {
    const { refundDue, refundDueInCash, ...text } = layout.words.registrationChanged;
    return {
      kind: 'registration-changed',
      event,
      text: withSentence(text, back && (back.isInCash ? refundDueInCash : refundDue)),
      facts: [...factsOfPlace(layout, order, takingPart), ...refundFacts(layout, back)],
    };
  });
}

/** To a participant who was cancelled; `back` is the refund, if this person gets it. `origin` is absent if no order was paid. */
export function registrationCancelled(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  back: Back | undefined,
  origin: string | undefined,
): Message {
  const refund = back && back.cents > 0 ? back : undefined;
  const isPaid = order.paidPaymentId !== undefined;
  return mailAboutPlace(layouts, order, person, origin, (layout) => {
    const { refundDue, refundDueInCash, noRefundDue, notPaid, ...text } =
      layout.words.registrationCancelled;
    const due = refund?.isInCash ? refundDueInCash : refundDue;
    return {
      kind: 'registration-cancelled',
      text: withSentence(text, back && (refund ? due : isPaid ? noRefundDue : notPaid)),
      facts: [...factsOfReference(layout, order), ...refundFacts(layout, refund)],
    };
  });
}

/** To somebody whose cancellation is undone. Only the payer reads about withdrawn refunds. */
export function registrationRestored(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  { takingPart, isRefundWithdrawn, origin }: TakingPart & { isRefundWithdrawn: boolean },
): Message {
  return mailAboutPlace(layouts, order, person, origin, (layout) => {
    const { refundWithdrawn, ...text } = layout.words.registrationRestored;
    return {
      kind: 'registration-restored',
      text: withSentence(text, isRefundWithdrawn ? refundWithdrawn : undefined),
      facts: factsOfPlace(layout, order, takingPart),
    };
  });
}

/** A mail to a participant. A place may be cancelled and restored again, so its version is in the event. */
function mailAboutPlace(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  origin: string | undefined,
  entryIn: (layout: MailLayout) => Omit<MailEntry, 'event'> & { event?: string },
): Message {
  // Before a payment a stranger may have typed the name.
  const isKnown = isGroup(order) || order.paidPaymentId !== undefined;
  return mailTo(layouts, { ...readerOf(order), email: person.email }, (layout) => ({
    event: `${order.id}:${person.id}:${order.version}`,
    greets: isKnown ? person.name : plainName(person.name),
    page: origin === undefined ? undefined : `${origin}${registrationPath(person)}`,
    ...entryIn(layout),
  }));
}

function factsOfPlace(
  { words: { labels } }: MailLayout,
  { reference }: Order,
  takingPart: TakingPart['takingPart'],
): Fact[] {
  return [...labelled(labels, { reference }), { label: labels.takingPart, ...takingPart }];
}

function refundFacts(layout: MailLayout, back: Back | undefined): Fact[] {
  return back ? [refundFact(layout, back.cents, back.currency)] : [];
}

/** To the secretary, about something that a participant has changed on the page of the registration. */
export function ownAct(
  layout: MailLayout,
  { id, reference }: Pick<Order, 'id' | 'reference'>,
  { event, person: { name, email }, words }: { event: string; person: Person; words: string },
): Message {
  const { labels, secretary } = layout.words;
  return composeMail(layout, {
    kind: 'own-act',
    event: `${id}:${event}`,
    reference,
    replyTo: email,
    text: { subject: secretary.ownAct, paragraphs: [] },
    facts: labelled(labels, { reference, participant: name, change: words }),
    line: `${reference}, ${name}: ${words}`,
  });
}

/** The purposes of the own page of a reader with a confirmed place, for the line below the button that leads to it. */
export function purposesOfPage(
  { conference, labels: { ownPage: said }, purposes = [], language }: MailLayout,
  { order, isMember = false }: { order: Order; isMember?: boolean },
  now: Date,
): string | undefined {
  const { selfService, cancellation, documents } = conference;
  const at = now.toISOString();
  const isOpen = (act: OwnAct) => {
    const opening = selfService[act];
    return opening !== undefined && stateOf(opening, at) === 'open';
  };
  const isPaid = order.amountCents > 0;
  const acts = [
    ...(isOpen('correct') ? [said.toCorrect] : []),
    ...(isOpen('change') && !isMember && !isDiscount(order) ? [said.toChange] : []),
    ...(isOpen('handOver') && !isMember && isPaid ? [said.toHandOver] : []),
    ...(documents && documents.invoiceDays > 0 && !isMember && isPaid ? [said.toGetInvoice] : []),
    ...(isMember || !isGroup(order) ? purposes : []),
    ...(isOpen('cancel') && cancellation && !isMember ? [said.toCancel] : []),
  ];
  if (acts.length === 0) return undefined;
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(acts);
  return fillPlaceholders(said.inMail, { acts: list });
}

/** The parts of an order that decide what its reader is asked for. */
type Answering = Pick<Order, 'items' | 'invitedUntil' | 'dedupeKey'>;

declare module '#server/features.ts' {
  interface FeatureMails {
    /** The sentence about what a reader with these items can answer or send on the own page. */
    toAnswer?: (layout: MailLayout, order: Answering, now: Date) => string | undefined;
    /** The purpose that the own page has for each participant, in a list such as "cancel and …". */
    purpose?: (content: Content) => string | undefined;
  }
}

export function purposesOfFeatures(content: Content): string[] {
  return features().flatMap(({ mails }) => mails?.purpose?.(content) ?? []);
}

/** The sentences about what the reader can answer or send on the own page; none if there is nothing. */
export function toAnswer(layout: MailLayout, order: Answering, now: Date): string[] {
  return features().flatMap(({ mails }) => mails?.toAnswer?.(layout, order, now) ?? []);
}
