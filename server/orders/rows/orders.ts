import { type ExpressionBuilder, sql } from 'kysely';
import { currencyOf } from '#contract/currency.ts';
import { hasRate } from '#contract/tax.ts';
import { asCents, type Cents, type Currency, type OrderFee } from '#contract/money.ts';
import { searchTextOf } from '#contract/person-name.ts';
import { type Db, hasOneWriter, lockKey, type Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { wroteOne } from '#server/database/queries.ts';
import { valuesOf, type Without } from '#server/database/row-values.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import { AppError } from '#server/errors.ts';
import { isSamePerson, normalised, type Person, personKey } from '#server/identity.ts';
import { inOneLine, withoutName } from './item-words.ts';
import { type OtherState, shownState } from './who-comes.ts';
import {
  bookedItems,
  forgetWords,
  insertItems,
  isFee,
  linesOfItems,
  type OrderItem,
  pageIn,
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

const values = valuesOf('orders', {
  apart: [
    'person_key',
    'fee_basis_points',
    'fee_fixed_cents',
    'fee_tax_basis_points',
    'fee_words',
    'states_tax',
    'currency',
    'payer_name',
    'payer_email',
    'payer_phone',
    'payer_institute',
    'payer_country',
    'search_text',
    'order_reference',
    'page_token',
    'part_of',
  ],
});

/** A purchase of one payer, with its items and prices. */
export type Order = Without<
  ReturnType<typeof values.read>,
  'invitedUntil' | 'undoes' | 'changedPart'
> & {
  /** Its participants who are not cancelled. */
  participantIds: readonly string[];
  /** The fee rule at the time of the order; changes use the same rule. */
  fee: OrderFee;
  /** Whether its documents state the tax: an item without a rate is then exempt. */
  statesTax: boolean;
  currency: Currency;
  /** The booked items; `describeOrder` makes a sentence of them. */
  items: readonly StoredItem[];
  customer: Customer;
  /** The token in the address of the payer's own page, which is the participant's unless the order is of a group. Empty: no page. */
  pageToken: string;
};

/** Whether the payer chose the amount of the order, which needs the agreement of an organiser. */
export function isDiscount({ items }: Pick<Order, 'items'>): boolean {
  return items.some(({ kind }) => kind === 'agreed');
}

/** Whether an organiser asks for the amount of the order, which gives nobody a place. */
export function isAsked({ items }: Pick<Offer, 'items'>): boolean {
  return items.some(({ kind }) => kind === 'asked');
}

/** The reference that an asked amount is about. */
export function askedReference({ items }: Pick<Order, 'items'>): string | undefined {
  return items.find(({ kind }) => kind === 'asked')?.item || undefined;
}

type Offer = Pick<Order, 'offeredBy'> & { items: readonly Pick<OrderItem, 'kind'>[] };

/** Whether an organiser made the order for people who do not pay themselves. */
export function isGroup(order: Offer): boolean {
  return order.offeredBy !== undefined && !isAsked(order);
}

/** Whether the order is the payer's own registration. */
export function isOwnRegistration(order: Pick<Order, 'items' | 'offeredBy'>): boolean {
  return order.offeredBy === undefined && !isDiscount(order);
}

/** Whether somebody else pays a part of the order: those items cost nothing here. */
export function isDivided({ items }: Pick<Order, 'items'>): boolean {
  return items.some(({ pricedBy }) => pricedBy !== undefined);
}

/** Inserts an order with its items; false if an order for the same purchase exists already. */
export async function insertOrder(tx: Tx, order: Order): Promise<boolean> {
  if (sumOf(order.items) !== order.amountCents) {
    throw new Error(`the items of ${order.reference} do not add up to its amount`);
  }
  const row = values.columns({
    ...order,
    ...payerEntries(order.customer),
    personKey: personKey(order.customer),
    feeBasisPoints: Math.round(order.fee.percent * 100),
    feeFixedCents: order.fee.fixed,
    feeTaxBasisPoints: order.fee.taxBasisPoints,
    feeWords: order.fee.words,
    statesTax: Number(order.statesTax),
    paidPaymentId: undefined,
    pageToken: isGroup(order) ? order.pageToken : undefined,
  });
  const isNew = await tx
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').where(holdsKey).doNothing())
    .$call(wroteOne);
  if (!isNew) return false;
  const { id: orderId, createdAt } = order;
  await insertItems(tx, order.items, { orderId, createdAt });
  return true;
}

/** After a refund or a cancellation the same purchase makes a new order. The unique index has the same condition. */
const holdsKey = sql<boolean>`state <> 'REFUNDED' and cancelled_at is null`;

export function findOrderByDedupeKey(db: Db, dedupeKey: string): Promise<Order | undefined> {
  return readOne(db, orders(db).where('dedupe_key', '=', dedupeKey).where(holdsKey));
}

/**
 * The other orders of the same person for the same product, latest first. All registrations count as the same
 * product, because a person needs only one. Agreed amounts count as the same product if amount and description are
 * equal.
 */
export async function otherOrdersOf(db: Db, order: Order): Promise<Order[]> {
  const others = await ordersOfPerson(db, order.customer);
  return others.filter((other) => other.id !== order.id && isForTheSame(order, other));
}

function isForTheSame(order: Order, other: Order): boolean {
  if (isDiscount(order)) {
    const isSame = order.amountCents === other.amountCents && statedOf(order) === statedOf(other);
    return isDiscount(other) && isSame;
  }
  return isOwnRegistration(order) && isOwnRegistration(other);
}

function statedOf({ items }: Order): string {
  return normalised(items.find(({ kind }) => kind === 'agreed')?.statedByPayer ?? '');
}

const withPersonKey = compiledOnce((db, key: string) =>
  orders(db)
    .where('person_key', '=', key)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at', 'desc'),
);

/** The orders of a person, in any spelling of the name, latest first, without cancelled orders. */
export async function ordersOfPerson(db: Db, person: Person): Promise<Order[]> {
  const rows = await withPersonKey(db, personKey(person));
  return readAll(
    db,
    rows.filter((row) => isSamePerson(customerOf(row), person)),
  );
}

/**
 * The key by which mails about an unpaid order are withdrawn. All registration orders of a person have the same key;
 * every other order has its own.
 */
export function unpaidKeyOf(order: Order): string {
  return isOwnRegistration(order) ? personKey(order.customer) : order.id;
}

/**
 * Locks the orders of this person until the transaction ends: mails about an unpaid order and payments of the order
 * are written one after the other.
 */
export function lockPerson(tx: Tx, person: Person): Promise<void> {
  return lockKey(tx, personKey(person));
}

/** Locks the orders of several people, in a fixed sequence, so that two transactions do not wait for each other. */
export async function lockPeople(tx: Tx, people: readonly Person[]): Promise<void> {
  for (const key of people.map(personKey).toSorted()) await lockKey(tx, key);
}

/** The amount without the processing fee. */
export function amountBeforeFee({ amountCents, feeCents }: Order): Cents {
  return asCents(amountCents - feeCents);
}

/** The lines of an order as people read them; the lines add up to the order's amount. */
export function linesOf(order: Pick<Order, 'offeredBy'> & { items: readonly OrderItem[] }) {
  return linesOfItems(order.items, isGroup(order));
}

/**
 * Describes an order in one sentence, without the processing fee if `withoutFee`. It does not name the members of a
 * group or the person of a part: neither providers nor mails need to know them.
 */
export function describeOrder(
  order: Pick<Order, 'offeredBy' | 'productName' | 'items'>,
  { withoutFee = false } = {},
): string {
  const { productName, items } = order;
  if (isGroup(order)) return productName;
  const told = withoutFee ? items.filter((item) => !isFee(item)) : items;
  const about = askedReference(order);
  const words = linesOf({ ...order, items: told })
    .map((line) => line.statedByPayer ?? inOneLine(line.words))
    .map((text) => (about === undefined ? text : withoutName(text, about)));
  // Without a text of the payer a line may repeat the product name.
  const more = words.filter((text) => text !== productName);
  return more.join('; ') || productName;
}

/** The error for rows that existed when the request began, and that the organiser has erased or purged since. */
export function removed(what: string): AppError {
  return new AppError('removed', 'removed', { cause: new Error(`${what} is missing`) });
}

const rowsFor = compiledOnce((db, participantIds: readonly string[]) =>
  inOrder(db).where('id', 'in', orderIdsFor(participantIds)),
);

/** The orders for some people, oldest first. One person may have several orders at different prices. */
export async function ordersFor(db: Db, participantIds: readonly string[]): Promise<Order[]> {
  if (participantIds.length === 0) return [];
  return readAll(db, await rowsFor(db, participantIds));
}

/** In a query: the orders with an item for one of these people. */
export function orderIdsFor(participantIds: readonly string[]) {
  return (is: ExpressionBuilder<Tables, 'orders'>) =>
    is
      .selectFrom('order_items')
      .select('order_items.order_id')
      .where('order_items.participant_id', 'in', participantIds);
}

/** `reference` as people quote it: PS26-7K3M-9QXW. */
export function findOrderByReference(db: Db, reference: string): Promise<Order | undefined> {
  return readOne(db, orders(db).where('reference', '=', reference));
}

/** The order of a group by the token of its payer's page. */
export function findOrderByPage(db: Db, pageToken: string): Promise<Order | undefined> {
  return readOne(db, orders(db).where('page_token', '=', pageToken));
}

const withReceipt = compiledOnce((db, token: string) =>
  orders(db).where('receipt_token', '=', token),
);

export async function findOrderByReceipt(db: Db, token: string): Promise<Order | undefined> {
  return (await readAll(db, await withReceipt(db, token)))[0];
}

export async function getOrder(db: Db, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (!order) throw removed(`the order ${id}`);
  return order;
}

/** Like getOrder, but undefined if the order was removed. */
export function findOrder(db: Db, id: string): Promise<Order | undefined> {
  return readOne(db, orders(db).where('id', '=', id));
}

/**
 * The orders that are cancelled with a whole conference: first the orders with a place, then the orders that wait for
 * a payment, also expired orders with a good link. Both parts are sorted, oldest first.
 */
export async function liveOrders(db: Db, now: string): Promise<Order[]> {
  const rows = await inOrder(db)
    .where('cancelled_at', 'is', null)
    .where((is) =>
      is.or([
        is('state', 'in', ['CONFIRMED', 'AWAITING_PAYMENT']),
        is.and([is('state', '=', 'EXPIRED'), hasGoodLink(is, now)]),
      ]),
    )
    .execute();
  const live = await readAll(db, rows);
  const rank = ({ state }: Order) => (state === 'CONFIRMED' ? 0 : 1);
  return live.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Locks orders until the transaction ends. No attempt to pay them begins meanwhile, because the row of a payment
 * refers to its order.
 */
export async function lockOrderRows(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || hasOneWriter(tx)) return;
  // An update that changes nothing is not enough: on PostgreSQL it does not stop new rows that refer to the order.
  await tx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks an order that was read before, for another attempt; throws if the order was removed or erased since. */
export async function lockForAttempt(tx: Tx, { id, dedupeKey }: Order): Promise<void> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('dedupe_key', '=', dedupeKey)
    .$if(!hasOneWriter(tx), (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!row) throw removed(`the order ${id}`);
}

/** The next version, in an update. */
export const raised = sql<number>`version + 1`;

/** Raises the version after a change outside the order's row. */
export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('orders').set({ version: raised }).where('id', '=', id).execute();
}

/** Updates the name and the total of an order after its items have changed. */
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

/** The address of the own page of an order's payer; undefined if the payer has none. */
export function ownPageOf(order: Pick<Order, 'pageToken'>, origin: string): string | undefined {
  return order.pageToken === '' ? undefined : `${origin}${registrationPath(order)}`;
}

/** The path of the own page of a participant, or of an order's payer. */
export function registrationPath({ pageToken }: { pageToken: string }): string {
  return `/registration/${pageToken}`;
}

/** A cancelled order must not be paid any more, and reserves no place. */
export function isCancelled({ cancelledAt }: Order): boolean {
  return cancelledAt !== undefined;
}

/** The number of orders in each state that organisers read. */
export async function countOrders(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select((is) => [shownState(is).as('shown'), is.fn.countAll().as('count')])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
  return Object.fromEntries(rows.map(({ shown, count }) => [shown, Number(count)]));
}

/** In a query of orders: the orders whose link has not lapsed. */
export function hasGoodLink(is: ExpressionBuilder<Tables, 'orders'>, now: string) {
  return is.exists(
    is
      .selectFrom('payment_links')
      .select('payment_links.order_id')
      .whereRef('payment_links.order_id', '=', 'orders.id')
      .where('payment_links.lapses_at', '>', now),
  );
}

/** The state of an order that organisers read. Only an agreed amount and a divided order need another look into the database. */
export async function stateOf(db: Db, order: Order): Promise<string> {
  if (!isDiscount(order) && !isDivided(order))
    return isCancelled(order) ? ('CANCELLED' satisfies OtherState) : order.state;
  const row = await db
    .selectFrom('orders')
    .select((is) => shownState(is).as('shown'))
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return row.shown;
}

/**
 * The ids of the payments of a paid order, latest first: the payments of its changes, then the payment of the order
 * itself.
 */
export async function payingPayments(db: Db, { id, paidPaymentId }: PaidOrder): Promise<string[]> {
  if (paidPaymentId === undefined) return [];
  const rows = await db
    .selectFrom('order_changes')
    .select('paid_payment_id')
    .where('order_id', '=', id)
    .where('state', '=', 'made')
    .orderBy('closed_at', 'desc')
    .execute();
  return [...rows.flatMap(({ paid_payment_id: paid }) => paid ?? []), paidPaymentId];
}

type PaidOrder = Pick<Order, 'id' | 'paidPaymentId'>;

/** The key of an order that a repeated purchase must not find, because it belongs to another order or was erased. */
export function keyOfItsOwn(id: string): string {
  return `order:${id}`;
}

/** Gives an order a key that no purchase finds: somebody else pays a part of it. */
export async function keepOwnKey(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ dedupe_key: keyOfItsOwn(id) })
    .where('id', '=', id)
    .execute();
}

