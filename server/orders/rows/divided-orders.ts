import type { Db, Tx } from '#server/database/database.ts';
import { findOrders, type Order } from './orders.ts';

/** The orders by which others pay parts of this order, oldest first. */
export async function partsOfOthers(db: Db, { items }: Pick<Order, 'items'>): Promise<Order[]> {
  const priced = items.flatMap(({ pricedBy }) => pricedBy ?? []);
  if (priced.length === 0) return [];
  const rows = await db
    .selectFrom('order_items')
    .select('order_id')
    .distinct()
    .where('id', 'in', priced)
    .execute();
  return findOrders(
    db,
    rows.map(({ order_id: id }) => id),
  );
}

/** Records that an order asks for a part of another one. */
export async function markAsPart(tx: Tx, id: string, wholeId: string): Promise<void> {
  await tx.updateTable('orders').set({ part_of: wholeId }).where('id', '=', id).execute();
}

/** The orders that ask for a part of these orders, also those whose part was taken back, with the reference of the whole. */
export async function partsEverAsked(
  db: Db,
  orderIds: readonly string[],
): Promise<{ id: string; reference: string; about: string }[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('orders')
    .innerJoin('orders as whole', 'whole.id', 'orders.part_of')
    .select(['orders.id', 'orders.reference', 'whole.reference as about'])
    .where('orders.part_of', 'in', orderIds)
    .execute();
}

/** The orders of which this order pays a part. */
export async function ordersDividedBy(db: Db, { items }: Pick<Order, 'items'>): Promise<Order[]> {
  const prices = items.filter(({ kind }) => kind === 'asked').map(({ id }) => id);
  if (prices.length === 0) return [];
  const rows = await db
    .selectFrom('order_items')
    .select('order_id')
    .distinct()
    .where('priced_by', 'in', prices)
    .where('state', '=', 'booked')
    .execute();
  return findOrders(
    db,
    rows.map(({ order_id: id }) => id),
  );
}
