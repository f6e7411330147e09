import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentContext, ReviewReason } from './payment-context.ts';
import type { Payment } from './payments.ts';
import type { ProviderDispute } from './provider.ts';
import { noteReview, type ReviewKind, reviewKinds } from './reviews.ts';

/** A dispute that was won asks nothing of the operator. */
const ALARMS: Record<Exclude<ReviewReason, 'disputeWon'>, string> = {
  mismatch: 'a payment does not fit its order',
  paidTwice: 'an order was paid twice, the second payment goes back',
  paidTwoOrders: 'one person has paid two orders',
  overtaken: 'something was paid that was cancelled or changed meanwhile',
  disputed: 'a payer disputes a payment',
  disputeLost: 'a dispute was lost, and the money is gone',
  refundFailed: 'a refund failed at the bank of the payer',
  refundRefused: 'a refund was refused',
  fraudWarning: 'a bank warns that a payment is fraud',
};

/**
 * Asks for a person, once: an alarm in the log for the operator, an event for those who keep the accounts, and, unless
 * another table has it, a review that stays until somebody settles it. `event` names the subject if that is not the
 * whole payment.
 */
export async function flagForReview(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  reason: ReviewReason,
  { event = payment.id, ...details }: { event?: string } & Record<string, string> = {},
  dispute?: ProviderDispute,
): Promise<void> {
  if (isKept(reason)) {
    const review = { id: context.newId(), kind: reason, paymentId: payment.id, about: event };
    if (!(await noteReview(tx, review, timestamp(context.clock())))) return;
  }
  await context.events.flagged(tx, payment, reason, event, dispute);
  if (reason !== 'disputeWon') context.alarm(ALARMS[reason], { payment: payment.id, ...details });
}

function isKept(reason: ReviewReason): reason is ReviewKind {
  return reviewKinds.some((kind) => kind === reason);
}
