import type { Problem } from './card-form.ts';
import { confirmedIntent, fail, newCharge, succeed } from './charging.ts';
import { openDispute } from './disputes.ts';
import { emit, noCall } from './events.ts';
import { intentObject } from './intents.ts';
import { sessionObject } from './session-object.ts';
import type { ChargeRow, Failure, IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';
import type { TestCard } from './test-cards.ts';

export type PayResult = 'complete' | 'challenge' | Problem;

/** Everything up to the answer happens without awaiting: two concurrent payers cannot both find the session open. */
export function pay(account: StripeAccount, session: SessionRow, card: TestCard): PayResult {
  const { does } = card;
  const last4 = card.number.slice(-4);
  switch (does.kind) {
    case 'fails':
      failAttempt(account, session, { last4, failure: does.failure });
      return does.failure.declineCode === 'insufficient_funds'
        ? 'insufficient_funds'
        : 'generic_decline';
    case 'asks-3ds': {
      const intent = confirmedIntent(account, session);
      account.intents.put(intent.id, { ...intent, status: 'requires_action' });
      account.sessions.put(session.id, { ...session, paymentIntent: intent.id, challenge: last4 });
      return 'challenge';
    }
    case 'delayed':
      completeLater(account, session, last4);
      return 'complete';
    case 'pays': {
      const charge = completePaid(account, session, { last4, threeDSecure: false });
      if (does.disputed) openDispute(account, charge);
      return 'complete';
    }
  }
}

/** The payer's answer on the bank's page. */
export function authenticate(
  account: StripeAccount,
  session: SessionRow & { challenge: string },
  passed: boolean,
): PayResult {
  const last4 = session.challenge;
  if (passed) {
    completePaid(account, session, { last4, threeDSecure: true });
    return 'complete';
  }
  const intent = confirmedIntent(account, session);
  const failure: Failure = {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message: 'The provided PaymentMethod has failed authentication.',
  };
  const failed: IntentRow = { ...intent, status: 'requires_payment_method', lastFailure: failure };
  account.intents.put(intent.id, failed);
  account.sessions.put(session.id, { ...session, challenge: null });
  emit(account, 'payment_intent.payment_failed', intentObject(account, failed), noCall);
  return 'authentication_failed';
}

/** A session over nothing needs no card. */
export function completeFree(account: StripeAccount, session: SessionRow): void {
  complete(account, session);
}

/** The bank's delayed answer to a payment, days later. */
export function settleLater(
  account: StripeAccount,
  session: SessionRow,
  outcome: 'succeeded' | 'failed',
): void {
  const intent = account.intents.get(session.paymentIntent ?? '');
  const charge = account.charges.get(intent?.latestCharge ?? '');
  if (!intent || !charge || charge.status !== 'pending')
    throw new Error(`Checkout session ${session.id} has no payment waiting for its result.`);
  if (outcome === 'succeeded') {
    const paid: SessionRow = { ...session, paymentStatus: 'paid' };
    account.sessions.put(paid.id, paid);
    succeed(account, intent, charge);
    emit(account, 'checkout.session.async_payment_succeeded', sessionObject(account, paid), noCall);
  } else {
    const failure: Failure = {
      code: 'payment_intent_payment_attempt_failed',
      declineCode: null,
      message: 'The payment failed.',
    };
    fail(account, intent, { ...charge, failure });
    emit(account, 'checkout.session.async_payment_failed', sessionObject(account, session), noCall);
  }
}

function completePaid(
  account: StripeAccount,
  session: SessionRow,
  card: { last4: string; threeDSecure: boolean },
): ChargeRow {
  const intent = confirmedIntent(account, session);
  const charge = newCharge(account, intent, { ...card, method: 'card' });
  const paid: SessionRow = { ...session, paymentStatus: 'paid', paymentIntent: intent.id };
  const settled = succeed(account, intent, charge);
  complete(account, paid);
  return settled;
}

function completeLater(account: StripeAccount, session: SessionRow, last4: string): void {
  const intent = confirmedIntent(account, session);
  const charge = newCharge(account, intent, { last4, threeDSecure: false, method: 'sepa_debit' });
  account.charges.put(charge.id, charge);
  account.intents.put(intent.id, {
    ...intent,
    status: 'processing',
    latestCharge: charge.id,
    paymentMethod: charge.paymentMethod,
  });
  complete(account, { ...session, paymentIntent: intent.id });
}

function complete(account: StripeAccount, session: SessionRow): void {
  const done: SessionRow = { ...session, status: 'complete', challenge: null };
  account.sessions.put(done.id, done);
  emit(account, 'checkout.session.completed', sessionObject(account, done), noCall);
}

function failAttempt(
  account: StripeAccount,
  session: SessionRow,
  { last4, failure }: { last4: string; failure: Failure },
): void {
  const intent = confirmedIntent(account, session);
  account.sessions.put(session.id, { ...session, paymentIntent: intent.id, challenge: null });
  const charge = newCharge(account, intent, { last4, threeDSecure: false, method: 'card' });
  fail(account, intent, { ...charge, failure });
}
