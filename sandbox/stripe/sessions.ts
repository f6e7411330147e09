import * as z from 'zod/mini';
import { randomId } from '../random-id.ts';
import { type Cause, emit, noCall } from './events.ts';
import { within } from './expansion.ts';
import { createdParameter, createdWithin, listObject, pageParameters } from './pagination.ts';
import { choice, expandable, readParameters, text } from './parameters.ts';
import { lineItemObject, sessionObject } from './session-object.ts';
import {
  readSessionParameters,
  SESSION_EXPANSIONS,
  type SessionParameters,
} from './session-parameters.ts';
import type { LineItemRow, SessionRow, StripeAccount } from './stripe-account.ts';
import { badState, noSuch } from './stripe-error.ts';

export function createSession(account: StripeAccount, sent: unknown) {
  const now = account.clock.seconds();
  const { asked, amount, currency, expiresAt } = readSessionParameters(sent, now);
  const session: SessionRow = {
    id: randomId('cs_test_a1', 56),
    created: now,
    expiresAt,
    status: 'open',
    paymentStatus: amount === 0 ? 'no_payment_required' : 'unpaid',
    amount,
    currency,
    lineItems: asked.line_items.map(lineItemRow),
    clientReferenceId: asked.client_reference_id ?? null,
    customerEmail: asked.customer_email ?? null,
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    metadata: asked.metadata ?? {},
    paymentIntent: null,
    intentData: {
      metadata: asked.payment_intent_data?.metadata ?? {},
      description: asked.payment_intent_data?.description ?? null,
      receiptEmail: asked.payment_intent_data?.receipt_email ?? null,
      statementDescriptorSuffix: asked.payment_intent_data?.statement_descriptor_suffix ?? null,
    },
    adaptivePricing: asked.adaptive_pricing?.enabled ?? true,
    allowedPaymentMethodTypes: asked.allowed_payment_method_types ?? null,
    locale: asked.locale ?? null,
    submitType: asked.submit_type ?? null,
    customText: {
      submit: asked.custom_text?.submit?.message ?? null,
      afterSubmit: asked.custom_text?.after_submit?.message ?? null,
    },
    challenge: null,
  };
  account.sessions.put(session.id, session);
  return sessionObject(account, session, asked.expand);
}

function lineItemRow({
  price_data: { product_data: product, unit_amount: unitAmount },
  quantity,
}: SessionParameters['line_items'][number]): LineItemRow {
  return {
    id: randomId('li_', 24),
    priceId: randomId('price_', 24),
    productId: randomId('prod_', 14),
    name: product.name,
    description: product.description ?? null,
    images: product.images ?? [],
    productMetadata: product.metadata ?? {},
    unitAmount,
    quantity,
  };
}

const expandOnly = z.strictObject({ expand: expandable(SESSION_EXPANSIONS) });

export function retrieveSession(account: StripeAccount, id: string, sent: unknown) {
  const { expand } = readParameters(expandOnly, sent);
  return sessionObject(account, knownSession(account, id), expand);
}

export function expireSession(account: StripeAccount, id: string, sent: unknown, cause: Cause) {
  const { expand } = readParameters(expandOnly, sent);
  const session = knownSession(account, id);
  if (session.status !== 'open')
    throw badState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  return sessionObject(account, expire(account, session, cause), expand);
}

export function expireDueSessions(account: StripeAccount): void {
  for (const session of account.sessions.rows()) expireIfDue(account, session);
}

/** The session in its current state: one that is due is expired when it is read. */
export function findSession(account: StripeAccount, id: string): SessionRow | undefined {
  const session = account.sessions.get(id);
  return session && expireIfDue(account, session);
}

function expireIfDue(account: StripeAccount, session: SessionRow): SessionRow {
  const due = session.status === 'open' && session.expiresAt <= account.clock.seconds();
  return due ? expire(account, session, noCall) : session;
}

function expire(account: StripeAccount, session: SessionRow, cause: Cause): SessionRow {
  const expired: SessionRow = { ...session, status: 'expired', challenge: null };
  account.sessions.put(session.id, expired);
  const intent =
    session.paymentIntent === null ? undefined : account.intents.get(session.paymentIntent);
  if (intent)
    account.intents.put(intent.id, {
      ...intent,
      status: 'canceled',
      canceledAt: account.clock.seconds(),
    });
  emit(account, 'checkout.session.expired', sessionObject(account, expired), cause);
  return expired;
}

const listParameters = z.strictObject({
  ...pageParameters,
  created: createdParameter,
  customer_details: z.optional(z.strictObject({ email: text() })),
  expand: expandable(SESSION_EXPANSIONS.map((path) => `data.${path}`)),
  payment_intent: z.optional(text()),
  status: z.optional(choice(['open', 'complete', 'expired'])),
});

export function listSessions(account: StripeAccount, sent: unknown) {
  const asked = readParameters(listParameters, sent);
  const email = asked.customer_details?.email;
  const wanted = [...account.sessions.rows()].filter(
    (session) =>
      (asked.payment_intent === undefined || session.paymentIntent === asked.payment_intent) &&
      (asked.status === undefined || session.status === asked.status) &&
      (email === undefined || session.customerEmail === email) &&
      createdWithin(session.created, asked.created),
  );
  return listObject(wanted, asked, {
    url: '/v1/checkout/sessions',
    write: (session) => sessionObject(account, session, within(asked.expand, 'data')),
  });
}

const lineItemParameters = z.strictObject({ ...pageParameters, expand: expandable([]) });

export function listLineItems(account: StripeAccount, id: string, sent: unknown) {
  const asked = readParameters(lineItemParameters, sent);
  const session = knownSession(account, id);
  return listObject(session.lineItems.toReversed(), asked, {
    url: `/v1/checkout/sessions/${id}/line_items`,
    write: (item) => lineItemObject(session, item),
  });
}

function knownSession(account: StripeAccount, id: string): SessionRow {
  const session = findSession(account, id);
  if (!session) throw noSuch('checkout.session', id, 'session');
  return session;
}
