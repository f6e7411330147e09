import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely';
import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency, type Fee } from '#contract/money.ts';
import { type Db, hasOneWriter, lockKey, type Tx } from '#server/database/database.ts';
import type { OrderRow, Tables } from '#server/database/tables.ts';
import { AppError } from '#server/errors.ts';
import { isSamePerson, normalised, type Person, personKey } from '#server/identity.ts';
import { orderReachedFrom, type OrderState, OVER } from '#server/payments/payment-states.ts';
import { type SupplementChange, changesBySupplement } from './order-changes.ts';
import { isWaitingForAgreement, shownState } from './who-comes.ts';
import {
  bookedItems,
  forgetWords,
  insertItems,
  isFee,
  linesOfItems,
  type OrderItem,
  peopleIn,
  type StoredItem,
  sumOf,
} from './order-items.ts';

export type Customer = {
  name: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
};

/** What an order pays for: a person's registration, an agreed amount, several registrations, or what one costs more after a change. */
export type OrderKind = 'registration' | 'discount' | 'group' | 'supplement';

/** A purchase: who buys what at which price. */
export type Order = {
  id: string;
  kind: OrderKind;
  /** Those whom it is for, and who are not cancelled. */
  participantIds: readonly string[];
  reference: string;
  dedupeKey: string;
  /** Raised by every change: whoever changes it has looked at this one. */
  version: number;
  /** The sum of the items, and the fee in it. */
  amountCents: Cents;
  feeCents: Cents;
  /** The rule of the fee when it was ordered; changes go by it. */
  fee: Fee;
  currency: Currency;
  productName: string;
  /** The booked items; `describeOrder` makes a sentence of them. */
  items: readonly StoredItem[];
  /** The change that it is over, where something costs more after one. */
  change: SupplementChange | undefined;
  customer: Customer;
  orderReference: string | undefined;
  state: OrderState;
  paidPaymentId: string | undefined;
  /** What the address of its receipt ends with. Whoever has it reads the receipt, once there is one. */
  receiptToken: string;
  cancelledAt: string | undefined;
  createdAt: string;
};

