import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import { addCash } from './customers.ts';
import type { ChargeRow, RefundRow, StripeAccount } from './stripe-account.ts';
import { moveFailedRefund, moveRefund } from './stripe-balance.ts';
import { isChargedBack } from './stripe-disputes.ts';
import { badState, noSuch } from './stripe-errors.ts';
import { emit } from './stripe-events.ts';
import { chargeObject, refundObject } from './stripe-objects.ts';
import {
  integer,
  type Known,
  listObject,
  metadata,
  pageParameters,
  readParameters,
  text,
} from './stripe-parameters.ts';

const createParameters = z.strictObject({
  amount: z.optional(integer(1)),
  metadata: z._default(metadata, {}),
  payment_intent: text(),
} satisfies Known<Stripe.RefundCreateParams>);

export function createRefund(account: StripeAccount, _call: Call, sent: unknown) {
  const asked = readParameters(createParameters, sent);
  return refundObject(refundCharge(account, chargeToRefund(account, asked.payment_intent), asked));
}

/** In minor units; without an amount, the rest of the charge. */
type RefundWish = { amount?: number | undefined; metadata?: Record<string, string> };

export function refundCharge(
  account: StripeAccount,
  charge: ChargeRow,
  wish: RefundWish,
): RefundRow {
  const amount = wish.amount ?? charge.amount - charge.refunded;
  checkRefundable(account, charge, amount);
  const refund: RefundRow = {
    id: randomId('re_', 24),
    created: account.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    metadata: wish.metadata ?? {},
    // Stripe asks the payer for a bank account that it does not know.
    status: charge.accountKnown ? 'succeeded' : 'requires_action',
  };
  const after = { ...charge, refunded: charge.refunded + amount };
  account.refunds.put(refund.id, refund);
  moveRefund(account, refund);
  account.charges.put(charge.id, after);
  emit(account, 'refund.created', refundObject(refund));
  emit(account, 'charge.refunded', chargeObject(account, after));
  return refund;
}

/** The payer has told Stripe the bank account to which a refund goes. */
export function finishRefund(account: StripeAccount, id: string): void {
  const refund = knownRefund(account, id);
  if (refund.status !== 'requires_action')
    throw new Error(`Refund ${id} does not wait for the payer's bank account.`);
  const done: RefundRow = { ...refund, status: 'succeeded' };
  account.refunds.put(id, done);
  emit(account, 'refund.updated', refundObject(done));
}

const MOST_WAITING = 45 * 24 * 60 * 60;

/** Cancels the refunds for which the payer has named no bank account in time. */
export function cancelForgottenRefunds(account: StripeAccount): void {
  const since = account.clock.seconds() - MOST_WAITING;
  for (const { id, status, created } of account.refunds.rows())
    if (status === 'requires_action' && created <= since) failRefund(account, id);
}

/** Stripe keeps the money of a cancelled refund for the customer; the payment stays refunded. */
function cancelRefund(account: StripeAccount, refund: RefundRow, charge: ChargeRow): void {
  const canceled: RefundRow = { ...refund, status: 'canceled' };
  account.refunds.put(refund.id, canceled);
  const customer = account.customers.get(account.sessions.get(charge.session)?.customer ?? '');
  if (customer) addCash(account, customer, refund.currency, refund.amount);
  emit(account, 'refund.updated', refundObject(canceled));
}

/** The bank returns the refunded money; in reality this happens days after the refund. */
export function failRefund(account: StripeAccount, id: string): void {
  const refund = knownRefund(account, id);
  const charge = account.charges.get(refund.charge);
  if (!charge || refund.status === 'failed' || refund.status === 'canceled') return;
  if (refund.status === 'requires_action') return cancelRefund(account, refund, charge);
  const failed: RefundRow = { ...refund, status: 'failed' };
  account.refunds.put(id, failed);
  moveFailedRefund(account, failed);
  account.charges.put(charge.id, { ...charge, refunded: charge.refunded - refund.amount });
  emit(account, 'refund.updated', refundObject(failed));
  emit(account, 'refund.failed', refundObject(failed));
}

export function retrieveRefund(account: StripeAccount, { id }: Call) {
  return refundObject(knownRefund(account, id));
}

const listParameters = z.strictObject({ ...pageParameters, payment_intent: z.optional(text()) });

export function listRefunds(account: StripeAccount, _call: Call, sent: unknown) {
  const { payment_intent: wanted, ...page } = readParameters(listParameters, sent);
  const found = [...account.refunds.rows()].filter(
    ({ intent }) => wanted === undefined || intent === wanted,
  );
  return listObject('/v1/refunds', found, page, refundObject);
}

function knownRefund(account: StripeAccount, id: string): RefundRow {
  const refund = account.refunds.get(id);
  if (!refund) throw noSuch('refund', id, 'refund');
  return refund;
}

function chargeToRefund(account: StripeAccount, intentId: string): ChargeRow {
  const intent = account.intents.get(intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = account.charges.get(intent.latestCharge ?? '');
  if (charge) return charge;
  throw badState(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}

function checkRefundable(account: StripeAccount, charge: ChargeRow, amount: number): void {
  const { id } = charge;
  const left = charge.amount - charge.refunded;
  if (charge.status !== 'succeeded')
    throw badState(`Charge ${id} has not succeeded and cannot be refunded.`);
  if (isChargedBack(account, charge))
    throw badState(`Charge ${id} has been charged back.`, { code: 'charge_disputed' });
  if (left === 0)
    throw badState(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount > left)
    throw badState(`Refund amount is greater than what is left of charge ${id}.`, {
      param: 'amount',
    });
}
