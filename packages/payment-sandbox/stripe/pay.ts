import { complete, confirmedIntent, endCharge, newCharge } from './charges.ts';
import { beginDebit } from './debits.ts';
import type { IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';
import { openDispute } from './stripe-disputes.ts';
import { emit } from './stripe-events.ts';
import { intentObject } from './stripe-objects.ts';
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
      endCharge(account, intent, newCharge(account, intent, last4), 'failed');
      return does.problem;
    case 'asks-3ds':
      account.intents.put(intent.id, { ...intent, status: 'requires_action' });
      account.sessions.put(session.id, { ...confirmed, challenge: last4 });
      return 'challenge';
    case 'delayed':
      beginDebit(account, confirmed, last4, null);
      return 'complete';
    case 'pays': {
      const charge = endCharge(account, intent, newCharge(account, intent, last4), 'succeeded');
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
    endCharge(account, intent, newCharge(account, intent, last4), 'succeeded');
    complete(account, { ...session, paymentStatus: 'paid' });
    return 'complete';
  }
  const failed: IntentRow = { ...intent, status: 'requires_payment_method' };
  account.intents.put(failed.id, failed);
  account.sessions.put(session.id, { ...session, challenge: null });
  emit(account, 'payment_intent.payment_failed', intentObject(account, failed));
  return 'authentication_failed';
}
