import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency } from '#contract/money.ts';
import { type Db, hasOneWriter, type Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { allRows, rowCount, firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf, type With, type Without } from '#server/database/row-values.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { type Order, removed } from '#server/orders/rows/orders.ts';
import type { Evaluation } from './evaluate-payment.ts';
import { CAME, type PaymentState, reachedFrom, UNPAID } from './payment-states.ts';
import type { CheckoutRequest, Delay, ProviderName } from './provider.ts';

const values = valuesOf('payments', {
  names: { provider_ref: 'ref', provider_payment_ref: 'paymentRef' },
  apart: ['lease_until', 'next_check_at'],
});

/** One attempt to collect the price of an order, or of a change of an order, with one provider. */
export type Payment = With<
  Without<ReturnType<typeof values.read>, 'arrivedCents'>,
  { request: CheckoutRequest }
>;

/** A payer needs about two minutes; the return page or the webhook usually comes first. */
const FIRST_CHECK_MS = 2 * 60_000;

/** Inserts a new attempt; false if another request inserted the same one at the same time. */
export function insertPayment(tx: Tx, payment: Payment): Promise<boolean> {
  return tx
    .insertInto('payments')
    .values(
      values.columns({
        ...payment,
        request: JSON.stringify(payment.request),
        nextCheckAt: timestamp(new Date(payment.createdAt), FIRST_CHECK_MS),
      }),
    )
    .onConflict((conflict) => conflict.columns(['order_id', 'attempt']).doNothing())
    .$call(wroteOne);
}

export async function getPayment(db: Db, id: string): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw removed(`the payment ${id}`);
  return payment;
}

/** Like getPayment, but undefined if the payment was removed. */
export function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  return payments(db).where('id', '=', id).$call(firstRow(readPayment));
}

/** A query for an id of any provider names all providers, because the index begins with the provider. */
export const ANY_PROVIDER: readonly ProviderName[] = [
  'stripe',
  'paypal',
  'transfer',
  'cash',
  'free',
];

/** The references and currencies of the orders of these payments, by the payments' ids. */
export async function ordersOfPayments(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { reference: string; currency: Currency }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'orders.reference', 'payments.currency', 'payments.currency_decimals'])
    .where('payments.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, reference, currency, currency_decimals: decimals }) => [
      id,
      { reference, currency: currencyOf(currency, decimals) },
    ]),
  );
}

/** Finds a payment by the id that any provider gave its checkout. */
export function findPaymentByRef(db: Db, ref: string): Promise<Payment | undefined> {
  return payments(db)
    .where('provider', 'in', ANY_PROVIDER)
    .where('provider_ref', '=', ref)
    .$call(firstRow(readPayment));
}

/** Finds a payment by the provider's id of the money (payment intent, capture). */
export function findPaymentByMoney(
  db: Db,
  provider: ProviderName,
  paymentRef: string,
): Promise<Payment | undefined> {
  return payments(db)
    .where('provider', '=', provider)
    .where('provider_payment_ref', '=', paymentRef)
    .$call(firstRow(readPayment));
}

/** Locks a payment until the transaction ends, so that two requests about its money run one after the other. */
export async function lockPayment(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set((column) => ({ checks: column.ref('checks') }))
    .where('id', '=', id)
    .execute();
}

/** The latest attempt to pay an order itself, or one change of the order. */
export function latestPaymentOf(
  db: Db,
  orderId: string,
  changeId?: string,
): Promise<Payment | undefined> {
  return payments(db)
    .where('order_id', '=', orderId)
    .where('change_id', changeId === undefined ? 'is' : '=', changeId ?? null)
    .orderBy('attempt', 'desc')
    .limit(1)
    .$call(firstRow(readPayment));
}

/** The bank transfers that payers have chosen and that have not arrived, or only in part. */
export function listOpenTransfers(db: Db): Promise<Payment[]> {
  return payments(db)
    .where('state', '=', 'OPEN')
    .where('provider', '=', 'transfer')
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(readPayment));
}

/** Every attempt to pay an order and its changes, oldest first. */
export async function paymentsOfOrder(db: Db, orderId: string): Promise<Payment[]> {
  return (await rowsOfOrder(db, orderId)).map(readPayment);
}

const rowsOfOrder = compiledOnce((db, orderId: string) =>
  payments(db).where('order_id', '=', orderId).orderBy('attempt'),
);

/** The columns that a transition may set besides the state. */
type Found = {
  ref?: string;
  checkoutUrl?: string;
  paymentRef?: string;
  failureCode?: string;
  refundedCents?: number;
  arrivedCents?: number | null | undefined;
  nextCheckAt?: string;
};

/**
 * Changes the state of a payment by compare-and-set; false if its state is not in `from`, or may not change to `to`.
 */
export function changeState(
  tx: Tx,
  id: string,
  to: Exclude<PaymentState, 'PAID' | 'MISMATCH'>,
  found: Found = {},
  from: readonly PaymentState[] = reachedFrom[to],
): Promise<boolean> {
  return compareAndSet(tx, id, to, found, from);
}

