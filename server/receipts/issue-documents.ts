import { add, asCents, type Cents } from '#contract/money.ts';
import type { Requested } from '#contract/requested.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import { postMessage, postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import { requestFacts } from '#server/orders/rows/order-facts.ts';
import { itemsOfChange } from '#server/orders/rows/order-items.ts';
import {
  isDiscount,
  isGroup,
  type Order,
  ownPageOf,
  unpaidKeyOf,
} from '#server/orders/rows/orders.ts';
import { getPayable, type Payable, unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import { isOffered, type ToPay } from '#server/orders/rows/payment-links.ts';
import { transferChosen, transferInMail } from '#server/orders/sell/transfer-mails.ts';
import { getPayment, type Payment } from '#server/payments/payments.ts';
import { findParticipant, isErased } from '#server/orders/rows/participants.ts';
import { type Refund, refundsOf, refundsOfChange } from '#server/payments/refunds.ts';
import type { ProviderDispute } from '#server/payments/provider.ts';
import type { ReviewReason } from '#server/payments/payment-context.ts';
import {
  changePaid,
  type OrderAddresses,
  ownPageLink,
  paymentConfirmed,
  paymentInDoubt,
  paymentMissed,
  paymentOnItsWay,
  paymentReceived,
  paymentRefunded,
  paymentReturned,
  receiptReplaced,
} from './order-mails.ts';
import { takeNumber } from './document-series.ts';
import { recipientOfInvoice } from '#server/orders/rows/invoice-recipients.ts';
import {
  cancellationOf,
  invoiceOf,
  type ReceiptDocument,
  receiptOf,
  receiptOfChange,
  type Unnumbered,
  validReceipts,
} from './receipt-document.ts';
import { correctedReceiptOf } from './corrected-receipt.ts';
import { noteOf } from './credit-note.ts';
import { documentsOf, insertDocument, type IssuedDocument } from './receipts.ts';
import type { RefundedChange } from './refund-division.ts';

/** The dependencies for issuing documents and for mails about payments. */
export type ReceiptDeps = {
  mailLayout: MailLayout;
  /** Makes a calendar file with the days of the conference, and the nights of a person who has a room by this order. */
  calendar: (order: Order, whose: { registrationId: string; origin: string }) => Attachment;
  clock: Clock;
  newId: NewId;
};

type Paid = {
  /** False if the payer chose the amount and nobody has agreed to it. */
  isPlaceConfirmed: boolean;
  /** The payer's requests. */
  requested: Requested;
};

/**
 * Freezes the receipt, mails payer and secretary, and withdraws the mails that still call the order unpaid, in the
 * transaction that confirms the order.
 */
export async function issueReceipt(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  payment: Payment,
  { isPlaceConfirmed, requested }: Paid,
): Promise<void> {
  const { mailLayout, clock, newId } = deps;
  const now = clock();
  await withdrawMessages(tx, unpaidKeyOf(order), now);
  const layout = mailLayout.in(order.language);
  const receipt = receiptOf(layout, order, payment, {
    issuedAt: timestamp(now),
    requests: requestFacts(layout, requested),
  });
  const issued = await storeReceipt(deps, tx, payment, receipt);
  if (isPlaceConfirmed) return mailConfirmation(deps, tx, order, payment, issued, requested);
  const mails = paymentReceived(mailLayout, order, payment, addressesOf(order, payment), issued);
  await postMessages(tx, mails, newId, now);
}

/** Issues the receipt of a paid change and mails payer and secretary, in the transaction that records its payment. */
export async function issueReceiptOfChange(
  deps: ReceiptDeps,
  tx: Tx,
  payable: { order: Order; change: OrderChange },
  payment: Payment,
): Promise<void> {
  const { mailLayout, clock, newId } = deps;
  const { order, change } = payable;
  const now = clock();
  await withdrawMessages(tx, change.id, now);
  const receipts = validReceipts(await documentsOf(tx, order.id));
  const number = `${order.reference}-P${receipts.length + 1}`;
  const items = await itemsOfChange(tx, change.id);
  const about = { number, issuedAt: timestamp(now) };
  const receipt = receiptOfChange(
    mailLayout.in(order.language),
    { ...payable, items },
    payment,
    about,
  );
  const issued = await storeReceipt(deps, tx, payment, receipt);
  const mails = changePaid(mailLayout, payable, payment, addressesOf(order, payment), issued);
  await postMessages(tx, mails, newId, now);
}

/** Stores a receipt, or an invoice with its lines if the payer has asked for one. */
export async function storeReceipt(
  deps: ReceiptDeps,
  tx: Tx,
  payment: Pick<Payment, 'id' | 'orderId'>,
  receipt: ReceiptDocument,
): Promise<ReceiptDocument> {
  const recipient = await recipientOfInvoice(deps.mailLayout.conference, tx, payment.orderId);
  const document = recipient
    ? invoiceOf(deps.mailLayout.in(receipt.language), receipt, recipient)
    : receipt;
  return numbered(deps, tx, payment, document);
}

/** Stores a document; if it belongs to the series, it gets the next number there. */
async function numbered(
  { mailLayout: { conference } }: Pick<ReceiptDeps, 'mailLayout'>,
  tx: Tx,
  payment: Pick<Payment, 'id' | 'orderId'>,
  document: ReceiptDocument,
  { isOfFormerPayer = false } = {},
): Promise<ReceiptDocument> {
  const taken = await takeNumber(tx, conference, document);
  const stored = taken ? { ...document, number: taken.number } : document;
  await insertDocument(tx, payment, stored, { series: taken?.place, isOfFormerPayer });
  return stored;
}

/** Tells payer and secretary that a place that was paid before is confirmed. */
export async function writeOfConfirmedPlace(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<void> {
  const receipt = await getReceipt(tx, order, payment);
  await mailConfirmation(deps, tx, order, payment, receipt, {});
}

async function mailConfirmation(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  payment: Payment,
  receipt: ReceiptDocument,
  requested: Requested,
): Promise<void> {
  const { mailLayout, clock, newId } = deps;
  const calendar = calendarFor(deps, order, payment);
  const now = clock();
  const what = { addresses: addressesOf(order, payment), calendar, requested, receipt, now };
  await postMessages(tx, paymentConfirmed(mailLayout, order, payment, what), newId, now);
}

/**
 * Freezes new receipts for an order whose customer, texts or recipient were corrected, and mails the customer. An invoice
 * is cancelled first: its cancellation is a document of its own. `confirmed` is the request that the customer confirmed,
 * if there was one. Returns the new documents: none if nothing was paid, or if nothing on the documents
 * changes.
 */
export async function replaceReceipts(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  {
    confirmed,
    isReplaced = false,
  }: {
    confirmed?: ConfirmationKind | undefined;
    /** The payer has changed: the cancellation of an invoice names the payer before. */
    isReplaced?: boolean;
  } = {},
): Promise<ReceiptDocument[]> {
  const { mailLayout, clock, newId } = deps;
  if (order.paidPaymentId === undefined) return [];
  const payment = await getPayment(tx, order.paidPaymentId);
  const recipient = await recipientOfInvoice(mailLayout.conference, tx, order.id);
  const known = await documentsOf(tx, order.id);
  const now = clock();
  const issuedAt = timestamp(now);
  const fresh: ReceiptDocument[] = [];
  const store = async (id: string, document: Unnumbered, of?: { isOfFormerPayer: boolean }) => {
    const isAlike = (one: Unnumbered) => (one.kind === 'receipt') === (document.kind === 'receipt');
    const letter = document.kind === 'receipt' ? 'R' : 'I';
    const number = `${order.reference}-${letter}${[...known, ...fresh].filter(isAlike).length + 1}`;
    const payable = { orderId: order.id, id };
    fresh.push(await numbered(deps, tx, payable, { ...document, number }, of));
  };
  for (const { paymentId: id, isOfFormerPayer: _, ...earlier } of validReceipts(known)) {
    const about = { issuedAt, isOfOrder: id === payment.id, issued: known, recipient };
    const corrected = correctedReceiptOf(mailLayout.in(order.language), earlier, order, about);
    if (!corrected) continue;
    if (earlier.kind === 'invoice') {
      const cancellation = cancellationOf(mailLayout.in(order.language), earlier, about);
      await store(id, cancellation, { isOfFormerPayer: isReplaced });
    }
    await store(id, corrected);
  }
  if (fresh.length === 0) return [];
  const mail = receiptReplaced(mailLayout, order, fresh, {
    addresses: addressesOf(order, payment),
    calendar: calendarFor(deps, order, payment),
    confirmed,
    now,
  });
  await postMessage(tx, mail, newId(), now);
  return fresh;
}

/** Issues a credit note for this refund, in the transaction that records the refund. */
export async function issueCreditNote(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  payment: Payment,
  cents: Cents,
  why: 'refund' | 'dispute',
): Promise<void> {
  const { mailLayout, clock, newId } = deps;
  const now = clock();
  const addresses = addressesOf(order, payment);
  const mailsOf = why === 'dispute' ? paymentReturned : paymentRefunded;
  const issued = await documentsOf(tx, order.id);
  const receipt = receiptFor(payment, issued);
  if (receipt === undefined) {
    // A second or late payment has no receipt, so its refund has no credit note.
    const event = `${payment.id}:${payment.refundedCents + cents}`;
    const refund = { event, cents };
    const mails = mailsOf(mailLayout, order, refund, addresses, payment);
    await postMessages(tx, mails, newId, now);
    return;
  }
  const issuedAt = timestamp(now);
  const refunds = await undocumentedRefunds(tx, payment, issued, cents);
  const members = isGroup(order) ? await membersRefunded(tx, refunds) : [];
  const change = await refundedChange(tx, refunds);
  const member = members.length === 1 ? members[0] : undefined;
  const about = { kind: 'credit-note', cents, issued, receipt, issuedAt, change, member } as const;
  const note = noteOf(mailLayout.in(order.language), order, payment, about);
  const { number } = await numbered(deps, tx, payment, note);
  const people = members.map(({ name }) => name);
  const isMade = await areTransfersMade(tx, refunds);
  const refund = { event: number, cents, number, people, isMade };
  const mails = mailsOf(mailLayout, order, refund, addresses, payment);
  await postMessages(tx, mails, newId, now);
}

/** Whether the bank has made the transfers of these refunds: the payer has the money, and waits for none. */
async function areTransfersMade(tx: Tx, refunds: readonly Refund[]): Promise<boolean> {
  if (refunds.length === 0) return false;
  const made = await tx
    .selectFrom('bank_refunds')
    .select('id')
    .where(
      'refund_id',
      'in',
      refunds.map(({ id }) => id),
    )
    .where('sent_at', 'is not', null)
    .execute();
  return made.length === refunds.length;
}

/**
 * The refunds of a payment that were sent since its last credit note; none if the amounts do not add up, because the
 * provider has refunded something else.
 */
async function undocumentedRefunds(
  tx: Tx,
  { id }: Payment,
  issued: readonly IssuedDocument[],
  cents: Cents,
): Promise<Refund[]> {
  const notes = issued.filter(({ kind, paymentId }) => kind === 'credit-note' && paymentId === id);
  const last = notes.at(-1)?.issuedAt ?? '';
  const refunds = (await refundsOf(tx, id)).filter(
    ({ askedAt = '', state }) => askedAt > last && (state === 'ASKED' || state === 'SENT'),
  );
  return add(...refunds.map(({ amountCents }) => amountCents)) === cents ? refunds : [];
}

/** The items of the change that a refund is about, and what other refunds of the change had returned before. */
async function refundedChange(
  tx: Tx,
  [refund, ...more]: readonly Refund[],
): Promise<RefundedChange | undefined> {
  if (refund?.changeId === undefined || more.length > 0) return undefined;
  const all = await refundsOfChange(tx, refund.changeId);
  const before = all.slice(
    0,
    all.findIndex(({ id }) => id === refund.id),
  );
  return {
    ...(await itemsOfChange(tx, refund.changeId)),
    returnedCents: add(...before.map(({ amountCents }) => amountCents)),
  };
}

/** The members of a group whose registrations these refunds are about. */
async function membersRefunded(tx: Tx, refunds: readonly Refund[]) {
  const ids = new Set(refunds.flatMap(({ participantId }) => participantId ?? []));
  const people = await Promise.all([...ids].map((id) => findParticipant(tx, id)));
  return people.flatMap((person) => (person && !isErased(person) ? [person] : []));
}

/** Cancels the credit note of a failed refund, in the transaction that records the failure. */
export async function cancelCreditNote(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  payment: Payment,
  cents: Cents,
): Promise<void> {
  const issued = await documentsOf(tx, order.id);
  const receipt = receiptFor(payment, issued);
  if (receipt === undefined) return;
  const issuedAt = timestamp(deps.clock());
  const note = { kind: 'cancellation', cents, issued, receipt, issuedAt } as const;
  await numbered(
    deps,
    tx,
    payment,
    noteOf(deps.mailLayout.in(order.language), order, payment, note),
  );
}

/** The valid receipt or invoice of a paid order. */
export async function getReceipt(db: Db, order: Order, payment: Payment): Promise<IssuedDocument> {
  const receipt = receiptFor(payment, await documentsOf(db, order.id));
  if (!receipt) throw new Error(`The paid order ${order.reference} has no receipt`);
  return receipt;
}

/** The valid receipt or invoice of a payment. */
function receiptFor(
  { id }: Payment,
  issued: readonly IssuedDocument[],
): IssuedDocument | undefined {
  return validReceipts(issued).find(({ paymentId }) => paymentId === id);
}

/** The page where the payer of a payable without a link can go on. */
function retryPathOf(payable: Payable): string {
  // Without the link only the secretary can help.
  if (isOffered(payable)) return '/contact';
  return isDiscount(payable.order) ? '/discount-registration' : '/register';
}

/** Tells the payer that the money comes days later, or that a part of it has come. */
export async function writeOfDelay(
  { mailLayout, clock, newId }: ReceiptDeps,
  tx: Tx,
  payment: Payment,
  toPay: ToPay | undefined,
): Promise<void> {
  if (!toPay) return;
  await postMessages(tx, paymentOnItsWay(mailLayout, payment, toPay), newId, clock());
}

/** Tells a payer who has chosen the bank transfer where the money has to go. */
export async function writeOfChosenTransfer(
  { mailLayout, clock, newId }: ReceiptDeps,
  tx: Tx,
  toPay: ToPay,
  payment: Payment,
): Promise<void> {
  if (toPay.order.customer.email === '') return;
  const transfer = transferInMail(toPay, payment, asCents(0));
  await postMessage(tx, transferChosen(mailLayout, toPay, transfer), newId(), clock());
}

/** Tells payer and secretary that no money came, with a link to try again. */
export async function writeOfMissedPayment(
  { mailLayout, clock, newId }: ReceiptDeps,
  tx: Tx,
  payable: Payable,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
  toPay: ToPay | undefined,
): Promise<void> {
  const { base } = mailLayout.in(payable.order.language);
  const form = { ...payable, address: `${payment.request.origin}${base}${retryPathOf(payable)}` };
  const mails = paymentMissed(mailLayout, why, payment, toPay ?? form);
  await postMessages(tx, mails, newId, clock());
}

/**
 * Tells the secretary that a payment needs a review. After a mismatch, waiting mails no longer ask for the money, which
 * came.
 */
export async function mailReviewRequest(
  { mailLayout, clock, newId }: ReceiptDeps,
  tx: Tx,
  payment: Payment,
  reason: ReviewReason,
  event: string,
  dispute: ProviderDispute | undefined,
): Promise<void> {
  const payable = await getPayable(tx, payment);
  if (reason === 'mismatch') await withdrawMessages(tx, unpaidKeyOfPayable(payable), clock());
  const mail = paymentInDoubt(mailLayout, payable, payment, { reason, event, dispute });
  await postMessage(tx, mail, newId(), clock());
}

/** The calendar file for a payer who takes part. */
export function calendarFor(
  { calendar }: Pick<ReceiptDeps, 'calendar'>,
  order: Order,
  { request: { origin } }: Payment,
): Attachment {
  return calendar(order, { registrationId: order.participantIds[0] ?? '', origin });
}

/** Mails the link to the payer's own page to the payer; nothing if the payer was erased. */
export async function mailOwnPage(
  { mailLayout, clock, newId }: ReceiptDeps,
  tx: Tx,
  order: Order,
): Promise<void> {
  if (order.customer.email === '' || order.paidPaymentId === undefined) return;
  const { page } = addressesOf(order, await getPayment(tx, order.paidPaymentId));
  if (page === undefined) return;
  await postMessage(tx, ownPageLink(mailLayout, order, page, clock()), newId(), clock());
}

/** A webhook does not know the site's address for visitors; the stored request of the payment has it. */
export function addressesOf(order: Order, { request: { origin } }: Payment): OrderAddresses {
  return {
    page: ownPageOf(order, origin),
    receipt: `${origin}/receipt/${order.receiptToken}`,
  };
}
