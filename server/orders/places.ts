import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { OrderState } from '#server/payments/payment-states.ts';
import { OVER } from '#server/payments/payment-states.ts';

/** How many places of each kind an order takes: `all`, `type:poster`, `nights`, `extra:dinner`. */
export type Places = Readonly<Record<string, number>>;

export async function insertPlaces(tx: Tx, orderId: string, places: Places): Promise<void> {
  const rows = Object.entries(places)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({ order_id: orderId, kind, count }));
  if (rows.length === 0) return;
  await tx.insertInto('places').values(rows).execute();
}

/** Gives the places of an order back, or changes them to others. */
export async function replacePlaces(tx: Tx, orderId: string, places: Places): Promise<void> {
  await tx.deleteFrom('places').where('order_id', '=', orderId).execute();
  await insertPlaces(tx, orderId, places);
}

export async function placesOf(db: Db, orderId: string): Promise<Places> {
  const rows = await db
    .selectFrom('places')
    .select(['kind', 'count'])
    .where('order_id', '=', orderId)
    .execute();
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

export type Taken = { paid: number; held: number };

/**
 * How many places are taken by orders that are paid, and held by those that somebody may still pay. A lapsed checkout holds
 * its places until its provider has said that nobody paid. `exceptOrders` are left out: those of one person, who needs one.
 */
export async function takenPlaces(
  db: Db,
  exceptOrders: readonly string[] = [],
): Promise<ReadonlyMap<string, Taken>> {
  const rows = await db
    .selectFrom('places')
    .innerJoin('orders', 'orders.id', 'places.order_id')
    .select(({ fn }) => ['places.kind', 'orders.state', fn.sum('places.count').as('count')])
    .$if(exceptOrders.length > 0, (query) => query.where('orders.id', 'not in', exceptOrders))
    .where((is) =>
      is.or([
        is('orders.state', '=', 'CONFIRMED' satisfies OrderState),
        is.and([
          is('orders.state', '=', 'AWAITING_PAYMENT' satisfies OrderState),
          is.exists(
            is
              .selectFrom('payments')
              .select(sql`1`.as('one'))
              .whereRef('payments.order_id', '=', 'orders.id')
              .where('payments.state', 'not in', [...OVER, 'REFUNDED'])
              // Nobody looks any more at one that was never paid and whose provider never said so.
              .where('payments.next_check_at', 'is not', null),
          ),
        ]),
      ]),
    )
    .groupBy(['places.kind', 'orders.state'])
    .execute();
  const taken = new Map<string, Taken>();
  for (const { kind, state, count } of rows) {
    const { paid, held } = taken.get(kind) ?? { paid: 0, held: 0 };
    const isPaid = state === 'CONFIRMED';
    taken.set(kind, {
      paid: paid + (isPaid ? Number(count) : 0),
      held: held + (isPaid ? 0 : Number(count)),
    });
  }
  return taken;
}

/** How many places the unpaid orders hold that visitors of one network are paying for, by kind. */
export async function placesHeldBy(
  db: Db,
  network: string,
  exceptOrders: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('places')
    .innerJoin('orders', 'orders.id', 'places.order_id')
    .select(({ fn }) => ['places.kind', fn.sum('places.count').as('count')])
    .$if(exceptOrders.length > 0, (query) => query.where('orders.id', 'not in', exceptOrders))
    .where('orders.state', '=', 'AWAITING_PAYMENT' satisfies OrderState)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .innerJoin('payment_networks', 'payment_networks.payment_id', 'payments.id')
          .select('payments.id')
          .whereRef('payments.order_id', '=', 'orders.id')
          .where('payments.state', 'not in', [...OVER, 'REFUNDED'])
          .where('payment_networks.network', '=', network),
      ),
    )
    .groupBy('places.kind')
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}

/** Limits that an organiser has changed since the content was built, by kind. */
export async function changedLimits(
  db: Db,
): Promise<ReadonlyMap<string, { limit: number; insteadOf: number }>> {
  const rows = await db.selectFrom('place_limits').selectAll().execute();
  return new Map(
    rows.map(({ kind, count, instead_of }) => [kind, { limit: count, insteadOf: instead_of }]),
  );
}

/** From now on `limit` holds, until content/ says something else than `insteadOf`. */
export async function changeLimit(
  tx: Tx,
  { kind, limit, insteadOf }: { kind: string; limit: number; insteadOf: number },
): Promise<void> {
  await tx
    .insertInto('place_limits')
    .values({ kind, count: limit, instead_of: insteadOf })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({ count: limit, instead_of: insteadOf }),
    )
    .execute();
}
