import type { Moment } from '#contract/content/opening.ts';
import type { Prices } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { findOrders, type Order } from './orders.ts';
import { itemsFor } from './registration-items.ts';
import { ALONE, priceOf } from './registration-price.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { text: string; until: Moment; otherwise: string };

/**
 * The proof that a person of a paid order has to send; undefined if the price needs none. A free place and a price of a
 * personal link are an organiser's decision, which needs no proof; the usual price of another type, to which the holder
 * of a link has moved, needs one.
 */
export function neededProof(
  prices: Prices,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil' | 'createdAt'>,
  participantId: string,
): NeededProof | undefined {
  if (order.state !== 'CONFIRMED' || order.cancelledAt !== undefined) return undefined;
  const item = itemsFor(order.items, participantId).find(({ kind }) => kind === 'registration');
  if (!item || item.unitCents === 0) return undefined;
  const proof = prices.presentationTypes.find(({ id }) => id === item.item)?.proof;
  if (order.invitedUntil === undefined) return proof;
  const usual = priceOf(prices, { ...ALONE, presentation: item.item }, order.createdAt);
  return usual?.presentationCents === item.unitCents ? proof : undefined;
}

/** The participants whose price needs a proof, proved or not. */
export async function findProving(db: Db, prices: Prices): Promise<ReadonlySet<string>> {
  const types = prices.presentationTypes.filter(({ proof }) => proof).map(({ id }) => id);
  if (types.length === 0) return new Set();
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.id')
    .distinct()
    .where('order_items.kind', '=', 'registration')
    .where('order_items.item', 'in', types)
    .where('order_items.state', '=', 'booked')
    .where('orders.state', '=', 'CONFIRMED')
    .execute();
  const orders = await findOrders(
    db,
    rows.map(({ id }) => id),
  );
  return new Set(
    orders.flatMap((order) =>
      order.participantIds.filter((id) => neededProof(prices, order, id) !== undefined),
    ),
  );
}
