import { add, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { withdrawMessages } from '#server/mail/outbox.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { closePayment } from '#server/payments/checkout.ts';
import { statusOf } from '#server/payments/payment-checker.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { mismatchWords } from '#server/payments/payment-history.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { dropChange } from '#server/orders/rows/order-changes.ts';
import { cancelOrder, withdrawOrder } from '#server/orders/rows/order-states.ts';
import { type Payable, unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import { receivedCentsOf } from '#server/orders/sell/transfer-facts.ts';
import { refundOfMisfit } from '#server/payments/reviews.ts';
import { misfitOf } from '#server/payments/send-refunds.ts';

/** Closes the checkout of an unpaid payable with its provider, before the transaction that withdraws the payable. */
export async function closeCheckout(
  context: PaymentContext,
  { order, change }: Payable,
): Promise<void> {
  const latest = await latestPaymentOf(context.db, order.id, change?.id);
  if (latest?.state !== 'NEW' && latest?.state !== 'OPEN') return;
  if (latest.ref !== undefined) {
    await context.providers.get(latest.provider)?.returnPart?.(latest.ref);
  }
  await closePayment(context, latest).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new ActionImpossible(
      `The payment page of ${order.reference} is open, and its provider does not answer: try again later.`,
      { reason: 'providerSilent' },
    );
  });
}

/** The part of a bank transfer that came for unpaid payables, and that is returned when they are withdrawn. */
export async function partsThatCame(
  context: PaymentContext,
  payables: readonly Payable[],
): Promise<Cents> {
  const parts: Cents[] = [];
  for (const { order, change } of payables) {
    const latest = await latestPaymentOf(context.db, order.id, change?.id);
    const provider = latest && context.providers.get(latest.provider);
    if (latest?.state !== 'OPEN' || !provider?.returnPart) continue;
    parts.push(await receivedCentsOf(context, latest));
  }
  return add(...parts);
}

/** The latest payment of an unpaid payable. Refuses while money that does not fit the payable needs a person. */
export async function refuseMismatch(
  db: Db,
  { order, change }: Payable,
): Promise<Payment | undefined> {
  const latest = await latestPaymentOf(db, order.id, change?.id);
  if (latest?.state !== 'MISMATCH') return latest;
  const isPaid = order.paidPaymentId !== undefined;
  const remedy = misfitOf(latest)
    ? `Refund it with ${refundOfMisfit(order.reference, isPaid)}, or in the dashboard of ${latest.provider}.`
    : `Look at the payment in the dashboard of ${latest.provider}, and refund it there; the server then marks it as refunded.`;
  throw new ActionImpossible(
    `Money came for ${order.reference} that does not fit it: ${await mismatchWords(db, latest.id)}. ${remedy}`,
    { reason: 'mismatch' },
  );
}

/** Refuses while a payment of an unpaid payable is still being checked, or needs a person. */
export async function refuseUndecided(db: Db, payable: Payable): Promise<void> {
  const latest = await refuseMismatch(db, payable);
  if (latest && statusOf(latest.state) === 'pending') throw beingPaid(payable, latest);
}

/** Withdraws an unpaid payable whose checkout is closed: an order, or a change of an order. */
export async function withdraw(tx: Tx, context: PaymentContext, payable: Payable): Promise<void> {
  const { order, change } = payable;
  const now = timestamp(context.clock());
  await lockOrders(tx, [order.id]);
  // Another attempt may have begun, and money may be on its way.
  const latest = await refuseMismatch(tx, payable);
  if (latest && !isOver(latest.state)) throw beingPaid(payable, latest);
  if (change) {
    await dropChange(tx, change, 'withdrawn', now);
  } else {
    if (!(await withdrawOrder(tx, order.id))) throw beingPaid(payable);
    await cancelOrder(tx, order.id, now);
  }
  await withdrawMessages(tx, unpaidKeyOfPayable(payable), context.clock());
}

function beingPaid({ order: { reference } }: Payable, latest?: Payment): ActionImpossible {
  const words =
    latest?.state === 'PENDING'
      ? `The payment of ${reference} is still pending at ${latest.provider === 'paypal' ? 'PayPal' : 'Stripe'}, which decides about it. Until then the order stays as it is; show ${reference} says when.`
      : `${reference} is being paid at this moment. Check it in a few minutes with show ${reference}.`;
  return new ActionImpossible(words, { reason: 'beingPaid' });
}
