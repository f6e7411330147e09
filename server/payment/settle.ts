import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { collect } from './collect.ts';
import { type Expected, judge, type Verdict } from './judge.ts';
import { confirmOrder, getOrder } from './orders.ts';
import { noteRefunds } from './note-refunds.ts';
import { type Actor, logMove } from './payment-log.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { movePaymentAsJudged } from './payment-moves.ts';
import { getPayment, latestPaymentOf, type Payment } from './payments.ts';
import { raiseDoubt } from './raise-doubt.ts';
import { insertRefund } from './refunds.ts';
import { providerOf, type Till } from './till.ts';

/**
 * Brings a payment to where its provider says it is; the only writer of PAID. Status, update, capture, webhook and
 * reconciler all come through here, in any order and as often as they like: the first one that finds the money confirms
 * the order, the others change nothing.
 */
export async function settle(till: Till, paymentId: string, actor: Actor): Promise<PaymentState> {
  const payment = await getPayment(till.db, paymentId);
  if (isMoneyState(payment.state) || payment.ref === undefined) return payment.state;

  // Outside the transaction: a slow provider must not hold a lock.
  const provider = providerOf(till, payment.provider);
  const expected: Expected = {
    orderId: payment.orderId,
    amountCents: payment.amountCents,
    currency: payment.currency,
    live: provider.live,
  };
  let seen = await provider.look(payment.ref);
  if (seen.state === 'approved') {
    const collected = await collect(till, payment, provider, expected, seen, actor);
    if (!collected) return (await getPayment(till.db, paymentId)).state;
    seen = collected;
  }
  const verdict = judge(expected, seen);
  const state = await inTransaction(till.db, (tx) =>
    apply(tx, till, payment, verdict, seen.paymentRef, actor),
  );
  // It may have been sent back before we heard that it came.
  return state === 'PAID' && seen.refundedCents > 0 ? noteRefunds(till, payment.id, actor) : state;
}

async function apply(
  tx: Tx,
  till: Till,
  payment: Payment,
  verdict: Verdict,
  paymentRef: string | undefined,
  actor: Actor,
): Promise<PaymentState> {
  const found = {
    ...(paymentRef !== undefined && { paymentRef }),
    ...(verdict.state === 'FAILED' && { failureCode: verdict.evidence }),
  };
  const { state: from } = await getPayment(tx, payment.id);
  if (
    from === verdict.state ||
    !(await movePaymentAsJudged(tx, payment.id, verdict.state, found))
  ) {
    return (await getPayment(tx, payment.id)).state;
  }
  await logMove(tx, till, {
    paymentId: payment.id,
    actor,
    from,
    to: verdict.state,
    evidence: verdict.evidence,
  });
  if (verdict.state === 'PAID') await confirm(tx, till, payment);
  if (verdict.state === 'FAILED' || verdict.state === 'EXPIRED') {
    await tellOfMiss(tx, till, payment, verdict.state);
  }
  if (verdict.state === 'MISMATCH') {
    await raiseDoubt(tx, till, payment, 'mismatch', { why: verdict.evidence });
  }
  return verdict.state;
}

/** How much our clock may be ahead or behind of the provider's. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Not where the order is paid by another payment, nor where we closed the checkout ourselves to open another. */
async function tellOfMiss(
  tx: Tx,
  till: Till,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
): Promise<void> {
  const order = await getOrder(tx, payment.orderId);
  if (order.paidPaymentId !== undefined) return;
  const latest = await latestPaymentOf(tx, order.id);
  if (latest?.id !== payment.id) return;
  const isOver = timestamp(till.clock(), CLOCK_DIFFERENCE_MS) >= payment.expiresAt;
  if (why === 'FAILED' || isOver) await till.whenMissed(tx, order, payment, why);
}

async function confirm(tx: Tx, till: Till, payment: Payment): Promise<void> {
  const order = await getOrder(tx, payment.orderId);
  if (await confirmOrder(tx, order.id, payment.id)) {
    await till.whenPaid[order.kind](tx, order, payment);
    return;
  }
  // Another payment confirmed this order before: what came twice goes back.
  await insertRefund(tx, {
    id: till.newId(),
    paymentId: payment.id,
    amountCents: payment.amountCents,
    reason: 'duplicate',
    createdAt: timestamp(till.clock()),
  });
  await raiseDoubt(tx, till, payment, 'paidTwice', { order: order.id });
}
