import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Conference } from '#contract/content/conference-shape.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { add, asCents, type Cents } from '#contract/money.ts';
import type { OrderChange } from '#server/orders/order-changes.ts';
import { type Customer, isAsked, linesOf, type Order } from '#server/orders/orders.ts';
import { linesOfChange } from '#server/orders/payables.ts';
import type { Payment } from '#server/payments/payments.ts';

const Cents = z.pipe(z.number(), z.transform(asCents));

/**
 * A receipt, a credit note or its cancellation with everything that is printed. The document is frozen when it is
 * issued: later edits of content/ or prices do not change it.
 */
export const ReceiptDocument = z.object({
  kind: z.enum(['receipt', 'credit-note', 'cancellation']),
  number: z.string(),
  reference: z.string(),
  issuedAt: z.string(),
  /** The seller's legal name, address, tax note and contact. */
  issuer: z.array(z.string()),
  /** Name, title, days and place. */
  conference: z.array(z.string()),
  customer: z.array(z.string()),
  lines: z.array(
    z.object({
      words: z.string(),
      /** The payer's own text, or the name of a participant. */
      statedByPayer: z.optional(z.string()),
      /** The id of the line's participant; only the receipt of a group has it. */
      about: z.optional(z.string()),
      cents: Cents,
    }),
  ),
  /** The requests, which are not among the items. */
  requests: z.optional(z.array(z.object({ label: z.string(), text: z.string() }))),
  totalCents: Cents,
  /** The processing fee in the total. */
  feeCents: z.optional(Cents),
  /** The ISO code of the currency, and the number of its decimals. */
  currency: z.string(),
  decimals: z.number(),
  paidBy: z.string(),
  /** Whether the payer paid with test money. */
  isTest: z.boolean(),
  /** Whether an organiser had asked for the amount, which gives nobody a place. */
  isAsked: z.optional(z.boolean()),
  /** For a corrected receipt: the number of the receipt that it replaces. */
  replaces: z.optional(z.string()),
  /** For a credit note: the number of the receipt that was valid at that time, if it was not the first receipt. */
  receipt: z.optional(z.string()),
});
export type ReceiptDocument = z.output<typeof ReceiptDocument>;

/** Whether the document is the receipt of a confirmed place: an amount that only the payer chose confirms no place. */
export function confirmsPlace(document: ReceiptDocument): boolean {
  const { kind, isAsked: isWithoutPlace, lines } = document;
  if (isWithoutPlace) return false;
  return kind === 'receipt' && lines.every(({ statedByPayer }) => statedByPayer === undefined);
}

type Request = { label: string; text: string };

export type Issuer = { conference: Conference; words: Mails; isTest: boolean };

/** The receipt of an order. Its number is the reference of the order. */
export function receiptOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  { issuedAt, requests }: { issuedAt: string; requests: readonly Request[] },
): ReceiptDocument {
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'receipt',
    number: order.reference,
    lines: linesOf(order),
    ...(requests.length > 0 && {
      requests: requests.map(({ label, text }) => ({ label, text })),
    }),
    totalCents: order.amountCents,
    feeCents: order.feeCents,
  };
}

/** The receipt of a change. */
export function receiptOfChange(
  issuer: Issuer,
  { order, change }: { order: Order; change: OrderChange },
  payment: Payment,
  { number, issuedAt }: Pick<ReceiptDocument, 'number' | 'issuedAt'>,
): ReceiptDocument {
  const lines = linesOfChange(order, change);
  const [, ...fees] = lines;
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'receipt',
    number,
    lines,
    totalCents: payment.amountCents,
    feeCents: add(...fees.map(({ cents }) => cents)),
  };
}

/**
 * The corrected receipt of an order whose customer, people or items were corrected; undefined if nothing on the
 * receipt changes. The receipt of the order itself has the present items if they still add up to the paid amount.
 * Every other receipt has the paid items, with the present names.
 */
export function correctedReceiptOf(
  earlier: ReceiptDocument,
  order: Pick<Order, 'customer' | 'offeredBy' | 'items' | 'amountCents'>,
  {
    number,
    issuedAt,
    isOfOrder,
  }: Pick<ReceiptDocument, 'number' | 'issuedAt'> & { isOfOrder: boolean },
): ReceiptDocument | undefined {
  const customer = linesAbout(order.customer);
  const isBooked = isOfOrder && order.amountCents === earlier.totalCents;
  const lines = isBooked ? linesOf(order) : renamed(earlier.lines, order);
  if (isDeepStrictEqual([customer, lines], [earlier.customer, earlier.lines])) return undefined;
  return { ...earlier, number, issuedAt, customer, lines, replaces: earlier.number };
}