const NOBODY: Customer = { name: '', email: '', phone: '', institute: '', country: '' };

/** The beginning of a token that opens no page: the person of the page was erased. */
const ERASED = 'erased:';

/** The path of the page of a receipt; undefined after the payer was erased. */
export function receiptPathOf(receiptToken: string): string | undefined {
  return receiptToken.startsWith(ERASED) ? undefined : `/receipt/${receiptToken}`;
}

/** Removes the customer from an order. */
export async function eraseCustomer(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      ...payerColumns(NOBODY),
      // The key is a digest of the purchase: anyone who guesses the person could verify the guess.
      dedupe_key: keyOfItsOwn(id),
      person_key: keyOfItsOwn(id),
      // The old address must not open the receipt.
      receipt_token: `${ERASED}${id}`,
      page_token: null,
      version: raised,
    })
    .where('id', '=', id)
    .execute();
  await forgetWords(tx, id);
}

/** Removes the telephone number, which receipts do not have, from the orders for these people. */
export async function erasePhones(tx: Tx, participantIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', orderIdsFor(participantIds))
    .execute();
  for (const row of rows) {
    const payer = { ...customerOf(row), phone: '' };
    await tx.updateTable('orders').set(payerColumns(payer)).where('id', '=', row.id).execute();
  }
}

