import { type Expression, sql } from 'kysely';
import { extraOf } from '#contract/content/combinations.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ItemKind } from '#server/database/order-tables.ts';
import { OVER } from '#server/payments/payment-states.ts';
import { itemIn, type OrderItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { features } from '#server/features.ts';
import type { Choice } from './registration-price.ts';
import { hasFreeAgreement, isPlaceWanted } from '#server/orders/rows/who-comes.ts';

/** The number of places of each kind: `all`, `type:poster`, `nights`, `extra:dinner`, `extra:dinner:vegan`. */
export type Places = Readonly<Record<string, number>>;

export const COUNTED: ItemKind[] = ['registration', 'agreed', 'room', 'extra'];

/** The kinds of places that an item takes. The item takes its quantity of each kind. */
export function kindsOf({ kind, item }: { kind: ItemKind; item: string }): string[] {
  switch (kind) {
    case 'registration':
      return ['all', `type:${item}`];
    case 'agreed':
      return ['all'];
    case 'room':
      return ['nights'];
    case 'extra':
      // A choice of an extra takes a place of the extra, too.
      return [...new Set([`extra:${extraOf(item)}`, `extra:${item}`])];
    default:
      return [];
  }
}

/**
 * The places that items take, by kind. An amount that the payer chose takes a place only after the agreement, which
 * the caller checks.
 */
export function placesOfItems(
  items: readonly Pick<OrderItem, 'kind' | 'item' | 'quantity'>[],
): Places {
  const sum: Record<string, number> = {};
  for (const item of items) {
    for (const kind of kindsOf(item)) sum[kind] = (sum[kind] ?? 0) + item.quantity;
  }
  return sum;
}

/** The places that a choice takes, also one that is no longer sold. */
export function placesOfChoice(choice: Choice): Places {
  return placesOfItems(partsOf(choice));
}

function partsOf({ presentation, registration, nights, extras }: Choice) {
  return [
    { kind: 'registration' as const, item: presentation, quantity: 1 },
    ...(registration === 'stay' ? [{ kind: 'room' as const, item: '', quantity: nights }] : []),
    ...Object.entries(extras).map(([item, quantity]) => ({
      kind: 'extra' as const,
      item,
      quantity,
    })),
  ];
}

/** The places that the wanted items take beyond the other items. */
export function morePlaces(than: readonly OrderItem[], wanted: readonly OrderItem[]): Places {
  return placesBeyond(placesOfItems(than), placesOfItems(wanted));
}

export function placesBeyond(than: Places, wanted: Places): Places {
  return Object.fromEntries(
    Object.entries(wanted)
      .map(([kind, count]) => [kind, count - (than[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

declare module '#server/orders/rows/reserved-orders.ts' {
  interface Reserves {
    /** The places that are reserved without an order. */
    places: (db: Db) => Promise<Places>;
  }
}

/** The number of places that features reserve without an order, by kind. */
export async function reservedPlaces(db: Db): Promise<Places> {
  const reserved: Places[] = [];
  for (const { orders } of features()) {
    if (orders?.reserves) reserved.push(await orders.reserves.places(db));
  }
  return sumOfPlaces(reserved);
}

export function sumOfPlaces(all: readonly Places[]): Places {
  const sum: Record<string, number> = {};
  for (const [kind, count] of all.flatMap((places) => Object.entries(places))) {
    sum[kind] = (sum[kind] ?? 0) + count;
  }
  return sum;
}

/** The places that an order takes when it is paid: none if nobody has agreed to its amount yet. */
export async function placesOfOrder(
  db: Db,
  { id, items }: Pick<Order, 'id' | 'items'>,
): Promise<Places> {
  if (items.every(({ kind }) => kind !== 'agreed')) return placesOfItems(items);
  const agreed = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', '=', id)
    .where(hasFreeAgreement)
    .executeTakeFirst();
  return agreed ? placesOfItems(items) : {};
}

/**
 * The places of those of these orders that somebody has begun to pay and that have not expired: their latest checkout is
 * open, or has ended within the last minute.
 */
export async function placesBeingPaid(db: Db, orderIds: readonly string[]): Promise<Places> {
  if (orderIds.length === 0) return {};
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.kind', 'order_items.item', 'choice', 'order_items.quantity'])
    .where('orders.id', 'in', orderIds)
    .where(isPlaceWanted)
    .where((is) =>
      is.exists(
        is
          .selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.order_id', '=', 'orders.id'),
      ),
    )
    .execute();
  return placesOfItems(rows.map((row) => ({ ...row, item: itemIn(row) })));
}

/** The number of places that unpaid orders of visitors of one network reserve, by kind. */
export async function placesReservedBy(
  db: Db,
  network: string,
  exceptOrders: readonly string[],
): Promise<Places> {
  const ofNetwork = db
    .selectFrom('payment_networks')
    .innerJoin('payments', 'payments.id', 'payment_networks.payment_id')
    .select('payments.order_id')
    .where('payments.state', 'not in', [...OVER, 'REFUNDED'])
    .where('payment_networks.network', '=', network);
  return placesWantedBy(db, ofNetwork, exceptOrders);
}

/** The number of places whose checkout is paid or over within an hour, by kind: a bank transfer takes days. */
export async function placesInCheckout(db: Db, exceptOrders: readonly string[]): Promise<Places> {
  const open = db
    .selectFrom('payments')
    .select('payments.order_id')
    .where('payments.state', 'in', ['NEW', 'OPEN', 'APPROVED', 'CAPTURING'])
    .where('payments.next_check_at', 'is not', null)
    .where('payments.provider', '!=', 'transfer');
  return placesWantedBy(db, open, exceptOrders);
}

async function placesWantedBy(
  db: Db,
  orders: Expression<{ order_id: string }>,
  exceptOrders: readonly string[],
): Promise<Places> {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(({ fn }) => [
      'order_items.kind',
      'order_items.item',
      'order_items.choice',
      fn.sum('order_items.quantity').as('count'),
    ])
    .where('order_items.kind', 'in', COUNTED)
    .$if(exceptOrders.length > 0, (query) => query.where('orders.id', 'not in', exceptOrders))
    .where(isPlaceWanted)
    .where(({ ref }) => sql<boolean>`${ref('orders.id')} in ${orders}`)
    .groupBy(['order_items.kind', 'order_items.item', 'order_items.choice'])
    .execute();
  return placesOfItems(
    rows.map((row) => ({ kind: row.kind, item: itemIn(row), quantity: Number(row.count) })),
  );
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

/** Sets a limit, which applies as long as content/ has the limit `insteadOf`. */
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
