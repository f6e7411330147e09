import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import {
  type BalanceTransactionRow,
  type ChargeRow,
  type DisputeRow,
  type IntentRow,
  type Method,
  METHODS,
  type PayoutRow,
  type RefundRow,
  type SessionRow,
  type StripeAccount,
} from './stripe-account.ts';

/** Members of an object of Stripe, with the types of its package; the sandbox leaves out those that no shop of ours reads. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Shown<T[Key]> | undefined }
    : T;

/** Whether an object is sent instead of its id. */
export type Expand = { intent: boolean; charge: boolean };

const NOTHING: Expand = { intent: false, charge: false };

export function sessionObject(account: StripeAccount, session: SessionRow, expand = NOTHING) {
  const intent = account.intents.get(session.paymentIntent ?? '');
  return {
    id: session.id,
    object: 'checkout.session',
    amount_total: session.amount,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer: session.customer,
    expires_at: session.expiresAt,
    livemode: false,
    metadata: session.metadata,
    payment_intent:
      intent && expand.intent ? intentObject(account, intent, expand) : session.paymentIntent,
    payment_method_types: methodTypes(session),
    payment_status: session.paymentStatus,
    status: session.status,
    url: session.status === 'open' ? payPageUrl(account, session) : null,
  } satisfies Shown<Stripe.Checkout.Session>;
}

function methodTypes(session: SessionRow): string[] {
  return session.allowedPaymentMethodTypes ?? ['card', 'sepa_debit'];
}

/** The ways to pay that the sandbox can pretend, of those that the shop allows; a debit needs euros. */
export function offeredMethods(session: SessionRow): Method[] {
  const allowed = methodTypes(session);
  return METHODS.filter(
    (method) => allowed.includes(method) && (method !== 'sepa_debit' || session.currency === 'eur'),
  );
}

function payPageUrl(account: StripeAccount, session: SessionRow): string {
  return `${originOf(account, session)}/sandbox/stripe/pay/${session.id}`;
}

function originOf(account: StripeAccount, session: SessionRow): string {
  return (
    account.pageBase() ??
    new URL(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', 'id')).origin
  );
}

export function intentObject(account: StripeAccount, intent: IntentRow, expand = NOTHING) {
  const session = account.sessions.get(intent.session);
  const charge = account.charges.get(intent.latestCharge ?? '');
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    created: intent.created,
    currency: intent.currency,
    latest_charge: charge && expand.charge ? chargeObject(account, charge) : intent.latestCharge,
    metadata: session?.intentData.metadata ?? {},
    next_action:
      session && intent.status === 'requires_action' ? nextAction(account, session, intent) : null,
    status: intent.status,
  } satisfies Shown<Stripe.PaymentIntent>;
}

function nextAction(account: StripeAccount, session: SessionRow, intent: IntentRow) {
  if (intent.method !== 'customer_balance')
    return { type: 'redirect_to_url' } satisfies Shown<Stripe.PaymentIntent.NextAction>;
  return {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: intent.amount - intent.received,
      hosted_instructions_url: `${originOf(account, session)}/sandbox/stripe/transfer/${session.id}`,
    },
  } satisfies Shown<Stripe.PaymentIntent.NextAction>;
}

export function chargeObject(account: StripeAccount, charge: ChargeRow) {
  const session = account.sessions.get(charge.session);
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_refunded: charge.refunded,
    created: charge.created,
    currency: charge.currency,
    disputed: charge.disputed,
    metadata: session?.intentData.metadata ?? {},
    payment_intent: charge.intent,
    payment_method_details: { type: charge.method },
    status: charge.status,
  } satisfies Shown<Stripe.Charge>;
}

export function refundObject(refund: RefundRow) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    metadata: refund.metadata,
    payment_intent: refund.intent,
    status: refund.status,
  } satisfies Shown<Stripe.Refund>;
}

export function disputeObject(account: StripeAccount, dispute: DisputeRow) {
  const movements = [...account.balanceTransactions.rows()];
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: movements
      .filter(({ source }) => source === dispute.id)
      .map((row) => balanceTransactionObject(row)),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    evidence_details: { due_by: dispute.dueBy },
    payment_intent: dispute.intent,
    status: dispute.status,
  } satisfies Shown<Stripe.Dispute>;
}

export function balanceTransactionObject(row: BalanceTransactionRow) {
  const { id, amount, fee, currency, category } = row;
  return {
    id,
    object: 'balance_transaction',
    amount,
    created: row.created,
    currency,
    fee,
    net: amount - fee,
    reporting_category: category,
    source: row.source,
  } satisfies Shown<Stripe.BalanceTransaction>;
}

/** A payout is on its way until the day of its arrival. */
export function payoutObject({ clock }: StripeAccount, payout: PayoutRow) {
  const arrived = payout.arrival <= clock.seconds() ? 'paid' : 'in_transit';
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    arrival_date: payout.arrival,
    automatic: true,
    created: payout.created,
    currency: payout.currency,
    reconciliation_status: 'completed',
    status: payout.failed ? 'failed' : arrived,
  } satisfies Shown<Stripe.Payout>;
}

/** The account of a key: the same account at every start. */
export function accountObject(secretKey: string) {
  const digest = createHash('sha256').update(secretKey).digest('hex');
  return {
    id: `acct_${digest.slice(0, 16)}`,
    object: 'account',
  } satisfies Shown<Stripe.Account>;
}
