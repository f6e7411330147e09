import { withColon } from '#contract/content/languages.ts';
import { momentAt } from '#contract/content/moments.ts';
import { currencyOf } from '#contract/currency.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import type { Requested } from '#contract/requested.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import {
  composeMail,
  type CopiedEntry,
  labelled,
  type MailLayout,
  mailsTo,
  withSentence,
} from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import {
  endText,
  factsAbout,
  factsOf,
  factsOfReference,
  paidBy,
  refundFact,
  requestFacts,
} from '#server/orders/rows/order-facts.ts';
import { delayWords, instructionsOf } from '#server/orders/sell/delay-words.ts';
import { purposesOfPage, toAnswer } from '#server/orders/change/mails.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import {
  describeOrder,
  isAsked,
  isDiscount,
  isDivided,
  isGroup,
  type Order,
  ownPageOf,
} from '#server/orders/rows/orders.ts';
import { describe, type Payable } from '#server/orders/rows/payables.ts';
import { asksToPay, mailToPayer, readerOf } from '#server/orders/rows/payer-mails.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';
import { transferWords } from '#server/orders/sell/mails.ts';
import type { Payment } from '#server/payments/payments.ts';
import type { ProviderDispute, ProviderName } from '#server/payments/provider.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';
import { titleOf } from './document-words.ts';
import { invoiceUntil, type ReceiptDocument } from './receipt-document.ts';

/** A document as its mail names it. */
type Mailed = Pick<ReceiptDocument, 'kind' | 'number' | 'totalCents' | 'issuedOn'>;

/**
 * The pages about an order: the payer's own page, if there is one, and the page of its documents. A webhook does not know
 * the site's address for visitors; the stored request of the payment has it.
 */
export function pagesOf(order: Order, { request: { origin } }: Payment) {
  return { page: ownPageOf(order, origin), receipt: `${origin}/receipt/${order.receiptToken}` };
}

