import { randomId } from '../random-id.ts';
import { chargeObject } from './charges.ts';
import { emit, noCall } from './events.ts';
import { intentObject } from './intents.ts';
import type { ChargeRow, IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';

export function succeed(account: StripeAccount, intent: IntentRow, charge: ChargeRow): ChargeRow {
  const settled: ChargeRow = { ...charge, status: 'succeeded' };
  const paid: IntentRow = {
    ...intent,
    status: 'succeeded',
    latestCharge: charge.id,
    lastFailure: null,
    paymentMethod: charge.paymentMethod,
  };
  account.charges.put(settled.id, settled);
  account.intents.put(paid.id, paid);
  emit(account, 'charge.succeeded', chargeObject(account, settled), noCall);
  emit(account, 'payment_intent.succeeded', intentObject(account, paid), noCall);
  return settled;
}

export function fail(account: StripeAccount, intent: IntentRow, charge: ChargeRow): void {
  const refused: ChargeRow = { ...charge, status: 'failed' };
  const unpaid: IntentRow = {
    ...intent,
    status: 'requires_payment_method',
    latestCharge: charge.id,
    lastFailure: charge.failure,
    paymentMethod: null,
  };
  account.charges.put(refused.id, refused);
  account.intents.put(unpaid.id, unpaid);
  emit(account, 'charge.failed', chargeObject(account, refused), noCall);
  emit(account, 'payment_intent.payment_failed', intentObject(account, unpaid), noCall);
}

/** The PaymentIntent is made when the payer first confirms, and is used for every further attempt. */
export function confirmedIntent(account: StripeAccount, session: SessionRow): IntentRow {
  const known = account.intents.get(session.paymentIntent ?? '');
  if (known) return known;
  const intent: IntentRow = {
    id: randomId('pi_', 24),
    created: account.clock.seconds(),
    session: session.id,
    amount: session.amount,
    currency: session.currency,
    status: 'requires_payment_method',
    canceledAt: null,
    latestCharge: null,
    lastFailure: null,
    paymentMethod: null,
  };
  account.intents.put(intent.id, intent);
  return intent;
}

export function newCharge(
  account: StripeAccount,
  intent: IntentRow,
  card: Pick<ChargeRow, 'last4' | 'threeDSecure' | 'method'>,
): ChargeRow {
  return {
    id: randomId('ch_', 24),
    created: account.clock.seconds(),
    intent: intent.id,
    session: intent.session,
    amount: intent.amount,
    currency: intent.currency,
    status: 'pending',
    failure: null,
    refunded: 0,
    disputed: false,
    paymentMethod: randomId('pm_', 24),
    ...card,
  };
}
