import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import {
  differences,
  type Evaluation,
  evaluatePayment,
  type Expected,
} from './evaluate-payment.ts';
import { cameOf } from './accepted-rests.ts';
import { confirmOrder } from '#server/orders/rows/order-states.ts';
import { getOrder, lockPerson, type Order, otherOrdersOf } from '#server/orders/rows/orders.ts';
import { payChange } from '#server/orders/rows/order-changes.ts';
import { amountDue, getPayable, paidBy } from '#server/orders/rows/payables.ts';
import { noteDelay, noteOverpaid, virtualAccountUntil } from './delayed-money.ts';
import { endPayment } from './end-payment.ts';
import { isOurs, type PaymentContext, providerOf } from './payment-context.ts';
import { type Actor, logTransition } from './payment-history.ts';
import {
  changeState,
  getPayment,
  latestPaymentOf,
  leaseCapture,
  lockPaymentsOf,
  type Payment,
  recordDecline,
  recordEvaluation,
} from './payments.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { type PaymentProvider, type ProviderStatus, ProviderUnavailable } from './provider.ts';
import { insertRefund } from './refunds.ts';
import { flagForReview } from './review.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Brings a payment to the state that its provider reports; the only writer of PAID. The calls status, update and
 * capture, the webhooks and the poller all call this function, in any order and any number of times: the first call
 * that finds the money confirms the order, the others change nothing.
 */
export async function syncPayment(
  context: PaymentContext,
  paymentId: string,
  actor: Actor,
): Promise<PaymentState> {
  const payment = await getPayment(context.db, paymentId);
  if (isMoneyState(payment.state) || payment.ref === undefined) return payment.state;

  // The provider is asked outside the transaction, because a slow answer must not keep rows locked.
  const provider = providerOf(context, payment);
  let status = await provider.getStatus(payment.ref);
  if (await isOvertaken(context, payment, status)) {
    // Nobody may pay a cancelled order, or a second place for one person. A provider refuses to close a paid checkout.
    await provider.returnPart?.(payment.ref);
    if (await provider.close(payment.ref)) {
      return endPayment(context, payment, actor, 'cancelled, or the person already has a place');
    }
    status = await provider.getStatus(payment.ref);
  }
  if (status.state === 'approved') {
    const captured = await captureApproved(context, payment, provider, status, actor);
    if (!captured) return (await getPayment(context.db, paymentId)).state;
    status = captured;
  }
  const state = await inTransaction(context.db, async (tx) => {
    // A transaction that changes the price of an order has locked its payments.
    await lockPaymentsOf(tx, [payment.orderId]);
    const expected = await expectedOf(tx, context, payment, provider);
    const evaluation = evaluatePayment(expected, status);
    return applyEvaluation(tx, context, payment, { evaluation, status }, actor);
  });
  if (state === 'PAID') await closeOvertaken(context, payment.orderId, actor);
  // The money may have been refunded before we learnt that it came.
  return state === 'PAID' && status.refundedCents > 0
    ? syncRefunds(context, payment.id, actor)
    : state;
}

async function expectedOf(
  db: Db,
  { clock }: PaymentContext,
  payment: Payment,
  { live }: PaymentProvider,
): Promise<Expected> {
  const { orderId, amountCents, currency } = payment;
  const payable = await getPayable(db, payment);
  return {
    orderId,
    amountCents,
    // A second payment of the same order is refunded, whatever the order costs.
    dueCents: paidBy(payable) === undefined ? amountDue(payable) : undefined,
    currency: currency.code,
    live,
    isVirtualAccountOver: timestamp(clock()) > virtualAccountUntil(payment),
  };
}

/** Whether a checkout that must not be paid any more is open, or approved and not captured. */
async function isOvertaken(
  context: PaymentContext,
  payment: Payment,
  status: ProviderStatus,
): Promise<boolean> {
  if (payment.state !== 'OPEN' && payment.state !== 'APPROVED') return false;
  if (status.state !== 'open' && status.state !== 'approved') return false;
  const payable = await getPayable(context.db, payment);
  return (await context.overtaken(context.db, payable)) !== undefined;
}

/**
 * Closes the checkouts in which the participants of an order could pay for another place. If a provider does not
 * answer, the poller closes the checkout later; until then an approval is not captured.
 */
export async function closeOvertaken(
  context: PaymentContext,
  orderId: string,
  actor: Actor,
): Promise<void> {
  const order = await getOrder(context.db, orderId);
  if (order.state !== 'CONFIRMED') return;
  for (const id of await context.overtakenBy(context.db, order)) {
    const latest = await latestPaymentOf(context.db, id);
    if (latest?.state !== 'OPEN' || !isOurs(context, latest)) continue;
    await syncPayment(context, latest.id, actor).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
    });
  }
}

/**
 * Captures an approved payment and returns its status afterwards. Only the holder of the lease calls the provider, and
 * always with the key of this approval, so the money moves once however often this function is called. Undefined if
 * another request has the lease.
 */
