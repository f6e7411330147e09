import { inTransaction } from '#server/database/database.ts';
import { logMove } from './payment-log.ts';
import type { PaymentState } from './payment-states.ts';
import { movePayment, type Payment } from './payments.ts';
import { settle } from './settle.ts';
import { providerOf, type Till } from './till.ts';

/** Ends an open attempt with its provider, so that two checkouts of one order cannot both be paid. */
export async function closeAttempt(till: Till, payment: Payment): Promise<PaymentState> {
  if (payment.ref !== undefined) {
    const provider = providerOf(till, payment.provider);
    const closed = await provider.close(payment.ref, `pay_${payment.id}_expire`);
    // A provider that will not close has seen money, or has let it lapse.
    if (!closed) return settle(till, payment.id, 'checkout');
  }
  const to = payment.ref === undefined ? 'FAILED' : 'CANCELLED';
  await inTransaction(till.db, async (tx) => {
    if (!(await movePayment(tx, payment.id, to))) return;
    const move = { paymentId: payment.id, actor: 'checkout', from: payment.state, to } as const;
    await logMove(tx, till, { ...move, evidence: 'another attempt was asked for' });
  });
  return to;
}
