import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { digitsOf, stripeStepOf } from '../money.ts';
import { randomId } from '../random-id.ts';
import { isWebAddress } from '../web-address.ts';
import type { SessionRow, StripeAccount } from './stripe-account.ts';
import { badParameter, badState, noSuch } from './stripe-errors.ts';
import { emit } from './stripe-events.ts';
import { sessionObject } from './stripe-objects.ts';
import { knownCustomer } from './customers.ts';
import {
  emailText,
  expandable,
  integer,
  type Known,
  listObject,
  metadata,
  pageParameters,
  readParameters,
  sinceParameters,
  text,
} from './stripe-parameters.ts';

const url = text().check(
  z.refine(
    (value) => isWebAddress(value.replaceAll('{CHECKOUT_SESSION_ID}', 'id')),
    'Not a valid URL',
  ),
);

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.string().check(z.regex(/^[a-z]{3}$/i, 'Invalid currency'), z.toLowerCase()),
    product_data: z.strictObject({ name: text(), description: z.optional(text()) }),
    unit_amount: integer(0),
  }),
  quantity: integer(1),
});

/** The countries whose bank accounts Stripe offers for transfers in euros. */
const bankTransfer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('eu_bank_transfer'),
    eu_bank_transfer: z.strictObject({
      country: z.enum(['BE', 'DE', 'ES', 'FR', 'IE', 'NL']),
    }),
  }),
  z.strictObject({
    type: z.enum(['gb_bank_transfer', 'jp_bank_transfer', 'mx_bank_transfer', 'us_bank_transfer']),
  }),
]);

const methodOptions = z.strictObject({
  customer_balance: z.optional(
    z.strictObject({ funding_type: z.literal('bank_transfer'), bank_transfer: bankTransfer }),
  ),
});

const expand = expandable('payment_intent', 'payment_intent.latest_charge');

// payment_method_types is missing on purpose: version 2026-09-30.endive removed it.
const createParameters = z.strictObject({
  adaptive_pricing: z.optional(z.strictObject({ enabled: z.enum(['true', 'false']) })),
  allowed_payment_method_types: z.optional(z.array(text())),
  cancel_url: z.optional(url),
  client_reference_id: z.optional(text(200)),
  customer: z.optional(text()),
  customer_email: z.optional(emailText),
  expand,
  expires_at: z.optional(integer(0)),
  line_items: z.tuple([lineItem]),
  locale: z.optional(text()),
  metadata: z._default(metadata, {}),
  mode: z.enum(['payment'], 'The payment sandbox supports only the mode payment'),
  payment_intent_data: z.optional(
    z.strictObject({ description: z.optional(text(1000)), metadata: z.optional(metadata) }),
  ),
  payment_method_options: z._default(methodOptions, {}),
  success_url: url,
  ui_mode: z.optional(z.enum(['hosted_page'], 'The payment sandbox supports only hosted_page')),
} satisfies Known<Stripe.Checkout.SessionCreateParams>);

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export function createSession(account: StripeAccount, _call: Call, sent: unknown) {
  const now = account.clock.seconds();
  const asked = readParameters(createParameters, sent);
  const { line_items: items, expires_at: expiresAt = now + DAY } = asked;
  const [{ price_data: price, quantity }] = items;
  const { currency, unit_amount: unitAmount, product_data: product } = price;
  checkCustomer(account, asked);
  const amount = unitAmount * quantity;
  checkAmount(amount, currency);
  checkExpiry(expiresAt, now);

  const session: SessionRow = {
    id: randomId('cs_test_a1', 56),
    created: now,
    expiresAt,
    status: 'open',
    paymentStatus: amount === 0 ? 'no_payment_required' : 'unpaid',
    amount,
    currency,
    lineItems: [
      { name: product.name, description: product.description ?? null, unitAmount, quantity },
    ],
    clientReferenceId: asked.client_reference_id ?? null,
    customer: asked.customer ?? null,
    customerEmail:
      asked.customer_email ?? account.customers.get(asked.customer ?? '')?.email ?? null,
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    metadata: asked.metadata,
    paymentIntent: null,
    intentData: { metadata: asked.payment_intent_data?.metadata ?? {} },
    allowedPaymentMethodTypes: asked.allowed_payment_method_types ?? null,
    challenge: null,
  };
  account.sessions.put(session.id, session);
  return sessionObject(account, session, asked.expand);
}

