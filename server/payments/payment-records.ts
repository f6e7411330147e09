import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { UNPAID } from './payment-states.ts';
import { type Payment, readCheckoutRequest, readPayment } from './payments.ts';
import type { CheckoutRequest } from './provider.ts';

/** Payments since a moment, or all of them, oldest first. */
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

/** Payments that a person has to review, oldest first. */
export async function paymentsToReview(db: Db): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where((is) => is.or([is('state', '=', 'MISMATCH'), is('disputed', '=', 1)]))
    .orderBy('created_at')
    .execute();
  return rows.map(readPayment);
}

export type Move = {
  at: string;
  actor: string;
  from: string | undefined;
  to: string;
  evidence: string;
};

/** The history of every payment by its id, each oldest first. */
export async function movesByPayment(db: Db): Promise<Map<string, Move[]>> {
  const rows = await db
    .selectFrom('payment_history')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .execute();
  const moves = new Map<string, Move[]>();
  for (const { payment_id, at, actor, from_state, to_state, evidence } of rows) {
    const move = { at, actor, from: from_state ?? undefined, to: to_state, evidence };
    moves.set(payment_id, [...(moves.get(payment_id) ?? []), move]);
  }
  return moves;
}

/** How many orders are in each state, and what was paid and sent back, in cents. */
export async function paymentTotals(db: Db): Promise<{
  orders: { state: string; count: number }[];
  paidCents: number;
  refundedCents: number;
}> {
  const orders = await db
    .selectFrom('orders')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  const received = await db
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.sum('amount_cents').as('paid'),
      fn.sum('refunded_cents').as('refunded'),
    ])
    .where('state', 'not in', [...UNPAID])
    .executeTakeFirst();
  return {
    orders: orders.map(({ state, count }) => ({ state, count: Number(count) })),
    paidCents: Number(received?.paid ?? 0),
    refundedCents: Number(received?.refunded ?? 0),
  };
}

/** How many payments were begun with a provider since a moment, in whatever state they are. */
export async function countBegun(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>', timestamp(since))
    .where('provider', '!=', 'free')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks all payments of some orders until the transaction ends. */
export async function lockPaymentsOf(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('payments')
    .set((column) => ({ checks: column.ref('checks') }))
    .where('order_id', 'in', orderIds)
    .execute();
}

/** Removes the payer from the stored requests of an order, which are not repeated any more. */
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
