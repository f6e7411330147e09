import { type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { wroteOne } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { isRecent, orderReachedFrom } from '#server/payments/payment-states.ts';
import {
  findOrderByDedupeKey,
  getOrder,
  hasGoodLink,
  keyOfItsOwn,
  type Order,
  payingPayments,
  raised,
} from './orders.ts';
import { isReserved } from './reserved-orders.ts';

/** Confirms an order by one payment; false if another payment confirmed it before. */
export function confirmOrder(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  return tx
    .updateTable('orders')
    .set({ state: 'CONFIRMED', paid_payment_id: paymentId, version: raised })
    .where('id', '=', id)
    .where('paid_payment_id', 'is', null)
    .where('state', 'in', [...orderReachedFrom.CONFIRMED])
    .$call(wroteOne);
}

/**
 * Sets an order to EXPIRED when all its attempts are over. An organiser's order does not expire while its link is
 * good, nor an order whose places are reserved without a checkout. A form's order is AWAITING_PAYMENT again as soon as
 * somebody begins to pay it.
 */
export async function expireOrders(db: Db, now: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'EXPIRED' })
    .where('state', 'in', [...orderReachedFrom.EXPIRED])
    .where(withoutPayment((is) => isRecent(is, now)))
    .where((is) => is.not(is.and([is('orders.offered_by', 'is not', null), hasGoodLink(is, now)])))
    .where((is) => is.not(isReserved(is)))
    .execute();
}

/** Withdraws an unpaid order for an organiser, after its checkout was closed; false if it was paid meanwhile. */
export function withdrawOrder(tx: Tx, id: string): Promise<boolean> {
  return tx
    .updateTable('orders')
    .set({ state: 'EXPIRED', version: raised })
    .where('id', '=', id)
    .where('paid_payment_id', 'is', null)
    .$call(wroteOne);
}

/** In a query of orders: the orders without a payment for which the condition is true. */
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

/** Sets an order back to AWAITING_PAYMENT for another attempt. */
export async function reviveOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'AWAITING_PAYMENT' })
    .where('id', '=', id)
    .where('state', 'in', [...orderReachedFrom.AWAITING_PAYMENT])
    .execute();
}

/** Cancels an order. Afterwards the same person can order again. */
export async function cancelOrder(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ cancelled_at: now, version: raised })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute();
}

/**
 * Undoes the cancellation of an order. If another order has the same `dedupeKey` by now, this order gets a key of its
 * own.
 */
export async function restoreOrder(
  tx: Tx,
  { id, dedupeKey }: Pick<Order, 'id' | 'dedupeKey'>,
): Promise<void> {
  const other = await findOrderByDedupeKey(tx, dedupeKey);
  await tx
    .updateTable('orders')
    .set({
      cancelled_at: null,
      version: raised,
      ...(other && { dedupe_key: keyOfItsOwn(id) }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks an order as refunded once all of its payments are refunded, so that the same purchase can be made again;
 * false if money is left, if the payment did not pay the order, or if the order was refunded before.
 */
export async function markOrderRefunded(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const order = await getOrder(tx, id);
  const paying = await payingPayments(tx, order);
  if (!paying.includes(paymentId)) return false;
  const left = await tx
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', paying)
    .where('state', '<>', 'REFUNDED')
    .limit(1)
    .executeTakeFirst();
  if (left) return false;
  return tx
    .updateTable('orders')
    .set({ state: 'REFUNDED', version: raised })
    .where('id', '=', id)
    .where('state', 'in', [...orderReachedFrom.REFUNDED])
    .$call(wroteOne);
}

/**
 * Confirms an order again after its refund failed; false if it has its places. If another order has the same
 * `dedupeKey` by now, this order gets a key of its own.
 */
export async function reopenOrder(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const order = await getOrder(tx, id);
  const isPaying = (await payingPayments(tx, order)).includes(paymentId);
  if (order.state !== 'REFUNDED' || !isPaying) return false;
  const other = await findOrderByDedupeKey(tx, order.dedupeKey);
  await tx
    .updateTable('orders')
    .set({
      state: 'CONFIRMED',
      version: raised,
      ...(other && { dedupe_key: keyOfItsOwn(id) }),
    })
    .where('id', '=', id)
    .execute();
  return true;
}
