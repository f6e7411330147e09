import type { Tx } from '#server/database/database.ts';
import { confirmOrder } from '#server/orders/rows/order-states.ts';
import { getOrder, type Order } from '#server/orders/rows/orders.ts';
import { insertAttempt } from '#server/orders/sell/place-order.ts';
import { evaluatePayment } from './evaluate-payment.ts';
import { type PaymentContext, providerOf } from './payment-context.ts';
import { logTransition } from './payment-history.ts';
import { getPayment, type Payment, recordEvaluation } from './payments.ts';

/** Confirms an order of 0.00 in the transaction that creates it, so nobody has to open a page or press a button. */
export async function confirmFree(
  tx: Tx,
  context: PaymentContext,
  order: Order,
  origin: string,
): Promise<{ order: Order; payment: Payment }> {
  const page = `${origin}/receipt/${order.receiptToken}`;
  const returns = { origin, success: page, paid: page, cancel: origin };
  const opened = await insertAttempt(tx, context, { order }, { provider: 'free', returns }, 1);
  if (!opened) throw new Error(`${order.reference} was paid before it was created`);
  const { id, request, idempotencyKey } = opened;
  const provider = providerOf(context, opened);
  // No network is behind this provider: it answers at once.
  const { ref } = await provider.open(request, idempotencyKey);
  const { amountCents, currency } = order;
  const expected = { orderId: order.id, amountCents, currency: currency.code, live: provider.live };
  // The provider of free orders answers `paid` for every order, and collects nothing.
  const evaluation = evaluatePayment(expected, {
    ...expected,
    state: 'paid',
    amountCents: 0,
    paymentRef: undefined,
    refundedCents: 0,
  });
  const { state: to, evidence } = evaluation;
  const isConfirmed =
    to === 'PAID' &&
    (await recordEvaluation(tx, id, evaluation, { ref })) &&
    (await confirmOrder(tx, order.id, id));
  if (!isConfirmed) throw new Error(`${order.reference} cannot be confirmed: ${evidence}`);
  await logTransition(tx, context, {
    paymentId: id,
    actor: 'organiser',
    from: 'NEW',
    to,
    evidence,
  });
  return { order: await getOrder(tx, order.id), payment: await getPayment(tx, id) };
}
