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
  refundsRequested,
  refuseRefund,
} from './refunds.ts';
import { providerOf, type PaymentContext } from './payment-context.ts';

/** A refund that is not possible; the message tells the person who requested it why. */
export class RefundImpossible extends Error {}

/** Records a refund, never of more than came in; `sendRefund` then sends it. */
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
    const gone = Math.max(payment.refundedCents, await refundsRequested(tx, paymentId));
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

/** Sends every refund that is due. One that fails holds up no other. */
export async function sendRefunds(
  context: PaymentContext,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const refund of await refundsToSend(context.db, timestamp(context.clock()))) {
    await sendRefund(context, refund).catch(onError);
  }
}

/** Sends one refund, and returns its state afterwards. */
export async function sendRefund(context: PaymentContext, refund: Refund): Promise<RefundState> {
  const payment = await getPayment(context.db, refund.paymentId);
  let ref: string | undefined;
  try {
    ref = await ask(context, payment, refund);
  } catch (error) {
    // No clear answer: the refund stays REQUESTED, and the next round sends the same key again.
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
    // The refund's webhook, or the poller's daily question, records it.
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
  return 'SENT';
}

/** Returns the provider's id of the refund; undefined if the money was sent back already. */
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

/** Codes of a provider that say: the money was sent back already. */
const BACK_ALREADY = new Set(['charge_already_refunded', 'CAPTURE_FULLY_REFUNDED']);

/** Providers repeat a refusal under its key. No money has moved then, so the next try needs another key. */
function keyOf({ idempotencyKey, refusals }: Refund): string {
  return refusals === 0 ? idempotencyKey : `${idempotencyKey}-${refusals + 1}`;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * The refund of a second payment is tried daily for as long as PayPal allows. It is the whole payment, so it cannot be sent
 * twice. A part could be, if somebody refunds it in the dashboard meanwhile, so a part waits for a person.
 */
function nextTryOf(context: PaymentContext, payment: Payment, refund: Refund): string | undefined {
  const now = context.clock();
  const isTooLate = now.getTime() > Date.parse(payment.createdAt) + REFUNDABLE_DAYS * DAY_MS;
  return refund.reason === 'duplicate' && !isTooLate ? timestamp(now, DAY_MS) : undefined;
}
