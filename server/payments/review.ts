import type { Tx } from '#server/database/database.ts';
import { getOrder } from './orders.ts';
import type { PaymentContext, ReviewReason } from './payment-context.ts';
import type { Payment } from './payments.ts';

const ALARMS: Record<ReviewReason, string> = {
  mismatch: 'a payment does not fit its order',
  paidTwice: 'an order was paid twice, the second payment goes back',
  paidTwoOrders: 'one person has paid two orders',
  disputed: 'a payer disputes a payment',
  refundFailed: 'a refund failed at the bank of the payer',
  refundRefused: 'a refund was refused',
};

/**
 * Asks for a person: an alarm in the log for the operator, and an event for those who keep the accounts. `event` names
 * what the review is about if that is not the whole payment.
 */
export async function flagForReview(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  reason: ReviewReason,
  { event = payment.id, ...details }: { event?: string } & Record<string, string> = {},
): Promise<void> {
  await context.events.flagged(tx, await getOrder(tx, payment.orderId), payment, reason, event);
  context.alarm(ALARMS[reason], { payment: payment.id, ...details });
}
