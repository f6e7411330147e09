import { asCents } from '#contract/money.ts';
import { inTransaction } from '#server/database/database.ts';
import { getOrder, markOrderRefunded } from './orders.ts';
import { type Actor, logMove } from './payment-log.ts';
import type { PaymentState } from './payment-states.ts';
import { movePayment } from './payment-moves.ts';
import { getPayment, lockPayment } from './payments.ts';
import { providerOf, type Till } from './till.ts';

/**
 * Writes down what of a payment went back, by whomever: the sum that the provider knows counts, not the notice that
 * came. A sum that was noted before changes nothing.
 */
export async function noteRefunds(
  till: Till,
  paymentId: string,
  actor: Actor,
): Promise<PaymentState> {
  const { provider, ref } = await getPayment(till.db, paymentId);
  if (ref === undefined) throw new Error(`the payment ${paymentId} was paid without a checkout`);
  const { refundedCents } = await providerOf(till, provider).look(ref);

  return inTransaction(till.db, async (tx) => {
    // Whoever notes the same refund at the same time waits here, and then finds it noted.
    await lockPayment(tx, paymentId);
    const payment = await getPayment(tx, paymentId);
    if (refundedCents <= payment.refundedCents) return payment.state;
    const to = refundedCents >= payment.amountCents ? 'REFUNDED' : 'PART_REFUNDED';
    if (!(await movePayment(tx, paymentId, to, { refundedCents }))) return payment.state;
    await logMove(tx, till, {
      paymentId,
      actor,
      from: payment.state,
      to,
      evidence: `${refundedCents} of ${payment.amountCents} went back`,
    });
    const cents = asCents(refundedCents - payment.refundedCents);
    await till.whenRefunded(tx, await getOrder(tx, payment.orderId), payment, cents);
    if (to === 'REFUNDED') await markOrderRefunded(tx, payment.orderId, paymentId);
    return to;
  });
}
