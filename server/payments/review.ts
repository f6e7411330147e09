import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentContext, ReviewReason } from './payment-context.ts';
import type { Payment } from './payments.ts';
import type { ProviderDispute } from './provider.ts';
import { recordReview, type ReviewKind, reviewKinds } from './reviews.ts';

/** A dispute that was won gives no alarm, because the operator has nothing to do. */
const ALARMS: Record<Exclude<ReviewReason, 'disputeWon'>, string> = {
  mismatch: 'a payment does not fit its order',
  paidTwice: 'an order was paid twice, the second payment is refunded',
  paidTwoOrders: 'one person has paid two orders',
  overtaken: 'a payment arrived for something that had been cancelled or changed',
  noPlaceLeft: 'a payment arrived for a place that was given to somebody else',
  disputed: 'a payer disputes a payment',
  disputeLost: 'a dispute was lost, and the money is gone',
  refundFailed: 'a refund failed at the bank of the payer',
  refundRefused: 'a refund was refused',
  partPaid: 'a part of a payment came by bank transfer',
  overpaid: 'a payer has transferred too much',
  fraudWarning: 'a bank warns that a payment is fraud',
};

/**
 * Tells people once that they have to review a payment: the operator by an alarm in the log, the organisers by an
 * event. If no other table records the reason, a review records it until somebody settles the review. `event` is the id
 * of the reason if it is about less than the whole payment.
 */
export async function flagForReview(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  reason: ReviewReason,
  { event = payment.id, ...details }: { event?: string } & Record<string, string> = {},
  dispute?: ProviderDispute,
): Promise<void> {
  if (isReviewKind(reason)) {
    const review = { id: context.newId(), kind: reason, paymentId: payment.id, about: event };
    if (!(await recordReview(tx, review, timestamp(context.clock())))) return;
  }
  await context.events.flagged(tx, payment, reason, event, dispute);
  if (reason !== 'disputeWon') context.alarm(ALARMS[reason], { payment: payment.id, ...details });
}

function isReviewKind(reason: ReviewReason): reason is ReviewKind {
  return reviewKinds.some((kind) => kind === reason);
}
