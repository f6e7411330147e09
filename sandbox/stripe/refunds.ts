import * as z from 'zod/mini';
import { moneyText } from '../money-text.ts';
import { randomId } from '../random-id.ts';
import { chargeObject } from './charges.ts';
import { type Cause, emit, noCall } from './events.ts';
import { createdParameter, createdWithin, listObject, pageParameters } from './pagination.ts';
import { choice, integer, metadata, readParameters, text } from './parameters.ts';
import { refundObject } from './refund-object.ts';
import type { ChargeRow, RefundRow, StripeAccount } from './stripe-account.ts';
import { badParameter, badState, noSuch } from './stripe-error.ts';

const createParameters = z.strictObject({
  amount: z.optional(integer({ minimum: 1 })),
  charge: z.optional(text()),
  metadata: z.optional(metadata()),
  payment_intent: z.optional(text()),
  reason: z.optional(choice(['duplicate', 'fraudulent', 'requested_by_customer'])),
});

export function createRefund(account: StripeAccount, sent: unknown, cause: Cause) {
  const asked = readParameters(createParameters, sent);
  const charge = chargeToRefund(account, asked);
  const refund = refundCharge(
    account,
    charge,
    { amount: asked.amount, reason: asked.reason ?? null, metadata: asked.metadata ?? {} },
    cause,
  );
  return refundObject(refund);
}

/** Also used for a refund in the dashboard. */
export function refundCharge(
  account: StripeAccount,
  charge: ChargeRow,
  asked: { amount: number | undefined } & Pick<RefundRow, 'reason' | 'metadata'>,
  cause: Cause,
): RefundRow {
  const left = charge.amount - charge.refunded;
  const amount = asked.amount ?? left;
  checkRefundable(charge, amount);
  const refund: RefundRow = {
    id: randomId('re_', 24),
    created: account.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    reason: asked.reason,
    metadata: asked.metadata,
    status: 'succeeded',
  };
  const after = { ...charge, refunded: charge.refunded + amount };
  account.refunds.put(refund.id, refund);
  account.charges.put(charge.id, after);
  emit(account, 'refund.created', refundObject(refund), cause);
  emit(account, 'charge.refunded', chargeObject(account, after), cause);
  return refund;
}

/** The bank returns the refunded money, days after the refund was reported as made. */
export function failRefund(account: StripeAccount, id: string): void {
  const refund = account.refunds.get(id);
  if (!refund) throw noSuch('refund', id, 'refund');
  const charge = account.charges.get(refund.charge);
  if (!charge || refund.status === 'failed') return;
  const failed: RefundRow = { ...refund, status: 'failed' };
  account.refunds.put(id, failed);
  account.charges.put(charge.id, { ...charge, refunded: charge.refunded - refund.amount });
  emit(account, 'refund.updated', refundObject(failed), noCall);
  emit(account, 'refund.failed', refundObject(failed), noCall);
}

export function retrieveRefund(account: StripeAccount, id: string, sent: unknown) {
  readParameters(z.strictObject({}), sent);
  const refund = account.refunds.get(id);
  if (!refund) throw noSuch('refund', id, 'refund');
  return refundObject(refund);
}

const listParameters = z.strictObject({
  ...pageParameters,
  charge: z.optional(text()),
  created: createdParameter,
  payment_intent: z.optional(text()),
});

export function listRefunds(account: StripeAccount, sent: unknown) {
  const asked = readParameters(listParameters, sent);
  const wanted = [...account.refunds.rows()].filter(
    (refund) =>
      (asked.charge === undefined || refund.charge === asked.charge) &&
      (asked.payment_intent === undefined || refund.intent === asked.payment_intent) &&
      createdWithin(refund.created, asked.created),
  );
  return listObject(wanted, asked, { url: '/v1/refunds', write: refundObject });
}

function chargeToRefund(
  account: StripeAccount,
  asked: { charge?: string | undefined; payment_intent?: string | undefined },
): ChargeRow {
  if (asked.charge !== undefined) {
    const charge = account.charges.get(asked.charge);
    if (!charge) throw noSuch('charge', asked.charge, 'charge');
    return charge;
  }
  if (asked.payment_intent === undefined)
    throw badParameter(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing', param: 'charge' },
    );
  const intent = account.intents.get(asked.payment_intent);
  if (!intent) throw noSuch('payment_intent', asked.payment_intent, 'payment_intent');
  const charge =
    intent.latestCharge === null ? undefined : account.charges.get(intent.latestCharge);
  if (!charge)
    throw badState(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        param: 'payment_intent',
      },
    );
  return charge;
}

function checkRefundable(charge: ChargeRow, amount: number): void {
  const left = charge.amount - charge.refunded;
  if (charge.status !== 'succeeded')
    throw badState(`Charge ${charge.id} has not succeeded and cannot be refunded.`);
  if (charge.disputed)
    throw badState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (left === 0)
    throw badState(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount > left)
    throw badState(
      `Refund amount (${moneyText(amount, charge.currency)}) is greater than unrefunded amount on charge (${moneyText(left, charge.currency)})`,
      { param: 'amount' },
    );
}
