import { inTransaction } from '#server/database/database.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Payment } from './payments.ts';
import { flagForReview } from './review.ts';

/**
 * Records a provider's warning of fraud, once. The warning moves no money: a person decides whether to refund the
 * payment before it becomes a dispute.
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
