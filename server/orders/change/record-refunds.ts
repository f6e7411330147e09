import { add, amountWithCode, asCents, type Cents, type Currency } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  PaymentDisputed,
  recordRefund,
  refundable,
  RefundImpossible,
  sendRefund,
} from '#server/payments/send-refunds.ts';
import { getPayment } from '#server/payments/payments.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import {
  type Refund,
  refundsOf,
  type RefundState,
  settledRefunds,
} from '#server/payments/refunds.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';

/**
 * The amount of these payments together that could be refunded now. `isDespiteDispute` is undefined if the action cannot
 * overrule an open dispute.
 */
export async function leftOf(
  db: Db,
  context: PaymentContext,
  paymentIds: readonly string[],
  isDespiteDispute?: boolean,
): Promise<Cents> {
  let sum = 0;
  for (const id of paymentIds) sum += await leftOfOne(db, context, id, isDespiteDispute);
  return asCents(sum);
}

/**
 * The part of `left` that the payer does not have yet: a refund that failed and was settled in another way is not made a
 * second time.
 */
export async function unsettledOf(
  db: Db,
  paymentIds: readonly string[],
  left: Cents,
): Promise<{ cents: Cents; settledCents: Cents }> {
  const settled = await settledRefunds(db, paymentIds);
  const settledCents = Math.min(left, add(...settled.map(({ amountCents }) => amountCents)));
  return { cents: asCents(left - settledCents), settledCents: asCents(settledCents) };
}

/** Refuses if money was refunded since `left` was read. The caller has locked the order and its payments. */
export async function refuseOtherLeft(
  tx: Tx,
  context: PaymentContext,
  { paymentIds, left }: { paymentIds: readonly string[]; left: Cents },
  isDespiteDispute?: boolean,
): Promise<void> {
  if ((await leftOf(tx, context, paymentIds, isDespiteDispute)) === left) return;
  throw new ActionImpossible(
    'Money was refunded meanwhile. Please check the order and try again.',
    { reason: 'changed' },
  );
}

/** The part of a refund that one payment returns. */
type RefundPart = { paymentId: string; orderId: string; provider: ProviderName; cents: Cents };

/** Divides a refund: it takes from these payments one after the other, up to `cents`. */
async function partsOf(
  db: Db,
  context: PaymentContext,
  paymentIds: readonly string[],
  cents: Cents,
  isDespiteDispute?: boolean,
): Promise<RefundPart[]> {
  const parts: RefundPart[] = [];
  let rest: number = cents;
  for (const paymentId of paymentIds) {
    if (rest === 0) break;
    const left = await leftOfOne(db, context, paymentId, isDespiteDispute);
    const part = asCents(Math.min(rest, left));
    if (part === 0) continue;
    const { orderId, provider } = await getPayment(db, paymentId);
    parts.push({ paymentId, orderId, provider, cents: part });
    rest -= part;
  }
  return parts;
}

/** The part of a refund that goes to one provider: to the card, or to PayPal. */
export type RefundByProvider = { provider: ProviderName; cents: Cents };

/** The parts of a refund by provider, in the sequence in which it takes from these payments. */
export async function refundsByProvider(
  db: Db,
  context: PaymentContext,
  paymentIds: readonly string[],
  cents: Cents,
): Promise<RefundByProvider[]> {
  const parts = await partsOf(db, context, paymentIds, cents);
  const byProvider = Map.groupBy(parts, ({ provider }) => provider);
  return [...byProvider].map(([provider, own]) => ({
    provider,
    cents: add(...own.map((part) => part.cents)),
  }));
}

/** For organisers, after the amount of a refund: its parts, if card and PayPal have paid. */
export function partsText(refunds: readonly RefundByProvider[], currency: Currency): string {
  if (refunds.length < 2) return '';
  const parts = refunds.map(
    ({ provider, cents }) => `${amountWithCode(cents, currency)} to ${accountWords[provider]}`,
  );
  return ` (${parts.join(', ')})`;
}

const accountWords: Record<ProviderName, string> = {
  stripe: 'the card',
  paypal: 'PayPal',
  transfer: 'the bank account',
  cash: 'whoever paid in cash',
  free: 'nobody',
};

