import { stripeLocale } from '#server/payments/provider-locale.ts';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { asCents } from '#contract/money.ts';
import { AppError } from '#server/errors.ts';
import { timestamp } from '#server/identity.ts';
import {
  bareStatus,
  type CheckoutRequest,
  type Delay,
  type DisputeState,
  isSandboxAddress,
  type PaymentProvider,
  type ProviderDispute,
  ProviderRefused,
  type ProviderStatus,
  ProviderUnavailable,
  type WebhookEvent,
} from '#server/payments/provider.ts';
import { askStripe, problemOf, read } from './stripe-answers.ts';
import { stripeBalance } from './stripe-balance.ts';
import { stripeClient, type StripeClientSettings } from './stripe-client.ts';

export type StripeSettings = StripeClientSettings & {
  webhookSecret: string;
  live: boolean;
  /** The name of the account that the key belongs to. */
  account?: string | undefined;
  /** The path of the pretend provider's pages on this site, such as /sandbox/stripe/; undefined with the real provider. */
  sandboxPath: string | undefined;
  /** The means of payment that payers may choose from, in Stripe's words. */
  methods: readonly string[];
  /** The country of the bank account to which payers transfer euros. */
  transferCountry: string;
};

/** Payments through Stripe Checkout, by the official package. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const stripe = stripeClient(settings);
  return {
    name: 'stripe',
    live: settings.live,
    account: settings.account,
    balance: stripeBalance(stripe),
    ...checkouts(stripe, settings),
    ...refunds(stripe),
    ...disputes(stripe),

    async parseWebhook(body, headers) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') return undefined;
      const verifier = stripe.webhooks.signature;
      if (!verifier) throw new Error('Stripe’s package cannot check signatures');
      try {
        verifier.verifyHeader(body, signature, settings.webhookSecret, TOLERANCE_SECONDS);
      } catch {
        // The package throws errors of any kind for a header that it cannot read, such as one with an empty signature.
        return undefined;
      }
      const event = readEvent(body.toString('utf8'));
      return webhookEventOf(event, await objectOf(stripe, event));
    },
  };
}

type Calls<Name extends keyof PaymentProvider> = Pick<PaymentProvider, Name>;

function checkouts(
  stripe: Stripe,
  settings: StripeSettings,
): Calls<'open' | 'close' | 'getStatus' | 'list'> {
  return {
    async open(request, idempotencyKey) {
      const customer = settings.methods.includes(TRANSFER)
        ? await newCustomer(stripe, request, idempotencyKey)
        : undefined;
      const asked = sessionParameters(request, settings, customer);
      const session = await askStripe(() =>
        stripe.checkout.sessions.create(asked, { idempotencyKey }),
      );
      const url = session.url === null ? undefined : URL.parse(session.url);
      if (!url || !isCheckoutAddress(url, request, settings.sandboxPath)) {
        throw new ProviderUnavailable('Stripe gave no usable checkout address');
      }
      return { ref: session.id, url: url.href };
    },

    async close(ref) {
      try {
        // This call has no idempotency key: Stripe would repeat a failure for the same key, and the payer could not
        // choose another means of payment.
        await askStripe(() => stripe.checkout.sessions.expire(ref));
        return true;
      } catch (error) {
        if (error instanceof ProviderRefused) return false;
        throw error;
      }
    },

    async getStatus(ref) {
      const status = await unlessMissing(async () => {
        const expand = ['payment_intent.latest_charge'];
        const session = read(Session, await stripe.checkout.sessions.retrieve(ref, { expand }));
        const found = statusIn(session, settings.sandboxPath);
        return withOverpaid(stripe, await withLostDisputes(stripe, found, session), session);
      });
      return status ?? bareStatus('expired');
    },

    async *list(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const expand = ['data.payment_intent.latest_charge'];
      // With expanded objects, a larger page may exceed the size limit of an answer.
      const pages = stripe.checkout.sessions.list({ created, expand, limit: 20 });
      for await (const session of entriesOf(pages, Session)) {
        const invoice = session.metadata?.['invoice'];
        yield { ref: session.id, invoice, status: statusIn(session, settings.sandboxPath) };
      }
    },
  };
}

function refunds(stripe: Stripe): Calls<'refund' | 'listRefunds'> {
  return {
    async refund(paymentRef, { id, amountCents, idempotencyKey }) {
      const metadata = { refund_id: id };
      const request = { payment_intent: paymentRef, amount: amountCents, metadata };
      const refund = await askStripe(() => stripe.refunds.create(request, { idempotencyKey }));
      return { ref: refund.id };
    },

    async listRefunds(_, paymentRef) {
      const request = { payment_intent: paymentRef, limit: 100 };
      const { data } = read(Refunds, await askStripe(() => stripe.refunds.list(request)));
      return data.map(({ id, amount, metadata, status }) => ({
        ref: id,
        refundId: metadata?.['refund_id'],
        amountCents: amount,
        hasFailed: status === 'failed' || status === 'canceled',
        isWaiting: status === 'requires_action',
      }));
    },
  };
}

function disputes(stripe: Stripe): Calls<'getDispute' | 'listDisputes'> {
  return {
    async getDispute(ref) {
      const answer = await unlessMissing(() => stripe.disputes.retrieve(ref));
      return answer && disputeIn(read(Dispute, answer));
    },

    async *listDisputes(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const pages = stripe.disputes.list({ created, limit: 20 });
      for await (const dispute of entriesOf(pages, Dispute)) yield disputeIn(dispute);
    },
  };
}

/** An answer of Stripe; undefined if it does not have the object that it was asked for. */
async function unlessMissing<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await askStripe(ask);
  } catch (error) {
    if (error instanceof ProviderRefused && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

/** All entries of a list, of which the package asks for one page after the other. */
async function* entriesOf<Entry extends z.ZodMiniType>(
  pages: AsyncIterable<unknown>,
  shape: Entry,
): AsyncGenerator<z.output<Entry>, void> {
  try {
    for await (const answer of pages) yield read(shape, answer);
  } catch (error) {
    throw problemOf(error);
  }
}

/** Adds lost disputes to the refunded amount, because Stripe does not count them as refunds. */
async function withLostDisputes(
  stripe: Stripe,
  status: ProviderStatus,
  session: Session,
): Promise<ProviderStatus> {
  const { paymentRef, refundedCents } = status;
  if (paymentRef === undefined || !session.payment_intent?.latest_charge?.disputed) return status;
  const request = { payment_intent: paymentRef, limit: 100 };
  const { data } = read(Disputes, await askStripe(() => stripe.disputes.list(request)));
  const lost = data.filter((dispute) => stateOfDispute(dispute) === 'LOST');
  const lostCents = lost.reduce((sum, dispute) => sum + takenCents(dispute), 0);
  const most = status.amountCents ?? Infinity;
  return { ...status, refundedCents: Math.min(refundedCents + lostCents, most) };
}

/**
 * The money that a dispute has taken out of the balance. It is less than the disputed amount if a part had been
 * refunded before, and stays so if that refund fails later. An account in another currency does not say it in ours.
 */
function takenCents({ amount, currency, balance_transactions: moves }: Dispute): number {
  const isSaid = moves.length > 0 && moves.every((move) => move.currency === currency);
  return isSaid ? moves.reduce((sum, move) => sum - move.amount, 0) : amount;
}

/** Adds the money that Stripe keeps for a payer who has transferred too much. */
async function withOverpaid(
  stripe: Stripe,
  status: ProviderStatus,
  session: Session,
): Promise<ProviderStatus> {
  const method = session.payment_intent?.latest_charge?.payment_method_details?.type;
  if (status.state !== 'paid' || method !== TRANSFER || session.customer === null) return status;
  try {
    const answer = await stripe.customers.retrieveCashBalance(session.customer);
    const { available } = read(CashBalance, answer);
    return { ...status, overpaidCents: available?.[session.currency ?? ''] ?? 0 };
  } catch {
    // The payment is complete without this answer; the poller asks again tomorrow.
    return status;
  }
}

/**
 * The customer to whose virtual bank account the payer transfers the money. Each payment has a customer of its own, so
 * its balance is what came for this payment.
 */
async function newCustomer(
  stripe: Stripe,
  { customerEmail, orderId, invoice }: CheckoutRequest,
  idempotencyKey: string,
): Promise<string> {
  const asked = { email: customerEmail, metadata: { order_id: orderId, invoice } };
  const key = { idempotencyKey: `${idempotencyKey}_customer` };
  return (await askStripe(() => stripe.customers.create(asked, key))).id;
}

/**
 * The object of an event. If the event only names its object, and only the object names the payment, Stripe is asked
 * for the object.
 */
async function objectOf(
  stripe: Stripe,
  { type, data, related_object: related }: Event,
): Promise<unknown> {
  if (!related) return data?.object;
  if (!ABOUT_PAYMENTS.some((about) => type.startsWith(about))) return related;
  return (await unlessMissing(() => stripe.rawRequest('GET', related.url))) ?? related;
}

/** Whether a payer may be sent to this address: one of Stripe's own pages, or of the sandbox. */
function isCheckoutAddress(url: URL, request: CheckoutRequest, sandboxPath: string | undefined) {
  return (
    url.origin === 'https://checkout.stripe.com' || isSandboxAddress(url, request, sandboxPath)
  );
}

function sessionParameters(
  request: CheckoutRequest,
  { methods, transferCountry }: Pick<StripeSettings, 'methods' | 'transferCountry'>,
  customer: string | undefined,
): Stripe.Checkout.SessionCreateParams {
  const locale = request.language === undefined ? undefined : stripeLocale(request.language);
  return {
    mode: 'payment',
    ...(locale !== undefined && { locale }),
    client_reference_id: request.orderId,
    ...(customer === undefined
      ? { customer_email: request.customerEmail }
      : { customer, payment_method_options: transferOptions(request, transferCountry) }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amountCents,
          product_data: { name: request.productName, description: request.description },
        },
      },
    ],
    // This list selects from the methods in the dashboard. Adaptive pricing is off, because it would change the amount
    // and the currency that we compare.
    allowed_payment_method_types: [...methods],
    adaptive_pricing: { enabled: false },
    metadata: { order_id: request.orderId, invoice: request.invoice },
    // Stripe does not copy a session's metadata to its payment, and refunds and disputes only name the payment.
    payment_intent_data: { metadata: { order_id: request.orderId, invoice: request.invoice } },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: request.expiresAt,
  };
}