async function captureApproved(
  context: PaymentContext,
  payment: Payment,
  provider: PaymentProvider,
  status: ProviderStatus,
  actor: Actor,
): Promise<ProviderStatus | undefined> {
  const { ref } = payment;
  const expected = await expectedOf(context.db, context, payment, provider);
  // An approval that does not match is never captured: it lapses.
  if (!provider.capture || ref === undefined || differences(expected, status).length > 0) {
    return status;
  }
  const isLeased = await inTransaction(context.db, async (tx) => {
    if (!(await leaseCapture(tx, payment.id, context.clock()))) return false;
    await logTransition(tx, context, {
      paymentId: payment.id,
      actor,
      from: payment.state,
      to: 'CAPTURING',
      evidence: 'approved by the payer',
    });
    return true;
  });
  if (!isLeased) return undefined;

  const capture = await captureTwice(provider, provider.capture, ref, payment);
  if (capture.kind === 'again') {
    await inTransaction(context.db, async (tx) => {
      if (!(await changeState(tx, payment.id, 'OPEN'))) return;
      await recordDecline(tx, payment.id, capture.url);
      await logTransition(tx, context, {
        paymentId: payment.id,
        actor,
        from: 'CAPTURING',
        to: 'OPEN',
        evidence: 'the payer has to approve again',
      });
    });
    return { ...status, state: 'open' };
  }
  const after = await provider.getStatus(ref);
  // A repeated call may be refused because the first call has moved the money.
  const isFinal = capture.kind === 'refused' && isUncaptured(after);
  return isFinal ? { ...after, state: 'failed' } : after;
}

function isUncaptured({ state }: ProviderStatus): boolean {
  return state === 'open' || state === 'approved' || state === 'expired';
}

/**
 * Captures a payment. After an unclear answer the status decides: if the payment is still approved, no money moved, and
 * the call is repeated with the same key.
 */
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

/** PayPal repeats its answer to a key, even a decline, so the next approval needs another key. */
function captureKeyOf({ id, declines }: Payment): string {
  return declines === 0 ? `cap-${id}` : `cap-${id}-${declines + 1}`;
}

/** The time until the next check of a payment whose money came, or is on its way. */
const NEXT_CHECK_MS: Partial<Record<PaymentState, number>> = {
  PENDING: HOUR,
  PAID: DAY,
  MISMATCH: DAY,
};

async function applyEvaluation(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  { evaluation, status }: { evaluation: Evaluation; status: ProviderStatus },
  actor: Actor,
): Promise<PaymentState> {
  const { state: to, evidence } = evaluation;
  const { paymentRef } = status;
  const found = {
    ...(paymentRef !== undefined && { paymentRef }),
    ...(to === 'FAILED' && { failureCode: evidence }),
    // The money may have come so late that the poller had stopped asking about the payment.
    ...(NEXT_CHECK_MS[to] !== undefined && {
      nextCheckAt: timestamp(context.clock(), NEXT_CHECK_MS[to]),
    }),
  };
  const { state: from } = await getPayment(tx, payment.id);
  if (from === to || !(await recordEvaluation(tx, payment.id, evaluation, found))) {
    if (from === to || to === 'PENDING') await noteDelay(tx, context, payment.id, status);
    return (await getPayment(tx, payment.id)).state;
  }
  await logTransition(tx, context, { paymentId: payment.id, actor, from, to, evidence });
  await noteDelay(tx, context, payment.id, status);
  if (to === 'PAID') {
    await confirm(tx, context, payment);
    await noteOverpaid(tx, context, payment.id, status);
  }
  if (to === 'FAILED' || to === 'EXPIRED') await reportFailure(tx, context, payment, to);
  if (to === 'MISMATCH') await flagForReview(tx, context, payment, 'mismatch', { why: evidence });
  return to;
}

async function confirm(tx: Tx, context: PaymentContext, payment: Payment): Promise<void> {
  const order = await getOrder(tx, payment.orderId);
  // If two orders of this person are paid at the same moment, each transaction must see the other order.
  await lockPerson(tx, order.customer);
  const { id, changeId } = payment;
  const isFirst =
    changeId === undefined ? confirmOrder(tx, order.id, id) : payChange(tx, changeId, id);
  if (await isFirst) {
    await context.events.paid(tx, order, payment);
    return;
  }
  // Another payment paid the same order or change before, so this payment is refunded.
  await insertRefund(tx, {
    id: context.newId(),
    paymentId: payment.id,
    amountCents: await cameOf(tx, payment),
    reason: 'duplicate',
    createdAt: timestamp(context.clock()),
  });
  await flagForReview(tx, context, payment, 'paidTwice', { order: order.id });
}

/** The allowed difference between our clock and the provider's clock. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * Tells the payer that a payment failed, unless a newer attempt exists or nobody has to pay any more, for example
 * because the person has another place.
 */
async function reportFailure(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  why: 'FAILED' | 'EXPIRED',
): Promise<void> {
  await lockPerson(tx, (await getOrder(tx, payment.orderId)).customer);
  const payable = await getPayable(tx, payment);
  const { order, change } = payable;
  if (paidBy(payable) !== undefined) return;
  const latest = await latestPaymentOf(tx, order.id, change?.id);
  if (latest?.id !== payment.id) return;
  if ((await context.overtaken(tx, payable)) !== undefined) return;
  const others = change ? [] : await otherOrdersOf(tx, order);
  if (others.some((other) => isNewer(other, payment))) return;
  const isOver = timestamp(context.clock(), CLOCK_DIFFERENCE_MS) >= payment.expiresAt;
  if (why === 'FAILED' || isOver) await context.events.missed(tx, payable, payment, why);
}

function isNewer({ createdAt, state }: Order, payment: Payment): boolean {
  return state === 'AWAITING_PAYMENT' && createdAt > payment.createdAt;
}
