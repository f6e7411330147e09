import type { Db } from '#server/database/database.ts';
import type { StoredItem } from './order-items.ts';
import { type Order, payingPayments } from './orders.ts';

/**
 * The ids of the payments of a paid order in the sequence in which the refund of some items takes from them: first the
 * payments that paid these items, then the others; of both the latest first.
 */
export async function refundSequence(
  db: Db,
  order: Pick<Order, 'id' | 'paidPaymentId'>,
  items: readonly StoredItem[],
): Promise<string[]> {
  const all = await payingPayments(db, order);
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