/** Changes the state of a payment to a result of evaluatePayment. Nothing else sets PAID or MISMATCH. */
export function recordEvaluation(
  tx: Tx,
  id: string,
  { state, arrivedCents }: Evaluation,
  found: Found,
): Promise<boolean> {
  // The part of a transfer that came before is no part any more once the whole amount is there.
  const arrived = state === 'PAID' ? null : arrivedCents;
  return compareAndSet(tx, id, state, { ...found, arrivedCents: arrived }, reachedFrom[state]);
}

/** Records how money comes later, and the part of a transfer that has come; false if nothing of it is new. */
export function recordDelay(tx: Tx, id: string, delay: Delay): Promise<boolean> {
  const arrived =
    delay.by === 'virtual-account' && delay.arrivedCents > 0 ? delay.arrivedCents : null;
  return tx
    .updateTable('payments')
    .set({
      delayed_by: delay.by,
      arrived_cents: arrived,
      ...(delay.by === 'virtual-account' && { checkout_url: delay.instructions ?? null }),
    })
    .where('id', '=', id)
    .where('state', 'in', [...UNPAID])
    .where((is) =>
      is.or([
        is('delayed_by', 'is distinct from', delay.by),
        is('arrived_cents', 'is distinct from', arrived),
      ]),
    )
    .$call(wroteOne);
}

/** Records the money beyond the amount; false if the same sum is recorded already. */
export function recordOverpaid(tx: Tx, id: string, cents: number): Promise<boolean> {
  return tx
    .updateTable('payments')
    .set({ overpaid_cents: cents })
    .where('id', '=', id)
    .where('overpaid_cents', '!=', cents)
    .$call(wroteOne);
}

/** Lowers the recorded sum of refunds after a refund came back to us. False if nothing had been refunded. */
export function reopenRefunded(
  tx: Tx,
  id: string,
  refundedCents: number,
  state: PaymentState = refundedCents === 0 ? 'PAID' : 'PART_REFUNDED',
): Promise<boolean> {
  return tx
    .updateTable('payments')
    .set({ state, refunded_cents: refundedCents })
    .where('id', '=', id)
    .where('state', 'in', ['REFUNDED', 'PART_REFUNDED'])
    .$call(wroteOne);
}

async function compareAndSet(
  tx: Tx,
  id: string,
  to: PaymentState,
  found: Found,
  from: readonly PaymentState[],
): Promise<boolean> {
  const leading = from.filter((state) => reachedFrom[to].includes(state));
  if (leading.length === 0) return false;
  return tx
    .updateTable('payments')
    .set({
      state: to,
      ...(found.ref !== undefined && { provider_ref: found.ref }),
      ...(found.checkoutUrl !== undefined && { checkout_url: found.checkoutUrl }),
      ...(found.paymentRef !== undefined && { provider_payment_ref: found.paymentRef }),
      ...(found.failureCode !== undefined && { failure_code: found.failureCode }),
      ...(found.refundedCents !== undefined && { refunded_cents: found.refundedCents }),
      ...(found.arrivedCents !== undefined && { arrived_cents: found.arrivedCents }),
      ...(found.nextCheckAt !== undefined && { next_check_at: found.nextCheckAt }),
    })
    .where('id', '=', id)
    .where('state', 'in', leading)
    .$call(wroteOne);
}

/**
 * While a request has this lease, no other request captures the payment. After this time the request counts as crashed.
 */
const CAPTURE_LEASE_MS = 30_000;

/** Takes the right to capture an approved payment, by compare-and-set; false if another request has it. */
export function leaseCapture(tx: Tx, id: string, now: Date): Promise<boolean> {
  return tx
    .updateTable('payments')
    .set({ state: 'CAPTURING', lease_until: timestamp(now, CAPTURE_LEASE_MS) })
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('state', 'in', [...reachedFrom.CAPTURING]),
        is.and([is('state', '=', 'CAPTURING'), is('lease_until', '<', timestamp(now))]),
      ]),
    )
    .$call(wroteOne);
}