/** Inserts an order with its items; false if there is one for the same purchase already. */
export async function insertOrder(tx: Tx, order: Order): Promise<boolean> {
  if (sumOf(order.items) !== order.amountCents) {
    throw new Error(`the items of ${order.reference} do not add up to its amount`);
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('orders')
    .values({
      id: order.id,
      kind: order.kind,
      reference: order.reference,
      dedupe_key: order.dedupeKey,
      person_key: personKeyOf(order),
      amount_cents: order.amountCents,
      fee_cents: order.feeCents,
      fee_basis_points: Math.round(order.fee.percent * 100),
      fee_fixed_cents: order.fee.fixed,
      currency: order.currency.code,
      currency_decimals: order.currency.decimals,
      product_name: order.productName,
      ...payerColumns(order.customer),
      order_reference: order.orderReference ?? null,
      state: order.state,
      paid_payment_id: null,
      receipt_token: order.receiptToken,
      cancelled_at: order.cancelledAt ?? null,
      created_at: order.createdAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').where(holdsKey).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const { id: orderId, createdAt } = order;
  await insertItems(tx, order.items, { orderId, createdAt });
  return true;
}

/** The same purchase is another order once this one was refunded or cancelled. The index of the keys says the same. */
const holdsKey = sql<boolean>`state <> 'REFUNDED' and cancelled_at is null`;

export async function findOrderByDedupeKey(db: Db, dedupeKey: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .where(holdsKey)
    .executeTakeFirst();
  return readOne(db, row);
}

/**
 * The other orders of the same person for the same, latest first: registrations, of which a person needs one, or the same
 * agreed amount, of which somebody may owe several.
 */
export async function otherOrdersOf(db: Db, order: Order): Promise<Order[]> {
  const orders = await ordersOfPerson(db, order);
  return orders.filter((other) => other.id !== order.id && isForTheSame(order, other));
}

function isForTheSame(order: Order, other: Order): boolean {
  if (order.kind === 'discount') {
    return order.amountCents === other.amountCents && statedOf(order) === statedOf(other);
  }
  return order.kind === 'registration';
}

function statedOf({ items }: Order): string {
  return normalised(items.find(({ kind }) => kind === 'agreed')?.statedByPayer ?? '');
}

/** What a person has ordered of a kind, in whichever spelling of the name, latest first; nothing that was cancelled. */
export async function ordersOfPerson(
  db: Db,
  { kind, customer }: Pick<Order, 'kind'> & { customer: Person },
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('person_key', '=', personKeyOf({ kind, customer }))
    .where('cancelled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return readAll(
    db,
    rows.filter((row) => isSamePerson(customerOf(row), customer)),
  );
}

/**
 * Names what is paid when this order is: somebody's registration, in whichever order, or the agreed amount of this order
 * alone.
 */
export function unpaidKeyOf(order: Pick<Order, 'id' | 'kind' | 'customer'>): string {
  return order.kind === 'registration' ? personKeyOf(order) : order.id;
}

/**
 * Waits until no other transaction holds the orders of this person, and holds them until this one ends: what is written
 * about an unpaid order and what is paid come one after the other.
 */
export function lockPerson(
  tx: Tx,
  order: Pick<Order, 'kind'> & { customer: Person },
): Promise<void> {
  return lockKey(tx, personKeyOf(order));
}

export function personKeyOf({
  kind,
  customer,
}: Pick<Order, 'kind'> & { customer: Person }): string {
  return personKey(kind, customer);
}

/** The amount without the processing fee. */
export function amountBeforeFee({ amountCents, feeCents }: Order): Cents {
  return asCents(amountCents - feeCents);
}

/** The lines of an order as people read them; they add up to its amount. */
export function linesOf({ kind, items }: Pick<Order, 'kind'> & { items: readonly OrderItem[] }) {
  return linesOfItems(items, kind === 'group');
}

/**
 * Describes an order in one sentence, without the processing fee where it says `withoutFee`. The people of a group are not
 * named: neither providers nor mails need to know them.
 */
export function describeOrder(
  { kind, productName, items }: Pick<Order, 'kind' | 'productName' | 'items'>,
  { withoutFee = false } = {},
): string {
  if (kind === 'group') return productName;
  const told = withoutFee ? items.filter((item) => !isFee(item)) : items;
  const words = linesOf({ kind, items: told }).map((line) => line.statedByPayer ?? line.words);
  // Where the payer stated nothing, a line may be no more than the name, which stands before it.
  const more = words.filter((text) => text !== productName);
  return more.join('; ') || productName;
}

/** For rows that were there when the request began, and that the organiser has erased or purged since. */
export function removed(what: string): AppError {
  return new AppError(
    'removed',
    'This purchase was just removed from our records. If you still want to pay, please try again.',
    { cause: new Error(`${what} is missing`) },
  );
}

/** The orders for some people, oldest first: one may have been ordered for at several prices, and may cost more after a change. */
export async function ordersFor(db: Db, participantIds: readonly string[]): Promise<Order[]> {
  if (participantIds.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', orderIdsFor(participantIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readAll(db, rows);
}

/** In a query: the orders with something for one of these people, also what a change of theirs costs more. */
export function orderIdsFor(participantIds: readonly string[]) {
  return (is: ExpressionBuilder<Tables, 'orders'>) =>
    is
      .selectFrom('order_items')
      .select('order_items.order_id')
      .where('order_items.participant_id', 'in', participantIds);
}

/** `reference` as people quote it: PS26-7K3M-9QXW. */
export async function findOrderByReference(db: Db, reference: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  return readOne(db, row);
}

export async function getOrder(db: Db, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (!order) throw removed(`the order ${id}`);
  return order;
}

/** Like getOrder, but undefined if the order was removed. */
export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return readOne(db, row);
}

/** The orders over what these orders cost more after changes, oldest first. */
export async function supplementsOf(db: Db, orderIds: readonly string[]): Promise<Order[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_changes', 'order_changes.supplement_id', 'orders.id')
    .selectAll('orders')
    .where('order_changes.order_id', 'in', orderIds)
    .orderBy('orders.created_at')
    .execute();
  return readAll(db, rows);
}

/** Confirms an order by one payment; false when another payment confirmed it before. */
export async function confirmOrder(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ state: 'CONFIRMED' satisfies OrderState, paid_payment_id: paymentId, version: raised })
    .where('id', '=', id)
    .where('paid_payment_id', 'is', null)
    .where('state', 'in', [...orderReachedFrom.CONFIRMED])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Moves every order to EXPIRED whose attempts are all over. One that an organiser has made waits for as long as its link is
 * good, which is since a moment; one that was made with a form waits again as soon as somebody begins to pay it.
 */
export async function expireOrders(
  db: Db,
  { now, linksSince }: { now: string; linksSince: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'EXPIRED' satisfies OrderState })
    .where('state', 'in', [...orderReachedFrom.EXPIRED])
    .where(
      withoutPayment((is) =>
        is.or([
          is('payments.state', 'not in', [...OVER, 'REFUNDED']),
          is('payments.expires_at', '>', now),
        ]),
      ),
    )
    .where(({ not, and, eb, exists, selectFrom }) =>
      not(
        and([
          eb('orders.kind', 'in', ['group', 'supplement'] satisfies OrderKind[]),
          exists(
            selectFrom('payment_links')
              .select('payment_links.order_id')
              .whereRef('payment_links.order_id', '=', 'orders.id')
              .where('payment_links.created_at', '>', linksSince),
          ),
        ]),
      ),
    )
    .execute();
}

/** An organiser has taken an unpaid order back. A checkout of it is closed before; false if it was paid meanwhile. */
export async function withdrawOrder(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ state: 'EXPIRED' satisfies OrderState, version: raised })
    .where('id', '=', id)
    .where('paid_payment_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** In a query of orders: those without a payment of which this is true. */
export function withoutPayment(
  isTrue: (is: ExpressionBuilder<Tables, 'orders' | 'payments'>) => Expression<SqlBool>,
) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'orders'>) =>
    not(
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.order_id', '=', 'orders.id')
          .where(isTrue),
      ),
    );
}