/**
 * Records refunds of these payments, one after the other up to `cents`, in the transaction of their cause. A refund of
 * another order's payment has the rates of tax of that payment, and is not about the change.
 */
export async function recordRefunds(
  tx: Tx,
  context: PaymentContext,
  paymentIds: readonly string[],
  cents: Cents,
  why: {
    isDespiteDispute?: boolean;
    change?: Pick<OrderChange, 'id' | 'orderId'> | undefined;
    participantId?: string | undefined;
  } = {},
): Promise<Refund[]> {
  const { isDespiteDispute, change, participantId } = why;
  const refunds: Refund[] = [];
  const parts = await partsOf(tx, context, paymentIds, cents, isDespiteDispute);
  for (const { paymentId, orderId, cents: amountCents } of parts) {
    const changeId = change?.orderId === orderId ? change.id : undefined;
    const about = { isDespiteDispute: isDespiteDispute === true, participantId, changeId };
    const refund = { paymentId, amountCents, reason: 'organiser', ...about };
    refunds.push(await recordRefund(tx, context, refund));
  }
  if (add(...parts.map((part) => part.cents)) < cents)
    throw new ActionImpossible(
      'Less is left to refund than before. Please check the order and try again.',
      { reason: 'changed' },
    );
  return refunds;
}

/** Sends the recorded refunds, and reports the result. */
export async function sendRecorded(
  context: PaymentContext,
  refunds: readonly Refund[],
): Promise<string[]> {
  const said: string[] = [];
  for (const refund of refunds) {
    const { currency, provider } = await getPayment(context.db, refund.paymentId);
    const state = await sendRefund(context, refund);
    const words = (state === 'SENT' && TO_BE_MADE[provider]) || refundWords[state];
    said.push(`${amountWithCode(refund.amountCents, currency)} ${words}`);
  }
  return said;
}

/** The result where a person gives the money back. */
const TO_BE_MADE: Partial<Record<ProviderName, string>> = {
  transfer: 'is on the list of bank transfers to make.',
  cash: 'is to be given back by hand: “To do” lists it until somebody has done it.',
};

/** The result of an attempt to send a refund. */
const refundWords: Record<RefundState, string> = {
  SENT: 'was refunded.',
  REQUESTED: 'will be refunded by the server within a minute.',
  ASKED:
    'has been requested as a refund, but the provider has not answered yet. The server checks and tries again every minute.',
  FAILED: 'was refunded, and the bank of the payer returned it.',
  CANCELLED: 'is not refunded: the refund was taken back meanwhile.',
  REFUSED:
    'was not refunded: the provider refused, and no money moved. The dashboard of the provider says why.',
};

/**
 * The amount of one payment that could be refunded now; 0 if nothing is left. Throws the reason if a refund is not
 * possible.
 */
async function leftOfOne(
  db: Db,
  context: PaymentContext,
  paymentId: string,
  isDespiteDispute: boolean | undefined,
): Promise<number> {
  const { state, provider } = await getPayment(db, paymentId);
  if (state === 'REFUNDED' || provider === 'free') return 0;
  await answeredRefunds(db, paymentId);
  try {
    return await refundable(db, context, paymentId, undefined, isDespiteDispute);
  } catch (error) {
    if (!(error instanceof RefundImpossible)) throw error;
    if (error.isNothingLeft) return 0;
    if (error instanceof PaymentDisputed) {
      const other = isDespiteDispute === undefined ? ' To send it anyway, use Refund.' : '';
      throw new ActionImpossible(`${error.message}${other}`, {
        reason: 'disputed',
        remedy: 'isDespiteDispute',
      });
    }
    throw new ActionImpossible(error.message);
  }
}

/**
 * The refunds of a payment. Refuses while the provider has not answered about one of them: its sum may contain this
 * refund already, so the refund could count twice.
 */
export async function answeredRefunds(db: Db, paymentId: string): Promise<Refund[]> {
  const refunds = await refundsOf(db, paymentId);
  if (!refunds.some(({ state }) => state === 'ASKED')) return refunds;
  throw new ActionImpossible(
    'The provider has not answered yet whether a refund of this payment was sent: try again in a few minutes.',
    { reason: 'providerSilent' },
  );
}
