import { asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { findChange, type OrderChange } from './order-changes.ts';
import { feeItem, isFee, type OrderItem, type OrderLine, sumOf } from './order-items.ts';
import { describeOrder, getOrder, isGroup, type Order, removed, unpaidKeyOf } from './orders.ts';

/** The object of a payment: an order, or a change of an order that costs more. */
export type Payable = { order: Order; change?: OrderChange | undefined };

/** The payable that a payment's ids name. */
export async function getPayable(
  db: Db,
  { orderId, changeId }: { orderId: string; changeId: string | undefined },
): Promise<Payable> {
  const order = await getOrder(db, orderId);
  if (changeId === undefined) return { order };
  const change = await findChange(db, changeId);
  if (!change) throw removed(`the change ${changeId}`);
  return { order, change };
}

export function amountDue({ order, change }: Payable): Cents {
  return change ? asCents(change.differenceCents) : order.amountCents;
}

/** The id of the payment that paid this payable. */
export function paidBy({ order, change }: Payable): string | undefined {
  return change ? change.paidPaymentId : order.paidPaymentId;
}

/** The name of the product, for providers and pages. */
export function nameOf({ order, change }: Payable): string {
  return change ? `Change of ${order.productName}` : order.productName;
}

/** The product in one sentence, without names of people. */
export function describe({ order, change }: Payable): string {
  if (!change) return describeOrder(order);
  return linesOfChange(order, change)
    .map(({ words }) => words)
    .join('; ');
}

/** The participant of a change, if the order has several. */
export function memberOf(order: Order, { participantId }: OrderChange): string | undefined {
  if (!isGroup(order) || participantId === undefined) return undefined;
  return order.items.find((item) => item.participantId === participantId)?.participantName;
}

/** The price difference of a change and the fee in that difference; the lines add up to the amount. */
export function linesOfChange(order: Order, change: OrderChange): OrderLine[] {
  const { fee, currency } = order;
  const { was, becomes, differenceCents, feeDifferenceCents, participantId } = change;
  const member = memberOf(order, change);
  const feeCents = asCents(Math.min(differenceCents, Math.max(0, feeDifferenceCents)));
  // The fixed part of the fee was paid before.
  const fees = feeItem({ ...fee, fixed: asCents(0) }, feeCents, currency);
  return [
    {
      words: `From ${was} to ${becomes}`,
      ...(member !== undefined && { statedByPayer: member, about: participantId }),
      cents: asCents(differenceCents - sumOf(fees)),
    },
    ...fees.map(({ label, unitCents }) => ({
      words: label,
      cents: unitCents,
      isFee: true as const,
    })),
  ];
}

/** One line of a document: negative if a change gives up something of this rate. */
export type SignedLine = Omit<OrderLine, 'cents'> & { cents: number };

/**
 * The lines of a paid change for its receipt: like `linesOfChange`, with one line for each rate of tax among the items
 * that the change adds and replaces.
 */
export function taxedLinesOfChange(
  order: Order,
  change: OrderChange,
  { proposed, replaced }: { proposed: readonly OrderItem[]; replaced: readonly OrderItem[] },
): SignedLine[] {
  const lines = linesOfChange(order, change);
  const [price, ...fees] = lines;
  const isPrice = (item: OrderItem) => !isFee(item);
  const [added, given] = [proposed.filter(isPrice), replaced.filter(isPrice)];
  const rates = [...new Set([...added, ...given].map(({ taxBasisPoints }) => taxBasisPoints))];
  const rated = <Line extends SignedLine>(line: Line, rate: number | undefined) =>
    rate === undefined ? line : { ...line, taxBasisPoints: rate };
  const feeRate = order.fee.taxBasisPoints;
  if (!price || rates.length < 2) {
    return [
      ...(price ? [rated(price, rates[0])] : []),
      ...fees.map((line) => rated(line, feeRate)),
    ];
  }
  const sumAt = (items: readonly OrderItem[], rate: number | undefined) =>
    sumOf(items.filter(({ taxBasisPoints }) => taxBasisPoints === rate));
  const byRate = rates
    .map((rate) => rated({ ...price, cents: sumAt(added, rate) - sumAt(given, rate) }, rate))
    .filter(({ cents }) => cents !== 0);
  const feeCents = change.differenceCents - byRate.reduce((sum, { cents }) => sum + cents, 0);
  const [fee] = feeItem({ ...order.fee, fixed: asCents(0) }, asCents(0), order.currency);
  return [
    ...byRate,
    ...(feeCents === 0
      ? []
      : [rated({ words: fee?.label ?? '', cents: feeCents, isFee: true }, feeRate)]),
  ];
}

/** The key by which mails about an unpaid payable are withdrawn. */
export function unpaidKeyOfPayable({ order, change }: Payable): string {
  return change?.id ?? unpaidKeyOf(order);
}