/** The number of orders that wait for a payment, and the time of the oldest. */
export async function countUnpaid(db: Db): Promise<{ count: number; oldest: string | undefined }> {
  const { count, oldest } = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'AWAITING_PAYMENT')
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest ?? undefined };
}

/** The unpaid orders since a moment that are not cancelled or erased, oldest first: their ids and times. */
export async function listUnpaid(
  db: Db,
  since: string,
): Promise<{ id: string; createdAt: string }[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('state', 'in', ['AWAITING_PAYMENT', 'EXPIRED'])
    .where('cancelled_at', 'is', null)
    .where('payer_email', '!=', '')
    .where('created_at', '>', since)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at: createdAt }) => ({ id, createdAt }));
}

/** The orders with these ids, oldest first. */
export async function findOrders(db: Db, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  return readAll(db, await inOrder(db).where('id', 'in', ids).execute());
}

/** Every order, oldest first. */
export async function listOrders(db: Db): Promise<Order[]> {
  return readAll(db, await inOrder(db).execute());
}

/** Orders that organisers made, for groups or to ask for an amount. */
export async function listOffered(db: Db): Promise<Order[]> {
  return readAll(db, await inOrder(db).where('offered_by', 'is not', null).execute());
}

function inOrder(db: Db) {
  return orders(db).orderBy('created_at').orderBy('id');
}

