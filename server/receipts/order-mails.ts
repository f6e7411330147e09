import { type Cents, moneyText } from '#contract/money.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import type { MailKind } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { currencyOf } from '#contract/currency.ts';
import type { Requested } from '#contract/answers.ts';
import { entryText, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import type { OrderChange } from '#server/orders/order-changes.ts';
import { describeOrder, isDiscount, isGroup, type Order } from '#server/orders/orders.ts';
import { describe, type Payable, unpaidKeyOfPayable } from '#server/orders/payables.ts';
import { factsOf, factsToPay, greetsBeforePayment } from '#server/orders/order-facts.ts';
import type { ToPay } from '#server/orders/payment-links.ts';
import type { Payment } from '#server/payments/payments.ts';
import type { ProviderDispute, ProviderName } from '#server/payments/provider.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';

/** The payment arrived: the mail has the items, the requests, the receipt, and the next steps. */
export function paymentConfirmed(
  mailLayout: MailLayout,
  order: Order,
  payment: Payment,
  {
    receiptUrl,
    calendar,
    requests,
  }: { receiptUrl: string; calendar: Attachment; requests: Fact[] },
): Message[] {
  const { paymentConfirmed: words, placeFree, labels, providers } = mailLayout.words;
  const { button, next, nextOfDiscount, ofGroup } = words;
  const isFree = payment.provider === 'free';
  const { subject, paragraphs } = isFree && !isGroup(order) ? placeFree : words;
  const facts = [
    ...factsOf(mailLayout, { order }),
    ...requests,
    { label: labels.paidBy, text: providers[payment.provider] },
  ];
  return bothWays(mailLayout, 'paymentConfirmed', { order }, order.id, {
    subject,
    paragraphs: isGroup(order) ? ofGroup : paragraphs,
    facts,
    requests,
    button: { words: button, address: receiptUrl },
    // Members of a group get the days themselves.
    ...(!isGroup(order) && {
      steps: isDiscount(order) ? nextOfDiscount : next,
      attachments: [calendar],
    }),
    // Without a payment nobody has shown that the address is theirs.
    ...(isFree ? { kind: 'free-confirmed' } : { greets: order.customer.name }),
  });
}

/** The payment of a change arrived: the mail has the change, the present items, and the receipt. */
export function changePaid(
  mailLayout: MailLayout,
  payable: { order: Order; change: OrderChange },
  payment: Payment,
  receiptUrl: string,
): Message[] {
  const { button, ofChange, subject } = mailLayout.words.paymentConfirmed;
  const { labels, providers } = mailLayout.words;
  return bothWays(mailLayout, 'paymentConfirmed', payable, payable.change.id, {
    subject,
    paragraphs: ofChange,
    facts: [
      ...factsOf(mailLayout, payable),
      { label: labels.paidBy, text: providers[payment.provider] },
    ],
    greets: payable.order.customer.name,
    button: { words: button, address: receiptUrl },
  });
}

/** The payment arrived, and the secretary has to confirm the place, because the payer chose the amount. */
export function paymentReceived(
  mailLayout: MailLayout,
  order: Order,
  payment: Payment,
  receiptUrl: string,
): Message[] {
  const { button, next, ...words } = mailLayout.words.paymentReceived;
  const { labels, providers } = mailLayout.words;
  return bothWays(mailLayout, 'paymentReceived', { order }, order.id, {
    ...words,
    facts: [
      ...factsOf(mailLayout, { order }),
      { label: labels.paidBy, text: providers[payment.provider] },
    ],
    greets: order.customer.name,
    button: { words: button, address: receiptUrl },
    paragraphsForSecretary: [next],
  });
}

/** Corrected receipts replaced the earlier ones: the mail has the present name on them. */
export function receiptReplaced(
  mailLayout: MailLayout,
  order: Order,
  numbers: readonly string[],
  { receiptUrl, calendar }: { receiptUrl: string; calendar: Attachment },
): Message {
  const { button, ...words } = mailLayout.words.receiptReplaced;
  const { labels, receipt } = mailLayout.words;
  return {
    key: `receipt-replaced:${numbers.join()}`,
    kind: 'receipt-replaced',
    recipient: order.customer.email,
    ...withMailLayout(mailLayout, {
      ...words,
      reference: order.reference,
      greets: order.customer.name,
      facts: [
        { label: labels.reference, text: order.reference },
        { label: labels.for, text: order.productName },
        { label: receipt.title, text: numbers.join(', ') },
      ],
      button: { words: button, address: receiptUrl },
      isAboutMoney: true,
    }),
    attachments: [calendar],
  };
}

/** An organiser asks for the payment. */
export function paymentReminder(
  mailLayout: MailLayout,
  toPay: ToPay,
  { event, requested }: { event: string; requested?: Requested },
): Message {
  const { button, ...words } = mailLayout.words.paymentReminder;
  const { order, change, address } = toPay;
  return {
    key: `payment-reminder:${change?.id ?? order.id}:${event}`,
    kind: 'payment-reminder',
    recipient: order.customer.email,
    untilPaid: unpaidKeyOfPayable(toPay),
    ...withMailLayout(mailLayout, {
      ...words,
      reference: order.reference,
      greets: greetsBeforePayment(toPay),
      facts: factsToPay(mailLayout, toPay, requested),
      button: { words: button, address },
      isAboutMoney: true,
      isBeforePayment: true,
    }),
  };
}

/** To the former address of a registration; it does not mention the new entries. */
export function addressReplaced(
  mailLayout: MailLayout,
  { reference, recipient, event }: { reference: string; recipient: string; event: string },
): Message {
  return {
    key: `address-replaced:${event}`,
    kind: 'address-replaced',
    recipient,
    ...withMailLayout(mailLayout, {
      ...mailLayout.words.addressReplaced,
      reference,
      facts: [{ label: mailLayout.words.labels.reference, text: reference }],
      isAboutMoney: false,
    }),
  };
}

/** The provider took no money, or nobody paid in time. */
export function paymentMissed(
  mailLayout: MailLayout,
  why: 'paymentFailed' | 'paymentExpired',
  payment: Payment,
  toPay: Payable & Pick<ToPay, 'address'> & Partial<ToPay>,
): Message[] {
  const { button, ...words } = mailLayout.words[why];
  return bothWays(mailLayout, why, toPay, payment.id, {
    ...words,
    facts: factsToPay(mailLayout, toPay),
    factsForSecretary: factsOf(mailLayout, toPay),
    greets: greetsBeforePayment(toPay),
    button: { words: button, address: toPay.address },
    untilPaid: unpaidKeyOfPayable(toPay),
  });
}

/** We refunded money: the mail has the amount of this refund, and the credit note if there is one. */
export function paymentRefunded(
  mailLayout: MailLayout,
  order: Order,
  { event, cents, number }: { event: string; cents: Cents; number?: string },
  receiptUrl: string,
): Message[] {
  const { button, ...words } = mailLayout.words.paymentRefunded;
  return bothWays(mailLayout, 'paymentRefunded', { order }, event, {
    ...words,
    greets: order.customer.name,
    facts: factsOfRefund(mailLayout, order, cents, number),
    button: { words: button, address: receiptUrl },
  });
}

/** A dispute took money: to the payer alone, because the secretary has a mail about the dispute. */
export function paymentReturned(
  mailLayout: MailLayout,
  order: Order,
  { event, cents, number }: { event: string; cents: Cents; number?: string },
  receiptUrl: string,
): Message[] {
  const { button, ...words } = mailLayout.words.paymentReturned;
  const { name, email } = order.customer;
  if (email === '') return [];
  return [
    {
      key: `payment-returned:${event}`,
      kind: 'payment-returned',
      recipient: email,
      ...withMailLayout(mailLayout, {
        ...words,
        reference: order.reference,
        greets: name,
        facts: factsOfRefund(mailLayout, order, cents, number),
        button: { words: button, address: receiptUrl },
        isAboutMoney: true,
      }),
    },
  ];
}

function factsOfRefund(
  { words: { labels, receipt } }: MailLayout,
  { reference, productName, currency }: Order,
  cents: Cents,
  number: string | undefined,
): Fact[] {
  return [
    { label: labels.reference, text: reference },
    { label: labels.for, text: productName },
    { label: labels.refunded, text: moneyText(cents, currency), isAmount: true, isSum: true },
    ...(number === undefined ? [] : [{ label: receipt.creditNoteTitle, text: number }]),
  ];
}

/** A decision for a person, to the secretary alone. */
export function paymentInDoubt(
  mailLayout: MailLayout,
  payable: Payable,
  payment: Payment,
  {
    reason,
    event,
    dispute,
  }: { reason: ReviewReason; event: string; dispute: ProviderDispute | undefined },
): Message {
  const { words, conference } = mailLayout;
  const { subject, disputeEnded, of, next } = words.paymentInDoubt;
  const hasEnded = reason === 'disputeWon' || reason === 'disputeLost';
  const { order } = payable;
  const { email } = order.customer;
  return {
    key: `payment-review:${reason}:${payment.id}:${event}`,
    kind: 'payment-review-for-secretary',
    recipient: conference.secretary.email,
    ...(email !== '' && { replyTo: email }),
    ...withMailLayout(mailLayout, {
      subject: hasEnded ? disputeEnded : subject,
      reference: order.reference,
      paragraphs: hasEnded ? [of[reason]] : [of[reason], next],
      facts: [
        ...factsOf(mailLayout, payable),
        { label: words.labels.paidBy, text: words.providers[payment.provider] },
        ...(dispute ? factsOfDispute(mailLayout, payment, dispute) : []),
        ...factsAbout(mailLayout, order.customer),
      ],
      isAboutMoney: true,
      isForSecretary: true,
    }),
  };
}

function factsOfDispute(
  { words: { labels } }: MailLayout,
  { provider, mode }: Payment,
  { ref, state, amountCents, currency, dueAt }: ProviderDispute,
): Fact[] {
  const address = mode === 'sandbox' ? undefined : DISPUTES_AT[provider]?.[mode];
  return [
    { label: labels.dispute, text: ref },
    { label: labels.disputed, text: moneyText(amountCents, currencyOf(currency)), isAmount: true },
    ...(dueAt === undefined ? [] : [{ label: labels.answerBy, text: minuteOf(dueAt) }]),
    ...(state !== 'OPENED' || address === undefined
      ? []
      : [{ label: labels.answerAt, text: address }]),
  ];
}

/** The page where a provider takes the answer to a dispute. */
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

/** "2026-11-30 14:05 UTC" */
function minuteOf(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

type MailName =
  | 'paymentConfirmed'
  | 'paymentReceived'
  | 'paymentFailed'
  | 'paymentExpired'
  | 'paymentRefunded';

const kinds = {
  paymentConfirmed: 'payment-confirmed',
  paymentReceived: 'payment-received',
  paymentFailed: 'payment-failed',
  paymentExpired: 'payment-expired',
  paymentRefunded: 'payment-refunded',
} as const satisfies Record<MailName, MailKind>;

/**
 * To the payer, and to the secretary with the sender's data; an answer to either reaches the other. If the payer was
 * erased, only the secretary gets the mail.
 */
function bothWays(
  mailLayout: MailLayout,
  name: MailName,
  { order, change }: Payable,
  subject: string,
  mail: {
    subject: string;
    paragraphs: string[];
    facts: Fact[];
    /** Facts for the secretary, if they are more than the payer's. */
    factsForSecretary?: Fact[];
    /** The requests among the facts. */
    requests?: Fact[];
    /** The secretary's task. */
    paragraphsForSecretary?: string[];
    greets?: string | undefined;
    untilPaid?: string;
    button: { words: string; address: string };
    steps?: { heading: string; points: string[] };
    attachments?: Attachment[];
    /** The kind, if it is not the usual one of this mail. */
    kind?: 'free-confirmed';
  },
): Message[] {
  const { words, conference } = mailLayout;
  const { reference, customer } = order;
  const { attachments = [], steps, kind = kinds[name], untilPaid, ...rest } = mail;
  const {
    factsForSecretary = mail.facts,
    paragraphsForSecretary = [],
    requests = [],
    ...toPayer
  } = rest;
  const event = `${kinds[name]}:${subject}`;
  const isErased = customer.email === '';
  const forPayer: Message = {
    key: event,
    kind,
    recipient: customer.email,
    ...(untilPaid !== undefined && { untilPaid }),
    ...withMailLayout(mailLayout, {
      ...toPayer,
      steps,
      reference,
      isAboutMoney: true,
      isBeforePayment: untilPaid !== undefined,
    }),
    attachments,
  };
  return [
    ...(isErased ? [] : [forPayer]),
    {
      key: `${event}:secretary`,
      kind: `${kind}-for-secretary`,
      recipient: conference.secretary.email,
      ...(!isErased && { replyTo: customer.email }),
      digestEntry: {
        label: words.secretary[name],
        text: entryText([
          reference,
          customer.name,
          customer.email,
          change ? describe({ order, change }) : describeOrder(order, { withoutFee: true }),
          ...requests.map(({ label, text }) => `${label}: ${text}`),
          factsForSecretary.find(({ isSum }) => isSum)?.text,
        ]),
      },
      ...withMailLayout(mailLayout, {
        subject: words.secretary[name],
        reference,
        paragraphs: paragraphsForSecretary,
        facts: [...factsForSecretary, ...factsAbout(mailLayout, customer)],
        isAboutMoney: true,
        isForSecretary: true,
      }),
    },
  ];
}

/** The payer's data; nothing if the payer was erased. */
function factsAbout({ words: { labels } }: MailLayout, customer: Order['customer']): Fact[] {
  return [
    { label: labels.name, text: customer.name },
    { label: labels.email, text: customer.email },
    { label: labels.phone, text: customer.phone },
    { label: labels.institute, text: customer.institute },
    { label: labels.country, text: customer.country },
  ].filter(({ text }) => text !== '');
}
