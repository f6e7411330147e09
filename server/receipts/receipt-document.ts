import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Conference } from '#contract/content/conference-shape.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { add, asCents, type Cents } from '#contract/money.ts';
import { divided, taxesOf } from '#contract/tax.ts';
import type { OrderChange } from '#server/orders/order-changes.ts';
import { wayWords } from '#server/orders/order-facts.ts';
import { type ChangedItems, feeItem, isFee, type OrderItem } from '#server/orders/order-items.ts';
import { type Customer, isAsked, linesOf, type Order } from '#server/orders/orders.ts';
import { linesOfChange, taxedLinesOfChange } from '#server/orders/payables.ts';
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
      /** Negative where a change gives up something of this rate of tax. */
      cents: z.int(),
      taxBasisPoints: z.optional(z.int()),
      isFee: z.optional(z.literal(true)),
    }),
  ),
  /** The requests, which are not among the items. */
  requests: z.optional(z.array(z.object({ label: z.string(), text: z.string() }))),
  totalCents: Cents,
  /** Net, tax and gross for each rate (contract/tax.ts); absent if the conference states no tax. */
  taxes: z.optional(
    z.array(
      z.object({
        basisPoints: z.nullable(z.int()),
        netCents: z.int(),
        taxCents: z.int(),
        grossCents: z.int(),
      }),
    ),
  ),
  /** The reason for what is exempt from tax. */
  taxExemption: z.optional(z.string()),
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

export type Issuer = {
  conference: Conference;
  words: Mails;
  isTest: boolean;
  /** The sentence about what is exempt from tax. */
  taxExemption?: string | undefined;
};

/** The receipt of an order. Its number is the reference of the order. */
export function receiptOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  { issuedAt, requests }: { issuedAt: string; requests: readonly Request[] },
): ReceiptDocument {
  const lines = linesOf(order);
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'receipt',
    number: order.reference,
    lines,
    ...taxed(lines, issuer.taxExemption),
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
  { order, change, items }: { order: Order; change: OrderChange; items: ChangedItems },
  payment: Payment,
  { number, issuedAt }: Pick<ReceiptDocument, 'number' | 'issuedAt'>,
): ReceiptDocument {
  const lines = taxedLinesOfChange(order, change, items);
  const [, ...fees] = linesOfChange(order, change);
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'receipt',
    number,
    lines,
    ...taxed(lines, issuer.taxExemption),
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
  issuer: Issuer,
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
  const taxes = taxed(lines, issuer.taxExemption);
  return { ...earlier, number, issuedAt, customer, lines, ...taxes, replaces: earlier.number };
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
  const [fee] = feeItem(order.fee, asCents(0), order.currency);
  const lines = refundedParts(order, payment, { kind, cents, issued }).map((part) => ({
    ...part,
    words: part.isFee ? (fee?.label ?? '') : order.productName,
  }));
  return {
    ...common(issuer, order, payment, issuedAt),
    kind,
    number: `${order.reference}-C${notes.length + 1}`,
    lines,
    ...taxed(lines, issuer.taxExemption),
    totalCents: cents,
    feeCents: asCents(Math.max(0, sumOf(lines.filter((line) => line.isFee)))),
    ...(receipt !== order.reference && { receipt }),
  };
}

/** An amount of one rate of tax, in the price or in the fee. */
type Part = { taxBasisPoints?: number | undefined; isFee?: true | undefined; cents: number };

/**
 * Divides a refund on the rates of tax and the fee. Where the rest is exactly what is booked, as after a change that
 * costs less, all documents add up to the booked items of each rate. Otherwise a refund takes the price of the payment
 * first, each rate in proportion, and the fee last: a fee that the cancellation rules keep is in no credit note. The
 * cancellation of a credit note has the parts of that note.
 */
function refundedParts(
  order: Pick<Order, 'items' | 'amountCents'>,
  payment: Pick<Payment, 'id'>,
  { kind, cents, issued }: Pick<NoteFacts, 'kind' | 'cents' | 'issued'>,
): Part[] {
  const sign = kind === 'credit-note' ? 1 : -1;
  const all = documentedParts(issued);
  if (sumOf(all) - sign * cents === order.amountCents) {
    return added(all, negative(order.items.map(partOfItem)), sign);
  }
  const own = issued.filter(({ paymentId }) => paymentId === payment.id);
  const failed = own.findLast((each) => each.kind === 'credit-note' && each.totalCents === cents);
  if (kind === 'cancellation' && failed) return added(failed.lines);
  const present = added(documentedParts(own));
  return added(present, negative(keptParts(present, sumOf(present) - sign * cents)), sign);
}

/** The parts of which only `keptCents` are left: the fee is refunded last. */
function keptParts(parts: readonly Part[], keptCents: number): Part[] {
  const fees = parts.filter((part) => part.isFee);
  const prices = parts.filter((part) => !part.isFee);
  const keptFee = Math.min(sumOf(fees), keptCents);
  const kept = [
    ...divided(
      keptCents - keptFee,
      prices.map((part) => part.cents),
    ),
    ...divided(
      keptFee,
      fees.map((part) => part.cents),
    ),
  ];
  return [...prices, ...fees].map((part, at) => ({ ...part, cents: kept[at] ?? 0 }));
}

/** The parts of documents together: the valid receipts, less the credit notes. */
function documentedParts(issued: readonly ReceiptDocument[]): Part[] {
  return issued
    .filter(({ number }) => replacementOf(issued, number) === undefined)
    .flatMap(({ kind, lines }) => (kind === 'credit-note' ? negative(lines) : lines));
}

function partOfItem(item: OrderItem): Part {
  const { taxBasisPoints, quantity, unitCents } = item;
  return { taxBasisPoints, isFee: isFee(item) || undefined, cents: quantity * unitCents };
}

function negative(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, cents: -part.cents }));
}

/** The sums of these parts together for each rate and for the fee, without those that are 0. */
function added(parts: readonly Part[], more: readonly Part[] = [], sign = 1): Part[] {
  const byKind = Map.groupBy([...parts, ...more], (part) => `${part.taxBasisPoints} ${part.isFee}`);
  return [...byKind.values()].flatMap((own) => {
    const cents = sign * sumOf(own);
    const [first] = own;
    return cents === 0 || !first ? [] : [partWith(first, cents)];
  });
}

/** A part of the same rate, without the absent keys: documents are compared as they are stored. */
function partWith({ taxBasisPoints, isFee: isOfFee }: Part, cents: number): Part {
  return {
    ...(taxBasisPoints !== undefined && { taxBasisPoints }),
    ...(isOfFee && { isFee: isOfFee }),
    cents,
  };
}

function sumOf(parts: readonly { cents: number }[]): number {
  return parts.reduce((sum, { cents }) => sum + cents, 0);
}

/** The taxes in the lines of a document; nothing if no line states a rate. */
function taxed(
  lines: readonly Part[],
  taxExemption: string | undefined,
): Pick<ReceiptDocument, 'taxes' | 'taxExemption'> {
  const taxes = taxesOf(lines);
  const isExempt = taxes.some(({ basisPoints }) => basisPoints === null);
  return {
    ...(taxes.length > 0 && { taxes }),
    ...(isExempt && taxExemption !== undefined && { taxExemption }),
  };
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
    paidBy: wayWords(words.providers, payment),
    isTest,
    ...(isAsked(order) && { isAsked: true }),
  };
}

/** The printed lines about a customer; none for an erased person. */
function linesAbout({ name, institute, country, email }: Customer): string[] {
  return [name, institute, country, email].filter((line) => line !== '');
}
