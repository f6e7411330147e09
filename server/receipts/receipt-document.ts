import { countryIn } from '#contract/country-name.ts';
import * as z from 'zod/mini';
import { inOneLine, withNumber } from '#contract/content/languages.ts';
import { addressLines } from '#contract/content/places.ts';
import { dayAfter, dayOf } from '#contract/content/calendar-days.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { endIn } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';
import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { asCents, type Cents } from '#contract/money.ts';
import { hasRate, taxesOf } from '#contract/tax.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import { wayWords } from '#server/orders/rows/order-facts.ts';
import type { ChangedItems } from '#server/orders/rows/order-items.ts';
import { type Customer, isAsked, linesOf, type Order } from '#server/orders/rows/orders.ts';
import { taxedLinesOfChange } from '#server/orders/rows/payables.ts';
import type { Payment } from '#server/payments/payments.ts';
import { EInvoiceFacts, eInvoiceFacts, Means, meansOf } from './e-invoice-facts.ts';

const Cents = z.pipe(z.number(), z.transform(asCents));

/**
 * A receipt, an invoice, the cancellation of an invoice, a credit note or the cancellation of a credit note, with
 * everything that is printed. The document is frozen when it is issued: later edits of content/ or prices do not change
 * it.
 */
export const ReceiptDocument = z.object({
  kind: z.enum(['receipt', 'credit-note', 'cancellation', 'invoice', 'invoice-cancellation']),
  number: z.string(),
  reference: z.string(),
  issuedAt: z.string(),
  /** The day of the issue at the conference. */
  issuedOn: z.string(),
  /** The seller's legal name, address, tax note and contact. */
  issuer: z.array(z.string()),
  /** The language of its words, dates and amounts. */
  language: z.string(),
  /** Name, title, days and place. */
  conference: z.array(z.string()),
  customer: z.array(z.string()),
  /** The addressee of an invoice, of its cancellation and of its credit notes. */
  recipient: z.optional(
    z.object({
      legalName: z.string(),
      address: z.array(z.string()),
      country: z.string(),
      vatId: z.optional(z.string()),
      leitwegId: z.optional(z.string()),
      peppolId: z.optional(z.string()),
      purchaseOrder: z.optional(z.string()),
    }),
  ),
  /** The days of the service, which is the conference; only invoices and their cancellations have it. */
  supplied: z.optional(z.object({ from: z.string(), until: z.string() })),
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
  /** Positive also where it is deducted (`signOf`). */
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
  /** The means of payment of an e-invoice; absent if nothing was to be paid. */
  means: z.optional(Means),
  /** The day of the payment at the conference; receipts and invoices have it. */
  paidOn: z.optional(z.string()),
  /** Whether the payer paid with test money. */
  isTest: z.boolean(),
  /** Whether an organiser had asked for the amount, which gives nobody a place. */
  isAsked: z.optional(z.boolean()),
  /** For a corrected receipt, or an invoice instead of a receipt: the number of the receipt that it replaces. */
  replaces: z.optional(z.string()),
  /** For the cancellation of an invoice: the number of the invoice. */
  cancels: z.optional(z.string()),
  /** For the invoice after such a cancellation: the number of the cancelled invoice. */
  corrects: z.optional(z.string()),
  /**
   * For a credit note: the number of the receipt or invoice that was valid at that time, if it was not the first
   * receipt.
   */
  receipt: z.optional(z.string()),
  /** For an invoice that is an e-invoice, for its cancellation and for its credit notes. */
  eInvoice: z.optional(EInvoiceFacts),
});
export type ReceiptDocument = z.output<typeof ReceiptDocument>;

/** A document before it gets its number. */
export type Unnumbered = Omit<ReceiptDocument, 'number'>;

/** Whether the document says that an amount was paid. */
export function isReceipt({ kind }: Pick<ReceiptDocument, 'kind'>): boolean {
  return kind === 'receipt' || kind === 'invoice';
}

/** Whether the document is about a refund. */
export function isNote({ kind }: Pick<ReceiptDocument, 'kind'>): boolean {
  return kind === 'credit-note' || kind === 'cancellation';
}

/** Whether the amount of a document is added or deducted in a sum. */
export function signOf({ kind }: Pick<ReceiptDocument, 'kind'>): 1 | -1 {
  return kind === 'credit-note' || kind === 'invoice-cancellation' ? -1 : 1;
}

/** Whether the document is the receipt of a confirmed place: an amount that only the payer chose confirms no place. */
export function confirmsPlace(document: ReceiptDocument): boolean {
  const { isAsked: isWithoutPlace, lines } = document;
  if (isWithoutPlace || !isReceipt(document)) return false;
  return lines.every(({ statedByPayer }) => statedByPayer === undefined);
}

/**
 * The moment until which the payer of a receipt can ask for an invoice instead; undefined if the conference issues no
 * invoices, or if nothing was paid.
 */
export function invoiceUntil(
  { documents, dates }: Pick<Conference, 'documents' | 'dates'>,
  { totalCents, issuedOn }: Pick<ReceiptDocument, 'totalCents' | 'issuedOn'>,
): Moment | undefined {
  if (!documents || documents.invoiceDays === 0 || totalCents === 0) return undefined;
  return endIn(dates, { day: dayAfter(issuedOn, documents.invoiceDays) });
}

type Line = ReceiptDocument['lines'][number];
type Request = { label: string; text: string };

