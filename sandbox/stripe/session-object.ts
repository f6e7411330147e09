import type Stripe from 'stripe';
import { type Expansion, nothing, within } from './expansion.ts';
import { intentObject } from './intents.ts';
import { paymentMethodTypes } from './payment-method-types.ts';
import type { LineItemRow, SessionRow, StripeAccount } from './stripe-account.ts';

/** On the wire a decimal is text; the SDK makes an object of it. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };
type WireSession = Omit<Stripe.Checkout.Session, 'line_items'> & {
  line_items?: Stripe.ApiList<WireLineItem>;
};

export function sessionObject(
  account: StripeAccount,
  session: SessionRow,
  expansion: Expansion = nothing,
): WireSession {
  const { submit, afterSubmit } = session.customText;
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptivePricing },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: session.allowedPaymentMethodTypes,
    amount_subtotal: session.amount,
    amount_total: session.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: afterSubmit === null ? null : { message: afterSubmit },
      shipping_address: null,
      submit: submit === null ? null : { message: submit },
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: customerDetails(session),
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    ...(expansion.has('line_items') ? { line_items: lineItems(session) } : {}),
    livemode: false,
    locale: session.locale,
    managed_payments: { enabled: false },
    metadata: session.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: intentOf(account, session, expansion),
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: paymentMethodTypes(session),
    payment_status: session.paymentStatus,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: session.submitType,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? payPageUrl(account, session) : null,
    wallet_options: null,
  };
}

function payPageUrl(account: StripeAccount, session: SessionRow): string {
  const origin =
    account.publicBaseUrl?.replace(/\/+$/, '') ??
    new URL(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', 'id')).origin;
  return `${origin}/sandbox/stripe/pay/${session.id}`;
}

function lineItems(session: SessionRow) {
  return {
    object: 'list' as const,
    data: session.lineItems.map((item) => lineItemObject(session, item)),
    has_more: false,
    url: `/v1/checkout/sessions/${session.id}/line_items`,
  };
}

export function lineItemObject(session: SessionRow, item: LineItemRow): WireLineItem {
  const amount = item.unitAmount * item.quantity;
  return {
    id: item.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: session.currency,
    description: item.name,
    metadata: {},
    price: {
      id: item.priceId,
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: session.created,
      currency: session.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: item.productId,
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: item.unitAmount,
      unit_amount_decimal: String(item.unitAmount),
    },
    quantity: item.quantity,
  };
}

function customerDetails(session: SessionRow): Stripe.Checkout.Session['customer_details'] {
  if (session.customerEmail === null) return null;
  return {
    address: null,
    business_name: null,
    email: session.customerEmail,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: session.status === 'complete' ? [] : null,
  };
}

function intentOf(account: StripeAccount, session: SessionRow, expansion: Expansion) {
  const intent =
    session.paymentIntent === null ? undefined : account.intents.get(session.paymentIntent);
  if (!intent || !expansion.has('payment_intent')) return session.paymentIntent;
  return intentObject(account, intent, within(expansion, 'payment_intent'));
}
