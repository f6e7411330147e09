import { randomId } from '../random-id.ts';
import type { ChargeRow, IntentRow, Method, SessionRow, StripeAccount } from './stripe-account.ts';
import { moveCharge } from './stripe-balance.ts';
import { emit } from './stripe-events.ts';
import { chargeObject, intentObject, sessionObject } from './stripe-objects.ts';

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
    latestCharge: null,
    method: null,
    received: 0,
    decision: null,
  };
  account.intents.put(intent.id, intent);
  return intent;
}

export function newCharge(
  account: StripeAccount,
  intent: IntentRow,
  last4: string,
  method: Method = 'card',
): ChargeRow {
  return {
    id: randomId('ch_', 24),
    created: account.clock.seconds(),
    intent: intent.id,
    session: intent.session,
    amount: intent.amount,
    currency: intent.currency,
    status: 'pending',
    refunded: 0,
    disputed: false,
    method,
    last4,
    accountKnown: true,
  };
}

export function endCharge(
  account: StripeAccount,
  intent: IntentRow,
  charge: ChargeRow,
  status: 'succeeded' | 'failed',
): ChargeRow {
  const isPaid = status === 'succeeded';
  const ended: ChargeRow = { ...charge, status };
  const after: IntentRow = {
    ...intent,
    method: charge.method,
    decision: null,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    latestCharge: charge.id,
  };
  account.charges.put(ended.id, ended);
  if (isPaid) moveCharge(account, ended);
  account.intents.put(after.id, after);
  emit(account, `charge.${status}`, chargeObject(account, ended));
  const told = isPaid ? 'succeeded' : 'payment_failed';
  emit(account, `payment_intent.${told}`, intentObject(account, after));
  return ended;
}

/** Completes a session that is paid, or that has nothing to pay. */
export function complete(account: StripeAccount, session: SessionRow): void {
  const done: SessionRow = { ...session, status: 'complete', challenge: null };
  account.sessions.put(done.id, done);
  emit(account, 'checkout.session.completed', sessionObject(account, done));
}