/** Locks orders until the transaction ends. No attempt to pay one begins meanwhile, because its row has to name the order. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || hasOneWriter(tx)) return;
  // An update that changes nothing is not enough: on PostgreSQL rows that refer to this one pass by it.
  await tx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks an order that was read before, for another attempt; refuses if it was removed or erased since. */
export async function holdForAttempt(tx: Tx, { id, dedupeKey }: Order): Promise<void> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('dedupe_key', '=', dedupeKey)
    .$if(!hasOneWriter(tx), (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!row) throw removed(`the order ${id}`);
}

/** Moves an order back to AWAITING_PAYMENT for another attempt. */
export async function reviveOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'AWAITING_PAYMENT' satisfies OrderState })
    .where('id', '=', id)
    .where('state', 'in', [...orderReachedFrom.AWAITING_PAYMENT])
    .execute();
}

/** Another version, in an update. */
const raised = sql<number>`version + 1`;

/** Notes that something of an order has changed beside its row. */
export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('orders').set({ version: raised }).where('id', '=', id).execute();
}

/** Writes what an order is called and adds up to, after its items were changed. */
export async function changeTotal(tx: Tx, id: string, productName: string): Promise<void> {
  const items = (await bookedItems(tx, [id])).get(id) ?? [];
  await tx
    .updateTable('orders')
    .set({
      product_name: productName,
      amount_cents: sumOf(items),
      fee_cents: sumOf(items.filter(isFee)),
      version: raised,
    })
    .where('id', '=', id)
    .execute();
}

/** Nobody is to pay it any more, and what was paid holds no place. */
export function isCancelled({ cancelledAt }: Order): boolean {
  return cancelledAt !== undefined;
}

/** How many orders there are in each state that organisers read. */
export async function countOrders(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select((is) => [shownState(is).as('shown'), is.fn.countAll().as('count')])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
  return Object.fromEntries(rows.map(({ shown, count }) => [shown, Number(count)]));
}

/** The state that organisers read of an order. */
export async function stateOf(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .select((is) => shownState(is).as('shown'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.shown;
}

/** Cancels an order; it keeps nobody from ordering the same again, nor from ordering something else. */
export async function cancelOrder(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ cancelled_at: now, version: raised })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute();
}

/**
 * Marks an order as refunded, so that the same purchase can be made again; false where another payment had confirmed it, or
 * it was refunded before.
 */
export async function markOrderRefunded(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ state: 'REFUNDED' satisfies OrderState, version: raised })
    .where('id', '=', id)
    .where('paid_payment_id', '=', paymentId)
    .where('state', 'in', [...orderReachedFrom.REFUNDED])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A refund failed, so the order is paid again. Where another order was made for the same purchase meanwhile, it gets a key of its own. */
