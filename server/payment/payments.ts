import type { Selectable } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentRow } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { readCheckoutRequest } from './checkout-request.ts';
import type { CheckoutRequest, ProviderName } from './payment-provider.ts';
import type { PaymentState } from './payment-states.ts';
import { removed } from './removed.ts';

/** One attempt to collect an order's amount with one provider. */
export type Payment = {
  id: string;
  orderId: string;
  attempt: number;
  provider: ProviderName;
  idempotencyKey: string;
  request: CheckoutRequest;
  /** The provider's id of the checkout, and where the payer goes; both come with its answer. */
  ref: string | undefined;
  checkoutUrl: string | undefined;
  paymentRef: string | undefined;
  amountCents: Cents;
  currency: 'EUR';
  state: PaymentState;
  failureCode: string | undefined;
  /** How often the payer's means was declined at capture; each time needs a key of its own. */
  declines: number;
  refundedCents: Cents;
  isDisputed: boolean;
  /** How often the reconciler looked. */
  checks: number;
  createdAt: string;
  expiresAt: string;
};

/** A payer needs about that long; the return page and the webhook usually come first. */
const FIRST_CHECK_MS = 2 * 60_000;

/** Writes a new attempt unless somebody else wrote the same one at the same time; says whether it wrote. */
export async function insertPayment(tx: Tx, payment: Payment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values({
      id: payment.id,
      order_id: payment.orderId,
      attempt: payment.attempt,
      provider: payment.provider,
      idempotency_key: payment.idempotencyKey,
      request: JSON.stringify(payment.request),
      provider_ref: null,
      checkout_url: null,
      provider_payment_ref: null,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      state: payment.state,
      failure_code: null,
      lease_until: null,
      next_check_at: timestamp(new Date(payment.createdAt), FIRST_CHECK_MS),
      created_at: payment.createdAt,
      expires_at: payment.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'attempt']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function getPayment(db: Db, id: string): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw removed(`the payment ${id}`);
  return payment;
}

/** The same for whoever can do without it. */
export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readPayment(row);
}

/** The payment behind a provider's id, whichever provider gave it. */
export async function findPaymentByRef(db: Db, ref: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    // Named, because the index begins with the provider.
    .where('provider', 'in', ['stripe', 'paypal', 'free'] satisfies ProviderName[])
    .where('provider_ref', '=', ref)
    .executeTakeFirst();
  return row && readPayment(row);
}

/** The payment behind the provider's id of the money. */
export async function findPaymentByMoney(
  db: Db,
  provider: ProviderName,
  paymentRef: string,
): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_ref', '=', paymentRef)
    .executeTakeFirst();
  return row && readPayment(row);
}

/** Holds a payment until the transaction ends: two wishes for its money come one after the other. */
export async function lockPayment(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set((column) => ({ checks: column.ref('checks') }))
    .where('id', '=', id)
    .execute();
}

/** Holds all payments of some orders until the transaction ends: what is decided about them stays true until then. */
export async function lockPaymentsOf(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('payments')
    .set((column) => ({ checks: column.ref('checks') }))
    .where('order_id', 'in', orderIds)
    .execute();
}

/** Takes who paid out of the payments of an order: out of the requests, which are not repeated any more. */
export async function erasePayer(tx: Tx, orderId: string, description: string): Promise<void> {
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'request'])
    .where('order_id', '=', orderId)
    .execute();
  for (const { id, request } of rows) {
    const rest: CheckoutRequest = {
      ...readCheckoutRequest(request),
      customerEmail: '',
      description,
    };
    await tx
      .updateTable('payments')
      .set({ request: JSON.stringify(rest), checkout_url: null })
      .where('id', '=', id)
      .execute();
  }
}

/** Flags a payment whose payer disputes it; the state stays what it is. */
export async function markDisputed(db: Db, id: string): Promise<void> {
  await db.updateTable('payments').set({ disputed: 1 }).where('id', '=', id).execute();
}

export async function latestPaymentOf(db: Db, orderId: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readPayment(row);
}

/** Payments that wait for a person to decide, oldest first. */
export async function paymentsToLookAt(db: Db): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where((is) => is.or([is('state', '=', 'MISMATCH'), is('disputed', '=', 1)]))
    .orderBy('created_at')
    .execute();
  return rows.map(readPayment);
}

/** How many payments were begun with a provider since a moment, whatever became of them. */
export async function countBegun(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>', timestamp(since))
    .where('provider', '!=', 'free')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every payment, oldest first, for the desk. */
/** In the order of their beginning; all of them, or those since a moment. */
export async function listPayments(db: Db, since = ''): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(readPayment);
}

/** A row as the books mean it. */
export function readPayment(row: Selectable<PaymentRow>): Payment {
  return {
    id: row.id,
    orderId: row.order_id,
    attempt: row.attempt,
    provider: row.provider as ProviderName,
    idempotencyKey: row.idempotency_key,
    request: readCheckoutRequest(row.request),
    ref: row.provider_ref ?? undefined,
    checkoutUrl: row.checkout_url ?? undefined,
    paymentRef: row.provider_payment_ref ?? undefined,
    amountCents: asCents(row.amount_cents),
    currency: row.currency as 'EUR',
    state: row.state as PaymentState,
    failureCode: row.failure_code ?? undefined,
    declines: row.declines,
    refundedCents: asCents(row.refunded_cents),
    isDisputed: row.disputed === 1,
    checks: row.checks,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
