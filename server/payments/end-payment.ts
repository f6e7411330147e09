import { inTransaction } from '#server/database/database.ts';
import type { PaymentContext } from './payment-context.ts';
import { type Actor, logTransition } from './payment-history.ts';
import { changeState, getPayment, type Payment } from './payments.ts';
import type { PaymentState } from './payment-states.ts';

/**
 * Ends a payment in our ledger. Its provider has closed the checkout before, if the payment has one. Returns the
 * payment's state afterwards; a payment whose state has changed since it was read keeps that state.
 */
export function endPayment(
  context: PaymentContext,
  payment: Payment,
  actor: Actor,
  evidence: string,
): Promise<PaymentState> {
  const to = payment.ref === undefined ? 'FAILED' : 'CANCELLED';
  return inTransaction(context.db, async (tx) => {
    // A payment that was NEW when it was read may be OPEN by now, and a payer may have its address.
    if (!(await changeState(tx, payment.id, to, {}, [payment.state]))) {
      return (await getPayment(tx, payment.id)).state;
    }
    const { id: paymentId, state: from } = payment;
    await logTransition(tx, context, { paymentId, actor, from, to, evidence });
    return to;
  });
}
