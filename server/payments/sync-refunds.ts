import { amountWithCode, asCents } from '#contract/money.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { noteOverpaid } from './delayed-money.ts';
import { listDisputes } from './disputes.ts';
import { cameOf } from './accepted-rests.ts';
import { markOrderRefunded, reopenOrder } from '#server/orders/rows/order-states.ts';
import { getOrder, lockPerson } from '#server/orders/rows/orders.ts';
import { type PaymentContext, providerOf } from './payment-context.ts';
import { type Actor, logTransition, wasEver } from './payment-history.ts';
import { changeState, getPayment, lockPayment, type Payment, reopenRefunded } from './payments.ts';
import type { PaymentState } from './payment-states.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import {
  failRefund,
  hasAskedForRefund,
  insertFailedRefund,
  noteWaiting,
  refundsOf,
} from './refunds.ts';
import { flagForReview } from './review.ts';

/**
 * Records the refunded amount of a payment, whether we or somebody else refunded it. The provider's sum counts, not the
 * event. A sum that is recorded already changes nothing; a lower sum may mean that a refund failed.
 */
export async function syncRefunds(
  context: PaymentContext,
  paymentId: string,
  actor: Actor,
): Promise<PaymentState> {
  // The payment is read before the provider is asked, so that a higher sum that another request records meanwhile is
  // noticed.
  const before = await getPayment(context.db, paymentId);
  const { ref } = before;
  if (ref === undefined) throw new Error(`the payment ${paymentId} was paid without a checkout`);
  const asked = providerOf(context, before);
  const listed = await listedRefunds(context, asked, before, ref);
  const failed = listed.filter(({ hasFailed }) => hasFailed);
  const status = await asked.getStatus(ref);
  const { refundedCents, amountCents } = status;
  // A provider that no longer knows the checkout says nothing about its money.
  if (status.state === 'expired') return before.state;

  const state = await inTransaction(context.db, async (tx) => {
    // A second request that records the same refund waits here, and then finds it recorded.
    await lockPayment(tx, paymentId);
    await noteOverpaid(tx, context, paymentId, status);
    for (const { refundId, isWaiting = false } of listed) {
      if (refundId !== undefined) await noteWaiting(tx, refundId, isWaiting);
    }
    const payment = await getPayment(tx, paymentId);
    const isAllRefunded = refundedCents > 0 && refundedCents >= (amountCents ?? Infinity);
    const hasNewFailure = await markFailed(tx, context, paymentId, failed);
    if (payment.state === 'MISMATCH') {
      if (hasNewFailure) await flagForReview(tx, context, payment, 'refundFailed', eventOf(failed));
      return isAllRefunded
        ? endMismatch(tx, context, payment, refundedCents, actor)
        : payment.state;
    }
    if (refundedCents > payment.refundedCents) {
      const recorded = await recordRefunded(tx, context, payment, refundedCents, actor);
      if (hasNewFailure) await flagForReview(tx, context, payment, 'refundFailed', eventOf(failed));
      return recorded;
    }
    // A lower sum without a failed refund or a dispute that was won is only an answer older than our ledger. If another
    // request has recorded a sum meanwhile, the next request decides.
    const won = await listDisputes(tx, { paymentId, state: 'WON' });
    const isReturned = failed.length > 0 || won.length > 0;
    const isLower = isReturned && refundedCents < payment.refundedCents;
    const wasMismatch = isLower && (await wasEver(tx, paymentId, 'MISMATCH'));
    if (isLower && payment.refundedCents === before.refundedCents && !wasMismatch) {
      return takeBack(tx, context, payment, { refundedCents, hasNewFailure }, actor);
    }
    if (failed.length > 0 && (hasNewFailure || wasMismatch)) {
      await flagForReview(tx, context, payment, 'refundFailed', eventOf(failed));
    }
    return wasMismatch && !isAllRefunded
      ? reopenMismatch(tx, context, payment, actor)
      : payment.state;
  });
  // The order has its released places again, so nobody should pay for other places of its participants.
  if (before.state === 'REFUNDED' && state !== 'REFUNDED') {
    await context.closeOvertaken(before.orderId, actor);
  }
  return state;
}

/** The refunds of a payment that its provider lists. The provider is asked only if the payment can have refunds. */
async function listedRefunds(
  { db }: PaymentContext,
  provider: PaymentProvider,
  { id, paymentRef, refundedCents }: Payment,
  ref: string,
): Promise<ProviderRefund[]> {
  if (paymentRef === undefined) return [];
  if (refundedCents === 0 && !(await hasAskedForRefund(db, id))) return [];
  return provider.listRefunds(ref, paymentRef);
}

/** Marks refunds as failed; false if all of them were marked already. */
async function markFailed(
  tx: Tx,
  { clock, newId }: PaymentContext,
  paymentId: string,
  failed: readonly ProviderRefund[],
): Promise<boolean> {
  let hasNewFailure = false;
  for (const { ref, refundId, amountCents } of failed) {
    const isNew =
      refundId === undefined
        ? await insertFailedRefund(tx, {
            id: newId(),
            paymentId,
            ref,
            amountCents: asCents(amountCents),
            createdAt: timestamp(clock()),
          })
        : await failRefund(tx, refundId);
    if (isNew) hasNewFailure = true;
  }
  return hasNewFailure;
}

