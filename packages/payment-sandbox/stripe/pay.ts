import { randomId } from '../random-id.ts';
import type { ChargeRow, Failure, IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';
import { moveCharge } from './stripe-balance.ts';
import { openDispute } from './stripe-disputes.ts';
import { emit } from './stripe-events.ts';
import { chargeObject, intentObject, sessionObject } from './stripe-objects.ts';
import type { TestCard } from './test-cards.ts';

export type PayResult =
  | 'complete'
  | 'challenge'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'authentication_failed';

/** The function awaits nothing, so two concurrent payers cannot both find the session open. */
export function pay(account: StripeAccount, session: SessionRow, card: TestCard): PayResult {
  const { does } = card;
  const last4 = card.number.slice(-4);
  const intent = confirmedIntent(account, session);
  const confirmed = { ...session, paymentIntent: intent.id, challenge: null };
  switch (does.kind) {
    case 'fails':
      account.sessions.put(session.id, confirmed);
      endCharge(account, intent, newCharge(account, intent, last4), does.failure);
      return does.failure.declineCode === 'insufficient_funds'
        ? 'insufficient_funds'
        : 'generic_decline';
    case 'asks-3ds':
      account.intents.put(intent.id, { ...intent, status: 'requires_action' });
      account.sessions.put(session.id, { ...confirmed, challenge: last4 });
      return 'challenge';
    case 'delayed': {
      const charge: ChargeRow = { ...newCharge(account, intent, last4), method: 'sepa_debit' };
      const { id: latestCharge, paymentMethod } = charge;
      account.charges.put(charge.id, charge);
      account.intents.put(intent.id, {
        ...intent,
        status: 'processing',
        latestCharge,
        paymentMethod,
      });
      complete(account, confirmed);
      return 'complete';
    }
    case 'pays': {
      const charge = endCharge(account, intent, newCharge(account, intent, last4), null);
      complete(account, { ...confirmed, paymentStatus: 'paid' });
      if (does.disputed) openDispute(account, charge);
      return 'complete';
    }
  }
}

/** Applies the payer's answer on the bank's page. */
export function authenticate(
  account: StripeAccount,
  session: SessionRow,
  last4: string,
  passed: boolean,
): PayResult {
  const intent = confirmedIntent(account, session);
  if (passed) {
    const charge = { ...newCharge(account, intent, last4), threeDSecure: true };
    endCharge(account, intent, charge, null);
    complete(account, { ...session, paymentStatus: 'paid' });
    return 'complete';
  }
  const lastFailure = {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message: 'The provided PaymentMethod has failed authentication.',
  };
  const failed: IntentRow = { ...intent, status: 'requires_payment_method', lastFailure };
  account.intents.put(failed.id, failed);
  account.sessions.put(session.id, { ...session, challenge: null });
  emit(account, 'payment_intent.payment_failed', intentObject(account, failed));
  return 'authentication_failed';
}

/** Completes a session that is paid, or that has nothing to pay. */
export function complete(account: StripeAccount, session: SessionRow): void {
  const done: SessionRow = { ...session, status: 'complete', challenge: null };
  account.sessions.put(done.id, done);
  emit(account, 'checkout.session.completed', sessionObject(account, done));
}

/** Applies the bank's delayed answer to a payment; in reality it comes days later. */
export function resolveAsync(
  account: StripeAccount,
  session: SessionRow,
  outcome: 'succeeded' | 'failed',
): void {
  const intent = account.intents.get(session.paymentIntent ?? '');
  const charge = account.charges.get(intent?.latestCharge ?? '');
  if (!intent || charge?.status !== 'pending')
    throw new Error(`Checkout session ${session.id} has no payment waiting for its result.`);
  const isPaid = outcome === 'succeeded';
  const ended: SessionRow = { ...session, paymentStatus: isPaid ? 'paid' : 'unpaid' };
  account.sessions.put(ended.id, ended);
  const failure = {
    code: 'payment_intent_payment_attempt_failed',
    declineCode: null,
    message: 'The payment failed.',
  };
  endCharge(account, intent, charge, isPaid ? null : failure);
  emit(account, `checkout.session.async_payment_${outcome}`, sessionObject(account, ended));
}

/** The PaymentIntent is made when the payer first confirms, and is used for every further attempt. */
function confirmedIntent(account: StripeAccount, session: SessionRow): IntentRow {
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

function newCharge(account: StripeAccount, intent: IntentRow, last4: string): ChargeRow {
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
    method: 'card',
    last4,
    threeDSecure: false,
  };
}

/** Ends a charge with success or with a failure. */
function endCharge(
  account: StripeAccount,
  intent: IntentRow,
  charge: ChargeRow,
  failure: Failure | null,
): ChargeRow {
  const ended: ChargeRow = { ...charge, status: failure ? 'failed' : 'succeeded', failure };
  const after: IntentRow = {
    ...intent,
    status: failure ? 'requires_payment_method' : 'succeeded',
    latestCharge: charge.id,
    lastFailure: failure,
    paymentMethod: failure ? null : charge.paymentMethod,
  };
  account.charges.put(ended.id, ended);
  if (!failure) moveCharge(account, ended);
  account.intents.put(after.id, after);
  emit(account, `charge.${ended.status}`, chargeObject(account, ended));
  const told = failure ? 'payment_failed' : 'succeeded';
  emit(account, `payment_intent.${told}`, intentObject(account, after));
  return ended;
}
