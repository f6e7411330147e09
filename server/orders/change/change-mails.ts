import type { Content } from '#contract/content.ts';
import type { OwnAct } from '#contract/content/shapes/conference-shape.ts';
import { stateOf } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Requested } from '#contract/requested.ts';
import type { Cents, Currency } from '#contract/money.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { features } from '#server/features.ts';
import type { Person } from '#server/identity.ts';
import {
  isAsked,
  isDiscount,
  isGroup,
  type Order,
  registrationPath,
} from '#server/orders/rows/orders.ts';
import { unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';
import {
  factsOf,
  factsOfReference,
  factsToPay,
  greetsBeforePayment,
  refundFact,
} from '#server/orders/rows/order-facts.ts';

/** To the payer of an organiser's order for a group, of a change that costs more, or of an asked amount. */
export function orderToPay(layout: MailLayout, toPay: ToPay): Message {
  const { order, change, until } = toPay;
  const kind = change ? 'change-to-pay' : isAsked(order) ? 'asked-to-pay' : 'group-to-pay';
  // A link that is sent again lapses later, or has another address.
  return mailToPay(layout, toPay, kind, `${until.at}:${order.version}`);
}

/** A reminder to the payer of an unpaid order or change. */
export function paymentReminder(
  layout: MailLayout,
  toPay: ToPay,
  { event, requested }: { event: string; requested?: Requested },
): Message {
  return mailToPay(layout, toPay, 'payment-reminder', event, requested);
}

function mailToPay(
  layouts: MailLayout,
  toPay: ToPay,
  kind: 'change-to-pay' | 'group-to-pay' | 'asked-to-pay' | 'payment-reminder',
  event: string,
  requested?: Requested,
): Message {
  const layout = layouts.in(toPay.order.language);
  const { changeToPay, groupToPay, askedToPay, paymentReminder: reminder } = layout.words;
  const { order, change } = toPay;
  const { ofGroup, ofChange, ofAsked, paragraphs: ofRegistration } = reminder;
  const ofOrder = isAsked(order) ? ofAsked : isGroup(order) ? ofGroup : ofRegistration;
  const paragraphs = change ? ofChange : ofOrder;
  return composeMail(layout, {
    kind,
    event: `${change?.id ?? order.id}:${event}`,
    to: order.customer.email,
    reference: order.reference,
    text: {
      'change-to-pay': changeToPay,
      'group-to-pay': groupToPay,
      'asked-to-pay': askedToPay,
      'payment-reminder': { ...reminder, paragraphs },
    }[kind],
    greets: greetsBeforePayment(toPay),
    facts: factsToPay(layout, toPay, requested),
    link: toPay.address,
    page: toPay.page,
    untilPaid: unpaidKeyOfPayable(toPay),
  });
}

/** To the payer of an unpaid amount that an organiser asks for no more. */
export function askedWithdrawn(layouts: MailLayout, order: Order): Message {
  const layout = layouts.in(order.language);
  return composeMail(layout, {
    kind: 'asked-withdrawn',
    event: order.id,
    to: order.customer.email,
    reference: order.reference,
    text: layout.words.askedWithdrawn,
    greets: order.customer.name,
    facts: factsOf(layout, { order }),
  });
}

/** To the former address of a registration; the mail does not mention the new entries. */
export function addressReplaced(
  layouts: MailLayout,
  order: Pick<Order, 'reference' | 'items' | 'language'>,
  { recipient, event }: { recipient: string; event: string },
): Message {
  const layout = layouts.in(order.language);
  const { ofAsked, ...ofRegistration } = layout.words.addressReplaced;
  const { reference } = order;
  return composeMail(layout, {
    kind: 'address-replaced',
    event,
    to: recipient,
    reference,
    text: isAsked(order) ? ofAsked : ofRegistration,
    facts: [{ label: layout.words.labels.reference, text: reference }],
  });
}

/** A participant, as mails name them. */
type Participating = { id: string; name: string; email: string; pageToken: string };

/** All that a person has booked, as a fact without its label. */
type TakingPart = Pick<Fact, 'text' | 'below'>;

/** The payer of an order, who may be no participant. */
export function payerOf({ customer, pageToken }: Order) {
  return { id: 'payer', ...customer, pageToken };
}

/**
 * To one member of a group that is paid now, or to a guest. The mail has no price, which concerns the payer alone. It
 * asks for answers if the conference has questions for the person.
 */
export function placePaid(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  {
    takingPart,
    calendar,
    origin,
    now,
  }: { takingPart: TakingPart; calendar: Attachment; origin: string; now: Date },
): Message {
  const layout = layouts.in(order.language);
  const { placeFree, placePaid: paid, labels } = layout.words;
  const { institute, name } = order.customer;
  const isFree = order.amountCents === 0;
  const payer = { label: labels.paidBy, text: institute === '' ? name : institute };
  return composeMail(layout, {
    ...aboutPlace(order, person, origin, order.id + `:${person.id}`),
    kind: 'place-paid',
    link: `${origin}${registrationPath(person)}`,
    linkNote: purposesOfPage(layout, { order, isMember: isGroup(order) }, now),
    text: withSentence(
      isFree ? placeFree : paid,
      ...toAnswer(layout, { ...order, items: itemsFor(order.items, person.id) }, now),
    ),
    facts: [...factsOfPlace(layout, order, takingPart), ...(isFree ? [] : [payer])],
    attachments: [calendar],
  });
}

/** A refund, for the mail to the person who gets it. */
type Back = { cents: Cents; currency: Currency };

/** To a participant whose presentation type or room has changed; `back` is the refund, if this person gets one. */
export function registrationChanged(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  {
    takingPart,
    event,
    origin,
    back,
  }: { takingPart: TakingPart; event: string; origin: string; back?: Back | undefined },
): Message {
  const layout = layouts.in(order.language);
  const { refundDue, ...text } = layout.words.registrationChanged;
  return composeMail(layout, {
    ...aboutPlace(order, person, origin, event),
    kind: 'registration-changed',
    text: withSentence(text, back && refundDue),
    facts: [
      ...factsOfPlace(layout, order, takingPart),
      ...(back ? [refundFact(layout, back.cents, back.currency)] : []),
    ],
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
  const layout = layouts.in(order.language);
  const { refundDue, noRefundDue, notPaid, ...text } = layout.words.registrationCancelled;
  const isRefunded = back !== undefined && back.cents > 0;
  const isPaid = order.paidPaymentId !== undefined;
  return composeMail(layout, {
    ...aboutPlace(order, person, origin),
    kind: 'registration-cancelled',
    text: withSentence(text, back && (isRefunded ? refundDue : isPaid ? noRefundDue : notPaid)),
    facts: [
      ...factsOfReference(layout, order),
      ...(isRefunded ? [refundFact(layout, back.cents, back.currency)] : []),
    ],
  });
}

/** To somebody whose cancellation is undone. Only the payer reads about withdrawn refunds. */
export function registrationRestored(
  layouts: MailLayout,
  order: Order,
  person: Participating,
  {
    takingPart,
    isRefundWithdrawn,
    origin,
  }: { takingPart: TakingPart; isRefundWithdrawn: boolean; origin: string },
): Message {
  const layout = layouts.in(order.language);
  const { refundWithdrawn, ...text } = layout.words.registrationRestored;
  return composeMail(layout, {
    ...aboutPlace(order, person, origin),
    kind: 'registration-restored',
    text: withSentence(text, isRefundWithdrawn ? refundWithdrawn : undefined),
    facts: factsOfPlace(layout, order, takingPart),
  });
}

/** To the secretary, about something that a participant has changed on the page of the registration. */
export function ownAct(
  layout: MailLayout,
  { id, reference }: Pick<Order, 'id' | 'reference'>,
  { event, person, words }: { event: string; person: Person; words: string },
): Message {
  const { labels, secretary } = layout.words;
  return composeMail(layout, {
    kind: 'own-act',
    event: `${id}:${event}`,
    reference,
    replyTo: person.email,
    text: { subject: secretary.ownAct, paragraphs: [] },
    facts: [
      { label: labels.reference, text: reference },
      { label: labels.participant, text: person.name },
      { label: labels.change, text: words },
    ],
    digestEntry: { label: secretary.ownAct, text: `${reference}, ${person.name}: ${words}` },
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

export function withSentence<T extends { paragraphs: readonly string[] }>(
  text: T,
  ...sentences: (string | undefined)[]
): T {
  const more = sentences.filter((sentence) => sentence !== undefined);
  return { ...text, paragraphs: [...text.paragraphs, ...more] };
}

/** A place may be cancelled and restored again, so its version is in the event. */
function aboutPlace(
  order: Order,
  person: Participating,
  origin: string | undefined,
  event = `${order.id}:${person.id}:${order.version}`,
) {
  const { reference, paidPaymentId } = order;
  const page = origin === undefined ? undefined : `${origin}${registrationPath(person)}`;
  // Before a payment a stranger may have typed the name.
  const isKnown = isGroup(order) || paidPaymentId !== undefined;
  const greets = isKnown ? person.name : plainName(person.name);
  return { event, to: person.email, reference, greets, page };
}

function factsOfPlace(
  { words: { labels } }: MailLayout,
  { reference }: Order,
  takingPart: TakingPart,
): Fact[] {
  return [
    { label: labels.reference, text: reference },
    { label: labels.takingPart, ...takingPart },
  ];
}