export type Issuer = {
  conference: Conference;
  words: Mails;
  labels: Labels;
  language: string;
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
    paidOn: dayOf(issuedAt, issuer.conference.dates.timezone),
    lines,
    ...taxed(issuer, order.statesTax, lines),
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
  const lines = taxedLinesOfChange(issuer, order, change, items);
  return {
    ...common(issuer, order, payment, issuedAt),
    kind: 'receipt',
    number,
    paidOn: dayOf(issuedAt, issuer.conference.dates.timezone),
    lines,
    ...taxed(issuer, order.statesTax, lines),
    totalCents: payment.amountCents,
    feeCents: feeOf(lines),
  };
}

/** An invoice with the lines of a receipt. */
export function invoiceOf<Document extends Unnumbered>(
  issuer: Pick<Issuer, 'conference' | 'words'>,
  receipt: Document,
  recipient: NonNullable<ReceiptDocument['recipient']>,
): Document {
  const { start: from, end: until } = issuer.conference.dates;
  const eInvoice = eInvoiceFacts(issuer.conference);
  const seller = sellerLines(issuer);
  return {
    ...receipt,
    kind: 'invoice',
    issuer: seller,
    recipient,
    supplied: { from, until },
    eInvoice,
  };
}

/** The cancellation of an invoice, with the same lines and amounts, which are deducted. */
export function cancellationOf(
  issuer: Pick<Issuer, 'conference'>,
  invoice: ReceiptDocument,
  { issuedAt }: Pick<ReceiptDocument, 'issuedAt'>,
): Unnumbered {
  const { replaces: _, corrects: _invoice, requests: _wishes, paidOn: _day, ...rest } = invoice;
  const kind = 'invoice-cancellation';
  return { ...rest, kind, ...issue(issuer, issuedAt), cancels: invoice.number };
}

/**
 * The valid receipts and invoices of an order, which no other document has replaced or cancelled: first that of the order
 * itself, then those of its changes.
 */
export function validReceipts<Document extends ReceiptDocument & { paymentId: string }>(
  documents: readonly Document[],
): Document[] {
  const payments = [...new Set(documents.map(({ paymentId }) => paymentId))];
  return documents
    .filter(
      (document) => isReceipt(document) && replacementOf(documents, document.number) === undefined,
    )
    .toSorted((a, b) => payments.indexOf(a.paymentId) - payments.indexOf(b.paymentId));
}

/** The number of the receipt or invoice that replaced this document, or of the cancellation of this invoice. */
export function replacementOf(
  documents: readonly ReceiptDocument[],
  number: string,
): string | undefined {
  return documents.find(({ replaces, cancels }) => (replaces ?? cancels) === number)?.number;
}

/** The processing fee in the lines of a document; 0 where they give up more of it than they add. */
export function feeOf(lines: readonly Line[]): Cents {
  const fees = lines.filter(({ isFee }) => isFee);
  return asCents(
    Math.max(
      0,
      fees.reduce((sum, { cents }) => sum + cents, 0),
    ),
  );
}

/** The taxes in the lines of a document, if tax is stated there, and the reason for what is exempt. */
export function taxed(
  { taxExemption }: Pick<Issuer, 'taxExemption'>,
  isStated: boolean,
  lines: readonly Line[],
): Pick<ReceiptDocument, 'taxes' | 'taxExemption'> {
  const taxes = taxesOf(lines, isStated || hasRate(lines));
  const isExempt = taxes.some(({ basisPoints }) => basisPoints === null);
  return {
    ...(taxes.length > 0 && { taxes }),
    ...(isExempt && taxExemption !== undefined && { taxExemption }),
  };
}

/** The seller as the conference names it now. A new invoice has these lines; every other document keeps its own. */
function sellerLines({ conference, words }: Pick<Issuer, 'conference' | 'words'>): string[] {
  const { organiser, secretary } = conference;
  const { legalName, vatId, taxNumber, taxNote } = organiser;
  return [
    legalName,
    ...addressLines(organiser, conference),
    ...(vatId === undefined ? [] : [withNumber(words.receipt.vatId, vatId, conference.language)]),
    ...(taxNumber === undefined
      ? []
      : [withNumber(words.receipt.taxNumber, taxNumber, conference.language)]),
    ...(taxNote === undefined ? [] : [taxNote]),
    inOneLine([secretary.role, secretary.email], conference.language),
  ];
}

/** The facts that documents about a payment of an order have in common. */
export function common(issuer: Issuer, order: Order, payment: Payment, issuedAt: string) {
  const { conference, words, language, isTest } = issuer;
  const { reference, customer, currency } = order;
  const { name, fullTitle, dates, venue, city, country } = conference;
  return {
    reference,
    ...issue({ conference }, issuedAt),
    issuer: sellerLines({ conference, words }),
    language,
    conference: [
      name,
      fullTitle,
      dates.text,
      inOneLine(
        [venue.name, ...addressLines({ ...venue, city, country }, conference)],
        conference.language,
      ),
    ],
    customer: linesAbout(customer, issuer),
    currency: currency.code,
    decimals: currency.decimals,
    paidBy: wayWords(words.providers, payment),
    means: meansOf(payment),
    isTest,
    ...(isAsked(order) && { isAsked: true }),
  };
}

export function issue({ conference }: Pick<Issuer, 'conference'>, issuedAt: string) {
  return { issuedAt, issuedOn: dayOf(issuedAt, conference.dates.timezone) };
}

/** The printed lines about a customer; none for an erased person. */
export function linesAbout(
  { name, institute, country, email }: Customer,
  words: Pick<Issuer, 'labels' | 'language'>,
): string[] {
  return [name, institute, countryIn(country, words), email].filter((line) => line !== '');
}
