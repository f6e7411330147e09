import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency, type Fee, feeWords } from '#contract/money.ts';
import { type Db, hasOneWriter, lockKey, type Tx } from '#server/database/database.ts';
import type { OrderRow, Tables } from '#server/database/tables.ts';
import { AppError } from '#server/errors.ts';
import { isSamePerson, normalised, type Person, personKey } from '#server/identity.ts';
import { orderReachedFrom, type OrderState, OVER } from '#server/payments/payment-states.ts';

const Customer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  institute: z.string(),
  country: z.string(),
});
export type Customer = z.output<typeof Customer>;

const Line = z.object({
  /** What it is, for people: "Room, 3 nights, 1 guest". */
  words: z.string(),
  /** What the payer wrote about it, which we vouch for in no way. */
  statedByPayer: z.optional(z.string()),
  /** The registration that it is for, where an order is for several. */
  about: z.optional(z.string()),
  cents: z.pipe(z.number(), z.transform(asCents)),
});

/** One part of what an order is for. The lines of an order add up to its amount, fee included. */
export type OrderLine = z.output<typeof Line>;

/** What an order pays for: a person's registration, an agreed amount, several registrations, or what one costs more after a change. */
export type OrderKind = 'registration' | 'discount' | 'group' | 'supplement';

/** A purchase: who buys what at which price. It holds all that is needed should everything else be lost. */
export type Order = {
  id: string;
  kind: OrderKind;
  /** The registration that the order pays for, or what several of them have in common as `group_id`. */
  subjectId: string;
  reference: string;
  dedupeKey: string;
  amountCents: Cents;
  feeCents: Cents;
  currency: Currency;
  productName: string;
  /** What was bought; `describeOrder` makes a sentence of it. */
  lines: readonly OrderLine[];
  /** The parts of the price as they were when it was bought, or changed by an organiser. */
  priceSnapshot: Record<string, unknown>;
  customer: Customer;
  orderReference: string | undefined;
  state: OrderState;
  paidPaymentId: string | undefined;
  /** What the address of its receipt ends with. Whoever has it reads the receipt, once there is one. */
  receiptToken: string;
  cancelledAt: string | undefined;
  createdAt: string;
};

/** Inserts an order; false if there is one for the same purchase already. */
export async function insertOrder(tx: Tx, order: Order): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('orders')
    .values({
      id: order.id,
      kind: order.kind,
      subject_id: order.subjectId,
      reference: order.reference,
      dedupe_key: order.dedupeKey,
      person_key: personKeyOf(order),
      amount_cents: order.amountCents,
      fee_cents: order.feeCents,
      currency: order.currency.code,
      currency_decimals: order.currency.decimals,
      product_name: order.productName,
      lines: JSON.stringify(order.lines),
      price_snapshot: JSON.stringify(order.priceSnapshot),
      customer: JSON.stringify(order.customer),
      order_reference: order.orderReference ?? null,
      state: order.state,
      paid_payment_id: null,
      receipt_token: order.receiptToken,
      cancelled_at: order.cancelledAt ?? null,
      created_at: order.createdAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findOrderByDedupeKey(db: Db, dedupeKey: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
  return row && read(row);
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
  const description = ({ priceSnapshot }: Order) =>
    normalised(String(priceSnapshot['description']));
  if (order.kind === 'discount') {
    return order.amountCents === other.amountCents && description(order) === description(other);
  }
  return order.kind === 'registration';
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
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(read).filter((order) => isSamePerson(order.customer, customer));
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

const FEE = 'Processing fee of ';

/** The line of the processing fee; none where there is no fee. */
export function feeLine(fee: Fee, cents: Cents, currency: Currency): OrderLine[] {
  const words = feeWords(fee, currency);
  return words === undefined ? [] : [{ words: `${FEE}${words}`, cents }];
}

export function withoutFee(lines: readonly OrderLine[]): OrderLine[] {
  return lines.filter(({ words }) => !words.startsWith(FEE));
}

/** What was bought, in one sentence. The people of a group are not named: neither providers nor mails need to know them. */
export function describeOrder(
  { kind, productName }: Pick<Order, 'kind' | 'productName'>,
  lines: readonly OrderLine[],
): string {
  if (kind === 'group') return productName;
  const words = lines.map((line) => line.statedByPayer ?? line.words);
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

/** The orders for one registration, oldest first: it may have been ordered at several prices, and may cost more after a change. */
export async function ordersOfSubject(db: Db, subjectId: string): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** `reference` as people quote it: PS26-7K3M-9QXW. */
export async function findOrderByReference(db: Db, reference: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row && read(row);
}

export async function getOrder(db: Db, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (!order) throw removed(`the order ${id}`);
  return order;
}

/** Like getOrder, but undefined if the order was removed. */
export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row && read(row);
}

/** The orders over what registrations cost more after a change, oldest first. */
export async function supplementsOf(db: Db, registrationIds: readonly string[]): Promise<Order[]> {
  if (registrationIds.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('kind', '=', 'supplement' satisfies OrderKind)
    .where('subject_id', 'in', registrationIds)
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/** Confirms an order by one payment; false when another payment confirmed it before. */
export async function confirmOrder(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ state: 'CONFIRMED' satisfies OrderState, paid_payment_id: paymentId })
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
    .set({ state: 'EXPIRED' satisfies OrderState })
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

/** Changes the words of what was bought; the sums stay. */
export async function changeLines(tx: Tx, id: string, lines: readonly OrderLine[]): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ lines: JSON.stringify(lines) })
    .where('id', '=', id)
    .execute();
}

/** Changes what an order is for after an organiser has changed it; what was paid stays. */
export async function changeBooked(
  tx: Tx,
  id: string,
  { productName, lines, priceSnapshot }: Pick<Order, 'productName' | 'lines' | 'priceSnapshot'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      product_name: productName,
      lines: JSON.stringify(lines),
      price_snapshot: JSON.stringify(priceSnapshot),
    })
    .where('id', '=', id)
    .execute();
}

