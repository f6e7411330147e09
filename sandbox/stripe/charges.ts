import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { type Expansion, nothing } from './expansion.ts';
import { expandable, readParameters } from './parameters.ts';
import { refundObject } from './refund-object.ts';
import type { ChargeRow, StripeAccount } from './stripe-account.ts';
import { noSuch } from './stripe-error.ts';

const retrieveParameters = z.strictObject({ expand: expandable(['refunds']) });

export function retrieveCharge(account: StripeAccount, id: string, sent: unknown) {
  const { expand } = readParameters(retrieveParameters, sent);
  const charge = account.charges.get(id);
  if (!charge) throw noSuch('charge', id, 'id');
  return chargeObject(account, charge, expand);
}

export function chargeObject(
  account: StripeAccount,
  charge: ChargeRow,
  expansion: Expansion = nothing,
): Stripe.Charge {
  const session = account.sessions.get(charge.session);
  const succeeded = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.status === 'failed' ? 0 : charge.amount,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeded ? charge.id.replace('ch_', 'txn_') : null,
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: session?.customerEmail ?? null,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'SANDBOX',
    captured: charge.status !== 'failed',
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: session?.intentData.description ?? null,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: session?.intentData.metadata ?? {},
    on_behalf_of: null,
    outcome: outcome(charge),
    paid: charge.status !== 'failed',
    payment_intent: charge.intent,
    payment_method: charge.paymentMethod,
    payment_method_details: methodDetails(charge),
    radar_options: {},
    receipt_email: session?.intentData.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.refunded === charge.amount,
    ...(expansion.has('refunds') ? { refunds: refundsOf(account, charge) } : {}),
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: session?.intentData.statementDescriptorSuffix ?? null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function outcome({ failure, status }: ChargeRow): Stripe.Charge['outcome'] {
  const approved = failure === null;
  return {
    advice_code: approved ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: approved ? 'approved_by_network' : 'declined_by_network',
    reason: failure?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: approved
      ? status === 'pending'
        ? 'Payment pending.'
        : 'Payment complete.'
      : 'The bank did not return any further details with this decline.',
    type: approved ? 'authorized' : 'issuer_declined',
  };
}

function methodDetails(charge: ChargeRow): Stripe.Charge['payment_method_details'] {
  if (charge.method === 'sepa_debit')
    return {
      type: 'sepa_debit',
      sepa_debit: {
        bank_code: null,
        branch_code: null,
        country: 'DE',
        fingerprint: null,
        last4: charge.last4,
        mandate: null,
      },
    };
  return {
    type: 'card',
    card: {
      amount_authorized: charge.status === 'failed' ? null : charge.amount,
      authorization_code: null,
      brand: 'visa',
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: charge.status === 'failed' ? 'unchecked' : 'pass',
      },
      country: 'US',
      electronic_commerce_indicator: charge.threeDSecure ? '05' : null,
      // The expiry typed by the payer is not kept; every test card is given this one.
      exp_month: 12,
      exp_year: new Date(charge.created * 1000).getUTCFullYear() + 1,
      fingerprint: null,
      funding: 'credit',
      installments: null,
      last4: charge.last4,
      mandate: null,
      network: 'visa',
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: 'unregulated',
      transaction_link_id: null,
      three_d_secure: charge.threeDSecure ? authenticated() : null,
      wallet: null,
    },
  };
}

function authenticated() {
  return {
    authentication_flow: 'challenge' as const,
    electronic_commerce_indicator: '05' as const,
    exemption_indicator: null,
    result: 'authenticated' as const,
    result_reason: null,
    transaction_id: null,
    version: '2.2.0' as const,
  };
}

function refundsOf(account: StripeAccount, charge: ChargeRow): Stripe.ApiList<Stripe.Refund> {
  const refunds = [...account.refunds.rows()].filter((refund) => refund.charge === charge.id);
  return {
    object: 'list',
    data: refunds.toReversed().map((refund) => refundObject(refund)),
    has_more: false,
    url: `/v1/charges/${charge.id}/refunds`,
  };
}
