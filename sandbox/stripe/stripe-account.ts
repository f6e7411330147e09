import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { State, Table } from '../state.ts';

/**
 * The data of the pretend account. Rows are smaller than the objects of the API, which are built from them for each
 * answer. Amounts are in minor units, times in Unix seconds. Of a card only the last four digits are kept.
 */
export type StripeAccount = {
  clock: Clock;
  /** Absent: each payment page is on the origin of its session's success_url. */
  publicBaseUrl: string | undefined;
  sessions: Table<SessionRow>;
  intents: Table<IntentRow>;
  charges: Table<ChargeRow>;
  refunds: Table<RefundRow>;
  disputes: Table<DisputeRow>;
  events: Table<EventRow>;
  idempotency: Table<IdempotencyRow>;
  /** Passes a new event to the sender. */
  announce: (event: EventRow) => void;
};

const metadata = z.record(z.string(), z.string());

const lineItemRow = z.object({
  id: z.string(),
  priceId: z.string(),
  productId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  images: z.array(z.string()),
  productMetadata: metadata,
  unitAmount: z.number(),
  quantity: z.number(),
});

const sessionRow = z.object({
  id: z.string(),
  created: z.number(),
  expiresAt: z.number(),
  status: z.enum(['open', 'complete', 'expired']),
  paymentStatus: z.enum(['unpaid', 'paid', 'no_payment_required']),
  amount: z.number(),
  currency: z.string(),
  lineItems: z.array(lineItemRow),
  clientReferenceId: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  successUrl: z.string(),
  cancelUrl: z.nullable(z.string()),
  metadata,
  paymentIntent: z.nullable(z.string()),
  /** Set on the PaymentIntent when it is created. */
  intentData: z.object({
    metadata,
    description: z.nullable(z.string()),
    receiptEmail: z.nullable(z.string()),
    statementDescriptorSuffix: z.nullable(z.string()),
  }),
  adaptivePricing: z.boolean(),
  allowedPaymentMethodTypes: z.nullable(z.array(z.string())),
  locale: z.nullable(z.string()),
  submitType: z.nullable(z.string()),
  customText: z.object({ submit: z.nullable(z.string()), afterSubmit: z.nullable(z.string()) }),
  /** Last four digits of the card whose owner has to authenticate. */
  challenge: z.nullable(z.string()),
});

const failure = z.object({
  code: z.string(),
  declineCode: z.nullable(z.string()),
  message: z.string(),
});

const intentRow = z.object({
  id: z.string(),
  created: z.number(),
  session: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum([
    'requires_payment_method',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  canceledAt: z.nullable(z.number()),
  latestCharge: z.nullable(z.string()),
  lastFailure: z.nullable(failure),
  paymentMethod: z.nullable(z.string()),
});

const chargeRow = z.object({
  id: z.string(),
  created: z.number(),
  intent: z.string(),
  session: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['succeeded', 'pending', 'failed']),
  failure: z.nullable(failure),
  refunded: z.number(),
  disputed: z.boolean(),
  paymentMethod: z.string(),
  method: z.enum(['card', 'sepa_debit']),
  last4: z.string(),
  threeDSecure: z.boolean(),
});

const refundRow = z.object({
  id: z.string(),
  created: z.number(),
  charge: z.string(),
  intent: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.nullable(z.string()),
  metadata,
  status: z.enum(['succeeded', 'failed']),
});

const disputeRow = z.object({
  id: z.string(),
  created: z.number(),
  charge: z.string(),
  intent: z.string(),
  amount: z.number(),
  currency: z.string(),
});

const eventRow = z.object({
  id: z.string(),
  created: z.number(),
  type: z.string(),
  /** The object at the time of the event. */
  object: z.unknown(),
  request: z.object({ id: z.nullable(z.string()), idempotencyKey: z.nullable(z.string()) }),
  delivery: z.enum(['pending', 'delivered', 'given-up']),
});

const idempotencyRow = z.object({
  created: z.number(),
  fingerprint: z.string(),
  requestId: z.string(),
  status: z.number(),
  body: z.string(),
});

export type LineItemRow = z.infer<typeof lineItemRow>;
export type SessionRow = z.infer<typeof sessionRow>;
export type Failure = z.infer<typeof failure>;
export type IntentRow = z.infer<typeof intentRow>;
export type ChargeRow = z.infer<typeof chargeRow>;
export type RefundRow = z.infer<typeof refundRow>;
export type DisputeRow = z.infer<typeof disputeRow>;
export type EventRow = z.infer<typeof eventRow>;
type IdempotencyRow = z.infer<typeof idempotencyRow>;

export function openStripeAccount(
  state: State,
  rest: Pick<StripeAccount, 'clock' | 'publicBaseUrl' | 'announce'>,
): StripeAccount {
  return {
    ...rest,
    sessions: state.table('stripe.sessions', sessionRow),
    intents: state.table('stripe.payment_intents', intentRow),
    charges: state.table('stripe.charges', chargeRow),
    refunds: state.table('stripe.refunds', refundRow),
    disputes: state.table('stripe.disputes', disputeRow),
    events: state.table('stripe.events', eventRow),
    idempotency: state.table('stripe.idempotency', idempotencyRow),
  };
}
