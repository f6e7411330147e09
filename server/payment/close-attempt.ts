import { inTransaction } from '#server/database/database.ts';
import { logMove } from './payment-log.ts';
import type { PaymentState } from './payment-states.ts';
import { movePayment } from './payment-moves.ts';
import { getPayment, type Payment } from './payments.ts';
import { settle } from './settle.ts';
import { providerOf, type Till } from './till.ts';

/**
 * Ends an open attempt with its provider, so that two checkouts of one order cannot both be paid. An attempt that has
 * moved on since it was read stays as it is; the state that comes back is where it stands.
 */
export async function closeAttempt(till: Till, payment: Payment): Promise<PaymentState> {
  if (payment.ref !== undefined) {
    const provider = providerOf(till, payment.provider);
    const closed = await provider.close(payment.ref, `pay_${payment.id}_expire`);
    // A provider that will not close has seen money, or has let it lapse.
    if (!closed) return settle(till, payment.id, 'checkout');
  }
  const to = payment.ref === undefined ? 'FAILED' : 'CANCELLED';
  return inTransaction(till.db, async (tx) => {
    // Of what was NEW when it was read, somebody may have been given the address meanwhile.
    if (!(await movePayment(tx, payment.id, to, {}, [payment.state]))) {
      return (await getPayment(tx, payment.id)).state;
    }
    const move = { paymentId: payment.id, actor: 'checkout', from: payment.state, to } as const;
    await logMove(tx, till, { ...move, evidence: 'another attempt was asked for' });
    return to;
  });
}
