import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { chargeObject } from './charges.ts';
import { type Expansion, nothing, within } from './expansion.ts';
import { expandable, readParameters, text } from './parameters.ts';
import { paymentMethodTypes } from './payment-method-types.ts';
import type { Failure, IntentRow, SessionRow, StripeAccount } from './stripe-account.ts';
import { noSuch } from './stripe-error.ts';

const retrieveParameters = z.strictObject({
  client_secret: z.optional(text()),
  expand: expandable(['latest_charge', 'latest_charge.refunds']),
});

export function retrieveIntent(account: StripeAccount, id: string, sent: unknown) {
  const { expand } = readParameters(retrieveParameters, sent);
  const intent = account.intents.get(id);
  if (!intent) throw noSuch('payment_intent', id, 'intent');
  return intentObject(account, intent, expand);
}

export function intentObject(
  account: StripeAccount,
  intent: IntentRow,
  expansion: Expansion = nothing,
): Stripe.PaymentIntent {
  const session = account.sessions.get(intent.session);
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: session?.allowedPaymentMethodTypes ?? null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.canceledAt === null ? null : 'expired',
    capture_method: 'automatic_async',
    client_secret: `${intent.id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: session?.intentData.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastFailure && lastPaymentError(intent.lastFailure, intent),
    latest_charge: latestCharge(account, intent, expansion),
    livemode: false,
    managed_payments: { enabled: false },
    metadata: session?.intentData.metadata ?? {},
    next_action: nextAction(session, intent),
    on_behalf_of: null,
    payment_method: intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: session ? paymentMethodTypes(session) : ['card'],
    payment_record: null,
    processing: null,
    receipt_email: session?.intentData.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: session?.intentData.statementDescriptorSuffix ?? null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function latestCharge(account: StripeAccount, intent: IntentRow, expansion: Expansion) {
  const charge =
    intent.latestCharge === null ? undefined : account.charges.get(intent.latestCharge);
  if (!charge || !expansion.has('latest_charge')) return intent.latestCharge;
  return chargeObject(account, charge, within(expansion, 'latest_charge'));
}

function nextAction(session: SessionRow | undefined, intent: IntentRow) {
  if (!session || intent.status !== 'requires_action') return null;
  return {
    type: 'redirect_to_url',
    redirect_to_url: { return_url: session.successUrl, url: null },
  };
}

function lastPaymentError(failure: Failure, intent: IntentRow) {
  return {
    ...(intent.latestCharge === null ? {} : { charge: intent.latestCharge }),
    code: failure.code,
    ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${failure.code.replaceAll('_', '-')}`,
    message: failure.message,
    type: 'card_error' as const,
  };
}
