import { asCents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { describeLines } from './order-lines.ts';
import { type Order, reviveOrder } from './orders.ts';
import { logMove } from './payment-log.ts';
import type { ProviderName } from './payment-provider.ts';
import { insertPayment, latestPaymentOf, type Payment } from './payments.ts';
import type { Till } from './till.ts';

/**
 * Where the provider sends the payer; `success` takes the provider's id of the checkout. `paid` is the page of a payment
 * that is complete, whichever provider it was made with.
 */
export type ReturnAddresses = {
  success: (ref: string) => string;
  paid: (ref: string) => string;
  cancel: string;
};

/** How long a hosted checkout can be paid. Stripe takes 30 minutes to 24 hours. */
export const LIFETIME_MS = 60 * 60_000;

/** The place in a return address where Stripe puts the id of the session; it must reach Stripe unencoded. */
const SESSION_ID = '{CHECKOUT_SESSION_ID}';

/** With whom an attempt is made, and where the payer comes back to. */
export type Route = { provider: ProviderName; returns: ReturnAddresses };

/** Writes the next attempt to collect an order, or finds the one that a rival request wrote at this moment. */
export async function writeAttempt(
  tx: Tx,
  till: Till,
  order: Order,
  { provider, returns }: Route,
  attempt: number,
): Promise<Payment> {
  const id = till.newId();
  const now = till.clock();
  const payment: Payment = {
    id,
    orderId: order.id,
    attempt,
    provider,
    idempotencyKey: `pay_${id}_create`,
    request: {
      orderId: order.id,
      paymentId: id,
      invoice: `${order.reference}-${attempt}`,
      amountCents: order.amountCents,
      currency: 'EUR',
      productName: `${till.seller}: ${order.productName}`,
      description: describeLines(order.lines),
      customerEmail: order.customer.email,
      // Nobody comes back from a provider that nobody went to.
      successUrl: (provider === 'free' ? returns.paid : returns.success)(SESSION_ID),
      cancelUrl: returns.cancel,
      expiresAt: Math.floor((now.getTime() + LIFETIME_MS) / 1000),
    },
    ref: undefined,
    checkoutUrl: undefined,
    paymentRef: undefined,
    amountCents: order.amountCents,
    currency: 'EUR',
    state: 'NEW',
    failureCode: undefined,
    declines: 0,
    refundedCents: asCents(0),
    isDisputed: false,
    checks: 0,
    createdAt: timestamp(now),
    expiresAt: timestamp(now, LIFETIME_MS),
  };
  if (await insertPayment(tx, payment)) {
    await reviveOrder(tx, order.id);
    const move = { paymentId: id, actor: 'checkout', from: undefined, to: 'NEW' } as const;
    await logMove(tx, till, { ...move, evidence: `attempt ${attempt} with ${provider}` });
    return payment;
  }
  const rival = await latestPaymentOf(tx, order.id);
  if (!rival) throw new Error('a payment that could not be written is not there either');
  return rival;
}