/** Two reviews of one payment differ by the refunds that have failed. */
function eventOf(failed: readonly ProviderRefund[]): { event: string } {
  return { event: failed.map(({ ref }) => ref).join(':') };
}

/** Ends a mismatch that a person has refunded completely: the order can be paid again. */
async function endMismatch(
  tx: Tx,
  context: PaymentContext,
  { id, state: from, amountCents, arrivedCents = amountCents, currency }: Payment,
  refundedCents: number,
  actor: Actor,
): Promise<PaymentState> {
  const change = { to: 'REFUNDED', refundedCents: arrivedCents } as const;
  await changeState(tx, id, change.to, { refundedCents: arrivedCents });
  const evidence = `${amountWithCode(asCents(refundedCents), currency)} refunded, the whole amount that was paid`;
  await logTransition(tx, context, { paymentId: id, actor, from, ...change, evidence });
  return 'REFUNDED';
}

/** A refund came back to us: the payment is a mismatch again. */
async function reopenMismatch(
  tx: Tx,
  context: PaymentContext,
  { id, state: from }: Payment,
  actor: Actor,
): Promise<PaymentState> {
  if (!(await reopenRefunded(tx, id, 0, 'MISMATCH'))) return from;
  const evidence = 'the refund was returned';
  const change = { to: 'MISMATCH', refundedCents: 0 } as const;
  await logTransition(tx, context, { paymentId: id, actor, from, ...change, evidence });
  return 'MISMATCH';
}

async function recordRefunded(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  refundedCents: number,
  actor: Actor,
): Promise<PaymentState> {
  const { id, state: from, orderId } = payment;
  const to = refundedCents >= (await cameOf(tx, payment)) ? 'REFUNDED' : 'PART_REFUNDED';
  if (!(await changeState(tx, id, to, { refundedCents }))) return from;
  const evidence = `${amountWithCode(asCents(refundedCents), payment.currency)} of ${amountWithCode(payment.amountCents, payment.currency)} refunded`;
  await logTransition(tx, context, { paymentId: id, actor, from, to, evidence, refundedCents });
  const cents = asCents(refundedCents - payment.refundedCents);
  const why = await reasonOf(tx, id, refundedCents);
  await context.events.refunded(tx, await getOrder(tx, orderId), payment, cents, why);
  if (to === 'REFUNDED' && (await markOrderRefunded(tx, orderId, id))) {
    await context.events.givenAway(tx, await getOrder(tx, orderId));
  }
  return to;
}

/** The reason is a dispute if more was refunded than we requested and disputes explain the difference. */
async function reasonOf(
  tx: Tx,
  paymentId: string,
  refundedCents: number,
): Promise<'refund' | 'dispute'> {
  const disputes = await listDisputes(tx, { paymentId });
  const takenCents = disputes
    .filter(({ state }) => state !== 'WON')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const asked = (await refundsOf(tx, paymentId)).filter(
    ({ state }) => state === 'SENT' || state === 'ASKED',
  );
  const askedCents = asked.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isMore = refundedCents > askedCents;
  return isMore && refundedCents <= askedCents + takenCents ? 'dispute' : 'refund';
}

/**
 * A refund failed at the payer's bank or was cancelled, or a lost dispute was won after all: the order counts as paid
 * again. After a failed refund a person has to find another way to refund the payer.
 */
async function takeBack(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  { refundedCents, hasNewFailure }: { refundedCents: number; hasNewFailure: boolean },
  actor: Actor,
): Promise<PaymentState> {
  const { id, state: from, orderId } = payment;
  if (!(await reopenRefunded(tx, id, refundedCents))) return from;
  const { state: to } = await getPayment(tx, id);
  const cents = asCents(payment.refundedCents - refundedCents);
  const evidence = `${amountWithCode(cents, payment.currency)} of the refunds were returned`;
  await logTransition(tx, context, { paymentId: id, actor, from, to, evidence, refundedCents });
  // The payer may have paid another order meanwhile. The person is locked before the order, as in the function that
  // confirms an order.
  await lockPerson(tx, (await getOrder(tx, orderId)).customer);
  const isReopened = await reopenOrder(tx, orderId, id);
  const order = await getOrder(tx, orderId);
  await context.events.refundFailed(tx, order, payment, cents);
  if (isReopened) await context.events.reopened(tx, order, payment);
  // The mail about a dispute that was won is written already, and a person who cancels a transfer needs none.
  if (!hasNewFailure) return to;
  const event = `${id}:${refundedCents}:${context.clock().toISOString()}`;
  const amount = amountWithCode(cents, payment.currency);
  await flagForReview(tx, context, payment, 'refundFailed', { event, amount });
  return to;
}
