import { createHash } from 'node:crypto';
import { docUrl } from './stripe-errors.ts';
import { referenceOf, virtualIbanOf } from './virtual-account.ts';
import {
  type BalanceTransactionRow,
  type ChargeRow,
  type DisputeRow,
  type Failure,
  type IntentRow,
  type Method,
  METHODS,
  type PayoutRow,
  type RefundRow,
  type SessionRow,
  type StripeAccount,
} from './stripe-account.ts';

/** Whether an object is sent instead of its id. */
export type Expand = { intent: boolean; charge: boolean };

const NOTHING: Expand = { intent: false, charge: false };

export function sessionObject(account: StripeAccount, session: SessionRow, expand = NOTHING) {
  const intent = account.intents.get(session.paymentIntent ?? '');
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptivePricing },
    allowed_payment_method_types: session.allowedPaymentMethodTypes,
    amount_total: session.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer: session.customer,
    customer_details: session.customerEmail === null ? null : { email: session.customerEmail },
    customer_email: session.customer === null ? session.customerEmail : null,
    expires_at: session.expiresAt,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent:
      intent && expand.intent ? intentObject(account, intent, expand) : session.paymentIntent,
    payment_method_options:
      session.bankTransfer === null
        ? {}
        : {
            customer_balance: {
              bank_transfer: bankTransferOf(session.bankTransfer),
              funding_type: 'bank_transfer',
            },
          },
    payment_method_types: methodTypes(session),
    payment_status: session.paymentStatus,
    status: session.status,
    success_url: session.successUrl,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? payPageUrl(account, session) : null,
  };
}

function bankTransferOf({ type, country }: NonNullable<SessionRow['bankTransfer']>) {
  return { type, ...(country !== null && { eu_bank_transfer: { country } }) };
}

function methodTypes(session: SessionRow | undefined): string[] {
  return session?.allowedPaymentMethodTypes ?? ['card', 'sepa_debit'];
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
    allowed_payment_method_types: session?.allowedPaymentMethodTypes ?? null,
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    canceled_at: intent.canceledAt,
    created: intent.created,
    currency: intent.currency,
    customer: session?.customer ?? null,
    description: session?.intentData.description ?? null,
    last_payment_error: intent.lastFailure && paymentError(intent.lastFailure, intent),
    latest_charge: charge && expand.charge ? chargeObject(account, charge) : intent.latestCharge,
    livemode: false,
    metadata: session?.intentData.metadata ?? {},
    next_action:
      session && intent.status === 'requires_action' ? nextAction(account, session, intent) : null,
    payment_method: intent.paymentMethod,
    payment_method_types: methodTypes(session),
    status: intent.status,
  };
}

function nextAction(account: StripeAccount, session: SessionRow, intent: IntentRow) {
  if (intent.method !== 'customer_balance') return { type: 'redirect_to_url' };
  return {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: intent.amount - intent.received,
      currency: intent.currency,
      financial_addresses: [
        {
          type: 'iban',
          iban: {
            bic: 'SANDDEFFXXX',
            country: session.bankTransfer?.country ?? 'DE',
            iban: virtualIbanOf(session.customer ?? ''),
          },
        },
      ],
      hosted_instructions_url: `${originOf(account, session)}/sandbox/stripe/transfer/${session.id}`,
      reference: referenceOf(intent),
      type: session.bankTransfer?.type ?? 'eu_bank_transfer',
    },
  };
}

function paymentError({ code, declineCode, message }: Failure, { latestCharge }: IntentRow) {
  return {
    ...(latestCharge !== null && { charge: latestCharge }),
    code,
    ...(declineCode !== null && { decline_code: declineCode }),
    doc_url: docUrl(code),
    message,
    type: 'card_error',
  };
}

export function chargeObject(account: StripeAccount, charge: ChargeRow) {
  const session = account.sessions.get(charge.session);
  const isTaken = charge.status !== 'failed';
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_refunded: charge.refunded,
    captured: isTaken,
    created: charge.created,
    currency: charge.currency,
    description: session?.intentData.description ?? null,
    disputed: charge.disputed,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    livemode: false,
    metadata: session?.intentData.metadata ?? {},
    paid: isTaken,
    payment_intent: charge.intent,
    payment_method: charge.paymentMethod,
    payment_method_details: methodDetails(charge),
    refunded: charge.refunded === charge.amount,
    status: charge.status,
  };
}

function methodDetails(charge: ChargeRow) {
  switch (charge.method) {
    case 'sepa_debit':
      return { type: 'sepa_debit', sepa_debit: { country: 'DE', last4: charge.last4 } };
    case 'customer_balance':
      return { type: 'customer_balance', customer_balance: {} };
    case 'card':
      return { type: 'card', card: { last4: charge.last4 } };
  }
}

export function refundObject(refund: RefundRow) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    ...(refund.status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
    ...(refund.status === 'canceled' && { failure_reason: 'merchant_request' }),
    metadata: refund.metadata,
    payment_intent: refund.intent,
    reason: refund.reason,
    status: refund.status,
  };
}

export function disputeObject(account: StripeAccount, dispute: DisputeRow) {
  const rows = [...account.balanceTransactions.rows()].filter(
    ({ source }) => source === dispute.id,
  );
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: rows.map((row) => balanceTransactionObject(account, row)),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    evidence_details: { due_by: dispute.dueBy },
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent,
    reason: dispute.reason,
    status: dispute.status,
  };
}

export function balanceTransactionObject(account: StripeAccount, row: BalanceTransactionRow) {
  const { id, amount, fee, currency, type, category } = row;
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: row.availableOn,
    created: row.created,
    currency,
    fee,
    net: amount - fee,
    reporting_category: category,
    source: row.source,
    status: row.availableOn <= account.clock.seconds() ? 'available' : 'pending',
    type,
  };
}

/** A payout is on its way until the day of its arrival. */
export function statusOfPayout({ clock }: StripeAccount, { failed, arrival }: PayoutRow) {
  if (failed) return 'failed';
  return arrival <= clock.seconds() ? 'paid' : 'in_transit';
}

export function payoutObject(account: StripeAccount, payout: PayoutRow) {
  const { id, automatic, failed } = payout;
  return {
    id,
    object: 'payout',
    amount: payout.amount,
    arrival_date: payout.arrival,
    automatic,
    created: payout.created,
    currency: payout.currency,
    failure_code: failed ? 'account_closed' : null,
    livemode: false,
    reconciliation_status: automatic ? 'completed' : 'not_applicable',
    status: statusOfPayout(account, payout),
  };
}

/** The account of a key: the same account at every start. */
export function accountObject(secretKey: string) {
  const digest = createHash('sha256').update(secretKey).digest('hex');
  return {
    id: `acct_${digest.slice(0, 16)}`,
    object: 'account',
  };
}