/** A bank transfer needs a customer, whose balance keeps the money. */
function checkCustomer(account: StripeAccount, asked: z.output<typeof createParameters>): void {
  const { customer, customer_email: email, payment_method_options: options } = asked;
  if (customer !== undefined && email !== undefined)
    throw badParameter('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  if (customer !== undefined) knownCustomer(account, customer, 'customer');
  if (!asked.allowed_payment_method_types?.includes('customer_balance')) return;
  if (customer === undefined)
    throw badParameter('`customer` is required for the payment method type `customer_balance`.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  if (!options.customer_balance)
    throw badParameter(
      '`payment_method_options[customer_balance][funding_type]` is required for the payment method type `customer_balance`.',
      { code: 'parameter_missing', param: 'payment_method_options[customer_balance]' },
    );
}

/** The most digits of an amount in currencies that do not have eight: https://docs.stripe.com/currencies */
const MOST_DIGITS: Record<string, number> = { cop: 10, idr: 12, inr: 9 };

function checkAmount(amount: number, currency: string): void {
  const step = stripeStepOf(currency);
  if (digitsOf(currency, 'stripe') === undefined)
    throw badParameter(`Invalid currency: ${currency}.`);
  if (amount % step !== 0)
    throw badParameter(`Amounts in ${currency} must be evenly divisible by ${step}.`);
  if (amount > 0 && amount < 50)
    throw badParameter(`The total amount due must be at least 50 minor units of ${currency}.`, {
      code: 'amount_too_small',
    });
  if (String(amount).length > (MOST_DIGITS[currency] ?? 8))
    throw badParameter('The total amount due has too many digits.', { code: 'amount_too_large' });
}

function checkExpiry(expiresAt: number, now: number): void {
  if (expiresAt < now + 30 * MINUTE || expiresAt > now + DAY)
    throw badParameter('`expires_at` must be at least 30 minutes and at most 24 hours away.', {
      param: 'expires_at',
    });
}

const expandOnly = z.strictObject({ expand });

export function retrieveSession(account: StripeAccount, { id }: Call, sent: unknown) {
  const asked = readParameters(expandOnly, sent);
  return sessionObject(account, knownSession(account, id), asked.expand);
}

export function expireSession(account: StripeAccount, { id }: Call, sent: unknown) {
  const asked = readParameters(expandOnly, sent);
  const session = knownSession(account, id);
  if (session.status !== 'open')
    throw badState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  return sessionObject(account, expire(account, session), asked.expand);
}

export function expireDueSessions(account: StripeAccount): void {
  for (const session of account.sessions.rows()) expireIfDue(account, session);
}

/** Reads a session, and first expires it if it is due. */
export function findSession(account: StripeAccount, id: string): SessionRow | undefined {
  const session = account.sessions.get(id);
  return session && expireIfDue(account, session);
}

function expireIfDue(account: StripeAccount, session: SessionRow): SessionRow {
  const due = session.status === 'open' && session.expiresAt <= account.clock.seconds();
  return due ? expire(account, session) : session;
}

function expire(account: StripeAccount, session: SessionRow): SessionRow {
  const expired: SessionRow = { ...session, status: 'expired', challenge: null };
  account.sessions.put(session.id, expired);
  const intent = account.intents.get(session.paymentIntent ?? '');
  if (intent) account.intents.put(intent.id, { ...intent, status: 'canceled' });
  emit(account, 'checkout.session.expired', sessionObject(account, expired));
  return expired;
}

const listParameters = z.strictObject({
  ...pageParameters,
  ...sinceParameters,
  expand: expandable('data.payment_intent', 'data.payment_intent.latest_charge'),
});

export function listSessions(account: StripeAccount, _call: Call, sent: unknown) {
  const asked = readParameters(listParameters, sent);
  const since = asked.created?.gte ?? 0;
  const wanted = [...account.sessions.rows()].filter(({ created }) => created >= since);
  return listObject('/v1/checkout/sessions', wanted, asked, (session) =>
    sessionObject(account, session, asked.expand),
  );
}

function knownSession(account: StripeAccount, id: string): SessionRow {
  const session = findSession(account, id);
  if (!session) throw noSuch('checkout.session', id, 'session');
  return session;
}
