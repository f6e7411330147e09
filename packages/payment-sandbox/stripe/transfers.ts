import { complete, confirmedIntent, endCharge, newCharge } from './charges.ts';
import { addCash } from './customers.ts';
import type { IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';
import { emit } from './stripe-events.ts';
import { intentObject, sessionObject } from './stripe-objects.ts';
import { virtualIbanOf } from './virtual-account.ts';

/** Whether the payer has chosen to transfer the money of a session. */
export function isByTransfer(account: StripeAccount, session: SessionRow): boolean {
  return account.intents.get(session.paymentIntent ?? '')?.method === 'customer_balance';
}

/** The payer chooses to transfer the money: the session is complete, and the money comes later. */
export function chooseTransfer(account: StripeAccount, session: SessionRow): IntentRow {
  const intent: IntentRow = {
    ...confirmedIntent(account, session),
    status: 'requires_action',
    method: 'customer_balance',
  };
  account.intents.put(intent.id, intent);
  emit(account, 'payment_intent.requires_action', intentObject(account, intent));
  complete(account, { ...session, paymentIntent: intent.id });
  return intent;
}

/**
 * Money comes to the virtual account of a session's customer. It pays the session as far as it is needed; Stripe keeps
 * the rest in the customer's cash balance.
 */
export function sendTransfer(
  account: StripeAccount,
  session: SessionRow,
  amount: number | undefined,
  accountKnown: boolean,
): void {
  const intent = account.intents.get(session.paymentIntent ?? '');
  const customer = account.customers.get(session.customer ?? '');
  if (!customer || intent?.method !== 'customer_balance')
    throw new Error(`Checkout session ${session.id} is not paid by bank transfer.`);
  const isOpen = intent.status === 'requires_action';
  const left = isOpen ? intent.amount - intent.received : 0;
  const sent = amount ?? left;
  const taken = Math.min(sent, left);
  addCash(account, customer, intent.currency, sent - taken);
  if (taken === 0) return;
  const after = { ...intent, received: intent.received + taken };
  account.intents.put(after.id, after);
  if (after.received < after.amount) {
    emit(account, 'payment_intent.partially_funded', intentObject(account, after));
    return;
  }
  const last4 = virtualIbanOf(customer.id).slice(-4);
  const paid: SessionRow = { ...session, paymentStatus: 'paid' };
  account.sessions.put(paid.id, paid);
  const charge = newCharge(account, after, last4, 'customer_balance');
  endCharge(account, after, { ...charge, accountKnown }, 'succeeded');
  emit(account, 'checkout.session.async_payment_succeeded', sessionObject(account, paid));
}

/** The shop cancels the payment in the dashboard: what has come stays with Stripe for the customer. */
export function cancelTransfer(account: StripeAccount, session: SessionRow): void {
  const intent = account.intents.get(session.paymentIntent ?? '');
  if (intent?.method !== 'customer_balance' || intent.status !== 'requires_action')
    throw new Error(`Checkout session ${session.id} waits for no bank transfer.`);
  const customer = account.customers.get(session.customer ?? '');
  if (customer) addCash(account, customer, intent.currency, intent.received);
  const canceled: IntentRow = { ...intent, status: 'canceled', received: 0 };
  account.intents.put(intent.id, canceled);
  emit(account, 'payment_intent.canceled', intentObject(account, canceled));
  emit(account, 'checkout.session.async_payment_failed', sessionObject(account, session));
}