/** Stripe's name for bank transfers: they fill the balance of a customer. */
const TRANSFER = 'customer_balance';

function transferOptions(
  { currency }: CheckoutRequest,
  country: string,
): NonNullable<Stripe.Checkout.SessionCreateParams['payment_method_options']> {
  const type = TRANSFER_TYPES[currency.toUpperCase()] ?? 'eu_bank_transfer';
  return {
    customer_balance: {
      funding_type: 'bank_transfer',
      bank_transfer: {
        type,
        ...(type === 'eu_bank_transfer' && { eu_bank_transfer: { country } }),
      },
    },
  };
}

/** The transfers within a country; currency-conflicts.ts refuses every other currency than these and the euro. */
const TRANSFER_TYPES: Record<
  string,
  'gb_bank_transfer' | 'jp_bank_transfer' | 'mx_bank_transfer' | 'us_bank_transfer'
> = {
  GBP: 'gb_bank_transfer',
  JPY: 'jp_bank_transfer',
  MXN: 'mx_bank_transfer',
  USD: 'us_bank_transfer',
};

/** The parts of a session that we use, including objects that we ask Stripe to expand. */
const NextAction = z.object({
  display_bank_transfer_instructions: z.optional(
    z.object({
      amount_remaining: z.nullable(z.number()),
      hosted_instructions_url: z.nullable(z.string()),
    }),
  ),
});

