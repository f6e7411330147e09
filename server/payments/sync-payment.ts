import { asCents } from '#contract/money.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import {
  differences,
  type Evaluation,
  evaluatePayment,
  type Expected,
} from './evaluate-payment.ts';
import { confirmOrder, getOrder, markOrderRefunded } from './orders.ts';
import { type PaymentContext, providerOf } from './payment-context.ts';
import {
  type Actor,
  getPayment,
  latestPaymentOf,
  leaseCapture,
  lockPayment,
  logMove,
  movePayment,
  movePaymentAsEvaluated,
  type Payment,
  recordDecline,
} from './payments.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { type PaymentProvider, type ProviderStatus, ProviderUnavailable } from './provider.ts';
import { insertRefund } from './refunds.ts';
import { flagForReview } from './review.ts';

/**
 * Brings a payment to the state that its provider reports; the only writer of PAID. The calls status, update and capture,
 * the webhooks and the poller all call it, in any order and any number of times: the first call that finds the money
 * confirms the order, the others change nothing.
 */
export async function syncPayment(
  context: PaymentContext,
  paymentId: string,
  actor: Actor,
): Promise<PaymentState> {
  const payment = await getPayment(context.db, paymentId);
  if (isMoneyState(payment.state) || payment.ref === undefined) return payment.state;

  // Outside the transaction: a slow provider must not hold a lock.
  const provider = providerOf(context, payment.provider);
  const expected: Expected = {
    orderId: payment.orderId,
    amountCents: payment.amountCents,
    currency: payment.currency,
    live: provider.live,
  };
  let status = await provider.getStatus(payment.ref);
  if (status.state === 'approved') {
    const captured = await captureApproved(context, payment, provider, expected, status, actor);
    if (!captured) return (await getPayment(context.db, paymentId)).state;
    status = captured;
  }
  const evaluation = evaluatePayment(expected, status);
  const state = await inTransaction(context.db, (tx) =>
    applyEvaluation(tx, context, payment, evaluation, status.paymentRef, actor),
  );
  // The money may have been sent back before we heard that it came.
  return state === 'PAID' && status.refundedCents > 0
    ? syncRefunds(context, payment.id, actor)
    : state;
}

/**
 * Captures an approved payment and returns its status afterwards. Only the holder of the lease calls the provider, and
 * always with the key of this approval, so the money moves once however often this is repeated. Undefined if another
 * request holds the lease.
 */
async function captureApproved(
  context: PaymentContext,
  payment: Payment,
  provider: PaymentProvider,
  expected: Expected,
  status: ProviderStatus,
  actor: Actor,
): Promise<ProviderStatus | undefined> {
  const { ref } = payment;
  // An approval that does not match is never captured: it lapses.
  if (!provider.capture || ref === undefined || differences(expected, status).length > 0) {
    return status;
  }
  const isLeased = await inTransaction(context.db, async (tx) => {
    if (!(await leaseCapture(tx, payment.id, context.clock()))) return false;
    const move = { paymentId: payment.id, actor, from: payment.state, to: 'CAPTURING' } as const;
    await logMove(tx, context, { ...move, evidence: 'approved by the payer' });
    return true;
  });
  if (!isLeased) return undefined;

  const capture = await captureTwice(provider, provider.capture, ref, payment);
  if (capture.kind === 'again') {
    await inTransaction(context.db, async (tx) => {
      if (!(await movePayment(tx, payment.id, 'OPEN'))) return;
      await recordDecline(tx, payment.id, capture.url);
      const move = { paymentId: payment.id, actor, from: 'CAPTURING', to: 'OPEN' } as const;
      await logMove(tx, context, { ...move, evidence: 'the payer has to approve again' });
    });
    return { ...status, state: 'open' };
  }
  if (capture.kind === 'refused') return { ...status, state: 'failed' };
  return provider.getStatus(ref);
}

