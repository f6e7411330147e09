import { inBrackets } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { currencyOf } from '#contract/currency.ts';
import { add, asCents, type Cents, moneyText } from '#contract/money.ts';
import type { Requested } from '#contract/requested.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { Attachment } from '#server/mail/mailer.ts';
import { postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import { acceptedRest } from '#server/payments/accepted-rests.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import { requestFacts } from '#server/orders/rows/order-facts.ts';
import { itemsOfChange } from '#server/orders/rows/order-items.ts';
import { isGroup, type Order, unpaidKeyOf } from '#server/orders/rows/orders.ts';
import { getPayment, type Payment } from '#server/payments/payments.ts';
import { findParticipant, isErased } from '#server/orders/rows/participants.ts';
import { type Refund, refundsOf, refundsOfChange } from '#server/payments/refunds.ts';
import {
  changePaid,
  ownPageLink,
  pagesOf,
  paymentConfirmed,
  paymentReceived,
  paymentRefunded,
  paymentReturned,
  receiptReplaced,
} from './mails.ts';
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
import { xmlFilesOf } from './e-invoice-files.ts';
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
  const { mailLayout } = deps;
  const now = deps.clock();
  await withdrawMessages(tx, unpaidKeyOf(order), now);
  const layout = mailLayout.in(order.language);
  const receipt = receiptOf(layout, order, payment, {
    issuedAt: timestamp(now),
    requests: requestFacts(layout, requested),
  });
  const issued = await storeReceipt(deps, tx, payment, receipt);
  if (isPlaceConfirmed) return mailConfirmation(deps, tx, order, payment, issued, requested);
  const mails = paymentReceived(mailLayout, order, payment, issued);
  await postMessages(tx, deps, ...withXml(deps, order, mails, [issued]));
}

/** Issues the receipt of a paid change and mails payer and secretary, in the transaction that records its payment. */
export async function issueReceiptOfChange(
  deps: ReceiptDeps,
  tx: Tx,
  payable: { order: Order; change: OrderChange },
  payment: Payment,
): Promise<void> {
  const { mailLayout } = deps;
  const { order, change } = payable;
  const now = deps.clock();
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
  const mails = changePaid(mailLayout, payable, payment, issued);
  await postMessages(tx, deps, ...withXml(deps, order, mails, [issued]));
}

/** Stores a receipt, or an invoice with its lines if the payer has asked for one. */
export async function storeReceipt(
  deps: ReceiptDeps,
  tx: Tx,
  payment: Pick<Payment, 'id' | 'orderId'>,
  receipt: ReceiptDocument,
): Promise<ReceiptDocument> {
  const recipient = await recipientOfInvoice(deps.mailLayout.conference, tx, payment.orderId);
  const layout = deps.mailLayout.in(receipt.language);
  const paid = { ...receipt, paidBy: await paidInFull(tx, layout, payment, receipt) };
  const document = recipient ? invoiceOf(layout, paid, recipient) : paid;
  return numbered(deps, tx, payment, document);
}

