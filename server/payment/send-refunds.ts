import { inTransaction } from '#server/database/database.ts';
import { asCents, type Cents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { noteRefunds } from './note-refunds.ts';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';
import { getPayment, lockPayment } from './payments.ts';
import { finishRefund, insertRefund, listRefunds, type Refund, refundsWished } from './refunds.ts';
import { providerOf, type Till } from './till.ts';

/** A refund that cannot be: the message says why, for the person who asked for it. */
export class RefundImpossible extends Error {}

/** Writes a wish to send money back, never more than came in; `sendRefunds` then does it. */
export async function requestRefund(
  till: Till,
  paymentId: string,
  amountCents: Cents | undefined,
  reason: string,
): Promise<Cents> {
  return inTransaction(till.db, async (tx) => {
    await lockPayment(tx, paymentId);
    const payment = await getPayment(tx, paymentId);
    if (payment.state !== 'PAID' && payment.state !== 'PART_REFUNDED') {
      throw new RefundImpossible(`The payment is ${payment.state}: there is nothing to send back.`);
    }
    const gone = Math.max(payment.refundedCents, await refundsWished(tx, paymentId));
    const left = asCents(payment.amountCents - gone);
    const amount = amountCents ?? left;
    if (amount === 0 || amount > left) {
      throw new RefundImpossible(`Of this payment ${left} cents are left to send back.`);
    }
    const createdAt = timestamp(till.clock());
    await insertRefund(tx, { id: till.newId(), paymentId, amountCents: amount, reason, createdAt });
    return amount;
  });
}

/** Asks the providers for every refund that is still to be sent; says how many went. */
export async function sendRefunds(till: Till): Promise<number> {
  let sent = 0;
  for (const refund of await listRefunds(till.db, 'REQUESTED')) {
    if (await send(till, refund)) sent += 1;
  }
  return sent;
}

async function send(till: Till, refund: Refund): Promise<boolean> {
  const payment = await getPayment(till.db, refund.paymentId);
  if (payment.paymentRef === undefined) {
    await finishRefund(till.db, refund.id, 'REFUSED', undefined);
    return false;
  }
  const provider = providerOf(till, payment.provider);
  try {
    const { ref } = await provider.refund(
      payment.paymentRef,
      refund.amountCents,
      refund.idempotencyKey,
    );
    await finishRefund(till.db, refund.id, 'SENT', ref);
  } catch (error) {
    // Nothing is known: the wish stays, and the same key goes again in the next round.
    if (error instanceof ProviderUnavailable) return false;
    if (!(error instanceof ProviderRefused)) throw error;
    if (!BACK_ALREADY.has(error.code)) {
      await finishRefund(till.db, refund.id, 'REFUSED', undefined);
      till.alarm('a refund was refused', { refund: refund.id, code: error.code });
      return false;
    }
    await finishRefund(till.db, refund.id, 'SENT', undefined);
  }
  await noteRefunds(till, payment.id, 'refund');
  return true;
}

/** Somebody sent it back at the provider before us. */
const BACK_ALREADY = new Set(['charge_already_refunded', 'CAPTURE_FULLY_REFUNDED']);
