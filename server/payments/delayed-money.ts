import type { Tx } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { getPayable } from '#server/orders/rows/payables.ts';
import { amountWords } from './amount-words.ts';
import type { PaymentContext } from './payment-context.ts';
import { getPayment, type Payment, recordDelay, recordOverpaid } from './payments.ts';
import type { ProviderStatus } from './provider.ts';
import { flagForReview } from './review.ts';

/** A transfer that the payer chose on the last day of the checkout may take this time. */
const TRANSFER_DAYS = 14;

/** The time until which a payer can send money to an account that Stripe made. */
export function virtualAccountUntil({ expiresAt }: Pick<Payment, 'expiresAt'>): string {
  return timestamp(new Date(expiresAt), TRANSFER_DAYS * DAY);
}

/**
 * Records how the money of an unpaid payment comes, and tells the payer so; also when a part of a bank transfer has
 * come, which a person has to know, too.
 */
export async function noteDelay(
  tx: Tx,
  context: PaymentContext,
  id: string,
  { state, delay }: ProviderStatus,
): Promise<void> {
  if (state !== 'pending' || delay === undefined) return;
  if (!(await recordDelay(tx, id, delay))) return;
  const payment = await getPayment(tx, id);
  if (payment.state === 'PENDING') {
    await context.events.delayed(tx, await getPayable(tx, payment), payment);
  }
  if (payment.arrivedCents === undefined) return;
  const { arrivedCents, amountCents, currency } = payment;
  const arrived = amountWords(arrivedCents, currency.code);
  const asked = amountWords(amountCents, currency.code);
  await flagForReview(tx, context, payment, 'partPaid', { arrived, asked });
}

/** Records the money that the provider keeps beyond the amount, and asks a person to return it. */
export async function noteOverpaid(
  tx: Tx,
  context: PaymentContext,
  id: string,
  { overpaidCents }: ProviderStatus,
): Promise<void> {
  if (overpaidCents === undefined || !(await recordOverpaid(tx, id, overpaidCents))) return;
  if (overpaidCents === 0) return;
  const payment = await getPayment(tx, id);
  const amount = amountWords(overpaidCents, payment.currency.code);
  await flagForReview(tx, context, payment, 'overpaid', {
    event: `${id}:${overpaidCents}`,
    amount,
  });
}
