import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
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

/** The orders that ask for a part of an order, also those whose part was taken back. */
export async function partsEverAsked(
  db: Db,
  references: readonly string[],
): Promise<{ id: string; reference: string; about: string }[]> {
  if (references.length === 0) return [];
  return (
    db
      .selectFrom('orders')
      .innerJoin('order_items', 'order_items.order_id', 'orders.id')
      .select(['orders.id', 'orders.reference', 'order_items.item as about'])
      .distinct()
      .where('order_items.kind', '=', 'asked')
      .where('order_items.item', 'in', references)
      // Other amounts that are asked for do not name the order in their words.
      .where(sql<boolean>`order_items.label like '%' || order_items.item || ')%'`)
      .execute()
  );
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
