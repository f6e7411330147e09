import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import {
  type Db,
  hasOneWriter,
  inTransaction,
  lockKey,
  type Tx,
} from '#server/database/database.ts';
import { inParts } from '#server/database/queries.ts';
import type { ItemKind } from '#server/database/order-tables.ts';
import type { Tables } from '#server/database/tables.ts';
import { itemIn } from '#server/orders/rows/order-items.ts';
import { isReserved } from '#server/orders/rows/reserved-orders.ts';
import { isPlacePaid, isPlaceWanted } from '#server/orders/rows/who-comes.ts';
import { mayBringMoney } from '#server/payments/payment-states.ts';
import { COUNTED, kindsOf, reservedPlaces } from './places.ts';

export type Taken = { paid: number; held: number };

/** The taken places of each kind of which any is taken. */
export type TakenPlaces = ReadonlyMap<string, Taken>;

/**
 * In a query of orders: the orders that somebody may still pay, and those whose places are reserved otherwise. A
 * lapsed checkout counts until its provider reports it as unpaid.
 */
export function isBeingPaid(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.and([
    is('orders.state', '=', 'AWAITING_PAYMENT'),
    is.or([
      is.exists(
        is
          .selectFrom('payments')
          .select(sql`1`.as('one'))
          .whereRef('payments.order_id', '=', 'orders.id')
          .where(mayBringMoney),
      ),
      isReserved(is),
    ]),
  ]);
}

/**
 * The number of places taken by paid orders, and reserved by orders that are being paid, by open changes and by
 * features. `exceptOrders` are a person's own orders, which are not counted because the person needs only one place.
 *
 * One statement, and so one moment: the counter, without what it has of the orders that changed since, and these
 * orders as they are now (decision 100).
 */
export async function takenPlaces(
  db: Db,
  exceptOrders: readonly string[] = [],
): Promise<TakenPlaces> {
  const changed = db.selectFrom('orders_to_count').select('order_id');
  const own = db.selectFrom('orders').select('id as order_id').where('id', 'in', exceptOrders);
  const hasOwn = exceptOrders.length > 0;
  const isOneOf = (id: Expression<string>, ids: Expression<{ order_id: string }>) =>
    // PostgreSQL looks up each order of an array. It remembers a long list for some time, and would read all orders.
    hasOneWriter(db) ? sql<boolean>`${id} in ${ids}` : sql<boolean>`${id} = any(array${ids})`;
  const counted = db
    .selectFrom('counted_places')
    .select([NONE.as('order_id'), COUNTER.as('change_id'), 'kind', NONE.as('item')])
    .select([NONE.as('choice'), 'paid', 'held']);
  const asCounted = db
    .selectFrom('counted_orders')
    .select([NONE.as('order_id'), COUNTER.as('change_id'), 'kind', NONE.as('item')])
    .select([
      NONE.as('choice'),
      sql<number>`-sum(paid)`.as('paid'),
      sql<number>`-sum(held)`.as('held'),
    ])
    .where(({ ref }) => isOneOf(ref('order_id'), hasOwn ? changed.unionAll(own) : changed))
    .groupBy('kind');
  const now = placesOf(
    db,
    (id) =>
      sql`${isOneOf(id, changed)}${hasOwn ? sql` and ${id} not in (${sql.join(exceptOrders)})` : sql``}`,
  );
  return withReserved(db, sumOf(await counted.unionAll(asCounted).unionAll(now).execute()));
}

/** The same number, counted from the rows of all orders. */
export async function takenPlacesAnew(db: Db): Promise<TakenPlaces> {
  return withReserved(db, sumOf(await placesOf(db, () => sql`true`).execute()));
}

/**
 * Waits until no other transaction takes any places, and lets none take any until this one ends. The counter is
 * written with this lock only. Servers of before the counter, which sell too during an update, take the same lock.
 */
async function lockCounter(tx: Tx): Promise<void> {
  await lockKey(tx, 'places');
}