/** Printed lines, with the present names of the participants. */
function renamed(
  lines: ReceiptDocument['lines'],
  { items }: Pick<Order, 'items'>,
): ReceiptDocument['lines'] {
  return lines.map((line) => {
    const name = items.find(
      ({ participantId }) => participantId !== undefined && participantId === line.about,
    )?.participantName;
    return name === undefined ? line : { ...line, statedByPayer: name };
  });
}

/**
 * The valid receipts of an order, which no other receipt has replaced: first the receipt of the order itself, then the
 * receipts of its changes.
 */
export function validReceipts<Document extends ReceiptDocument & { paymentId: string }>(
  documents: readonly Document[],
): Document[] {
  const payments = [...new Set(documents.map(({ paymentId }) => paymentId))];
  return documents
    .filter(
      ({ kind, number }) => kind === 'receipt' && replacementOf(documents, number) === undefined,
    )
    .toSorted((a, b) => payments.indexOf(a.paymentId) - payments.indexOf(b.paymentId));
}

/** The number of the receipt that replaced this one. */
export function replacementOf(
  documents: readonly ReceiptDocument[],
  number: string,
): string | undefined {
  return documents.find(({ replaces }) => replaces === number)?.number;
}

/**
 * A credit note about one refund, or its cancellation if the refund failed. `issued` has the documents of the order
 * so far, and `receipt` is the number of the valid receipt for the payment.
 */
export function noteOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  { kind, cents, issued, receipt, issuedAt }: NoteFacts,
): ReceiptDocument {
  const notes = issued.filter((document) => document.kind !== 'receipt');
  const refunded = notes
    .filter(({ paymentId }) => paymentId === payment.id)
    .reduce((sum, note) => sum + refundedBy(note.kind, note.totalCents), 0);
  const paidReceipt = issued.find(({ number }) => number === receipt);
  const feeIn = (refundedCents: number) => feeRefunded(paidReceipt, refundedCents);
  return {
    ...common(issuer, order, payment, issuedAt),
    kind,
    number: `${order.reference}-C${notes.length + 1}`,
    lines: [{ words: order.productName, cents }],
    totalCents: cents,
    feeCents: asCents(Math.abs(feeIn(refunded + refundedBy(kind, cents)) - feeIn(refunded))),
    ...(receipt !== order.reference && { receipt }),
  };
}

/** A refund takes the price first and the fee last: a fee that the cancellation rules keep is in no credit note. */
function feeRefunded(receipt: ReceiptDocument | undefined, refundedCents: number): number {
  const { totalCents = 0, feeCents = 0 } = receipt ?? {};
  return Math.max(0, refundedCents - (totalCents - feeCents));
}

function refundedBy(kind: ReceiptDocument['kind'], cents: number): number {
  return kind === 'credit-note' ? cents : -cents;
}

type NoteFacts = {
  kind: 'credit-note' | 'cancellation';
  cents: Cents;
  issued: readonly (ReceiptDocument & { paymentId: string })[];
  receipt: string;
  issuedAt: string;
};

function common(
  { conference, words, isTest }: Issuer,
  order: Order,
  payment: Payment,
  issuedAt: string,
) {
  const { reference, customer, currency } = order;
  const { name, fullTitle, dates, venue, city, country, secretary, organiser } = conference;
  const { legalName, street, postalCode, taxNote } = organiser;
  return {
    reference,
    issuedAt,
    issuer: [
      legalName,
      street,
      `${postalCode} ${organiser.city}, ${organiser.country}`,
      ...(taxNote === undefined ? [] : [taxNote]),
      `${secretary.role}, ${secretary.email}`,
    ],
    conference: [
      name,
      fullTitle,
      dates.text,
      `${venue.name}, ${venue.street}, ${venue.postalCode} ${city}, ${country}`,
    ],
    customer: linesAbout(customer),
    currency: currency.code,
    decimals: currency.decimals,
    paidBy: words.providers[payment.provider],
    isTest,
    ...(isAsked(order) && { isAsked: true }),
  };
}

/** The printed lines about a customer; none for an erased person. */
function linesAbout({ name, institute, country, email }: Customer): string[] {
  return [name, institute, country, email].filter((line) => line !== '');
}
