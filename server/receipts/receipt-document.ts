import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Conference } from '#contract/content/conference-shape.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { add, asCents, type Cents } from '#contract/money.ts';
import type { OrderChange } from '#server/orders/order-changes.ts';
import { type Customer, linesOf, type Order } from '#server/orders/orders.ts';
import { linesOfChange } from '#server/orders/payables.ts';
import type { Payment } from '#server/payments/payments.ts';

const Cents = z.pipe(z.number(), z.transform(asCents));

/**
 * A receipt, a credit note or its cancellation with everything that is printed on it. It is frozen when it is issued: what is edited later,
 * in content/ or in prices, does not change it.
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
      /** In the payer's own words, or the name of a participant. */
      statedByPayer: z.optional(z.string()),
      /** The registration of the participant that the line is for; only a group's has one. */
      about: z.optional(z.string()),
      cents: Cents,
    }),
  ),
  /** What was asked for beside what was paid. */
  requests: z.optional(z.array(z.object({ label: z.string(), text: z.string() }))),
  totalCents: Cents,
  /** The processing fee in the total of a receipt. */
  feeCents: z.optional(Cents),
  /** The ISO code of what the amounts are in, and how many decimals they are counted with. */
  currency: z.string(),
  decimals: z.number(),
  paidBy: z.string(),
  /** Pretend money. */
  isTest: z.boolean(),
  /** Of a corrected receipt: the number of the one that it takes the place of. */
  replaces: z.optional(z.string()),
  /** Of a credit note: the number of the receipt that held when it was issued, where that is not the first. */
  receipt: z.optional(z.string()),
});
export type ReceiptDocument = z.output<typeof ReceiptDocument>;

/** Whether it is the receipt of a place at the conference: an amount that only the payer spoke of confirms none. */
export function confirmsPlace({ kind, lines }: ReceiptDocument): boolean {
  return kind === 'receipt' && lines.every(({ statedByPayer }) => statedByPayer === undefined);
}

type Request = { label: string; text: string };

export type Issuer = { conference: Conference; words: Mails; isTest: boolean };

/** What was bought and paid. Its number is the reference of the order. */
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

/** What was paid for a change. */
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
 * The same receipt for an order whose customer, people or parts were corrected; undefined where it would say the same. That
 * of the order itself tells what is booked now where that still adds up to what was paid; any other what was paid, with the
 * names of today.
 */
export function correctedReceiptOf(
  held: ReceiptDocument,
  order: Pick<Order, 'customer' | 'offeredBy' | 'items' | 'amountCents'>,
  {
    number,
    issuedAt,
    isOfOrder,
  }: Pick<ReceiptDocument, 'number' | 'issuedAt'> & { isOfOrder: boolean },
): ReceiptDocument | undefined {
  const customer = linesAbout(order.customer);
  const isBooked = isOfOrder && order.amountCents === held.totalCents;
  const lines = isBooked ? linesOf(order) : renamed(held.lines, order);
  if (isDeepStrictEqual([customer, lines], [held.customer, held.lines])) return undefined;
  return { ...held, number, issuedAt, customer, lines, replaces: held.number };
}

/** Lines that were printed, with the names that the participants have now. */
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

/** The receipts of an order that hold, that of the order itself first and then those of its changes: no other took their place. */
export function receiptsThatHold<Document extends ReceiptDocument & { paymentId: string }>(
  documents: readonly Document[],
): Document[] {
  const payments = [...new Set(documents.map(({ paymentId }) => paymentId))];
  return documents
    .filter(
      ({ kind, number }) => kind === 'receipt' && replacementOf(documents, number) === undefined,
    )
    .toSorted((a, b) => payments.indexOf(a.paymentId) - payments.indexOf(b.paymentId));
}

/** The number of the receipt that took the place of this one. */
export function replacementOf(
  documents: readonly ReceiptDocument[],
  number: string,
): string | undefined {
  return documents.find(({ replaces }) => replaces === number)?.number;
}

/** What a credit note said went back, and did not; it has the next number. */
export function cancellationOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  note: NoteFacts,
): ReceiptDocument {
  return { ...creditNoteOf(issuer, order, payment, note), kind: 'cancellation' };
}

/** What went back at one time; `issued` are the documents of the order so far, and `receipt` the one that holds for the payment. */
export function creditNoteOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  { cents, issued, receipt, issuedAt }: NoteFacts,
): ReceiptDocument {
  const count = issued.filter(({ kind }) => kind !== 'receipt').length;
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'credit-note',
    number: `${order.reference}-C${count + 1}`,
    lines: [{ words: order.productName, cents }],
    totalCents: cents,
    ...(receipt !== order.reference && { receipt }),
  };
}

type NoteFacts = {
  cents: Cents;
  issued: readonly ReceiptDocument[];
  receipt: string;
  issuedAt: string;
};

function common(
  { conference, words, isTest }: Issuer,
  { reference, customer, currency }: Order,
  payment: Payment,
  issuedAt: string,
) {
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
  };
}

/** Of somebody who was erased nothing is left to print. */
function linesAbout({ name, institute, country, email }: Customer): string[] {
  return [name, institute, country, email].filter((line) => line !== '');
}
