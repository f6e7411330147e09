import { inTransaction } from '#server/database/database.ts';
import { asCents, type Cents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { syncRefunds } from './sync-payment.ts';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';
import { holdsMoney } from './payment-states.ts';
import { getPayment, lockPayment, type Payment } from './payments.ts';
import { flagForReview } from './review.ts';
import {
  finishRefund,
  REFUNDABLE_DAYS,
  insertRefund,
  type Refund,
  type RefundState,
  refundsToSend,
  refundsWished,
  refuseRefund,
} from './refunds.ts';
import { providerOf, type PaymentContext } from './payment-context.ts';

/** A refund that cannot be: the message says why, for the person who asked for it. */
export class RefundImpossible extends Error {}

/** Writes a wish to send money back, never more than came in; `sendRefund` then does it. */
export async function requestRefund(
  context: PaymentContext,
  paymentId: string,
  amountCents: Cents | undefined,
  reason: string,
): Promise<Refund> {
  return inTransaction(context.db, async (tx) => {
    await lockPayment(tx, paymentId);
    const payment = await getPayment(tx, paymentId);
    if (!holdsMoney(payment.state)) {
      throw new RefundImpossible(`The payment is ${payment.state}: there is nothing to send back.`);
    }
    if (!context.providers.has(payment.provider)) {
      throw new RefundImpossible(
        `The money came by ${payment.provider}, which is switched off: sending it back takes its keys.`,
      );
    }
    const gone = Math.max(payment.refundedCents, await refundsWished(tx, paymentId));
    const left = asCents(payment.amountCents - gone);
    const amount = amountCents ?? left;
    if (amount === 0 || amount > left) {
      throw new RefundImpossible(`Of this payment ${left} cents are left to send back.`);
    }
    const createdAt = timestamp(context.clock());
    return insertRefund(tx, {
      id: context.newId(),
      paymentId,
      amountCents: amount,
      reason,
      createdAt,
    });
  });
}

/** Asks the providers for every refund that is still to be sent. One that fails holds up no other. */
export async function sendRefunds(
  context: PaymentContext,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const refund of await refundsToSend(context.db, timestamp(context.clock()))) {
    await sendRefund(context, refund).catch(onError);
  }
}

/** Asks the provider for one refund, and says what became of it. */
export async function sendRefund(context: PaymentContext, refund: Refund): Promise<RefundState> {
  const payment = await getPayment(context.db, refund.paymentId);
  let ref: string | undefined;
  try {
    ref = await ask(context, payment, refund);
  } catch (error) {
    // Nothing is known: the wish stays, and the same key goes again in the next round.
    if (error instanceof ProviderUnavailable) return 'REQUESTED';
    if (!(error instanceof ProviderRefused)) throw error;
    const { code } = error;
    await inTransaction(context.db, async (tx) => {
      await refuseRefund(tx, refund.id, nextTryOf(context, payment, refund));
      const about = { event: refund.id, refund: refund.id, code };
      await flagForReview(tx, context, payment, 'refundRefused', about);
    });
    return 'REFUSED';
  }
  await finishRefund(context.db, refund.id, ref);
  await syncRefunds(context, payment.id, 'refund').catch((error: unknown) => {
    // The notice of the refund, or the reconciler's daily look, brings it into the books.
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
  return 'SENT';
}

/** The provider's id of the refund; undefined where the money is back already. */
async function ask(
  context: PaymentContext,
  payment: Payment,
  refund: Refund,
): Promise<string | undefined> {
  const { id, provider, paymentRef } = payment;
  if (paymentRef === undefined) {
    throw new ProviderRefused('nothing_to_refund', 'nothing was collected', { status: 400 });
  }
  // Somebody may have sent it back at the provider since it was refused.
  if (refund.refusals > 0 && (await syncRefunds(context, id, 'refund')) === 'REFUNDED') {
    return undefined;
  }
  try {
    const key = keyOf(refund);
    return (await providerOf(context, provider).refund(paymentRef, refund.amountCents, key)).ref;
  } catch (error) {
    if (error instanceof ProviderRefused && BACK_ALREADY.has(error.code)) return undefined;
    throw error;
  }
}

/** Somebody sent it back at the provider before us. */
const BACK_ALREADY = new Set(['charge_already_refunded', 'CAPTURE_FULLY_REFUNDED']);

/** Providers repeat a refusal under its key too, and after one nothing has moved: the next try needs another. */
function keyOf({ idempotencyKey, refusals }: Refund): string {
  return refusals === 0 ? idempotencyKey : `${idempotencyKey}-${refusals + 1}`;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * What came twice is asked back daily, as long as PayPal lets it go. It is always the whole payment, so that it cannot
 * go twice; a part might, if somebody sends it at the provider meanwhile: that one waits for a person.
 */
function nextTryOf(context: PaymentContext, payment: Payment, refund: Refund): string | undefined {
  const now = context.clock();
  const isTooLate = now.getTime() > Date.parse(payment.createdAt) + REFUNDABLE_DAYS * DAY_MS;
  return refund.reason === 'duplicate' && !isTooLate ? timestamp(now, DAY_MS) : undefined;
}