/** Paid orders with an amount that nobody agreed to; oldest first. */
export async function listUnagreed(db: Db): Promise<Order[]> {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('agreements', 'agreements.order_id', 'orders.id')
    .selectAll('orders')
    // The database uses its partial index only for exactly this condition.
    .where(sql<boolean>`order_items.kind = 'agreed'`)
    .where('agreements.words', 'is', null)
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .execute();
  // The state is not in the query, because SQLite would read all orders in this state to find these few.
  return readAll(
    db,
    rows.filter((row) => row.state === 'CONFIRMED' && row.cancelled_at === null),
  );
}

/** The names of the payers of these orders, by reference; empty after the payer was erased. */
export async function payerNames(
  db: Db,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // PostgreSQL does not understand an empty list.
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['reference', 'payer_name'])
    .where('reference', 'in', [...references])
    .execute();
  return new Map(rows.map(({ reference, payer_name: name }) => [reference, name]));
}

/** The payer, as the columns of an order. */
export function payerColumns(payer: Customer) {
  return values.columns(payerEntries(payer));
}

function payerEntries(payer: Customer) {
  return {
    payerName: payer.name,
    payerEmail: payer.email,
    payerPhone: payer.phone,
    payerInstitute: payer.institute,
    payerCountry: payer.country,
    searchText: searchTextOf(payer),
  };
}