/** Counts a declined capture, and saves the address where the payer can choose another means of payment. */
export async function recordDecline(tx: Tx, id: string, url: string | undefined): Promise<void> {
  await tx
    .updateTable('payments')
    .set((column) => ({
      declines: column('declines', '+', 1),
      failure_code: 'INSTRUMENT_DECLINED',
      lease_until: null,
      ...(url !== undefined && { checkout_url: url }),
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Lists payments, oldest first: all, or those that began or changed since a moment. A refund or a dispute counts as a
 * change.
 */
export function listPayments(db: Db, since = ''): Promise<Payment[]> {
  return payments(db)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('created_at', '>=', since),
        exists(
          selectFrom('payment_history')
            .select('payment_history.id')
            .whereRef('payment_history.payment_id', '=', 'payments.id')
            .where('payment_history.at', '>=', since),
        ),
        exists(
          selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.payment_id', '=', 'payments.id')
            .where(({ fn, val }) =>
              eb(fn.coalesce('refunds.asked_at', 'refunds.created_at'), '>=', val(since)),
            ),
        ),
        exists(
          selectFrom('disputes')
            .select('disputes.provider_ref')
            .whereRef('disputes.payment_id', '=', 'payments.id')
            .where('disputes.changed_at', '>=', since),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(readPayment));
}

export type MoneyTotals = {
  paidCents: Cents;
  /** Refunds, and lost disputes. */
  refundedCents: Cents;
  /** Paid less refunded. */
  receivedCents: Cents;
  /** The part of both sums without receipt and credit note: the money fits no order, or was paid twice. */
  withoutReceipt: { paidCents: Cents; refundedCents: Cents };
};

/**
 * The money of all payments in a currency; every page, list and mail that says “paid”, “refunded” or “received” has
 * these sums. `isMeant` selects payments.
 */
export async function moneyTotals(
  db: Db,
  currency: Currency,
  isMeant: Expression<SqlBool> = sql<SqlBool>`true`,
): Promise<MoneyTotals> {
  const rows = await db
    .selectFrom('payments')
    .select((is) => [
      is.case().when(hasReceipt(is)).then(1).else(0).end().as('has_receipt'),
      is.fn.sum(is.fn.coalesce('arrived_cents', 'amount_cents')).as('paid'),
      is.fn.sum('refunded_cents').as('refunded'),
    ])
    .where('state', 'not in', [...UNPAID])
    .where('currency', '=', currency.code)
    .where(isMeant)
    .groupBy(sql`1`)
    .execute();
  const sumOf = (column: 'paid' | 'refunded', from = rows) =>
    asCents(from.reduce((sum, row) => sum + Number(row[column]), 0));
  const without = rows.filter(({ has_receipt: has }) => has === 0);
  const [paidCents, refundedCents] = [sumOf('paid'), sumOf('refunded')];
  return {
    paidCents,
    refundedCents,
    receivedCents: asCents(paidCents - refundedCents),
    withoutReceipt: {
      paidCents: sumOf('paid', without),
      refundedCents: sumOf('refunded', without),
    },
  };
}

/** In a query of payments: the moment when the money came. */
export const cameAt = sql<string | null>`(select min(h.at) from payment_history as h
  where h.payment_id = payments.id and h.to_state in (${sql.join(CAME)}))`;

/** In a query of payments: the payments with a receipt. */
export function hasReceipt(is: ExpressionBuilder<Tables, 'payments'>) {
  return is.exists(
    is
      .selectFrom('documents')
      .select('documents.number')
      .whereRef('documents.order_id', '=', 'payments.order_id')
      .whereRef('documents.payment_id', '=', 'payments.id'),
  );
}

/** Counts the payments that were begun with a provider since a moment and whose orders are not paid. */
export function countBegun(db: Db, since: Date): Promise<number> {
  return (
    db
      .selectFrom('payments')
      // With an inner join SQLite would begin its search with all orders that are not paid.
      .leftJoin('orders', 'orders.id', 'payments.order_id')
      // Thousands of payments may be paid. The index of the others needs exactly this condition.
      .where(sql<boolean>`payments.state not in ('PAID', 'PART_REFUNDED', 'REFUNDED')`)
      .where('payments.created_at', '>', timestamp(since))
      .where('payments.provider', '!=', 'free')
      .where('orders.paid_payment_id', 'is', null)
      .$call(rowCount)
  );
}

/** Locks all payments of some orders until the transaction ends. */
export async function lockPaymentsOf(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0 || hasOneWriter(tx)) return;
  await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Removes earlier payers from the stored requests of an order; the server never sends these requests again. If the
 * order's payer was erased, every payer is removed.
 */
export async function erasePayer(
  tx: Tx,
  order: Pick<Order, 'id' | 'productName' | 'customer'>,
): Promise<void> {
  const { id: orderId, productName: description, customer } = order;
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'request'])
    .where('order_id', '=', orderId)
    .execute();
  for (const { id, request } of rows) {
    const asked = readCheckoutRequest(request);
    if (asked.customerEmail === customer.email) continue;
    const rest: CheckoutRequest = { ...asked, customerEmail: '', description };
    await tx
      .updateTable('payments')
      .set({ request: JSON.stringify(rest), checkout_url: null })
      .where('id', '=', id)
      .execute();
  }
}

function payments(db: Db) {
  return db.selectFrom('payments').selectAll();
}

export function readPayment(row: RowOf<'payments'>): Payment {
  return {
    ...values.read(row),
    // Few readers need it, and to parse it takes longer than the rest.
    get request() {
      return readCheckoutRequest(row.request);
    },
  };
}

const Request = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  invoice: z.string(),
  origin: z.string(),
  amountCents: z.pipe(z.number(), z.transform(asCents)),
  currency: z.string(),
  productName: z.string(),
  description: z.string(),
  customerEmail: z.string(),
  language: z.optional(z.string()),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.number(),
});

/** Reads a request that was stored before it was sent. */
function readCheckoutRequest(text: string): CheckoutRequest {
  return Request.parse(JSON.parse(text));
}
