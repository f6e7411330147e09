import type { Cents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { postMessage, postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { type Order, type OrderKind, unpaidKeyOf } from '#server/orders/orders.ts';
import type { ToPay } from '#server/orders/payment-links.ts';
import type { Payment } from '#server/payments/payments.ts';
import type { ProviderDispute } from '#server/payments/provider.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';
import {
  paymentConfirmed,
  paymentInDoubt,
  paymentMissed,
  paymentReceived,
  paymentRefunded,
  paymentReturned,
  receiptReplaced,
} from './order-mails.ts';
import {
  cancellationOf,
  correctedReceiptOf,
  creditNoteOf,
  type ReceiptDocument,
  receiptOf,
  receiptThatHolds,
} from './receipt-document.ts';
import { insertDocument, documentsOf } from './receipts.ts';

/** Everything that issuing documents and writing about payments needs. */
export type ReceiptTools = {
  mailLayout: MailLayout;
  /** The days of the conference for calendars, with the nights of somebody who has a room by this order. */
  calendar: (order: Order, whose: { registrationId: string; origin: string }) => Attachment;
  clock: Clock;
  newId: NewId;
};

type Paid = {
  /** False where the payer chose the amount and nobody has agreed to it. */
  isPlaceConfirmed: boolean;
  /** What the payer asks for beside what is paid. */
  requests: Fact[];
};

/**
 * Freezes the receipt, writes to payer and secretary, and withdraws the mails that still say that it is unpaid, in the
 * transaction that confirms the order.
 */
export async function issueReceipt(
  tools: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
  { isPlaceConfirmed, requests }: Paid,
): Promise<void> {
  const { mailLayout, clock, newId } = tools;
  const now = clock();
  await withdrawMessages(tx, unpaidKeyOf(order), now);
  const receipt = receiptOf(mailLayout, order, payment, { issuedAt: timestamp(now), requests });
  await insertDocument(tx, order.id, receipt);
  if (isPlaceConfirmed) return mailConfirmation(tools, tx, order, payment, requests);
  const url = receiptUrl(order, payment);
  await postMessages(tx, paymentReceived(mailLayout, order, payment, url), newId, now);
}

/** Tells payer and secretary that the place is confirmed that was paid before. */
export function writeOfConfirmedPlace(
  tools: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<void> {
  return mailConfirmation(tools, tx, order, payment, []);
}

async function mailConfirmation(
  tools: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
  requests: Fact[],
): Promise<void> {
  const { mailLayout, clock, newId } = tools;
  const url = receiptUrl(order, payment);
  const what = { receiptUrl: url, calendar: calendarFor(tools, order, payment), requests };
  await postMessages(tx, paymentConfirmed(mailLayout, order, payment, what), newId, clock());
}

/**
 * Freezes another receipt for an order whose customer or words were corrected, and writes to the customer. Undefined where there is no
 * receipt, because nothing was paid.
 */
export async function replaceReceipt(
  tools: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<ReceiptDocument | undefined> {
  const { mailLayout, clock, newId } = tools;
  const issued = await documentsOf(tx, order.id);
  const held = receiptThatHolds(issued);
  if (!held) return undefined;
  const now = clock();
  const count = issued.filter(({ kind }) => kind === 'receipt').length;
  const number = `${order.reference}-R${count + 1}`;
  const receipt = correctedReceiptOf(held, order, { number, issuedAt: timestamp(now) });
  await insertDocument(tx, order.id, receipt);
  const mail = receiptReplaced(mailLayout, order, number, {
    receiptUrl: receiptUrl(order, payment),
    calendar: calendarFor(tools, order, payment),
  });
  await postMessage(tx, mail, newId(), now);
  return receipt;
}

/** Issues a credit note over what went back this time, in the transaction that notes it. */
export async function issueCreditNote(
  tools: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
  cents: Cents,
  why: 'refund' | 'dispute',
): Promise<void> {
  const { mailLayout, clock, newId } = tools;
  const now = clock();
  const url = receiptUrl(order, payment);
  const mailsOf = why === 'dispute' ? paymentReturned : paymentRefunded;
  if (order.paidPaymentId !== payment.id) {
    // Paid twice: the receipt holds for the other payment, and this one only goes back.
    const event = `${payment.id}:${payment.refundedCents + cents}`;
    const mails = mailsOf(mailLayout, order, { event, cents }, url);
    await postMessages(tx, mails, newId, now);
    return;
  }
  const issued = await documentsOf(tx, order.id);
  const issuedAt = timestamp(now);
  const note = creditNoteOf(mailLayout, order, payment, { cents, issued, issuedAt });
  await insertDocument(tx, order.id, note);
  const { number } = note;
  const mails = mailsOf(mailLayout, order, { event: number, cents, number }, url);
  await postMessages(tx, mails, newId, now);
}

/** Cancels a credit note over what did not go back after all, in the transaction that notes it. */
export async function cancelCreditNote(
  { mailLayout, clock }: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
  cents: Cents,
): Promise<void> {
  if (order.paidPaymentId !== payment.id) return;
  const issued = await documentsOf(tx, order.id);
  const issuedAt = timestamp(clock());
  const cancellation = cancellationOf(mailLayout, order, payment, { cents, issued, issuedAt });
  await insertDocument(tx, order.id, cancellation);
}

/** Where an order is made again that has no link any more. */
const FORMS: Record<OrderKind, string> = {
  registration: '/register',
  discount: '/discount-registration',
  // Their link is gone: only the secretary can help.
  group: '/contact',
  supplement: '/contact',
};

/** Tells payer and secretary that no money came, and where to try again. */
export async function writeOfMissedPayment(
  { mailLayout, clock, newId }: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
  toPay: ToPay | undefined,
): Promise<void> {
  const name = why === 'FAILED' ? 'paymentFailed' : 'paymentExpired';
  const form = { order, address: `${payment.request.origin}${FORMS[order.kind]}` };
  const mails = paymentMissed(mailLayout, name, payment, toPay ?? form);
  await postMessages(tx, mails, newId, clock());
}

/** Tells the secretary that a payment wants a person. */
export async function mailReviewRequest(
  { mailLayout, clock, newId }: ReceiptTools,
  tx: Tx,
  order: Order,
  payment: Payment,
  reason: ReviewReason,
  event: string,
  dispute: ProviderDispute | undefined,
): Promise<void> {
  const mail = paymentInDoubt(mailLayout, order, payment, { reason, event, dispute });
  await postMessage(tx, mail, newId(), clock());
}

/** For whoever has paid alone. */
export function calendarFor(
  { calendar }: Pick<ReceiptTools, 'calendar'>,
  order: Order,
  { request: { origin } }: Payment,
): Attachment {
  return calendar(order, { registrationId: order.participantIds[0] ?? '', origin });
}

/** A webhook does not know at which address visitors reach the site; the payment was begun there. */
export function receiptUrl(order: Order, payment: Payment): string {
  return `${payment.request.origin}/receipt/${order.receiptToken}`;
}