/** Brings the counter up to date, some orders at a time. */
export async function countChangedOrders(db: Db): Promise<void> {
  const count = () =>
    inTransaction(db, async (tx) => {
      await lockCounter(tx);
      return countSome(tx);
    });
  while ((await count()) > 0);
}

/** The length of the list at which whoever holds the lock shortens it. On PostgreSQL it has an order several times. */
const LONG = 20;

/** Like `lockCounter`; keeps the list of changed orders short, each of which costs every reader a little. */
export async function lockTakenPlaces(tx: Tx): Promise<void> {
  await lockCounter(tx);
  const listed = await tx
    .selectFrom('orders_to_count')
    .select('order_id')
    .where((is) => is.not(is.exists(mayBeAgreed(tx))))
    .limit(LONG)
    .execute();
  if (listed.length === LONG) await countSome(tx);
}

/** Counts all orders again, also those that did not change. */
export async function countAllOrders(tx: Tx): Promise<void> {
  await lockCounter(tx);
  await tx.updateTable('counted_places').set({ paid: 0, held: 0 }).execute();
  await tx.deleteFrom('counted_orders').execute();
  await tx
    .insertInto('orders_to_count')
    .columns(['order_id'])
    .expression(tx.selectFrom('orders').select('id'))
    .execute();
}

const MOST_AT_ONCE = 500;

/**
 * Takes orders from the list and counts them as they are now; returns their number. What others write meanwhile is on
 * the list again when they commit. The caller holds the lock of the counter.
 */
async function countSome(tx: Tx): Promise<number> {
  const some = tx
    .selectFrom('orders_to_count')
    .select('order_id')
    .distinct()
    .where((is) => is.not(is.exists(mayBeAgreed(tx))))
    .limit(MOST_AT_ONCE);
  const listed = await tx
    .deleteFrom('orders_to_count')
    .where('order_id', 'in', some)
    .returning('order_id')
    .execute();
  const ids = [...new Set(listed.map(({ order_id }) => order_id))];
  if (ids.length === 0) return 0;
  const rows = await placesOf(tx, (id) => sql`${id} in (${sql.join(ids)})`, {
    byOrder: true,
  }).execute();
  const before = await tx
    .deleteFrom('counted_orders')
    .where('order_id', 'in', ids)
    .returningAll()
    .execute();
  const now = [...Map.groupBy(rows, (row) => String(row.order_id))].flatMap(([order_id, its]) =>
    [...sumOf(its)].map(([kind, taken]) => ({ order_id, kind, ...taken })),
  );
  for (const part of inParts(now)) await tx.insertInto('counted_orders').values(part).execute();
  const more = new Map<string, Taken>();
  for (const { kind, paid, held } of before) add(more, kind, { paid: -paid, held: -held });
  for (const { kind, paid, held } of now) add(more, kind, { paid, held });
  if (more.size === 0) return ids.length;
  await tx
    .insertInto('counted_places')
    .values([...more].map(([kind, taken]) => ({ kind, ...taken })))
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({
        paid: sql`counted_places.paid + excluded.paid`,
        held: sql`counted_places.held + excluded.held`,
      }),
    )
    .execute();
  return ids.length;
}

/**
 * In a query of the list: an unpaid order with an amount that the payer chose. It stays on the list, because an
 * agreement, which does not name the order yet, lets it take its place.
 */
function mayBeAgreed(db: Db) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.id')
    .where(sql<boolean>`order_items.order_id = orders_to_count.order_id`)
    .where('order_items.kind', '=', 'agreed')
    .where('orders.state', '=', 'AWAITING_PAYMENT');
}

const NONE = sql<string | null>`cast(null as text)`;
/** In place of a change: a row of the counter. */
const COUNTER = sql<string | null>`'counter'`;

type Row = {
  order_id: string | null;
  change_id: string | null;
  kind: string;
  item: string | null;
  choice: string | null;
  /** PostgreSQL returns a sum as text. */
  paid: number | string;
  held: number | string;
};

