import { amountWithCode, asCents } from '#contract/money.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { listDisputes } from './disputes.ts';
import { markOrderRefunded, reopenOrder } from '#server/orders/order-states.ts';
import { getOrder, lockPerson } from '#server/orders/orders.ts';
import { type PaymentContext, providerOf } from './payment-context.ts';
import { type Actor, logTransition, wasEver } from './payment-history.ts';
import { changeState, getPayment, lockPayment, type Payment, reopenRefunded } from './payments.ts';
import type { PaymentState } from './payment-states.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import { failRefund, hasAskedForRefund, insertFailedRefund, refundsOf } from './refunds.ts';
import { flagForReview } from './review.ts';

/**
 * Records the refunded amount of a payment, whoever refunded it. The provider's sum counts, not the event that came; a
 * sum that is recorded already changes nothing, and a lower one means that a refund failed.
 */
export async function syncRefunds(
  context: PaymentContext,
  paymentId: string,
  actor: Actor,
): Promise<PaymentState> {
  // Read before the provider is asked: a sum that is recorded meanwhile must not make the answer look lower.
  const before = await getPayment(context.db, paymentId);
  const { ref } = before;
  if (ref === undefined) throw new Error(`the payment ${paymentId} was paid without a checkout`);
  const asked = providerOf(context, before);
  const failed = await failedRefunds(context, asked, before, ref);
  const status = await asked.getStatus(ref);
  const { refundedCents, amountCents } = status;
  // A provider that no longer knows the checkout says nothing about its money.
  if (status.state === 'expired') return before.state;

  const state = await inTransaction(context.db, async (tx) => {
    // A second request that records the same refund waits here, and then finds it recorded.
    await lockPayment(tx, paymentId);
    const payment = await getPayment(tx, paymentId);
    const isAllBack = refundedCents > 0 && refundedCents >= (amountCents ?? Infinity);
    if (payment.state === 'MISMATCH') {
      return isAllBack ? endMismatch(tx, context, payment, refundedCents, actor) : payment.state;
    }
    const isNews = await markFailed(tx, context, paymentId, failed);
    if (refundedCents > payment.refundedCents) {
      const recorded = await recordRefunded(tx, context, payment, refundedCents, actor);
      if (isNews) await flagForReview(tx, context, payment, 'refundFailed', eventOf(failed));
      return recorded;
    }
    // Without a failed refund or a dispute that was won, the answer is only older than our ledger. If another request
    // has recorded something since, the next one asks again.
    const won = await listDisputes(tx, { paymentId, state: 'WON' });
    const isReturned = failed.length > 0 || won.length > 0;
    const isLower = isReturned && refundedCents < payment.refundedCents;
    const wasMismatch = isLower && (await wasEver(tx, paymentId, 'MISMATCH'));
    if (isLower && payment.refundedCents === before.refundedCents && !wasMismatch) {
      return takeBack(tx, context, payment, { refundedCents, failed }, actor);
    }
    if (failed.length > 0 && (isNews || wasMismatch)) {
      await flagForReview(tx, context, payment, 'refundFailed', eventOf(failed));
    }
    return wasMismatch && !isAllBack ? reopenMismatch(tx, context, payment, actor) : payment.state;
  });
  // The released places belong to the order again.
  if (before.state === 'REFUNDED' && state !== 'REFUNDED') {
    await context.closeOvertaken(before.orderId, actor);
  }
  return state;
}

/** The refunds of a payment that its provider lists as failed; it is asked only if there can be one. */
async function failedRefunds(
  { db }: PaymentContext,
  provider: PaymentProvider,
  { id, paymentRef, refundedCents }: Payment,
  ref: string,
): Promise<ProviderRefund[]> {
  if (paymentRef === undefined) return [];
  if (refundedCents === 0 && !(await hasAskedForRefund(db, id))) return [];
  return (await provider.listRefunds(ref, paymentRef)).filter(({ hasFailed }) => hasFailed);
}

/** Marks them as failed; false if all were known to have failed. */
async function markFailed(
  tx: Tx,
  { clock, newId }: PaymentContext,
  paymentId: string,
  failed: readonly ProviderRefund[],
): Promise<boolean> {
  let isNews = false;
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
    if (isNew) isNews = true;
  }
  return isNews;
}

/** Two reviews of one payment differ by the refunds that have failed. */
function eventOf(failed: readonly ProviderRefund[]): { event: string } {
  return { event: failed.map(({ ref }) => ref).join(':') };
}

/** A person has refunded the mismatch in the dashboard, whatever its amount: the order can be paid again. */
async function endMismatch(
  tx: Tx,
  context: PaymentContext,
  { id, state: from, amountCents, cameCents = amountCents, currency }: Payment,
  refundedCents: number,
  actor: Actor,
): Promise<PaymentState> {
  await changeState(tx, id, 'REFUNDED', { refundedCents: cameCents });
  const evidence = `${amountWithCode(asCents(refundedCents), currency)} refunded, the whole amount that was paid`;
  await logTransition(tx, context, { paymentId: id, actor, from, to: 'REFUNDED', evidence });
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
  await logTransition(tx, context, { paymentId: id, actor, from, to: 'MISMATCH', evidence });
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
  const to = refundedCents >= payment.amountCents ? 'REFUNDED' : 'PART_REFUNDED';
  if (!(await changeState(tx, id, to, { refundedCents }))) return from;
  const evidence = `${amountWithCode(asCents(refundedCents), payment.currency)} of ${amountWithCode(payment.amountCents, payment.currency)} refunded`;
  await logTransition(tx, context, { paymentId: id, actor, from, to, evidence });
  const cents = asCents(refundedCents - payment.refundedCents);
  const why = await reasonOf(tx, id, refundedCents);
  await context.events.refunded(tx, await getOrder(tx, orderId), payment, cents, why);
  if (to === 'REFUNDED' && (await markOrderRefunded(tx, orderId, id))) {
    await context.events.givenAway(tx, await getOrder(tx, orderId));
  }
  return to;
}

/** More was refunded than we ever asked for, and no more than disputes took or may yet take. */
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
 * A refund failed at the payer's bank, or a lost dispute was won after all: the order counts as paid again, and a
 * person finds another way to the payer.
 */
async function takeBack(
  tx: Tx,
  context: PaymentContext,
  payment: Payment,
  { refundedCents, failed }: { refundedCents: number; failed: readonly ProviderRefund[] },
  actor: Actor,
): Promise<PaymentState> {
  const { id, state: from, orderId } = payment;
  if (!(await reopenRefunded(tx, id, refundedCents))) return from;
  const { state: to } = await getPayment(tx, id);
  const cents = asCents(payment.refundedCents - refundedCents);
  const evidence = `${amountWithCode(cents, payment.currency)} of the refunds were returned`;
  await logTransition(tx, context, { paymentId: id, actor, from, to, evidence });
  // Its payer may have paid another order since. People are locked before orders, as when a payment confirms one.
  await lockPerson(tx, (await getOrder(tx, orderId)).customer);
  await reopenOrder(tx, orderId, id);
  await context.events.refundFailed(tx, await getOrder(tx, orderId), payment, cents);
  // The mail about a dispute that was won is written already.
  if (failed.length === 0) return to;
  const event = `${id}:${refundedCents}:${context.clock().toISOString()}`;
  const amount = amountWithCode(cents, payment.currency);
  await flagForReview(tx, context, payment, 'refundFailed', { event, amount });
  return to;
}
