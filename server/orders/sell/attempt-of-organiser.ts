import type { Tx } from '#server/database/database.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { logTransition } from '#server/payments/payment-history.ts';
import { changeState, type Payment, paymentsOfOrder } from '#server/payments/payments.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import { insertAttempt } from './place-order.ts';

/** Opens a payment of money that an organiser books, of which nobody has to be told how to pay it. */
export async function attemptOfOrganiser(
  tx: Tx,
  context: PaymentContext,
  payable: Payable,
  { provider: name, origin }: { provider: ProviderName; origin: string },
): Promise<Payment> {
  const { order } = payable;
  const page = `${origin}${registrationPath(order)}`;
  const returns = { origin, success: page, paid: page, cancel: page };
  const attempt = (await paymentsOfOrder(tx, order.id)).length + 1;
  const how = { provider: name, returns };
  const payment = await insertAttempt(tx, context, payable, how, attempt);
  const provider = context.providers.get(name);
  if (!payment || !provider) throw new Error(`no payment of ${order.reference} could be made`);
  // No network is behind this provider: it answers at once.
  const { ref, url } = await provider.open(payment.request, payment.idempotencyKey);
  await changeState(tx, payment.id, 'OPEN', { ref, checkoutUrl: url });
  await logTransition(tx, context, {
    paymentId: payment.id,
    actor: 'organiser',
    from: 'NEW',
    to: 'OPEN',
    evidence: ref,
  });
  return { ...payment, state: 'OPEN', ref, checkoutUrl: url };
}
