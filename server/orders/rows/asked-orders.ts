import { type ExpressionBuilder, sql } from 'kysely';
import { add, asCents, type Cents, type Currency } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { rowCount } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { normalised, type Person, personKey } from '#server/identity.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { findReturned } from '#server/payments/returned-money.ts';
import { findOrders, isCancelled, type Order } from './orders.ts';

/** Every order of an amount that an organiser asked for, oldest first. */
export async function listAsked(db: Db): Promise<Order[]> {
  return read(db, await asked(db).execute());
}

/** The orders of asked amounts whose payer has this mail address, oldest first. */
export async function askedFrom(db: Db, email: string): Promise<Order[]> {
  const rows = await asked(db)
    // SQLite's lower() knows ASCII only, and mail addresses have no other letters.
    .where(({ fn }) => fn<string>('lower', ['orders.payer_email']), '=', normalised(email))
    .execute();
  return read(db, rows);
}

/** The orders of asked amounts about these orders, oldest first. */
export async function askedAbout(db: Db, references: readonly string[]): Promise<Order[]> {
  const named = references.filter((reference) => reference !== '');
  if (named.length === 0) return [];
  return read(db, await asked(db).where('order_items.item', 'in', named).execute());
}

const ofPerson = compiledOnce((db, key: string) =>
  db.selectFrom('orders').select('orders.id').where('person_key', '=', key).where(isAskedOrder),
);
const ofPersonOrAbout = compiledOnce((db, key: string, reference: string) =>
  db
    .selectFrom('orders')
    .select('orders.id')
    .where('person_key', '=', key)
    .where(isAskedOrder)
    .union(asked(db).where('order_items.item', '=', reference)),
);

/** The orders of asked amounts of one person, and those about an order; oldest first. */
export async function askedOf(db: Db, person: Person, reference?: string): Promise<Order[]> {
  const key = personKey(person);
  return read(
    db,
    await (reference === undefined ? ofPerson(db, key) : ofPersonOrAbout(db, key, reference)),
  );
}

/** The orders that ask for refunds again and are not taken back, oldest first. */
export async function undoingOrders(db: Db, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('orders').select('id').where('undoes', 'in', ids).execute();
  return (await read(db, rows)).filter((order) => !isCancelled(order));
}

/** The orders that ask for money again which was returned of this payment, and are not taken back, oldest first. */
export async function undoingOrdersOf(db: Db, paymentId: string): Promise<Order[]> {
  const refunds = (await refundsOf(db, paymentId)).map(({ id }) => id);
  const disputes = (await listDisputes(db, { paymentId })).map(({ ref }) => ref);
  return undoingOrders(db, [paymentId, ...refunds, ...disputes]);
}

/** Whether the refund that an order asks for again is still with the payer: a bank may have returned it since. */
export async function isStillOwed(db: Db, { undoes }: Pick<Order, 'undoes'>): Promise<boolean> {
  if (undoes === undefined) return true;
  const returned = await findReturned(db, undoes);
  const orders = await undoingOrders(db, [undoes]);
  return returned !== undefined && returned.cents >= sumOfOrders(orders);
}

/** The sum of orders. */
export function sumOfOrders(orders: readonly Order[]): Cents {
  return orders.length === 0 ? asCents(0) : add(...orders.map(({ amountCents }) => amountCents));
}

/** In a query of items: the items of asked amounts. The database uses its partial index only for exactly this condition. */
export const isAskedItem = sql<boolean>`order_items.kind = 'asked'`;

/** In a query of orders: the orders of asked amounts. */
export function isAskedOrder(is: ExpressionBuilder<Tables, 'orders'>) {
  return is('orders.id', 'in', is.selectFrom('order_items').select('order_id').where(isAskedItem));
}

/** The number of orders of asked amounts. */
export function countAsked(db: Db): Promise<number> {
  return db.selectFrom('orders').where(isAskedOrder).$call(rowCount);
}

/** The asked amounts that are neither paid nor taken back: their number and their sum in a currency. */
export async function countOwed(
  db: Db,
  { code }: Currency,
): Promise<{ count: number; cents: Cents }> {
  const { count, cents } = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('amount_cents').as('cents')])
    .where(isAskedOrder)
    .where('paid_payment_id', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('currency', '=', code)
    .executeTakeFirstOrThrow();
  return { count: Number(count), cents: asCents(Number(cents ?? 0)) };
}

function asked(db: Db) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.id')
    .distinct()
    .where(isAskedItem);
}

function read(db: Db, rows: readonly { id: string }[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id);
  return findOrders(db, ids);
}
