import { inTransaction, type Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentContext } from './payment-context.ts';
import type { PaymentState } from './payment-states.ts';
import { ANY_PROVIDER, type Payment } from './payments.ts';
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
  await inTransaction(context.db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('fraud_warnings')
      .values({
        provider: payment.provider,
        provider_ref: ref,
        payment_id: payment.id,
        warned_at: timestamp(context.clock()),
      })
      .onConflict((conflict) => conflict.columns(['provider', 'provider_ref']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await flagForReview(tx, context, payment, 'fraudWarning', { event: ref, warning: ref });
  });
  return 'fraud warning';
}

export type FraudWarning = { ref: string; paymentId: string };

/** Warnings that ask for a person: the payment is neither refunded nor disputed, and nobody has settled it. */
export async function openFraudWarnings(db: Db): Promise<FraudWarning[]> {
  const rows = await db
    .selectFrom('fraud_warnings')
    .innerJoin('payments', 'payments.id', 'fraud_warnings.payment_id')
    .select(['fraud_warnings.provider_ref', 'fraud_warnings.payment_id'])
    .where('fraud_warnings.settled_at', 'is', null)
    .where('payments.state', '!=', 'REFUNDED' satisfies PaymentState)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('disputes.provider_ref')
            .whereRef('disputes.payment_id', '=', 'payments.id'),
        ),
      ),
    )
    .orderBy('fraud_warnings.warned_at')
    .execute();
  return rows.map(({ provider_ref: ref, payment_id: paymentId }) => ({ ref, paymentId }));
}

/** A person says that nothing is left to do about it; false if somebody did so before. */
export async function settleFraudWarning(db: Db, ref: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fraud_warnings')
    .set({ settled_at: now })
    .where('provider', 'in', ANY_PROVIDER)
    .where('provider_ref', '=', ref)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
