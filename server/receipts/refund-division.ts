import { asCents, type Cents } from '#contract/money.ts';
import { divided } from '#contract/tax.ts';
import { lineParts } from '#server/orders/rows/item-words.ts';
import {
  type ChangedItems,
  feeItem,
  isFee,
  type OrderItem,
} from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { changedLines } from '#server/orders/rows/payables.ts';
import type { Payment } from '#server/payments/payments.ts';
import { type ReceiptDocument, replacementOf, signOf, validReceipts } from './receipt-document.ts';

type Line = ReceiptDocument['lines'][number];
/** An amount of one rate of tax, in the price or in the fee. */
type Part = Pick<Line, 'taxBasisPoints' | 'isFee' | 'cents'>;

/** The items of a change that costs less, and what earlier refunds of it have returned. */
export type RefundedChange = ChangedItems & { returnedCents: Cents };

/** The participant of a group whose part is refunded. */
export type Member = { id: string; name: string };

/** A refund, or the failure of one. */
export type Refunded = {
  kind: 'credit-note' | 'cancellation';
  cents: Cents;
  /** The documents of the order so far. */
  issued: readonly (ReceiptDocument & { paymentId: string })[];
  /** The items of the change that costs less and is refunded. */
  change?: RefundedChange | undefined;
};

/**
 * The lines of a document about a refund: a line for each rate of tax, or for each item that a change gave up or added,
 * and one for the fee. The cancellation of a credit note has the lines of that note.
 */
export function refundLines(
  order: Order,
  payment: Pick<Payment, 'id'>,
  refunded: Refunded,
  { receipt, member }: { receipt: ReceiptDocument; member: Member | undefined },
): Line[] {
  const parts = refundedParts(order, payment, refunded);
  const failed = failedNote(payment, refunded);
  if (failed && added(parts, negative(failed.lines)).length === 0) return failed.lines;
  const prices = parts.filter((part) => !part.isFee);
  const others = validReceipts(refunded.issued).flatMap(({ lines: own }) => own);
  const named = { member, others, otherwise: order.productName };
  const lines =
    itemLines(prices, refunded.change) ??
    prices.map((part) => ({ ...part, words: wordsOfPart(receipt, part, named) }));
  const [fee] = feeItem(order.fee, asCents(0), order.currency);
  const fees = parts.filter((part) => part.isFee);
  return [
    ...lines.map((line) => ({
      ...line,
      ...(member && { about: member.id, statedByPayer: member.name }),
    })),
    ...fees.map((part) => ({ ...part, words: fee?.label ?? '' })),
  ];
}

/**
 * The items that a change gave up and added, if its refund has several rates of tax and the items of each rate add up to
 * them.
 */
function itemLines(prices: readonly Part[], change: ChangedItems | undefined) {
  if (!change || prices.length < 2) return undefined;
  const lines = changedLines(change).map((line) => ({ ...line, cents: -line.cents }));
  return added(prices, negative(lines)).length > 0 ? undefined : lines;
}

/**
 * The words for a refunded part, from the lines of the receipt: those of a member, or where there are several rates of
 * tax, those of all lines of this rate. A refund of a room and a dinner at 7 % is not called a registration. A rate that
 * only a change has brought is named by the lines of other receipts.
 */
function wordsOfPart(
  { lines, taxes = [] }: Pick<ReceiptDocument, 'lines' | 'taxes'>,
  part: Part,
  parts: { member: Member | undefined; others: readonly Line[]; otherwise: string },
): string {
  const { member, others, otherwise } = parts;
  const ofMember = ({ about }: Line) => member === undefined || about === member.id;
  const own = wordsOfRate(lines.filter(ofMember), part);
  const words = own.length > 0 ? own : wordsOfRate(others.filter(ofMember), part);
  const isNamed = own.length === 0 || member !== undefined || taxes.length > 1;
  return (isNamed && words.join('; ')) || otherwise;
}

/**
 * Divides a refund on the rates of tax and the fee. If the rest is exactly the price of the order, all documents add up to
 * the booked items of each rate; if there is no rest, they add up to nothing of each rate, whatever part of a change the
 * documents of another payment have. Otherwise the refund of a change has the rates of the items that were given up. Any
 * other refund takes the price of the payment first, each rate in proportion, and the fee last: a fee that the cancellation
 * rules keep is in no credit note. The cancellation of a credit note has the parts of that note; if several refunds failed
 * at once, it has those of their notes together.
 */
function refundedParts(
  order: Pick<Order, 'items' | 'amountCents'>,
  payment: Pick<Payment, 'id'>,
  refunded: Refunded,
): Part[] {
  const { kind, cents, issued, change } = refunded;
  const sign = -signOf({ kind });
  const all = documentedParts(issued);
  const rest = partsOfRest(order, sumOf(all) - sign * cents);
  if (rest) return added(all, negative(rest), sign);
  if (change) {
    const { replaced, proposed, returnedCents } = change;
    const whole = added(replaced.map(partOfItem), negative(proposed.map(partOfItem)));
    const left = sumOf(whole) - returnedCents;
    if (cents <= left) {
      return added(keptParts(whole, left), negative(keptParts(whole, left - cents)));
    }
  }
  const failed = failedNote(payment, refunded);
  if (failed) return added(failed.lines);
  const own = issued.filter(({ paymentId }) => paymentId === payment.id);
  if (kind === 'cancellation') {
    const returned = added(
      own.flatMap((each) => {
        if (each.kind === 'credit-note') return each.lines;
        return each.kind === 'cancellation' ? negative(each.lines) : [];
      }),
    );
    return added(keptParts(returned, cents));
  }
  const present = added(documentedParts(own));
  return added(present, negative(keptParts(present, sumOf(present) - sign * cents)), sign);
}

/** The credit note that a cancellation is about; undefined if several refunds failed at once. */
function failedNote({ id }: Pick<Payment, 'id'>, { kind, cents, issued }: Refunded) {
  if (kind !== 'cancellation') return undefined;
  return issued.findLast(
    (each) => each.paymentId === id && each.kind === 'credit-note' && each.totalCents === cents,
  );
}

/**
 * The parts that the documents of an order lack, with negative amounts those that they have too much of; none if the
 * documents add up neither to the price of the order nor to nothing.
 */
export function missingParts(
  order: Pick<Order, 'items' | 'amountCents'>,
  issued: readonly ReceiptDocument[],
): Part[] {
  const all = documentedParts(issued);
  const rest = partsOfRest(order, sumOf(all));
  return rest ? added(rest, negative(all)) : [];
}

/** The parts of what the documents of an order leave together, if it is the price of the order or nothing. */
function partsOfRest(
  { items, amountCents }: Pick<Order, 'items' | 'amountCents'>,
  restCents: number,
): Part[] | undefined {
  if (restCents === amountCents) return items.map(partOfItem);
  return restCents === 0 ? [] : undefined;
}

/** The words of the lines of this rate of tax that cost something, without the fee, each once. */
export function wordsOfRate(
  lines: readonly Line[],
  { taxBasisPoints }: Pick<Part, 'taxBasisPoints'>,
): string[] {
  const own = lines.filter(
    (line) => line.taxBasisPoints === taxBasisPoints && !line.isFee && line.cents !== 0,
  );
  return [...new Set(own.map(({ words }) => lineParts(words).line))];
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

/** The parts of documents together: the valid receipts and invoices, less the credit notes. */
function documentedParts(issued: readonly ReceiptDocument[]): Part[] {
  return issued
    .filter(({ number, cancels }) => (cancels ?? replacementOf(issued, number)) === undefined)
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
