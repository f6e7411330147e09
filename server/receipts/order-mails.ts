import { momentAt } from '#contract/content/moments.ts';
import { currencyOf } from '#contract/currency.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import type { Requested } from '#contract/requested.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import { composeMail, composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import {
  endText,
  factsAbout,
  factsOf,
  factsOfReference,
  factsToPay,
  greetsBeforePayment,
  paidBy,
  refundFact,
  requestFacts,
} from '#server/orders/rows/order-facts.ts';
import { delayWords, instructionsOf } from '#server/orders/sell/delay-words.ts';
import { purposesOfPage, toAnswer, withSentence } from '#server/orders/change/change-mails.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import {
  describeOrder,
  isAsked,
  isDiscount,
  isGroup,
  type Order,
} from '#server/orders/rows/orders.ts';
import { describe, type Payable, unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';
import { transferWords } from '#server/orders/sell/transfer-mails.ts';
import type { Payment } from '#server/payments/payments.ts';
import type { ProviderDispute, ProviderName } from '#server/payments/provider.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';
import { titleOf } from './document-words.ts';
import { invoiceUntil, type ReceiptDocument } from './receipt-document.ts';

/** A document as its mail names it. */
type Mailed = Pick<ReceiptDocument, 'kind' | 'number' | 'totalCents' | 'issuedOn'>;

/** The addresses of the pages about an order: the payer's own page, if there is one, and the page of its documents. */
export type OrderAddresses = { page: string | undefined; receipt: string };

/** The mails about a payment that arrived, with the items, the requests, the receipt and the next steps. */
export function paymentConfirmed(
  layouts: MailLayout,
  order: Order,
  payment: Payment,
  {
    addresses,
    calendar,
    requested,
    receipt,
    now,
  }: {
    addresses: OrderAddresses;
    calendar: Attachment;
    requested: Requested;
    receipt: Mailed;
    now: Date;
  },
): Message[] {
  const layout = layouts.in(order.language);
  const { placeFree, paymentConfirmed: words } = layout.words;
  const { button, next, nextOfDiscount, ofGroup, ofAsked } = words;
  const isFree = payment.provider === 'free';
  const ofOne = withSentence(isFree ? placeFree : words, ...toAnswer(layout, order, now));
  return aboutPayment(
    layout,
    { order },
    {
      kind: isAsked(order) ? 'asked-paid' : isFree ? 'free-confirmed' : 'payment-confirmed',
      event: order.id,
      // Without a payment nothing shows that the address is the person's own.
      isGreeted: !isFree,
      // An organiser has entered the address.
      isKnown: isGroup(order),
      ...toOwnPage(layout, addresses, receipt),
      linkNote: addresses.page === undefined ? undefined : purposesOfPage(layout, { order }, now),
      factsIn: (own) => [
        ...factsOf(own, { order }),
        ...requestFacts(own, requested),
        paidBy(own, payment),
      ],
      requested,
      // Members of a group get the calendar file in their own mails, and nobody takes part by an asked amount.
      ...(isGroup(order) || isAsked(order)
        ? { text: isAsked(order) ? { ...words, ...ofAsked } : { ...words, paragraphs: ofGroup } }
        : {
            text: { ...ofOne, button },
            steps: isDiscount(order) ? nextOfDiscount : next,
            attachments: [calendar],
          }),
    },
  );
}

/** The mails about the payment of a change, with the items before and after the change, and the receipt. */
export function changePaid(
  layouts: MailLayout,
  payable: { order: Order; change: OrderChange },
  payment: Payment,
  addresses: OrderAddresses,
  receipt: Mailed,
): Message[] {
  const layout = layouts.in(payable.order.language);
  const { ofChange, ...words } = layout.words.paymentConfirmed;
  return aboutPayment(layout, payable, {
    kind: 'payment-confirmed',
    event: payable.change.id,
    text: { ...words, paragraphs: ofChange },
    factsIn: (own) => [...factsOf(own, payable), paidBy(own, payment)],
    ...toOwnPage(layout, addresses, receipt),
  });
}

/** The mails about a payment after which the secretary has to confirm the place, because the payer chose the amount. */
export function paymentReceived(
  layouts: MailLayout,
  order: Order,
  payment: Payment,
  addresses: OrderAddresses,
  receipt: Mailed,
): Message[] {
  const layout = layouts.in(order.language);
  const { next: _, ...text } = layout.words.paymentReceived;
  return aboutPayment(
    layout,
    { order },
    {
      kind: 'payment-received',
      event: order.id,
      text,
      factsIn: (words) => [...factsOf(words, { order }), paidBy(words, payment)],
      ...toOwnPage(layout, addresses, receipt),
      paragraphsForSecretary: ({ words }) => [words.paymentReceived.next],
    },
  );
}

/**
 * The button leads to the payer's own page, and links below it to the receipt and to the form for an invoice; without such
 * a page the button leads to the receipt.
 */
function toOwnPage(
  { words, conference }: MailLayout,
  { page, receipt }: OrderAddresses,
  document: Mailed,
) {
  if (page === undefined) return { link: receipt };
  const links = [{ words: titleOf(words.receipt, document), address: receipt }];
  const form = { words: words.invoiceIssued.offer, address: `${page}/invoice` };
  const isOffered = document.kind === 'receipt' && invoiceUntil(conference, document) !== undefined;
  return { link: page, page, links: isOffered ? [...links, form] : links };
}

/** The mail about money that comes days later, or of which a part has come. Only the payer has to know. */
export function paymentOnItsWay(
  layouts: MailLayout,
  payment: Payment,
  toPay: Payable & Pick<ToPay, 'address' | 'page'>,
): Message[] {
  const layout = layouts.in(toPay.order.language);
  const { conference, labels, words: mails } = layout;
  const paragraphs = delayWords({ mails, labels, conference }, payment, toPay);
  const { email } = toPay.order.customer;
  if (!paragraphs || email === '') return [];
  const { subject, button, instructions: bankDetails } = mails.moneyOnItsWay;
  const instructions = instructionsOf(payment);
  const mail = composeMail(layout, {
    kind: 'payment-on-its-way',
    event: `${payment.id}:${payment.arrivedCents ?? 0}`,
    to: email,
    reference: toPay.order.reference,
    text: { subject, paragraphs, button: instructions === undefined ? button : bankDetails },
    greets: greetsBeforePayment(toPay),
    facts: factsOf(layout, toPay, { isStated: false }),
    link: instructions ?? toPay.address,
    page: toPay.page,
    untilPaid: unpaidKeyOfPayable(toPay),
  });
  return [mail];
}

/** The mails about a payment that failed or was not made in time. */
export function paymentMissed(
  layouts: MailLayout,
  why: 'FAILED' | 'EXPIRED',
  payment: Payment,
  toPay: Payable & Pick<ToPay, 'address'> & Partial<ToPay>,
): Message[] {
  const layout = layouts.in(toPay.order.language);
  return aboutPayment(layout, toPay, {
    kind: why === 'FAILED' ? 'payment-failed' : 'payment-expired',
    event: payment.id,
    text: wordsOfMissed(layout, why, payment, toPay),
    factsIn: (words) => factsToPay(words, toPay),
    factsForSecretary: (words) => factsOf(words, toPay),
    link: toPay.address,
    page: toPay.page,
    untilPaid: unpaidKeyOfPayable(toPay),
  });
}

function wordsOfMissed(
  layout: MailLayout,
  why: 'FAILED' | 'EXPIRED',
  { provider, delayedBy }: Payment,
  payable: Payable,
) {
  const { words } = layout;
  const { order, change } = payable;
  if (provider === 'transfer') return transferWords(layout, 'expired', payable);
  if (change) return words.changeNotPaid;
  if (isAsked(order)) return words.askedNotPaid;
  if (why === 'EXPIRED' && delayedBy === 'virtual-account') return words.transferNotReceived;
  return why === 'FAILED' ? words.paymentFailed : words.paymentExpired;
}

/** `people` are the members of a group whose registrations are refunded. */
type RefundPart = {
  event: string;
  cents: Cents;
  number?: string;
  people?: readonly string[];
  /** Whether the transfer of it was made before. */
  isMade?: boolean;
};

/** The mails about a refund, with its amount and its credit note, if there is one. */
export function paymentRefunded(
  layouts: MailLayout,
  order: Order,
  refund: RefundPart,
  { page, receipt }: OrderAddresses,
  { provider, delayedBy }: Payment,
): Message[] {
  const layout = layouts.in(order.language);
  const { ofTransfer, ...text } = layout.words.paymentRefunded;
  const [usual = '', ...next] = text.paragraphs;
  const byTransfer = refund.isMade ? layout.labels.orders.returned : layout.words.transfer.refunded;
  const first = provider === 'transfer' ? byTransfer : usual;
  const last = delayedBy === 'virtual-account' ? [ofTransfer] : [];
  return aboutPayment(
    layout,
    { order },
    {
      kind: 'payment-refunded',
      event: refund.event,
      text: { ...text, paragraphs: [first, ...next, ...last] },
      factsIn: (words) => factsOfRefund(words, order, refund),
      link: receipt,
      page,
    },
  );
}

/** The mail about money that a dispute took. Only the payer gets it: the secretary has a mail about the dispute. */
export function paymentReturned(
  layouts: MailLayout,
  order: Order,
  refund: RefundPart,
  { page, receipt }: OrderAddresses,
): Message[] {
  const layout = layouts.in(order.language);
  const { name, email } = order.customer;
  if (email === '') return [];
  const mail = composeMail(layout, {
    kind: 'payment-returned',
    event: refund.event,
    to: email,
    reference: order.reference,
    text: layout.words.paymentReturned,
    greets: name,
    facts: factsOfRefund(layout, order, refund),
    link: receipt,
    page,
  });
  return [mail];
}

function factsOfRefund(
  layout: MailLayout,
  order: Order,
  { cents, number, people = [] }: RefundPart,
): Fact[] {
  const { participant } = layout.words.labels;
  return [
    ...factsOfReference(layout, order),
    ...people.map((text) => ({ label: participant, text })),
    refundFact(layout, cents, order.currency),
    ...(number === undefined
      ? []
      : [{ label: layout.words.receipt.creditNoteTitle, text: number }]),
  ];
}

/** The mail with the link to the payer's own page, which the payer asked for at the receipt; one in an hour. */
export function ownPageLink(layouts: MailLayout, order: Order, page: string, now: Date): Message {
  const layout = layouts.in(order.language);
  const { name, email } = order.customer;
  return composeMail(layout, {
    kind: 'own-page',
    // Somebody else may have the order since.
    event: `${order.id}:${order.version}:${now.toISOString().slice(0, 13)}`,
    to: email,
    reference: order.reference,
    text: layout.words.ownPageLink,
    greets: name,
    facts: factsOfReference(layout, order),
    link: page,
    linkNote: purposesOfPage(layout, { order }, now),
    page,
  });
}

/** The mail about corrected receipts or about invoices, to the customer who is now named on them. */
export function receiptReplaced(
  layouts: MailLayout,
  order: Order,
  documents: readonly Mailed[],
  {
    addresses,
    calendar,
    confirmed,
    now,
  }: {
    addresses: OrderAddresses;
    calendar: Attachment;
    confirmed: ConfirmationKind | undefined;
    now: Date;
  },
): Message {
  const layout = layouts.in(order.language);
  const { words } = layout;
  const { ofAddress, ofAsked, ...replaced } = words.receiptReplaced;
  const { ofCorrection, ...issued } = words.invoiceIssued;
  const isInvoice = documents.some(({ kind }) => kind === 'invoice');
  const isCorrected = documents.some(({ kind }) => kind === 'invoice-cancellation');
  const invoiced = isCorrected ? { ...issued, paragraphs: ofCorrection } : issued;
  const byTitle = Map.groupBy(documents, (document) => titleOf(words.receipt, document));
  const text = {
    'hand-over': () => withSentence(words.placeTakenOver, ...toAnswer(layout, order, now)),
    address: () => ({
      ...replaced,
      paragraphs: [ofAddress, ...replaced.paragraphs.slice(1)],
    }),
    none: () => {
      if (isInvoice) return invoiced;
      return isAsked(order) ? { ...replaced, paragraphs: [ofAsked] } : replaced;
    },
  }[confirmed ?? 'none']();
  const { name, email } = order.customer;
  return composeMail(layout, {
    kind: 'receipt-replaced',
    event: documents.map(({ number }) => number).join(),
    to: email,
    reference: order.reference,
    text,
    greets: name,
    facts: [
      ...factsOfReference(layout, order),
      ...[...byTitle].map(([label, own]) => ({
        label,
        text: own.map(({ number }) => number).join(', '),
      })),
    ],
    link: addresses.receipt,
    page: addresses.page,
    ...(!isAsked(order) && { attachments: [calendar] }),
  });
}

/** The mail about a payment that needs a review, for the secretary alone. */
export function paymentInDoubt(
  layout: MailLayout,
  payable: Payable,
  payment: Payment,
  {
    reason,
    event,
    dispute,
  }: { reason: ReviewReason; event: string; dispute: ProviderDispute | undefined },
): Message {
  const { subject, disputeEnded, of, next } = layout.words.paymentInDoubt;
  const hasEnded = reason === 'disputeWon' || reason === 'disputeLost';
  const { customer, reference } = payable.order;
  return composeMail(layout, {
    kind: 'payment-review',
    event: `${reason}:${payment.id}:${event}`,
    replyTo: customer.email,
    reference,
    text: hasEnded
      ? { subject: disputeEnded, paragraphs: [of[reason]] }
      : { subject, paragraphs: [of[reason], next] },
    facts: [
      ...factsOf(layout, payable),
      paidBy(layout, payment),
      ...(dispute ? factsOfDispute(layout, payment, dispute) : []),
    ],
    typed: factsAbout(layout, customer),
  });
}

function factsOfDispute(
  { words: { labels }, conference, language }: MailLayout,
  { provider, mode }: Payment,
  { ref, state, amountCents, currency, dueAt }: ProviderDispute,
): Fact[] {
  const address = mode === 'sandbox' ? undefined : DISPUTES_AT[provider]?.[mode];
  const amount = moneyText(amountCents, currencyOf(currency, undefined, language));
  const end = dueAt === undefined ? undefined : momentAt(dueAt, conference.dates);
  return [
    { label: labels.dispute, text: ref },
    { label: labels.disputed, text: amount, isAmount: true },
    ...(end === undefined ? [] : [{ label: labels.answerBy, text: endText(end) }]),
    ...(state !== 'OPENED' || address === undefined
      ? []
      : [{ label: labels.answerAt, text: address }]),
  ];
}

/** The pages of the providers where organisers answer disputes. */
const DISPUTES_AT: Partial<Record<ProviderName, Record<'test' | 'live', string>>> = {
  stripe: {
    test: 'https://dashboard.stripe.com/test/disputes',
    live: 'https://dashboard.stripe.com/disputes',
  },
  paypal: {
    test: 'https://www.sandbox.paypal.com/resolutioncenter',
    live: 'https://www.paypal.com/resolutioncenter',
  },
};

/** To the payer and to the secretary; if the payer was erased, to the secretary alone. */
function aboutPayment(
  layout: MailLayout,
  payable: Payable,
  {
    kind,
    event,
    factsIn,
    factsForSecretary = factsIn,
    requested = {},
    paragraphsForSecretary: paragraphs,
    isGreeted = true,
    ...person
  }: Pick<Parameters<typeof composeMails>[1], 'kind' | 'event'> &
    Omit<Parameters<typeof composeMails>[1]['person'], 'facts'> & {
      factsIn: (layout: MailLayout) => Fact[];
      /** Facts for the secretary, if the secretary gets more facts than the payer. */
      factsForSecretary?: (layout: MailLayout) => Fact[];
      /** The requests among the facts. */
      requested?: Requested;
      /** The secretary's task. */
      paragraphsForSecretary?: (layout: MailLayout) => string[];
      isGreeted?: boolean;
    },
): Message[] {
  const { order, change } = payable;
  const { reference, customer } = order;
  const name = person.untilPaid ? greetsBeforePayment(payable) : customer.name;
  const [forPayer, forSecretary] = composeMails(layout, {
    kind,
    event,
    reference,
    to: customer.email,
    person: { ...person, facts: factsIn(layout), greets: isGreeted ? name : undefined },
    secretary: (first) => {
      const facts = factsForSecretary(first);
      return {
        facts,
        typed: factsAbout(first, customer),
        paragraphs: paragraphs?.(first),
        line: [
          reference,
          customer.name,
          customer.email,
          change ? describe(first, { order, change }) : describeOrder(order, { withoutFee: true }),
          ...requestFacts(first, requested).map(({ label, text }) => `${label}: ${text}`),
          facts.find(({ isSum }) => isSum)?.text,
        ],
      };
    },
  });
  return customer.email === '' ? [forSecretary] : [forPayer, forSecretary];
}