/** The mails about a payment that arrived, with the items, the requests, the receipt and the next steps. */
export function paymentConfirmed(
  layouts: MailLayout,
  order: Order,
  payment: Payment,
  receipt: Mailed,
  { calendar, requested, now }: { calendar: Attachment; requested: Requested; now: Date },
): Message[] {
  const isFree = payment.provider === 'free';
  return aboutPayment(layouts, { order }, (layout) => {
    const { placeFree, paymentConfirmed: words } = layout.words;
    const { button, next, nextOfDiscount, ofGroup } = words;
    const ofAsked = receipt.kind === 'invoice' ? words.ofAskedInvoice : words.ofAsked;
    const ofOne = withSentence(isFree ? placeFree : words, ...toAnswer(layout, order, now));
    const toPage = toOwnPage(layout, order, payment, receipt);
    return {
      kind: isAsked(order) ? 'asked-paid' : isFree ? 'free-confirmed' : 'payment-confirmed',
      event: order.id,
      // Without a payment nothing shows that the address is the person's own.
      ...(isFree && { greets: undefined }),
      // An organiser has entered the address.
      isKnown: isGroup(order),
      ...toPage,
      linkNote: toPage.page && purposesOfPage(layout, { order }, now),
      facts: [
        ...factsOf(layout, { order }),
        ...requestFacts(layout, requested),
        paidBy(layout, payment),
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
    };
  });
}

/** The mails about the payment of a change, with the items before and after the change, and the receipt. */
export function changePaid(
  layouts: MailLayout,
  payable: { order: Order; change: OrderChange },
  payment: Payment,
  receipt: Mailed,
): Message[] {
  return aboutPayment(layouts, payable, (layout) => {
    const { ofChange, ...words } = layout.words.paymentConfirmed;
    return {
      kind: 'payment-confirmed',
      event: payable.change.id,
      text: { ...words, paragraphs: ofChange },
      facts: [...factsOf(layout, payable), paidBy(layout, payment)],
      ...toOwnPage(layout, payable.order, payment, receipt),
    };
  });
}

/** The mails about a payment that confirms no place yet: the payer chose the amount, or somebody else pays a part. */
export function paymentReceived(
  layouts: MailLayout,
  order: Order,
  payment: Payment,
  receipt: Mailed,
): Message[] {
  return aboutPayment(layouts, { order }, (layout) => {
    const { next, ofPart, ...text } = layout.words.paymentReceived;
    const isPart = isDivided(order);
    return {
      kind: isPart ? 'payment-confirmed' : 'payment-received',
      event: isPart ? `${order.id}:part` : order.id,
      text: isPart ? { ...text, paragraphs: ofPart } : text,
      facts: [...factsOf(layout, { order }), paidBy(layout, payment)],
      ...toOwnPage(layout, order, payment, receipt),
      ...(!isPart && { task: next }),
    };
  });
}

/**
 * The button leads to the payer's own page, and links below it to the receipt and to the form for an invoice; without such
 * a page the button leads to the receipt.
 */
function toOwnPage(
  { words, conference }: MailLayout,
  order: Order,
  payment: Payment,
  document: Mailed,
) {
  const { page, receipt } = pagesOf(order, payment);
  if (page === undefined) return { link: receipt, page };
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
  const { order } = toPay;
  const { conference, labels, words: mails } = layouts.in(order.language);
  const paragraphs = delayWords({ mails, labels, conference }, payment, toPay);
  if (!paragraphs || order.customer.email === '') return [];
  const { subject, button, instructions: bankDetails } = mails.moneyOnItsWay;
  const instructions = instructionsOf(payment);
  const mail = mailToPayer(layouts, order, (layout) => ({
    ...asksToPay(layout, toPay),
    kind: 'payment-on-its-way',
    event: `${payment.id}:${payment.arrivedCents ?? 0}`,
    text: { subject, paragraphs, button: instructions === undefined ? button : bankDetails },
    facts: factsOf(layout, toPay, { isStated: false }),
    link: instructions ?? toPay.address,
  }));
  return [mail];
}

/** The mails about a payment that failed or was not made in time. */
export function paymentMissed(
  layouts: MailLayout,
  why: 'FAILED' | 'EXPIRED',
  payment: Payment,
  toPay: Payable & Pick<ToPay, 'address'> & Partial<ToPay>,
): Message[] {
  return aboutPayment(layouts, toPay, (layout) => ({
    kind: why === 'FAILED' ? 'payment-failed' : 'payment-expired',
    event: payment.id,
    text: wordsOfMissed(layout, why, payment, toPay),
    factsOfCopy: factsOf(layout, toPay),
    ...asksToPay(layout, toPay),
  }));
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
  payment: Payment,
): Message[] {
  const { provider, delayedBy } = payment;
  const { page, receipt: link } = pagesOf(order, payment);
  return aboutPayment(layouts, { order }, (layout) => {
    const { ofTransfer, inCash, ...text } = layout.words.paymentRefunded;
    const [usual = '', ...next] = text.paragraphs;
    const byTransfer = refund.isMade
      ? layout.labels.orders.returned
      : layout.words.transfer.refunded;
    const first = { transfer: byTransfer, cash: inCash }[String(provider)] ?? usual;
    const last = delayedBy === 'virtual-account' ? [ofTransfer] : [];
    return {
      kind: 'payment-refunded',
      event: refund.event,
      text: { ...text, paragraphs: [first, ...next, ...last] },
      facts: factsOfRefund(layout, order, refund),
      link,
      page,
    };
  });
}

/** The mail about money that a dispute took. Only the payer gets it: the secretary has a mail about the dispute. */
export function paymentReturned(
  layouts: MailLayout,
  order: Order,
  refund: RefundPart,
  payment: Payment,
): Message[] {
  if (order.customer.email === '') return [];
  const { page, receipt: link } = pagesOf(order, payment);
  const mail = mailToPayer(layouts, order, (layout) => ({
    kind: 'payment-returned',
    event: refund.event,
    text: layout.words.paymentReturned,
    facts: factsOfRefund(layout, order, refund),
    link,
    page,
  }));
  return [mail];
}

function factsOfRefund(
  layout: MailLayout,
  order: Order,
  { cents, number, people = [] }: RefundPart,
): Fact[] {
  const { labels, receipt } = layout.words;
  return [
    ...factsOfReference(layout, order),
    ...people.map((text) => ({ label: labels.participant, text })),
    refundFact(layout, cents, order.currency),
    ...labelled(receipt, { creditNoteTitle: number }),
  ];
}

/** The mail with the link to the payer's own page, which the payer asked for at the receipt; one in an hour. */
export function ownPageLink(layouts: MailLayout, order: Order, page: string, now: Date): Message {
  return mailToPayer(layouts, order, (layout) => ({
    kind: 'own-page',
    // Somebody else may have the order since.
    event: `${order.id}:${order.version}:${now.toISOString().slice(0, 13)}`,
    text: layout.words.ownPageLink,
    facts: factsOfReference(layout, order),
    link: page,
    linkNote: purposesOfPage(layout, { order }, now),
    page,
  }));
}

/** The mail about corrected receipts or about invoices, to the customer who is now named on them. */
export function receiptReplaced(
  layouts: MailLayout,
  order: Order,
  payment: Payment,
  documents: readonly Mailed[],
  about: { calendar: Attachment; confirmed: ConfirmationKind | undefined; now: Date },
): Message {
  const { page, receipt: link } = pagesOf(order, payment);
  return mailToPayer(layouts, order, (layout) => {
    const titles = Map.groupBy(documents, (one) => titleOf(layout.words.receipt, one));
    const numbers = Array.from(titles, ([label, own]) => ({
      label,
      text: own.map(({ number }) => number).join(', '),
    }));
    return {
      kind: 'receipt-replaced',
      event: documents.map(({ number }) => number).join(),
      text: wordsOfReplaced(layout, order, documents, about),
      facts: [...factsOfReference(layout, order), ...numbers],
      link,
      page,
      ...(!isAsked(order) && { attachments: [about.calendar] }),
    };
  });
}

function wordsOfReplaced(
  layout: MailLayout,
  order: Order,
  documents: readonly Mailed[],
  { confirmed, now }: { confirmed: ConfirmationKind | undefined; now: Date },
) {
  const { ofAddress, ofAsked, ...replaced } = layout.words.receiptReplaced;
  const { ofCorrection, ...issued } = layout.words.invoiceIssued;
  if (confirmed === 'hand-over') {
    return withSentence(layout.words.placeTakenOver, ...toAnswer(layout, order, now));
  }
  if (confirmed === 'address') {
    return { ...replaced, paragraphs: [ofAddress, ...replaced.paragraphs.slice(1)] };
  }
  const kinds = new Set(documents.map(({ kind }) => kind));
  if (kinds.has('invoice')) {
    return kinds.has('invoice-cancellation') ? { ...issued, paragraphs: ofCorrection } : issued;
  }
  return isAsked(order) ? { ...replaced, paragraphs: [ofAsked] } : replaced;
}

/** The mail about a payment that needs a review, for the secretary alone. */
export function paymentInDoubt(
  layout: MailLayout,
  payable: Payable,
  payment: Payment,
  about: { reason: ReviewReason; event: string; dispute: ProviderDispute | undefined },
): Message {
  const { reason, event, dispute } = about;
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
  return [
    ...labelled(labels, { dispute: ref }),
    { label: labels.disputed, text: amount, isAmount: true },
    ...labelled(labels, {
      answerBy: dueAt === undefined ? undefined : endText(momentAt(dueAt, conference.dates)),
      answerAt: state === 'OPENED' ? address : undefined,
    }),
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
  layouts: MailLayout,
  { order, change }: Payable,
  entryIn: (layout: MailLayout) => Omit<CopiedEntry, 'copy'> & {
    facts: Fact[];
    /** The secretary's facts, if the payer gets others. */
    factsOfCopy?: Fact[];
    /** The requests among the facts. */
    requested?: Requested;
    /** The secretary's task. */
    task?: string;
  },
): Message[] {
  const { reference, customer } = order;
  const { name, email } = customer;
  const [forPayer, forSecretary] = mailsTo(layouts, readerOf(order), (layout) => {
    const { factsOfCopy, requested = {}, task, ...entry } = entryIn(layout);
    const facts = factsOfCopy ?? entry.facts;
    const line = [
      reference,
      name,
      email,
      change ? describe(layout, { order, change }) : describeOrder(order, { withoutFee: true }),
      ...requestFacts(layout, requested).map(({ label, text }) =>
        withColon(label, text, layout.language),
      ),
      facts.find(({ isSum }) => isSum)?.text,
    ];
    const paragraphs = task === undefined ? [] : [task];
    return {
      greets: name,
      ...entry,
      copy: { facts, typed: factsAbout(layout, customer), paragraphs, line },
    };
  });
  return email === '' ? [forSecretary] : [forPayer, forSecretary];
}