export async function reopenOrder(tx: Tx, id: string, paymentId: string): Promise<void> {
  const refunded = await tx
    .selectFrom('orders')
    .select(['dedupe_key', 'cancelled_at'])
    .where('id', '=', id)
    .where('paid_payment_id', '=', paymentId)
    .where('state', '=', 'REFUNDED' satisfies OrderState)
    .executeTakeFirst();
  if (!refunded) return;
  const other = await findOrderByDedupeKey(tx, refunded.dedupe_key);
  await tx
    .updateTable('orders')
    .set({
      state: 'CONFIRMED' satisfies OrderState,
      version: raised,
      ...(other && { dedupe_key: keyOfItsOwn(id) }),
    })
    .where('id', '=', id)
    .execute();
}

/** For an order that is not known by its purchase: another is, or it is no one's any more. */
export function keyOfItsOwn(id: string): string {
  return `order:${id}`;
}

const NOBODY: Customer = { name: '', email: '', phone: '', institute: '', country: '' };

/** Removes the customer from an order. */
export async function eraseCustomer(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      ...payerColumns(NOBODY),
      // A digest of who bought what: whoever guesses the person could tell that the guess is right.
      dedupe_key: keyOfItsOwn(id),
      person_key: keyOfItsOwn(id),
      order_reference: null,
      // Nobody opens the receipt by the old address.
      receipt_token: `erased:${id}`,
      version: raised,
    })
    .where('id', '=', id)
    .execute();
  await forgetWords(tx, id);
}

/** Removes the telephone number, which no receipt has, from the orders for these people. */
export async function erasePhones(tx: Tx, participantIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ payer_phone: '' })
    .where('id', 'in', orderIdsFor(participantIds))
    .execute();
}

/** How many orders wait for money, and since when the oldest does. */
export async function countUnpaid(db: Db): Promise<{ count: number; oldest: string | undefined }> {
  const { count, oldest } = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'AWAITING_PAYMENT' satisfies OrderState)
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest ?? undefined };
}

/** Every order, or those of a kind, or that wait for an agreement; oldest first. */
export async function listOrders(
  db: Db,
  { kind, isWaiting = false }: { kind?: OrderKind; isWaiting?: boolean } = {},
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(isWaiting, (query) => query.where(isWaitingForAgreement))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readAll(db, rows);
}

/** The payer, as the columns of an order. */
export function payerColumns({ name, email, phone, institute, country }: Customer) {
  return {
    payer_name: name,
    payer_email: email,
    payer_phone: phone,
    payer_institute: institute,
    payer_country: country,
  };
}

function customerOf(row: ReturnType<typeof payerColumns>): Customer {
  return {
    name: row.payer_name,
    email: row.payer_email,
    phone: row.payer_phone,
    institute: row.payer_institute,
    country: row.payer_country,
  };
}

type Row = Selectable<OrderRow>;

async function readOne(db: Db, row: Row | undefined): Promise<Order | undefined> {
  return row && (await readAll(db, [row]))[0];
}

/** Orders with what is booked by them. */
async function readAll(db: Db, rows: readonly Row[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const items = await bookedItems(
    db,
    rows.map(({ id }) => id),
  );
  const supplements = rows.filter(({ kind }) => kind === 'supplement').map(({ id }) => id);
  const changes = await changesBySupplement(db, supplements);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as OrderKind,
    participantIds: peopleIn(items.get(row.id) ?? []),
    reference: row.reference,
    dedupeKey: row.dedupe_key,
    version: row.version,
    amountCents: asCents(row.amount_cents),
    feeCents: asCents(row.fee_cents),
    fee: { percent: row.fee_basis_points / 100, fixed: asCents(row.fee_fixed_cents) },
    currency: currencyOf(row.currency, row.currency_decimals),
    productName: row.product_name,
    items: items.get(row.id) ?? [],
    change: changes.get(row.id),
    customer: customerOf(row),
    orderReference: row.order_reference ?? undefined,
    state: row.state as OrderState,
    paidPaymentId: row.paid_payment_id ?? undefined,
    receiptToken: row.receipt_token,
    cancelledAt: row.cancelled_at ?? undefined,
    createdAt: row.created_at,
  }));
}