/**
 * The items of orders that take places, and those that open changes add and replace. SQLite begins with
 * the left side of a cross join, and without statistics it would rather read all orders in a state.
 */
function placesOf(
  db: Db,
  which: (orderId: Expression<string>) => Expression<SqlBool>,
  { byOrder } = { byOrder: false },
) {
  const orderId = byOrder ? sql<string | null>`orders.id` : NONE;
  const isPaid = sql<boolean>`orders.state = 'CONFIRMED'`;
  const booked = db
    .selectFrom('order_items')
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'order_items.order_id')
    .select([
      orderId.as('order_id'),
      NONE.as('change_id'),
      sql<string>`order_items.kind`.as('kind'),
    ])
    .select([sql<string | null>`order_items.item`.as('item'), 'order_items.choice'])
    .select([
      sql<number>`sum(case when ${isPaid} then order_items.quantity else 0 end)`.as('paid'),
      sql<number>`sum(case when ${isPaid} then 0 else order_items.quantity end)`.as('held'),
    ])
    .where('order_items.kind', 'in', COUNTED)
    .where('order_items.state', '=', 'booked')
    .where(({ ref }) => which(ref('order_items.order_id')))
    .where((is) => is.or([isPlacePaid(is), is.and([isPlaceWanted(is), isBeingPaid(is)])]))
    .groupBy(['order_items.kind', 'order_items.item', 'order_items.choice'])
    .$if(byOrder, (query) => query.groupBy('orders.id'));
  const changed = db
    .selectFrom('order_changes')
    .innerJoin('orders', 'orders.id', 'order_changes.order_id')
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'orders.id')
        .on(({ or, eb, ref }) =>
          or([
            eb('order_items.change_id', '=', ref('order_changes.id')),
            eb('order_items.replaced_by', '=', ref('order_changes.id')),
          ]),
        ),
    )
    .select([orderId.as('order_id'), sql<string | null>`order_changes.id`.as('change_id')])
    .select([
      sql<string>`order_items.kind`.as('kind'),
      sql<string | null>`order_items.item`.as('item'),
    ])
    .select(['order_items.choice', sql<number>`0`.as('paid')])
    .select(
      sql<number>`case when order_items.change_id = order_changes.id then order_items.quantity else -order_items.quantity end`.as(
        'held',
      ),
    )
    .where('order_changes.state', '=', 'proposed')
    .where('orders.state', '=', 'CONFIRMED')
    .where('orders.cancelled_at', 'is', null)
    .where(({ ref }) => which(ref('order_changes.order_id')));
  return booked.unionAll(changed);
}

/** The places in rows; of a change, those beyond what it replaces. */
function sumOf(rows: readonly Row[]): Map<string, Taken> {
  const taken = new Map<string, Taken>();
  const changes = new Map<string, Map<string, Taken>>();
  for (const { change_id: change, kind, item, choice, paid, held } of rows) {
    const count = { paid: Number(paid), held: Number(held) };
    if (change === 'counter') {
      add(taken, kind, count);
      continue;
    }
    const of = change === null ? taken : (changes.get(change) ?? new Map<string, Taken>());
    if (change !== null) changes.set(change, of);
    for (const each of kindsOf({
      kind: kind as ItemKind,
      item: itemIn({ item: item ?? '', choice }),
    }))
      add(of, each, count);
  }
  for (const more of changes.values()) {
    for (const [kind, { held }] of more) add(taken, kind, { paid: 0, held: Math.max(0, held) });
  }
  return taken;
}

function add(to: Map<string, Taken>, kind: string, { paid, held }: Taken): void {
  const before = to.get(kind) ?? { paid: 0, held: 0 };
  to.set(kind, { paid: before.paid + paid, held: before.held + held });
}

async function withReserved(db: Db, taken: Map<string, Taken>): Promise<TakenPlaces> {
  for (const [kind, held] of Object.entries(await reservedPlaces(db)))
    add(taken, kind, { paid: 0, held });
  return new Map([...taken].filter(([, { paid, held }]) => paid !== 0 || held !== 0));
}
