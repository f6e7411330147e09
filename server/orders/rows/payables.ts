import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { asCents, type Cents, feeOn } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { findChange, type OrderChange } from './order-changes.ts';
import {
  feeItem,
  isFee,
  linesOfItems,
  type OrderItem,
  type OrderLine,
  sumOf,
} from './order-items.ts';
import {
  describeOrder,
  getOrder,
  isAsked,
  isGroup,
  type Order,
  removed,
  unpaidKeyOf,
} from './orders.ts';

/** The labels of the product in the language of an order. */
type Words = Pick<Content, 'labels'>;

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

/** Whether the payment is for a place, which is held meanwhile: a change and an asked amount have none. */
export function holdsPlace({ order, change }: Payable): boolean {
  return change === undefined && !isAsked(order);
}

export function amountDue({ order, change }: Payable): Cents {
  return change ? asCents(change.differenceCents) : order.amountCents;
}

/** The id of the payment that paid this payable. */
export function paidBy({ order, change }: Payable): string | undefined {
  return change ? change.paidPaymentId : order.paidPaymentId;
}

/** The name of the product, for providers and pages. */
export function nameOf({ labels }: Words, { order, change }: Payable): string {
  const { productName } = order;
  return change ? fillPlaceholders(labels.orders.ofChange, { order: productName }) : productName;
}

/** The product in one sentence, without names of people. */
export function describe(words: Words, { order, change }: Payable): string {
  if (!change) return describeOrder(order);
  return linesOfChange(words, order, change)
    .map((line) => line.words)
    .join('; ');
}

/** The participant of a change, if the order has several. */
export function memberOf(order: Order, { participantId }: OrderChange): string | undefined {
  if (!isGroup(order) || participantId === undefined) return undefined;
  return order.items.find((item) => item.participantId === participantId)?.participantName;
}

/** The price difference of a change and the fee in that difference; the lines add up to the amount. */
export function linesOfChange({ labels }: Words, order: Order, change: OrderChange): OrderLine[] {
  const { was, becomes, differenceCents, feeDifferenceCents, participantId } = change;
  const member = memberOf(order, change);
  const feeCents = asCents(Math.min(differenceCents, Math.max(0, feeDifferenceCents)));
  const fees = feeOfChange(order, change, feeCents);
  return [
    {
      words: fillPlaceholders(labels.orders.change, { was, becomes }),
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

/** The fee in a change. Its fixed part was paid before, unless the order had cost nothing, as that of a guest. */
function feeOfChange(
  { fee, currency }: Pick<Order, 'fee' | 'currency'>,
  { differenceCents, feeDifferenceCents }: OrderChange,
  cents: Cents,
): OrderItem[] {
  const price = asCents(Math.max(0, differenceCents - feeDifferenceCents));
  const isFirst = feeOn(price, fee, currency) === feeDifferenceCents;
  return feeItem(isFirst ? fee : { ...fee, fixed: asCents(0) }, cents, currency);
}

/** One line of a document: negative if a change gives up something of this rate. */
export type SignedLine = Omit<OrderLine, 'cents'> & { cents: number };

/**
 * The lines of a paid change for its receipt: like `linesOfChange`, or where the items have several rates of tax, a line
 * for each item that the change adds or gives up.
 */
export function taxedLinesOfChange(
  words: Words,
  order: Order,
  change: OrderChange,
  { proposed, replaced }: { proposed: readonly OrderItem[]; replaced: readonly OrderItem[] },
): SignedLine[] {
  const lines = linesOfChange(words, order, change);
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
  const named = changedLines({ proposed, replaced }, price);
  const sum = (some: readonly SignedLine[]) => some.reduce((all, { cents }) => all + cents, 0);
  // Guests without a change of their room have no line of their own.
  const isWhole = sum(named) === sumOf(added) - sumOf(given);
  const priceLines = isWhole
    ? named
    : rates
        .map((rate) => rated({ ...price, cents: sumAt(added, rate) - sumAt(given, rate) }, rate))
        .filter(({ cents }) => cents !== 0);
  const feeCents = change.differenceCents - sum(priceLines);
  const [fee] = feeOfChange(order, change, asCents(0));
  return [
    ...priceLines,
    ...(feeCents === 0
      ? []
      : [rated({ words: fee?.label ?? '', cents: feeCents, isFee: true }, feeRate)]),
  ];
}

/** The lines of the items that a change adds, and with negative amounts those that it gives up, without the fee. */
export function changedLines(
  { proposed, replaced }: { proposed: readonly OrderItem[]; replaced: readonly OrderItem[] },
  { about, statedByPayer }: Pick<OrderLine, 'about' | 'statedByPayer'> = {},
): SignedLine[] {
  const linesOf = (items: readonly OrderItem[], sign: number) =>
    linesOfItems(
      items.filter((item) => !isFee(item)),
      false,
    ).map((line) => ({
      ...line,
      ...(about !== undefined && { about }),
      ...(statedByPayer !== undefined && { statedByPayer }),
      cents: sign * line.cents,
    }));
  return [...linesOf(proposed, 1), ...linesOf(replaced, -1)];
}

/** The key by which mails about an unpaid payable are withdrawn. */
export function unpaidKeyOfPayable({ order, change }: Payable): string {
  return change?.id ?? unpaidKeyOf(order);
}
