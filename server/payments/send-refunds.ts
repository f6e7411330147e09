import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { asCents, type Cents, amountWithCode } from '#contract/money.ts';
import { DAY } from '#contract/time-spans.ts';
import { cameOf } from './accepted-rests.ts';
import { eachAtOnce } from '#server/at-once.ts';
import { timestamp } from '#server/identity.ts';
import { syncRefunds } from './sync-refunds.ts';
import { type ProviderRefund, ProviderRefused, ProviderUnavailable } from './provider.ts';
import { hasMoney } from './payment-states.ts';
import { getPayment, lockPayment, type Payment } from './payments.ts';
import { listDisputes } from './disputes.ts';
import { flagForReview } from './review.ts';
import {
  cancelRefund,
  cancelUnmadeRefund,
  failRefund,
  findRefund,
  finishRefund,
  REFUNDABLE_DAYS,
  insertRefund,
  markAsked,
  recordTrouble,
  type Refund,
  type RefundState,
  refundsToSend,
  refundsRequested,
  refuseRefund,
  retireKey,
} from './refunds.ts';
import { isOurs, providerOf, type PaymentContext } from './payment-context.ts';

/** A refund that is not possible; the message tells the person who requested it why. */
export class RefundImpossible extends Error {
  /** Whether the whole payment is refunded, or will be. */
  readonly isNothingLeft: boolean;

  constructor(message: string, { isNothingLeft = false } = {}) {
    super(message);
    this.isNothingLeft = isNothingLeft;
  }
}

/** The payer has asked the bank or PayPal for the money: with a refund, the payer could get the money twice. */
export class PaymentDisputed extends RefundImpossible {}

/**
 * Records a refund of at most the amount received; `sendRefund` then sends it. A payment under dispute needs
 * `isDespiteDispute`. Throws RefundImpossible.
 */
export async function requestRefund(
  context: PaymentContext,
  paymentId: string,
  amountCents: Cents | undefined,
  reason: string,
  isDespiteDispute = false,
): Promise<Refund> {
  return inTransaction(context.db, (tx) =>
    recordRefund(tx, context, { paymentId, amountCents, reason, isDespiteDispute }),
  );
}

/** Records a refund like `requestRefund`, in the transaction that causes the refund. */
export async function recordRefund(
  tx: Tx,
  context: PaymentContext,
  refund: Pick<Refund, 'paymentId' | 'reason' | 'isDespiteDispute'> &
    Partial<Pick<Refund, 'participantId' | 'changeId'>> & { amountCents: Cents | undefined },
): Promise<Refund> {
  const { paymentId, amountCents, isDespiteDispute } = refund;
  await lockPayment(tx, paymentId);
  return insertRefund(tx, {
    ...refund,
    id: context.newId(),
    amountCents: await refundable(tx, context, paymentId, amountCents, isDespiteDispute),
    createdAt: timestamp(context.clock()),
  });
}

/** Returns the amount to refund: `amountCents`, or the whole rest of the payment. Throws RefundImpossible. */
export async function refundable(
  db: Db,
  context: PaymentContext,
  paymentId: string,
  amountCents: Cents | undefined,
  isDespiteDispute = false,
): Promise<Cents> {
  const payment = await getPayment(db, paymentId);
  const came = hasMoney(payment.state) ? await cameOf(db, payment) : misfitOf(payment);
  if (came === undefined) {
    throw new RefundImpossible(`The payment is ${payment.state}: nothing can be refunded.`);
  }
  if (!context.providers.has(payment.provider)) {
    throw new RefundImpossible(
      `The money was paid with ${payment.provider}, which is switched off: a refund needs its keys.`,
    );
  }
  if (!isOurs(context, payment)) {
    throw new RefundImpossible(
      `The money is in another account of ${payment.provider} (${payment.account ?? 'unknown'}, ${payment.mode}): sign in to that account, and refund it in the dashboard.`,
    );
  }
  const [dispute] = await listDisputes(db, { paymentId, state: 'OPENED' });
  if (dispute && !isDespiteDispute) {
    throw new PaymentDisputed(
      `The payer disputes this payment (${dispute.ref}): the money could be refunded twice. Wait for the decision.`,
    );
  }
  const { requested, undecided } = await refundsRequested(db, paymentId);
  // The provider's sum may not include a sent refund yet, and includes no undecided refund.
  const gone = Math.max(requested, payment.refundedCents + undecided);
  const left = asCents(Math.max(0, came - gone));
  const amount = amountCents ?? left;
  if (amount === 0 || amount > left) {
    const words = amountWithCode(left, payment.currency);
    throw new RefundImpossible(`Only ${words} of this payment is left to refund.`, {
      isNothingLeft: left === 0,
    });
  }
  return amount;
}