const Session = z.object({
  id: z.string(),
  metadata: z.nullable(z.record(z.string(), z.string())),
  status: z.nullable(z.enum(['open', 'complete', 'expired'])),
  payment_status: z.string(),
  client_reference_id: z.nullable(z.string()),
  amount_total: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  customer: z.catch(z.nullable(z.string()), null),
  livemode: z.boolean(),
  payment_intent: z.nullable(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: z.number(),
      latest_charge: z.nullable(
        z.object({
          amount_refunded: z.number(),
          disputed: z.boolean(),
          payment_method_details: z.catch(z.nullable(z.object({ type: z.string() })), null),
        }),
      ),
      next_action: z.catch(z.nullable(NextAction), null),
    }),
  ),
});
type Session = z.output<typeof Session>;

const CashBalance = z.object({
  available: z.nullable(z.record(z.string(), z.number())),
});

const Refunds = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      status: z.nullable(z.string()),
      metadata: z.nullable(z.record(z.string(), z.string())),
    }),
  ),
});

const Dispute = z.object({
  id: z.string(),
  payment_intent: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  created: z.number(),
  status: z.string(),
  evidence_details: z.object({ due_by: z.nullable(z.number()) }),
  balance_transactions: z._default(
    z.array(z.object({ amount: z.number(), currency: z.string() })),
    [],
  ),
});
type Dispute = z.output<typeof Dispute>;

const Disputes = z.object({ data: z.array(Dispute) });

function statusIn(session: Session, sandboxPath: string | undefined): ProviderStatus {
  const intent = session.payment_intent;
  return {
    state: stateOf(session),
    orderId: session.client_reference_id ?? undefined,
    amountCents: session.amount_total ?? undefined,
    currency: session.currency?.toUpperCase(),
    live: session.livemode,
    paymentRef: intent?.id,
    refundedCents: intent?.latest_charge?.amount_refunded ?? 0,
    delay: delayOf(session, sandboxPath),
  };
}

/** Whether a payer may be sent to this address for the bank details. */
function isInstructionsAddress(
  address: string | null,
  sandboxPath: string | undefined,
): address is string {
  const url = address === null ? null : URL.parse(address);
  if (!url) return false;
  return (
    url.origin === 'https://payments.stripe.com' ||
    (sandboxPath !== undefined && url.pathname.startsWith(sandboxPath))
  );
}