function customerOf(row: Row): Customer {
  return {
    name: row.payer_name,
    email: row.payer_email,
    phone: row.payer_phone,
    institute: row.payer_institute,
    country: row.payer_country,
  };
}

type Row = RowOf<'orders'>;

function orders(db: Db) {
  return db.selectFrom('orders').selectAll();
}

async function readOne(db: Db, query: ReturnType<typeof orders>): Promise<Order | undefined> {
  const row = await query.executeTakeFirst();
  return row && (await readAll(db, [row]))[0];
}

/** Orders with their booked items. */
async function readAll(db: Db, rows: readonly Row[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const items = await bookedItems(db, ids);
  return rows.map((row) => {
    const own = items.get(row.id) ?? [];
    return {
      ...values.read(row),
      participantIds: peopleIn(own),
      fee: {
        percent: row.fee_basis_points / 100,
        fixed: asCents(row.fee_fixed_cents),
        ...(row.fee_tax_basis_points !== null && { taxBasisPoints: row.fee_tax_basis_points }),
        words: row.fee_words,
      },
      // An order of before a tax was in the prices may have items with a rate since.
      statesTax: row.states_tax === 1 || hasRate(own),
      currency: currencyOf(row.currency, row.currency_decimals, row.language),
      items: own,
      customer: customerOf(row),
      // The payer of a group who was erased has no page, and gets no member's.
      pageToken: row.offered_by === null ? pageIn(own) : (row.page_token ?? ''),
    };
  });
}
