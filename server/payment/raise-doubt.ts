import type { Tx } from '#server/database/database.ts';
import { getOrder } from './orders.ts';
import type { Payment } from './payments.ts';
import type { Doubt, Till } from './till.ts';

const ALARMS: Record<Doubt, string> = {
  mismatch: 'a payment does not fit its order',
  paidTwice: 'an order was paid twice, the second payment goes back',
  disputed: 'a payer disputes a payment',
  refundRefused: 'a refund was refused',
};

/**
 * Tells two persons that a payment wants one of them: whoever watches the log, by an alarm, and whoever keeps the books, by
 * a letter. `event` is what it is about where that is not the payment as a whole.
 */
export async function raiseDoubt(
  tx: Tx,
  till: Till,
  payment: Payment,
  doubt: Doubt,
  { event = payment.id, ...details }: { event?: string } & Record<string, string> = {},
): Promise<void> {
  await till.whenInDoubt(tx, await getOrder(tx, payment.orderId), payment, doubt, event);
  till.alarm(ALARMS[doubt], { payment: payment.id, ...details });
}
