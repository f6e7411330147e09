import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { findOrders, type Order } from '#server/orders/rows/orders.ts';
import { overtakenBy } from './overtaken.ts';
import { nameOfPlaces } from './place-limits.ts';
import { type Places, placesOfOrder, sumOfPlaces } from './places.ts';
import { countLimited, isFull } from './places-left.ts';
import { isBeingPaid } from './taken-places.ts';

/**
 * Sentences about the kinds of places of which more are taken than there are once money counts for these orders. It
 * counts although it is late: whoever books it decides about the limit.
 */
export async function overfullWords(
  db: Db,
  content: Content,
  orderIds: readonly string[],
): Promise<string[]> {
  const late: { order: Order; places: Places }[] = [];
  for (const order of await lateOrders(db, orderIds)) {
    late.push({ order, places: await placesOfOrder(db, order) });
  }
  const wanted = sumOfPlaces(late.map(({ places }) => places));
  const unpaid: string[] = [];
  // Unpaid orders of the same people are closed then, and hold nothing.
  for (const { order } of late) unpaid.push(...(await overtakenBy(db, order)));
  const limited = await countLimited(db, content.prices, wanted, unpaid);
  return limited.filter(isFull).map(({ kind, paid, held, count, limit }) => {
    const those = late.filter(({ places }) => (places[kind] ?? 0) > 0);
    const references = those.map(({ order }) => order.reference).join(', ');
    return `${kind} (${nameOfPlaces(content, kind)}): ${paid + held + count} of ${limit} would be taken or reserved with ${references}, for which nothing was held any more.`;
  });
}

/** The unpaid orders for which nothing is held. */
async function lateOrders(db: Db, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', ids)
    .where('orders.state', '!=', 'CONFIRMED')
    .where((is) => is.not(isBeingPaid(is)))
    .execute();
  return findOrders(
    db,
    rows.map(({ id }) => id),
  );
}
