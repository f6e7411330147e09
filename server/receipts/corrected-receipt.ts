import { isDeepStrictEqual } from 'node:util';
import { linesOf, type Order } from '#server/orders/rows/orders.ts';
import {
  invoiceOf,
  issue,
  type Issuer,
  linesAbout,
  type ReceiptDocument,
  taxed,
  type Unnumbered,
} from './receipt-document.ts';
import { missingParts, wordsOfRate } from './refund-division.ts';

type Line = ReceiptDocument['lines'][number];
type Corrected = Pick<Order, 'customer' | 'offeredBy' | 'items' | 'amountCents' | 'productName'>;

/**
 * The corrected receipt or invoice of an order whose customer, people, items or recipient were corrected, or the invoice
 * that replaces a receipt because there is a recipient now; undefined if nothing on it changes. The document of the order
 * itself has the present items if they still add up to the paid amount. Every other one has the paid items, with the
 * present names. `issued` are the documents of the order so far: where they add up to its price, so do those of each rate
 * of tax.
 */
export function correctedReceiptOf(
  issuer: Issuer,
  earlier: ReceiptDocument,
  order: Corrected,
  about: Pick<ReceiptDocument, 'issuedAt'> & {
    isOfOrder: boolean;
    issued: readonly ReceiptDocument[];
    recipient: ReceiptDocument['recipient'];
  },
): Unnumbered | undefined {
  const { issuedAt, isOfOrder, issued, recipient = earlier.recipient } = about;
  const customer = linesAbout(order.customer, { ...issuer, language: earlier.language });
  const lines = isOfOrder ? linesOfOrder(earlier, order, issued) : renamed(earlier.lines, order);
  const before = [earlier.customer, earlier.lines, earlier.recipient];
  if (isDeepStrictEqual([customer, lines, recipient], before)) return undefined;
  const { number: _, replaces: _receipt, corrects: _invoice, ...rest } = earlier;
  const corrected: Unnumbered = {
    ...rest,
    ...issue(issuer, issuedAt),
    customer,
    lines,
    ...taxed(issuer, earlier.taxes !== undefined, lines),
  };
  const document = recipient ? invoiceOf(issuer, corrected, recipient) : corrected;
  return earlier.kind === 'invoice'
    ? { ...document, corrects: earlier.number }
    : { ...document, replaces: earlier.number };
}

/**
 * The lines of the document of the order itself. If a change has exchanged items of equal prices and other rates of tax
 * after another change or a refund, the given item is replaced, or deducted if it is no line of this document.
 */
function linesOfOrder(
  earlier: ReceiptDocument,
  order: Corrected,
  issued: readonly ReceiptDocument[],
): Line[] {
  const isBooked = order.amountCents === earlier.totalCents;
  const lines = isBooked ? linesOf(order) : renamed(earlier.lines, order);
  const present = issued.map((one) => (one.number === earlier.number ? { ...one, lines } : one));
  const missing = missingParts(order, present);
  // The fee stays as it was paid.
  if (missing.length === 0 || missing.some(({ isFee }) => isFee)) return lines;
  const booked = linesOf(order);
  const more: Line[] = [];
  for (const part of missing) {
    const isGiven = part.cents < 0;
    const isWhole = (line: Line) =>
      !line.isFee &&
      line.taxBasisPoints === part.taxBasisPoints &&
      line.cents === Math.abs(part.cents);
    const at = (isGiven ? lines : booked).findIndex(isWhole);
    const words = wordsOfRate(isGiven ? lines : booked, part).join('; ') || order.productName;
    if (isGiven && at >= 0) lines.splice(at, 1);
    else more.push({ words, ...part, ...(!isGiven && booked[at]) });
  }
  const fees = lines.filter(({ isFee }) => isFee);
  return [...lines.filter(({ isFee }) => !isFee), ...more, ...fees];
}

/** Printed lines, with the present names of the participants. */
function renamed(lines: readonly Line[], { items }: Pick<Order, 'items'>): Line[] {
  return lines.map((line) => {
    const name = items.find(
      ({ participantId }) => participantId !== undefined && participantId === line.about,
    )?.participantName;
    return name === undefined ? line : { ...line, statedByPayer: name };
  });
}
