import { complete, confirmedIntent, endCharge, newCharge } from './charges.ts';
import type { IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';
import { openDispute } from './stripe-disputes.ts';
import { emit } from './stripe-events.ts';
import { intentObject, sessionObject } from './stripe-objects.ts';
import type { TestIban } from './test-ibans.ts';

/** The payer signs a mandate, and the bank answers later. */
export function payByDebit(account: StripeAccount, session: SessionRow, test: TestIban): void {
  const intent = confirmedIntent(account, session);
  const at = account.clock.seconds() + test.after;
  const last4 = test.iban.slice(-5).replaceAll(' ', '').slice(-4);
  const signed = { ...session, paymentIntent: intent.id, challenge: null };
  beginDebit(account, signed, last4, { at, outcome: test.outcome });
}

export function beginDebit(
  account: StripeAccount,
  session: SessionRow,
  last4: string,
  decision: IntentRow['decision'],
): void {
  const intent = confirmedIntent(account, session);
  const charge = newCharge(account, intent, last4, 'sepa_debit');
  const { id: latestCharge, method } = charge;
  account.charges.put(charge.id, charge);
  const after = {
    ...intent,
    status: 'processing' as const,
    method,
    latestCharge,
    decision,
  };
  account.intents.put(intent.id, after);
  emit(account, 'payment_intent.processing', intentObject(account, after));
  complete(account, session);
}

/** Applies the banks' answers that are due. */
export function decideDebits(account: StripeAccount): void {
  const now = account.clock.seconds();
  for (const { status, decision, latestCharge, session: id } of account.intents.rows()) {
    const session = account.sessions.get(id);
    if (status !== 'processing' || decision === null || decision.at > now || !session) continue;
    const { outcome } = decision;
    decideDebit(account, session, outcome === 'failed' ? 'failed' : 'succeeded');
    const charge = account.charges.get(latestCharge ?? '');
    if (outcome === 'disputed' && charge) openDispute(account, charge);
  }
}

/** Applies the bank's answer to a debit; in reality it comes days later. */
export function decideDebit(
  account: StripeAccount,
  session: SessionRow,
  outcome: 'succeeded' | 'failed',
): void {
  const intent = account.intents.get(session.paymentIntent ?? '');
  const charge = account.charges.get(intent?.latestCharge ?? '');
  if (!intent || charge?.status !== 'pending')
    throw new Error(`Checkout session ${session.id} has no payment waiting for its result.`);
  const paymentStatus = outcome === 'succeeded' ? 'paid' : 'unpaid';
  const ended: SessionRow = { ...session, paymentStatus };
  account.sessions.put(ended.id, ended);
  endCharge(account, intent, charge, outcome);
  emit(account, `checkout.session.async_payment_${outcome}`, sessionObject(account, ended));
}
