import type { Cents } from '#contract/money.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import type { MailKind } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { euros, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Order } from '#server/payments/orders.ts';
import type { Payment } from '#server/payments/payments.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';

/** The payment arrived: what was bought, the receipt, and what comes next. */
export function paymentConfirmed(
  mailLayout: MailLayout,
  order: Order,
  payment: Payment,
  receiptUrl: string,
  calendar: Attachment,
): Message[] {
  const { button, next, ...words } = mailLayout.words.paymentConfirmed;
  const { labels, providers } = mailLayout.words;
  const facts = [
    ...factsOf(mailLayout, order),
    { label: labels.paidBy, text: providers[payment.provider] },
  ];
  return bothWays(mailLayout, 'paymentConfirmed', order, order.id, {
    ...words,
    facts,
    button: { words: button, address: receiptUrl },
    steps: next,
    attachments: [calendar],
    ...(payment.provider === 'free' && { kind: 'free-confirmed' }),
  });
}

/** The provider took no money, or nobody paid in time. */
export function paymentMissed(
  mailLayout: MailLayout,
  why: 'paymentFailed' | 'paymentExpired',
  order: Order,
  payment: Payment,
  formUrl: string,
): Message[] {
  const { button, ...words } = mailLayout.words[why];
  return bothWays(mailLayout, why, order, payment.id, {
    ...words,
    facts: factsOf(mailLayout, order),
    button: { words: button, address: formUrl },
  });
}

/** Money went back: how much this time, and the credit note if there is one. */
export function paymentRefunded(
  mailLayout: MailLayout,
  order: Order,
  { event, cents, number }: { event: string; cents: Cents; number?: string },
  receiptUrl: string,
): Message[] {
  const { button, ...words } = mailLayout.words.paymentRefunded;
  const { labels, receipt } = mailLayout.words;
  const facts = [
    { label: labels.reference, text: order.reference },
    { label: labels.for, text: order.productName },
    { label: labels.refunded, text: euros(cents), isSum: true },
    ...(number === undefined ? [] : [{ label: receipt.creditNoteTitle, text: number }]),
  ];
  return bothWays(mailLayout, 'paymentRefunded', order, event, {
    ...words,
    facts,
    button: { words: button, address: receiptUrl },
  });
}

/** Something that only a person can decide, to the secretary alone. */
export function paymentInDoubt(
  mailLayout: MailLayout,
  order: Order,
  payment: Payment,
  reason: ReviewReason,
  event: string,
): Message {
  const { words, conference } = mailLayout;
  const { subject, of, next } = words.paymentInDoubt;
  const { email } = order.customer;
  return {
    key: `payment-review:${reason}:${event}`,
    kind: 'payment-review-for-secretary',
    recipient: conference.secretary.email,
    ...(email !== '' && { replyTo: email }),
    ...withMailLayout(mailLayout, {
      subject,
      reference: order.reference,
      paragraphs: [of[reason], next],
      facts: [
        ...factsOf(mailLayout, order),
        { label: words.labels.paidBy, text: words.providers[payment.provider] },
        ...factsAbout(mailLayout, order.customer),
      ],
      isAboutMoney: true,
    }),
  };
}

type MailName = 'paymentConfirmed' | 'paymentFailed' | 'paymentExpired' | 'paymentRefunded';

const kinds = {
  paymentConfirmed: 'payment-confirmed',
  paymentFailed: 'payment-failed',
  paymentExpired: 'payment-expired',
  paymentRefunded: 'payment-refunded',
} as const satisfies Record<MailName, MailKind>;

/**
 * To the payer, and to the secretary with whom it is from; an answer to either reaches the other. Of a payer who was erased
 * the secretary alone is told.
 */
function bothWays(
  mailLayout: MailLayout,
  name: MailName,
  { reference, customer }: Order,
  subject: string,
  mail: {
    subject: string;
    paragraphs: string[];
    facts: Fact[];
    button: { words: string; address: string };
    steps?: { heading: string; points: string[] };
    attachments?: Attachment[];
    /** Where it is not the usual one of this mail. */
    kind?: 'free-confirmed';
  },
): Message[] {
  const { words, conference } = mailLayout;
  const { attachments = [], steps, kind = kinds[name], ...toPayer } = mail;
  const event = `${kinds[name]}:${subject}`;
  const isErased = customer.email === '';
  const forPayer: Message = {
    key: event,
    kind,
    recipient: customer.email,
    ...withMailLayout(mailLayout, {
      ...toPayer,
      steps,
      reference,
      greets: customer.name,
      isAboutMoney: true,
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
      ...withMailLayout(mailLayout, {
        subject: words.secretary[name],
        reference,
        paragraphs: [],
        facts: [...mail.facts, ...factsAbout(mailLayout, customer)],
        isAboutMoney: true,
      }),
    },
  ];
}

/** Who pays; nothing of somebody who was erased. */
function factsAbout({ words: { labels } }: MailLayout, customer: Order['customer']): Fact[] {
  return [
    { label: labels.name, text: customer.name },
    { label: labels.email, text: customer.email },
    { label: labels.phone, text: customer.phone },
    { label: labels.institute, text: customer.institute },
    { label: labels.country, text: customer.country },
  ].filter(({ text }) => text !== '');
}

/** What the order is for, line by line, and the sum. */
function factsOf({ words: { labels } }: MailLayout, order: Order): Fact[] {
  return [
    { label: labels.reference, text: order.reference },
    ...order.lines.flatMap(({ words, statedByPayer, cents }) => [
      { label: words, text: euros(cents) },
      ...(statedByPayer === undefined
        ? []
        : [{ label: labels.statedByPayer, text: statedByPayer }]),
    ]),
    { label: labels.total, text: euros(order.amountCents), isSum: true },
  ];
}
