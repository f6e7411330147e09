import { bareReference } from '#contract/typed-reference.ts';
import { asCents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
import type { RowOf } from '#server/database/tables.ts';
import { findOrder, type Order } from '#server/orders/rows/orders.ts';
import { getPayable, paidBy, type Payable } from '#server/orders/rows/payables.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import { sumOfEntries } from '#server/bank/bank-entries.ts';
import { bankRefundsOfPayment, listBankRefunds } from '#server/bank/bank-refunds.ts';
import { divideCredit } from '#server/bank/book-credit.ts';
import type { BankFacts, OrderFacts, RefundFacts } from './decide-entries.ts';
import { type NamedOrders, namedOrders } from './named-orders.ts';
import { findTransferPayable } from '#server/bank/plan-paid.ts';
import type { Hand } from './recognise-entries.ts';
import type { StatementEntry } from './statement.ts';

type Context = Pick<PaymentContext, 'overtaken'>;
type Words = Pick<StatementEntry, 'words' | 'endToEnd'>;

export async function readNamedOrders(db: Db): Promise<NamedOrders> {
  return namedOrders(
    await db.selectFrom('orders').select(['id', 'reference']).execute(),
    await db.selectFrom('documents').select(['number', 'order_id as orderId']).execute(),
  );
}

/** The facts by which entries are decided. */
export async function readBankFacts(
  db: Db,
  context: Context,
  named: NamedOrders,
  entries: readonly (Words & Pick<StatementEntry, 'amountCents'>)[],
): Promise<BankFacts> {
  const quotes = new Map<string, string[]>();
  for (const entry of entries) {
    const found = named(entry);
    for (const id of [...found.named, ...found.perhaps]) {
      quotes.set(id, [...(quotes.get(id) ?? []), entry.words, entry.endToEnd ?? '']);
    }
  }
  const debits = entries.flatMap(({ amountCents }) => (amountCents < 0 ? 0 - amountCents : []));
  const credits = debits.length === 0 ? [] : await creditsOf(db, new Set(debits));
  const orders = new Map(await openOrders(db));
  for (const id of new Set([...quotes.keys(), ...credits.map(({ orderId }) => orderId)])) {
    const order = await findOrder(db, id);
    if (!order) continue;
    const payable = await payableOf(db, order, quotes.get(id) ?? []);
    orders.set(id, await factsOf(db, context, payable));
  }
  return { named, orders, hands: await readHands(db), credits, refunds: await readRefundFacts(db) };
}

/** The transfers that we have to make, or have made, and that did not come back. */
export async function readRefundFacts(db: Db): Promise<RefundFacts[]> {
  const refunds = (await listBankRefunds(db)).filter(({ failedAt }) => failedAt === undefined);
  const onStatement = await db
    .selectFrom('bank_entries')
    .select('bank_refund_id as id')
    .where('bank_refund_id', 'is not', null)
    .where('amount_cents', '<', 0)
    .execute();
  const shown = new Set(onStatement.map(({ id }) => id));
  return refunds.map(({ id, reason, amountCents, sentAt }) => ({
    id,
    reference: reason,
    amountCents,
    isSent: sentAt !== undefined,
    isOnStatement: shown.has(id),
  }));
}

/** The credits that count for an order and have one of these amounts. */
async function creditsOf(db: Db, amounts: ReadonlySet<number>): Promise<Hand[]> {
  const rows = await db
    .selectFrom('bank_entries')
    .select(handColumns)
    .where('booked_cents', '>', 0)
    .where('order_id', 'is not', null)
    .execute();
  return rows.map(handOf).filter(({ amountCents }) => amounts.has(amountCents));
}

/** The order, or the change of it that waits for money. The number of a payment in the words says which change. */
export async function payableOf(db: Db, order: Order, texts: readonly string[]): Promise<Payable> {
  const bare = texts.map(bareReference);
  const quoted = (await paymentsOfOrder(db, order.id)).findLast(
    ({ changeId, request: { invoice } }) =>
      changeId !== undefined && bare.some((text) => text.includes(bareReference(invoice))),
  );
  if (quoted) return getPayable(db, quoted);
  return findTransferPayable(db, order.reference).catch((error: unknown) => {
    // Several changes wait, and nobody knows which of them is meant: then a person has to say it.
    if (!(error instanceof ActionImpossible)) throw error;
    return { order };
  });
}

/** Above the amount of every order. */
const ANY_AMOUNT = asCents(2_000_000_000);

export async function factsOf(db: Db, context: Context, payable: Payable): Promise<OrderFacts> {
  const { order } = payable;
  const { bookedCents, why } = await divideCredit(db, context, payable, ANY_AMOUNT);
  return {
    id: order.id,
    reference: order.reference,
    payer: order.customer.name,
    participants: order.items.flatMap(({ participantName }) => participantName ?? []),
    currency: order.currency.code,
    dueCents: bookedCents,
    receivedCents: await receivedOf(db, order.id),
    closed:
      bookedCents > 0
        ? undefined
        : why === 'notPossible'
          ? 'cancelled'
          : paidBy(payable) === undefined
            ? 'placed'
            : 'paid',
  };
}

/** The money of transfers that counts for an order and was not refunded. */
async function receivedOf(db: Db, orderId: string): Promise<number> {
  let sum = 0;
  for (const { id, provider } of await paymentsOfOrder(db, orderId)) {
    if (provider !== 'transfer') continue;
    const refunds = await bankRefundsOfPayment(db, id);
    const gone = refunds.filter(({ failedAt }) => failedAt === undefined);
    sum += await sumOfEntries(db, id);
    sum -= gone.reduce((total, { amountCents }) => total + amountCents, 0);
  }
  return sum;
}

/** The orders that wait for money, with the names of their people. */
async function openOrders(db: Db): Promise<[string, OrderFacts][]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.order_id', '=', 'orders.id')
        .on('payments.provider', '=', 'transfer')
        .on('payments.state', '=', 'OPEN')
        .on('payments.change_id', 'is', null),
    )
    .select(['orders.id', 'reference', 'payer_name', 'orders.currency', 'orders.amount_cents'])
    .select(({ selectFrom }) =>
      selectFrom('bank_entries')
        .select(({ fn }) => fn.sum('booked_cents').as('came'))
        .whereRef('bank_entries.payment_id', '=', 'payments.id')
        .as('came'),
    )
    .where('paid_payment_id', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('orders.state', 'in', ['AWAITING_PAYMENT', 'EXPIRED'])
    .execute();
  const people = await db
    .selectFrom('order_items')
    .innerJoin('participants', 'participants.id', 'order_items.participant_id')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.order_id as orderId', 'participants.name'])
    .distinct()
    .where('paid_payment_id', 'is', null)
    .execute();
  const names = Map.groupBy(people, ({ orderId }) => orderId);
  return rows.map((row) => [
    row.id,
    {
      id: row.id,
      reference: row.reference,
      payer: row.payer_name,
      participants: (names.get(row.id) ?? []).map(({ name }) => name),
      currency: row.currency,
      dueCents: Math.max(0, row.amount_cents - Number(row.came ?? 0)),
      receivedCents: Number(row.came ?? 0),
      closed: undefined,
    },
  ]);
}

/** The credits that were booked by hand, and that no statement has shown yet. */
export function readHands(db: Db): Promise<BankFacts['hands']> {
  return db
    .selectFrom('bank_entries')
    .select(handColumns)
    .where('source', '=', 'hand')
    .where('order_id', 'is not', null)
    .orderBy('booked_on')
    .orderBy('id')
    .$call(allRows(handOf));
}

const handColumns = ['id', 'order_id', 'amount_cents', 'booked_on', 'name', 'iban'] as const;

function handOf(row: Pick<RowOf<'bank_entries'>, (typeof handColumns)[number]>): Hand {
  return {
    id: row.id,
    orderId: row.order_id ?? '',
    amountCents: row.amount_cents,
    bookedOn: row.booked_on,
    name: row.name,
    iban: row.iban ?? undefined,
  };
}
