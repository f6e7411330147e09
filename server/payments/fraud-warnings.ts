import { inTransaction } from '#server/database/database.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Payment } from './payments.ts';
import { flagForReview } from './review.ts';

/**
 * Records that the provider warns of fraud, once. No money has moved by it: whether to refund the payment before it becomes
 * a dispute is for a person to decide.
 */
export async function recordFraudWarning(
  context: PaymentContext,
  payment: Payment,
  ref: string,
): Promise<string> {
  await inTransaction(context.db, (tx) =>
    flagForReview(tx, context, payment, 'fraudWarning', { event: ref, warning: ref }),
  );
  return 'fraud warning';
}
