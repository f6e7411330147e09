import type { Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { StoredItem } from '#server/orders/rows/order-items.ts';
import { type OrderMoney, paymentsOf } from '#server/orders/rows/order-money.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { leftOf } from './record-refunds.ts';

/**
 * The ids of the payments with money of an order in the sequence in which the refund of some items takes from them: first
 * the payments that paid these items, then the others, of both the latest first; then the payments that undo refunds.
 * If the refund takes all that the order's own payments have left, the payments that undo refunds are first, because an
 * order without money of its own gives no place.
 */
export async function refundSequence(
  context: PaymentContext,
  order: Pick<Order, 'id' | 'paidPaymentId'>,
  { money, items, cents }: { money: OrderMoney; items: readonly StoredItem[]; cents: Cents },
): Promise<string[]> {
  const own = await ownSequence(context.db, order, money.own, items);
  const undoing = paymentsOf({ own: [], undoing: money.undoing });
  if (undoing.length === 0 || cents === 0) return [...own, ...undoing];
  const isAllOfOwn = cents >= (await leftOf(context.db, context, own));
  return isAllOfOwn ? [...undoing, ...own] : [...own, ...undoing];
}

async function ownSequence(
  db: Db,
  order: Pick<Order, 'id' | 'paidPaymentId'>,
  all: readonly string[],
  items: readonly StoredItem[],
): Promise<readonly string[]> {
  if (all.length < 2) return all;
  const known = await itemsWithPayments(db, order.id);
  const first = new Set(items.map(({ id }) => paymentOf(known, id) ?? order.paidPaymentId));
  return [...all.filter((id) => first.has(id)), ...all.filter((id) => !first.has(id))];
}

type PaidItem = {
  id: string;
  kind: string;
  item: string;
  change_id: string | null;
  replaced_by: string | null;
  paid_payment_id: string | null;
};

/** Every item of an order, with the payment of the change that made the item. */
function itemsWithPayments(db: Db, orderId: string): Promise<PaidItem[]> {
  return db
    .selectFrom('order_items')
    .leftJoin('order_changes', 'order_changes.id', 'order_items.change_id')
    .select(['order_items.id', 'kind', 'item', 'change_id', 'replaced_by', 'paid_payment_id'])
    .where('order_items.order_id', '=', orderId)
    .execute();
}

/**
 * The payment of the change that made an item. A change that cost nothing has none: then the payment of the item that it
 * replaced. Undefined for an item of the first order.
 */
function paymentOf(known: readonly PaidItem[], id: string): string | undefined {
  const found = known.find((item) => item.id === id);
  if (!found || found.change_id === null) return undefined;
  if (found.paid_payment_id !== null) return found.paid_payment_id;
  const before = known.find(
    ({ replaced_by, kind, item }) =>
      replaced_by === found.change_id && kind === found.kind && item === found.item,
  );
  return before && paymentOf(known, before.id);
}
