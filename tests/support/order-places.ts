import type { Db } from '#server/database/database.ts';
import { isCancelled, getOrder } from '#server/orders/rows/orders.ts';
import { type Places, placesOfItems } from '#server/orders/sell/places.ts';

/** The places that an order takes; a cancelled order takes no places. */
export async function placesOf(db: Db, orderId: string): Promise<Places> {
  const order = await getOrder(db, orderId);
  return isCancelled(order) ? {} : placesOfItems(order.items);
}
