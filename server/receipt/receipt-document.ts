import * as z from 'zod/mini';
import type { Conference } from '#contract/content/conference-shape.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { asCents, type Cents } from '#contract/money.ts';
import type { Order } from '#server/payments/orders.ts';
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
      statedByPayer: z.optional(z.string()),
      about: z.optional(z.string()),
      cents: Cents,
    }),
  ),
  totalCents: Cents,
  /** The ISO code of what the amounts are in. */
  currency: z.string(),
  paidBy: z.string(),
  /** Pretend money. */
  isTest: z.boolean(),
});
export type ReceiptDocument = z.output<typeof ReceiptDocument>;

export type Issuer = { conference: Conference; words: Mails; isTest: boolean };

/** What was bought and paid. Its number is the reference of the order. */
export function receiptOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  issuedAt: string,
): ReceiptDocument {
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'receipt',
    number: order.reference,
    lines: [...order.lines],
    totalCents: order.amountCents,
  };
}

/** What a credit note said went back, and did not; it has the next number. */
export function cancellationOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  note: { cents: Cents; count: number; issuedAt: string },
): ReceiptDocument {
  return { ...creditNoteOf(issuer, order, payment, note), kind: 'cancellation' };
}

/** What went back at one time; `count` is how many credit notes there were before. */
export function creditNoteOf(
  issuer: Issuer,
  order: Order,
  payment: Payment,
  { cents, count, issuedAt }: { cents: Cents; count: number; issuedAt: string },
): ReceiptDocument {
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'credit-note',
    number: `${order.reference}-C${count + 1}`,
    lines: [{ words: order.productName, cents }],
    totalCents: cents,
  };
}

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
    // Of somebody who was erased nothing is left to print.
    customer: [customer.name, customer.institute, customer.country, customer.email].filter(
      (line) => line !== '',
    ),
    currency: currency.code,
    paidBy: words.providers[payment.provider],
    isTest,
  };
}