/** Nobody is to pay it any more, and what was paid holds no place. */
export function isCancelled({ cancelledAt }: Order): boolean {
  return cancelledAt !== undefined;
}

/** Cancels an order; it keeps nobody from ordering the same again, nor from ordering something else. */
export async function cancelOrder(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set((column) => ({
      cancelled_at: now,
      dedupe_key: sql<string>`${column.ref('dedupe_key')} || ':cancelled:' || ${column.ref('id')}`,
      person_key: `cancelled:${id}`,
    }))
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute();
}

const FREED = ':refunded:';

/** Marks an order as refunded and frees its dedupe key, so that the same purchase can be made again. */
export async function markOrderRefunded(tx: Tx, id: string, paymentId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set((column) => ({
      state: 'REFUNDED' satisfies OrderState,
      dedupe_key: sql<string>`${column.ref('dedupe_key')} || ${FREED} || ${column.ref('id')}`,
    }))
    .where('id', '=', id)
    .where('paid_payment_id', '=', paymentId)
    .where('state', 'in', [...orderReachedFrom.REFUNDED])
    .execute();
}

/**
 * A refund failed, so the order is paid again, and has its dedupe key again, unless another order was made with it
 * meanwhile.
 */
export async function reopenOrder(tx: Tx, id: string, paymentId: string): Promise<void> {
  const row = await tx
    .updateTable('orders')
    .set({ state: 'CONFIRMED' satisfies OrderState })
    .where('id', '=', id)
    .where('paid_payment_id', '=', paymentId)
    .where('state', '=', 'REFUNDED' satisfies OrderState)
    .returning('dedupe_key')
    .executeTakeFirst();
  if (!row?.dedupe_key.includes(FREED)) return;
  const [key = ''] = row.dedupe_key.split(FREED);
  if (await findOrderByDedupeKey(tx, key)) return;
  await tx.updateTable('orders').set({ dedupe_key: key }).where('id', '=', id).execute();
}

const NOBODY: Customer = { name: '', email: '', phone: '', institute: '', country: '' };

/** Removes the customer from an order; `left` is the text that may stay. */
export async function eraseCustomer(
  tx: Tx,
  id: string,
  left: Pick<Order, 'lines' | 'priceSnapshot'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      customer: JSON.stringify(NOBODY),
      // A digest of who bought what: whoever guesses the person could tell that the guess is right.
      dedupe_key: `erased:${id}`,
      person_key: `erased:${id}`,
      order_reference: null,
      // Nobody opens the receipt by the old address.
      receipt_token: `erased:${id}`,
      price_snapshot: JSON.stringify(left.priceSnapshot),
      lines: JSON.stringify(left.lines),
    })
    .where('id', '=', id)
    .execute();
}

/** Removes the telephone number, which no receipt has, from the orders for these registrations. */
export async function erasePhones(tx: Tx, subjectIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('orders')
    .select(['id', 'customer'])
    .where('subject_id', 'in', subjectIds)
    .execute();
  for (const { id, customer } of rows) {
    const rest: Customer = { ...Customer.parse(JSON.parse(customer)), phone: '' };
    await tx
      .updateTable('orders')
      .set({ customer: JSON.stringify(rest) })
      .where('id', '=', id)
      .execute();
  }
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

/** Every order, or those of a kind or in a state; oldest first. */
export async function listOrders(
  db: Db,
  { kind, state }: { kind?: OrderKind; state?: OrderState } = {},
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

function read(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind as OrderKind,
    subjectId: row.subject_id,
    reference: row.reference,
    dedupeKey: row.dedupe_key,
    amountCents: asCents(row.amount_cents),
    feeCents: asCents(row.fee_cents),
    currency: currencyOf(row.currency, row.currency_decimals),
    productName: row.product_name,
    lines: z.array(Line).parse(JSON.parse(row.lines)),
    priceSnapshot: z.record(z.string(), z.unknown()).parse(JSON.parse(row.price_snapshot)),
    customer: Customer.parse(JSON.parse(row.customer)),
    orderReference: row.order_reference ?? undefined,
    state: row.state as OrderState,
    paidPaymentId: row.paid_payment_id ?? undefined,
    receiptToken: row.receipt_token,
    cancelledAt: row.cancelled_at ?? undefined,
    createdAt: row.created_at,
  };
}