/** After an unclear answer the status decides: still approved means that nothing moved, and the same key is sent again. */
async function captureTwice(
  provider: PaymentProvider,
  capture: NonNullable<PaymentProvider['capture']>,
  ref: string,
  payment: Payment,
) {
  const key = captureKeyOf(payment);
  try {
    return await capture(ref, payment.request, key);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { state } = await provider.getStatus(ref);
    return state === 'approved' ? capture(ref, payment.request, key) : ({ kind: 'done' } as const);
  }
}

/** PayPal repeats an answer under its key, a decline too: the next approval needs a key of its own. */
function captureKeyOf({ id, declines }: Payment): string {
  return declines === 0 ? `cap-${id}` : `cap-${id}-${declines + 1}`;
}

async function applyEvaluation(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  { state: to, evidence }: Evaluation,
  paymentRef: string | undefined,
  actor: Actor,
): Promise<PaymentState> {
  const found = {
    ...(paymentRef !== undefined && { paymentRef }),
    ...(to === 'FAILED' && { failureCode: evidence }),
  };
  const { state: from } = await getPayment(tx, payment.id);
  if (from === to || !(await movePaymentAsEvaluated(tx, payment.id, to, found))) {
    return (await getPayment(tx, payment.id)).state;
  }
  await logMove(tx, context, { paymentId: payment.id, actor, from, to, evidence });
  if (to === 'PAID') await confirm(tx, context, payment);
  if (to === 'FAILED' || to === 'EXPIRED') await reportMiss(tx, context, payment, to);
  if (to === 'MISMATCH') await flagForReview(tx, context, payment, 'mismatch', { why: evidence });
  return to;
}

async function confirm(tx: Tx, context: PaymentContext, payment: Payment): Promise<void> {
  const order = await getOrder(tx, payment.orderId);
  if (await confirmOrder(tx, order.id, payment.id)) {
    await context.events.paid(tx, order, payment);
    return;
  }
  // Another payment confirmed this order before, so this one is sent back.
  await insertRefund(tx, {
    id: context.newId(),
    paymentId: payment.id,
    amountCents: payment.amountCents,
    reason: 'duplicate',
    createdAt: timestamp(context.clock()),
  });
  await flagForReview(tx, context, payment, 'paidTwice', { order: order.id });
}

/** How far our clock may differ from the provider's. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Says nothing if another payment paid the order, nor if we closed the checkout ourselves to open another. */
async function reportMiss(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
): Promise<void> {
  const order = await getOrder(tx, payment.orderId);
  if (order.paidPaymentId !== undefined) return;
  const latest = await latestPaymentOf(tx, order.id);
  if (latest?.id !== payment.id) return;
  const isOver = timestamp(context.clock(), CLOCK_DIFFERENCE_MS) >= payment.expiresAt;
  if (why === 'FAILED' || isOver) await context.events.missed(tx, order, payment, why);
}

/**
 * Records how much of a payment was sent back, by whomever. The provider's sum counts, not the event that came; a sum that
 * is recorded already changes nothing.
 */
export async function syncRefunds(
  context: PaymentContext,
  paymentId: string,
  actor: Actor,
): Promise<PaymentState> {
  const { provider, ref } = await getPayment(context.db, paymentId);
  if (ref === undefined) throw new Error(`the payment ${paymentId} was paid without a checkout`);
  const { refundedCents } = await providerOf(context, provider).getStatus(ref);

  return inTransaction(context.db, async (tx) => {
    // A second request that records the same refund waits here, and then finds it recorded.
    await lockPayment(tx, paymentId);
    const payment = await getPayment(tx, paymentId);
    if (refundedCents <= payment.refundedCents) return payment.state;
    const to = refundedCents >= payment.amountCents ? 'REFUNDED' : 'PART_REFUNDED';
    if (!(await movePayment(tx, paymentId, to, { refundedCents }))) return payment.state;
    await logMove(tx, context, {
      paymentId,
      actor,
      from: payment.state,
      to,
      evidence: `${refundedCents} of ${payment.amountCents} went back`,
    });
    const cents = asCents(refundedCents - payment.refundedCents);
    await context.events.refunded(tx, await getOrder(tx, payment.orderId), payment, cents);
    if (to === 'REFUNDED') await markOrderRefunded(tx, payment.orderId, paymentId);
    return to;
  });
}