function delayOf(
  { payment_intent: intent }: Session,
  sandboxPath: string | undefined,
): Delay | undefined {
  const instructions = intent?.next_action?.display_bank_transfer_instructions;
  if (intent && instructions) {
    const { amount_remaining: left, hosted_instructions_url: url } = instructions;
    return {
      by: 'virtual-account',
      arrivedCents: Math.max(0, intent.amount - (left ?? intent.amount)),
      instructions: isInstructionsAddress(url, sandboxPath) ? url : undefined,
    };
  }
  const type = intent?.latest_charge?.payment_method_details?.type ?? '';
  return type.endsWith('_debit') ? { by: 'debit' } : undefined;
}

/** A session that is `complete` may be unpaid: with slow methods the money or its refusal comes days later. */
function stateOf(session: Session): ProviderStatus['state'] {
  if (session.status === 'open') return 'open';
  if (session.status === 'expired') return 'expired';
  if (session.payment_status !== 'unpaid') return 'paid';
  return OVER.includes(session.payment_intent?.status ?? '') ? 'failed' : 'pending';
}

/** The states of a payment after the bank has refused it, or a person has cancelled it in the dashboard. */
const OVER = ['requires_payment_method', 'canceled'];

function disputeIn(dispute: Dispute): ProviderDispute {
  const { id, payment_intent: intent, currency, created, evidence_details } = dispute;
  const state = stateOfDispute(dispute);
  const amount = state === 'LOST' ? takenCents(dispute) : dispute.amount;
  const due = evidence_details.due_by;
  return {
    ref: id,
    paymentRef: intent ?? undefined,
    state,
    amountCents: asCents(amount),
    currency: currency.toUpperCase(),
    // Stripe sends 0 if it accepts no answer to the dispute.
    dueAt:
      state === 'OPENED' && due !== null && due > 0 ? timestamp(new Date(due * 1000)) : undefined,
    openedAt: timestamp(new Date(created * 1000)),
  };
}

/**
 * A warning is a bank's question before a dispute; a prevented dispute ended by a refund, which we count as a refund.
 */
function stateOfDispute({ status }: Dispute): DisputeState {
  // An appeal begins after the money is lost.
  if (status === 'lost' || status.startsWith('appeal_')) return 'LOST';
  return status === 'won' || status === 'warning_closed' || status === 'prevented'
    ? 'WON'
    : 'OPENED';
}

/** An event that was signed longer ago may be a replay of an old event. */
const TOLERANCE_SECONDS = 300;

/**
 * A snapshot event contains its object, a thin event only names its object. We do not use the package's parsers,
 * because they refuse some genuine events. Of events that do not concern us we need only the id.
 */
const Event = z.object({
  id: z.string(),
  /** The type of the event, without the prefix of a thin event. */
  type: z.catch(
    z.pipe(
      z.string(),
      z.transform((type) => type.replace(/^v1\./, '')),
    ),
    '',
  ),
  livemode: z.catch(z.boolean(), false),
  data: z.catch(z.optional(z.object({ object: z.unknown() })), undefined),
  related_object: z.catch(
    z.optional(z.nullable(z.object({ id: z.string(), url: z.string() }))),
    undefined,
  ),
});
type Event = z.output<typeof Event>;

function readEvent(text: string): Event {
  const event = Event.safeParse(jsonIn(text)).data;
  if (!event) throw new AppError('bad-request', () => 'This is no event of Stripe.');
  return event;
}

const SESSION = 'checkout.session.';
const DISPUTE = 'charge.dispute.';
const FRAUD_WARNING = 'radar.early_fraud_warning.';
/** A part of a bank transfer has come. */
const PARTLY = 'payment_intent.partially_funded';
/** The types of events whose objects name the payment that they belong to. */
const ABOUT_PAYMENTS = ['charge.', 'refund.', FRAUD_WARNING];

function webhookEventOf({ id, type, livemode }: Event, object: unknown): WebhookEvent {
  const objectId = textIn(object, 'id');
  return {
    eventId: id,
    type,
    ref: type.startsWith(SESSION) ? objectId : undefined,
    paymentRef:
      type === PARTLY
        ? objectId
        : type.startsWith(SESSION)
          ? undefined
          : textIn(object, 'payment_intent'),
    disputeRef: type.startsWith(DISPUTE) ? objectId : undefined,
    fraudWarningRef: type.startsWith(FRAUD_WARNING) ? objectId : undefined,
    live: livemode,
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textIn(object: unknown, name: string): string | undefined {
  const value: unknown =
    typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