/** The way to pay, with the amounts where a transfer was accepted although a rest is missing. */
async function paidInFull(
  tx: Tx,
  { words }: Pick<MailLayout, 'words'>,
  { id }: Pick<Payment, 'id'>,
  { paidBy, totalCents, currency, decimals, language }: ReceiptDocument,
): Promise<string> {
  const rest = await acceptedRest(tx, [id]);
  if (rest === 0) return paidBy;
  const of = currencyOf(currency, decimals, language);
  const came = asCents(totalCents - rest);
  const said = fillPlaceholders(words.receipt.accepted, {
    received: moneyText(came, of),
    rest: moneyText(rest, of),
  });
  return inBrackets(paidBy, said, language);
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

/** The mails, of which the payer's has the XML files of e-invoices, if the conference attaches them. */
function withXml(
  { mailLayout }: ReceiptDeps,
  order: Order,
  mails: readonly Message[],
  documents: readonly ReceiptDocument[],
): readonly Message[] {
  const { conference, words } = mailLayout.in(order.language);
  if (conference.documents?.eInvoiceByMail !== true) return mails;
  const files = documents.flatMap((one) => xmlFilesOf(conference, one, words.testMode));
  const added = files.map(({ fileName, xml }) => ({
    fileName,
    type: 'application/xml',
    content: xml(),
  }));
  return mails.map((mail) =>
    mail.recipient === order.customer.email && added.length > 0
      ? { ...mail, attachments: [...(mail.attachments ?? []), ...added] }
      : mail,
  );
}

async function mailConfirmation(
  deps: ReceiptDeps,
  tx: Tx,
  order: Order,
  payment: Payment,
  receipt: ReceiptDocument,
  requested: Requested,
): Promise<void> {
  const about = { calendar: calendarFor(deps, order, payment), requested, now: deps.clock() };
  const mails = paymentConfirmed(deps.mailLayout, order, payment, receipt, about);
  await postMessages(tx, deps, ...withXml(deps, order, mails, [receipt]));
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
  correction: {
    confirmed?: ConfirmationKind | undefined;
    /** The payer has changed: the cancellation of an invoice names the payer before. */
    isReplaced?: boolean;
  } = {},
): Promise<ReceiptDocument[]> {
  const { confirmed, isReplaced = false } = correction;
  const { mailLayout } = deps;
  if (order.paidPaymentId === undefined) return [];
  const payment = await getPayment(tx, order.paidPaymentId);
  const recipient = await recipientOfInvoice(mailLayout.conference, tx, order.id);
  const known = await documentsOf(tx, order.id);
  const now = deps.clock();
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
  const about = { calendar: calendarFor(deps, order, payment), confirmed, now };
  const mail = receiptReplaced(mailLayout, order, payment, fresh, about);
  // Nobody gets a document that names the payer before.
  const own = fresh.filter(({ kind }) => !isReplaced || kind !== 'invoice-cancellation');
  await postMessages(tx, deps, ...withXml(deps, order, [mail], own));
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
  const { mailLayout } = deps;
  const mailsOf = why === 'dispute' ? paymentReturned : paymentRefunded;
  const issued = await documentsOf(tx, order.id);
  const receipt = receiptFor(payment, issued);
  if (receipt === undefined) {
    // A second or late payment has no receipt, so its refund has no credit note.
    const event = `${payment.id}:${payment.refundedCents + cents}`;
    await postMessages(tx, deps, ...mailsOf(mailLayout, order, { event, cents }, payment));
    return;
  }
  const issuedAt = timestamp(deps.clock());
  const refunds = await undocumentedRefunds(tx, payment, issued, cents);
  const members = isGroup(order) ? await membersRefunded(tx, refunds) : [];
  const change = await refundedChange(tx, refunds);
  const member = members.length === 1 ? members[0] : undefined;
  const about = { kind: 'credit-note', cents, issued, receipt, issuedAt, change, member } as const;
  const note = noteOf(mailLayout.in(order.language), order, payment, about);
  const document = await numbered(deps, tx, payment, note);
  const { number } = document;
  const people = members.map(({ name }) => name);
  const isMade = await areTransfersMade(tx, refunds);
  const refund = { event: number, cents, number, people, isMade };
  const mails = mailsOf(mailLayout, order, refund, payment);
  await postMessages(tx, deps, ...withXml(deps, order, mails, [document]));
}

/** Whether the bank has made the transfers of these refunds: the payer has the money, and waits for none. */
async function areTransfersMade(tx: Tx, refunds: readonly Refund[]): Promise<boolean> {
  if (refunds.length === 0) return false;
  const ids = refunds.map(({ id }) => id);
  const made = await tx
    .selectFrom('bank_refunds')
    .select('id')
    .where('refund_id', 'in', ids)
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

/** The calendar file for a payer who takes part. */
export function calendarFor(
  { calendar }: Pick<ReceiptDeps, 'calendar'>,
  order: Order,
  { request: { origin } }: Payment,
): Attachment {
  return calendar(order, { registrationId: order.participantIds[0] ?? '', origin });
}

/** Mails the link to the payer's own page to the payer; nothing if the payer was erased. */
export async function mailOwnPage(deps: ReceiptDeps, tx: Tx, order: Order): Promise<void> {
  if (order.customer.email === '' || order.paidPaymentId === undefined) return;
  const { page } = pagesOf(order, await getPayment(tx, order.paidPaymentId));
  if (page === undefined) return;
  await postMessages(tx, deps, ownPageLink(deps.mailLayout, order, page, deps.clock()));
}