/** The money that came and does not fit its order, if we can count it. */
export function misfitOf({
  state,
  arrivedCents,
}: Pick<Payment, 'state' | 'arrivedCents'>): Cents | undefined {
  return state === 'MISMATCH' ? arrivedCents : undefined;
}

/**
 * So many refunds are sent at once. Each needs three answers of its provider, so they leave room for visitors and for
 * the poller.
 */
export const REFUNDED_AT_ONCE = 4;

/**
 * Sends every refund that is due. A failed one delays no other. Those of one payment follow each other, because a
 * provider refuses a second change of a payment that it is still changing.
 */
export async function sendRefunds(
  context: PaymentContext,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const due = await refundsToSend(context.db, timestamp(context.clock()));
  const byPayment = Map.groupBy(due, ({ paymentId }) => paymentId);
  const send = async (refunds: Refund[]) => {
    for (const refund of refunds) await sendRefund(context, refund).catch(onError);
  };
  await eachAtOnce(REFUNDED_AT_ONCE, [...byPayment.values()], send, signal);
}

/**
 * Sends one refund, and returns its state afterwards. After a try without a clear answer it reads the provider's list
 * before it asks again: a provider remembers a key only for hours, and an outage may last days.
 */
export async function sendRefund(context: PaymentContext, refund: Refund): Promise<RefundState> {
  const payment = await getPayment(context.db, refund.paymentId);
  if (!context.providers.has(payment.provider) || !isOurs(context, payment)) return refund.state;
  try {
    const sent = await findSent(context, payment, refund);
    if (sent?.hasFailed) return fail(context, payment, refund);
    // A dispute may have been opened since the request, or since a try without an answer.
    if (!sent && !refund.isDespiteDispute && (await isDisputed(context.db, payment.id))) {
      return refund.state;
    }
    if (!sent && !(await markAsked(context.db, refund, timestamp(context.clock())))) {
      return (await findRefund(context.db, refund.id))?.state ?? 'CANCELLED';
    }
    await finishRefund(context.db, refund.id, (sent ?? (await ask(context, payment, refund))).ref);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return unanswered(context, payment, refund, error);
    if (!(error instanceof ProviderRefused)) throw error;
    return refuse(context, payment, refund, error);
  }
  await syncRefunds(context, payment.id, 'refund').catch((error: unknown) => {
    // The refund's webhook, or the poller's daily check, records the refund later.
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
  return 'SENT';
}

/** Whether a refund that counts as sent is a transfer that a person has still to make. */
export async function isRefundToBeMade(context: PaymentContext, refund: Refund): Promise<boolean> {
  const payment = await getPayment(context.db, refund.paymentId);
  if (context.providers.get(payment.provider)?.cancelRefund === undefined) return false;
  return (await findSent(context, payment, refund))?.isToBeMade ?? false;
}

/** The refund as its provider lists it; undefined if the provider was not asked or does not know the refund. */
async function findSent(
  context: PaymentContext,
  payment: Payment,
  { id, askedAt }: Refund,
): Promise<ProviderRefund | undefined> {
  const { ref, paymentRef } = payment;
  if (askedAt === undefined || ref === undefined || paymentRef === undefined) return undefined;
  const known = await providerOf(context, payment)
    .listRefunds(ref, paymentRef)
    .catch((error: unknown) => {
      // A refused list does not mean that nothing was sent.
      if (!(error instanceof ProviderRefused)) throw error;
      throw new ProviderUnavailable(error.message, error.status);
    });
  return known.find(({ refundId }) => refundId === id);
}

async function isDisputed(db: Db, paymentId: string): Promise<boolean> {
  return (await listDisputes(db, { paymentId, state: 'OPENED' })).length > 0;
}

/**
 * Asks for the refund; `ref` is the provider's id of the refund, undefined if the money was refunded in another way.
 */
async function ask(
  context: PaymentContext,
  payment: Payment,
  refund: Refund,
): Promise<{ ref: string | undefined }> {
  const { paymentRef } = payment;
  if (paymentRef === undefined) {
    throw new ProviderRefused('nothing_to_refund', 'nothing was collected', { status: 400 });
  }
  // A dispute may have taken the whole amount before the refund was sent.
  if (payment.state === 'REFUNDED') return { ref: undefined };
  // Since the refusal somebody may have refunded the payment in the provider's dashboard.
  if (refund.refusals > 0 && (await syncRefunds(context, payment.id, 'refund')) === 'REFUNDED') {
    return { ref: undefined };
  }
  const { id, amountCents } = refund;
  const { currency } = payment;
  const request = { id, amountCents, currency, idempotencyKey: keyOf(refund) };
  try {
    return await providerOf(context, payment).refund(paymentRef, request);
  } catch (error) {
    if (error instanceof ProviderRefused && REFUNDED_ALREADY.has(error.code))
      return { ref: undefined };
    throw error;
  }
}

/**
 * Nobody knows whether money moved, so the next round reads the provider's list. If our API key may not send refunds, a
 * person has to act.
 */
async function unanswered(
  context: PaymentContext,
  payment: Payment,
  refund: Refund,
  { status }: ProviderUnavailable,
): Promise<RefundState> {
  // A provider repeats even this answer for the same key. The next try reads the list first, and then asks with another
  // key.
  if (status !== undefined && status >= 500) await retireKey(context.db, refund);
  if (status === 401 || status === 403) {
    const trouble = `${payment.provider} answers ${status}: its key may not send refunds`;
    await inTransaction(context.db, async (tx) => {
      if (!(await recordTrouble(tx, refund.id, trouble))) return;
      const about = { event: refund.id, refund: refund.id, code: `HTTP_${status}` };
      await flagForReview(tx, context, payment, 'refundRefused', about);
    });
  }
  return 'ASKED';
}

/** The provider sent the refund without our knowledge, and the payer's bank returned it. */
async function fail(
  context: PaymentContext,
  payment: Payment,
  refund: Refund,
): Promise<RefundState> {
  await inTransaction(context.db, async (tx) => {
    if (!(await failRefund(tx, refund.id))) return;
    await flagForReview(tx, context, payment, 'refundFailed', { event: refund.id });
  });
  return 'FAILED';
}

async function refuse(
  context: PaymentContext,
  payment: Payment,
  refund: Refund,
  { code }: ProviderRefused,
): Promise<RefundState> {
  await inTransaction(context.db, async (tx) => {
    if (!(await refuseRefund(tx, refund.id, nextTryOf(context, payment, refund)))) return;
    const about = { event: refund.id, refund: refund.id, code };
    await flagForReview(tx, context, payment, 'refundRefused', about);
  });
  return 'REFUSED';
}

/**
 * Cancels a refund that was not sent, or a transfer that was not made, and returns its state afterwards: SENT if the
 * provider has sent it after all.
 * Throws ProviderUnavailable if only the provider can tell and it does not answer.
 */
export async function takeRefundBack(
  context: PaymentContext,
  refund: Refund,
): Promise<RefundState> {
  const payment = await getPayment(context.db, refund.paymentId);
  const sent = await findSent(context, payment, refund);
  if (sent?.hasFailed) return fail(context, payment, refund);
  if (sent?.isToBeMade && (await providerOf(context, payment).cancelRefund?.(refund.id))) {
    await cancelUnmadeRefund(context.db, refund.id);
    await syncRefunds(context, payment.id, 'organiser');
    return 'CANCELLED';
  }
  if (sent) {
    await finishRefund(context.db, refund.id, sent.ref);
    await syncRefunds(context, payment.id, 'refund');
    return 'SENT';
  }
  await cancelRefund(context.db, refund);
  return (await findRefund(context.db, refund.id))?.state ?? 'CANCELLED';
}

/**
 * The reasons of refunds that no person requested: a second payment, or a payment for something no longer possible, is
 * refunded in whole.
 */
const AUTOMATIC = ['duplicate', 'overtaken'];

/** Provider codes that say that the money is refunded already. */
const REFUNDED_ALREADY = new Set(['charge_already_refunded', 'CAPTURE_FULLY_REFUNDED']);

/** A provider repeats a refusal for the same key. A refusal moves no money, so the next try may use another key. */
function keyOf({ idempotencyKey, refusals }: Refund): string {
  return refusals === 0 ? idempotencyKey : `${idempotencyKey}-${refusals + 1}`;
}

/**
 * A refund that no person requested is tried daily for as long as PayPal allows refunds. It is the whole payment, so it
 * cannot be sent twice. A partial refund could be sent twice if somebody refunds it in the dashboard meanwhile, so it
 * waits for a person.
 */
function nextTryOf(context: PaymentContext, payment: Payment, refund: Refund): string | undefined {
  const now = context.clock();
  const isTooLate = now.getTime() > Date.parse(payment.createdAt) + REFUNDABLE_DAYS * DAY;
  return AUTOMATIC.includes(refund.reason) && !isTooLate ? timestamp(now, DAY) : undefined;
}
