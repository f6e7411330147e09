import type { Cents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { postMessage, postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { OrderChange } from '#server/orders/order-changes.ts';
import { isDiscount, isGroup, type Order, unpaidKeyOf } from '#server/orders/orders.ts';
import { getPayable, type Payable } from '#server/orders/payables.ts';
import type { ToPay } from '#server/orders/payment-links.ts';
import { getPayment, type Payment } from '#server/payments/payments.ts';
import type { ProviderDispute } from '#server/payments/provider.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';
import {
  changePaid,
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
  receiptOf,
  receiptOfChange,
  receiptsThatHold,
} from './receipt-document.ts';
import { documentsOf, insertDocument, type IssuedDocument } from './receipts.ts';

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
  await insertDocument(tx, payment, receipt);
  if (isPlaceConfirmed) return mailConfirmation(tools, tx, order, payment, requests);
  const url = receiptUrl(order, payment);
  await postMessages(tx, paymentReceived(mailLayout, order, payment, url), newId, now);
}

/** The same for a change of an order, which the payment made. */
export async function issueReceiptOfChange(
  tools: ReceiptTools,
  tx: Tx,
  payable: { order: Order; change: OrderChange },
  payment: Payment,
): Promise<void> {
  const { mailLayout, clock, newId } = tools;
  const { order, change } = payable;
  const now = clock();
  await withdrawMessages(tx, change.id, now);
  const receipts = receiptsThatHold(await documentsOf(tx, order.id));
  const number = `${order.reference}-P${receipts.length + 1}`;
  const issuedAt = timestamp(now);
  await insertDocument(
    tx,
    payment,
    receiptOfChange(mailLayout, payable, payment, { number, issuedAt }),
  );
  const mails = changePaid(mailLayout, payable, payment, receiptUrl(order, payment));
  await postMessages(tx, mails, newId, now);
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
 * Freezes other receipts for an order whose customer or words were corrected, and writes to the customer. Returns their
 * numbers; there are none where nothing was paid, and where the receipts would say the same.
 */
export async function replaceReceipts(
  tools: ReceiptTools,
  tx: Tx,
  order: Order,
): Promise<string[]> {
  const { mailLayout, clock, newId } = tools;
  if (order.paidPaymentId === undefined) return [];
  const payment = await getPayment(tx, order.paidPaymentId);
  const issued = await documentsOf(tx, order.id);
  const now = clock();
  const numbers: string[] = [];
  let count = issued.filter(({ kind }) => kind === 'receipt').length;
  for (const { paymentId, ...held } of receiptsThatHold(issued)) {
    const number = `${order.reference}-R${count + 1}`;
    const isOfOrder = paymentId === payment.id;
    const about = { number, issuedAt: timestamp(now), isOfOrder };
    const receipt = correctedReceiptOf(held, order, about);
    if (!receipt) continue;
    await insertDocument(tx, { orderId: order.id, id: paymentId }, receipt);
    numbers.push(number);
    count += 1;
  }
  if (numbers.length === 0) return [];
  const mail = receiptReplaced(mailLayout, order, numbers, {
    receiptUrl: receiptUrl(order, payment),
    calendar: calendarFor(tools, order, payment),
  });
  await postMessage(tx, mail, newId(), now);
  return numbers;
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
  const issued = await documentsOf(tx, order.id);
  const receipt = receiptFor(payment, issued);
  if (receipt === undefined) {
    // Paid twice, or too late: it has no receipt, and only goes back.
    const event = `${payment.id}:${payment.refundedCents + cents}`;
    const mails = mailsOf(mailLayout, order, { event, cents }, url);
    await postMessages(tx, mails, newId, now);
    return;
  }
  const issuedAt = timestamp(now);
  const note = creditNoteOf(mailLayout, order, payment, { cents, issued, receipt, issuedAt });
  await insertDocument(tx, payment, note);
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
  const issued = await documentsOf(tx, order.id);
  const receipt = receiptFor(payment, issued);
  if (receipt === undefined) return;
  const about = { cents, issued, receipt, issuedAt: timestamp(clock()) };
  await insertDocument(tx, payment, cancellationOf(mailLayout, order, payment, about));
}

/** The number of the receipt that holds for a payment. */
function receiptFor({ id }: Payment, issued: readonly IssuedDocument[]): string | undefined {
  return receiptsThatHold(issued).find(({ paymentId }) => paymentId === id)?.number;
}

/** The page where somebody pays what has no link any more. */
function retryPathOf({ order, change }: Payable): string {
  // Its link is gone: only the secretary can help.
  if (change || isGroup(order)) return '/contact';
  return isDiscount(order) ? '/discount-registration' : '/register';
}

/** Tells payer and secretary that no money came, and where to try again. */
export async function writeOfMissedPayment(
  { mailLayout, clock, newId }: ReceiptTools,
  tx: Tx,
  payable: Payable,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
  toPay: ToPay | undefined,
): Promise<void> {
  const name = why === 'FAILED' ? 'paymentFailed' : 'paymentExpired';
  const form = { ...payable, address: `${payment.request.origin}${retryPathOf(payable)}` };
  const mails = paymentMissed(mailLayout, name, payment, toPay ?? form);
  await postMessages(tx, mails, newId, clock());
}

/** Tells the secretary that a payment wants a person. */
export async function mailReviewRequest(
  { mailLayout, clock, newId }: ReceiptTools,
  tx: Tx,
  payment: Payment,
  reason: ReviewReason,
  event: string,
  dispute: ProviderDispute | undefined,
): Promise<void> {
  const payable = await getPayable(tx, payment);
  const mail = paymentInDoubt(mailLayout, payable, payment, { reason, event, dispute });
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
