import { asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { findChange, type OrderChange } from './order-changes.ts';
import { feeItem, type OrderLine, sumOf } from './order-items.ts';
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
    ...fees.map(({ label, unitCents }) => ({ words: label, cents: unitCents })),
  ];
}

/** The key by which mails about an unpaid payable are withdrawn. */
export function unpaidKeyOfPayable({ order, change }: Payable): string {
  return change?.id ?? unpaidKeyOf(order);
}
