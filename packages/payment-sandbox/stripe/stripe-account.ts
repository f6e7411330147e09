import * as z from 'zod/mini';
import { storedAnswer } from '../api-calls.ts';
import type { Clock } from '../clock.ts';
import { fields, type State } from '../state.ts';

/**
 * The data of the pretend account. Rows are smaller than the objects of the API, which are built from them for each
 * answer. Amounts are in minor units, times in Unix seconds. Only the last four digits of a card or an IBAN are stored.
 */
export type StripeAccount = ReturnType<typeof stripeTables> & {
  clock: Clock;
  /** Origin of the payment pages; undefined: the origin of the session's success_url. */
  pageBase: () => string | undefined;
  /** Whether the key may read balance transactions and payouts. */
  mayReadBalance: boolean;
  /** Passes a new event to the sender. */
  announce: (event: EventRow) => void;
};

const metadata = z.record(z.string(), z.string());
const textOrNull = z.nullable(z.string());

const customerRow = z.object({
  id: z.string(),
  email: textOrNull,
  /** The money that Stripe keeps for the customer, by currency. */
  cash: z.record(z.string(), z.number()),
});

/** The ways to pay that the hosted page offers. */
export const METHODS = ['card', 'sepa_debit', 'customer_balance'] as const;
export type Method = (typeof METHODS)[number];

const sessionRow = z.object({
  ...fields(z.string(), 'id', 'currency', 'successUrl'),
  ...fields(z.number(), 'created', 'expiresAt', 'amount'),
  ...fields(
    textOrNull,
    'clientReferenceId',
    'customerEmail',
    'cancelUrl',
    'paymentIntent',
    'customer',
  ),
  status: z.enum(['open', 'complete', 'expired']),
  paymentStatus: z.enum(['unpaid', 'paid', 'no_payment_required']),
  lineItems: z.array(
    z.object({
      name: z.string(),
      description: textOrNull,
      ...fields(z.number(), 'unitAmount', 'quantity'),
    }),
  ),
  metadata,
  /** Set on the PaymentIntent when it is created. */
  intentData: z.object({ metadata }),
  allowedPaymentMethodTypes: z.nullable(z.array(z.string())),
  /** Last four digits of the card whose owner has to authenticate. */
  challenge: textOrNull,
});

const intentRow = z.object({
  ...fields(z.string(), 'id', 'session', 'currency'),
  ...fields(z.number(), 'created', 'amount'),
  status: z.enum([
    'requires_payment_method',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  latestCharge: textOrNull,
  method: z.nullable(z.enum(METHODS)),
  /** The part of the amount that a bank transfer has brought. */
  received: z.number(),
  /** The bank's answer to a debit, and the time at which it comes. */
  decision: z.nullable(
    z.object({ at: z.number(), outcome: z.enum(['succeeded', 'failed', 'disputed']) }),
  ),
});

const chargeRow = z.object({
  ...fields(z.string(), 'id', 'intent', 'session', 'currency', 'last4'),
  ...fields(z.number(), 'created', 'amount', 'refunded'),
  ...fields(z.boolean(), 'disputed', 'accountKnown'),
  status: z.enum(['succeeded', 'pending', 'failed']),
  method: z.enum(METHODS),
});

const refundRow = z.object({
  ...fields(z.string(), 'id', 'charge', 'intent', 'currency'),
  ...fields(z.number(), 'created', 'amount'),
  metadata,
  status: z.enum(['requires_action', 'succeeded', 'failed', 'canceled']),
});

const disputeRow = z.object({
  ...fields(z.string(), 'id', 'charge', 'intent', 'currency'),
  ...fields(z.number(), 'created', 'amount', 'dueBy'),
  status: z.enum(['needs_response', 'won', 'lost']),
});

const fraudWarningRow = z.object({
  ...fields(z.string(), 'id', 'charge', 'intent'),
  created: z.number(),
});

const balanceTransactionRow = z.object({
  ...fields(z.string(), 'id', 'currency'),
  category: z.enum([
    'charge',
    'refund',
    'refund_failure',
    'dispute',
    'dispute_reversal',
    'fee',
    'payout',
    'payout_reversal',
  ]),
  /** The amount of money that leaves the balance is negative. */
  ...fields(z.number(), 'created', 'amount', 'fee', 'availableOn'),
  /** The charge, refund, dispute or payout that caused it, and the automatic payout that contains it. */
  ...fields(textOrNull, 'source', 'payout'),
});

const payoutRow = z.object({
  ...fields(z.string(), 'id', 'currency'),
  ...fields(z.number(), 'created', 'amount', 'arrival'),
  failed: z.boolean(),
});

const eventRow = z.object({
  id: z.string(),
  created: z.number(),
  type: z.string(),
  /** The object at the time of the event. */
  object: z.unknown(),
  delivery: z.enum(['pending', 'delivered', 'given-up']),
});

export type CustomerRow = z.infer<typeof customerRow>;
export type SessionRow = z.infer<typeof sessionRow>;
export type IntentRow = z.infer<typeof intentRow>;
export type ChargeRow = z.infer<typeof chargeRow>;
export type RefundRow = z.infer<typeof refundRow>;
export type DisputeRow = z.infer<typeof disputeRow>;
export type FraudWarningRow = z.infer<typeof fraudWarningRow>;
export type BalanceTransactionRow = z.infer<typeof balanceTransactionRow>;
export type PayoutRow = z.infer<typeof payoutRow>;
export type EventRow = z.infer<typeof eventRow>;

export function stripeTables(state: State) {
  return {
    customers: state.table('stripe.customers', customerRow),
    sessions: state.table('stripe.sessions', sessionRow),
    intents: state.table('stripe.payment_intents', intentRow),
    charges: state.table('stripe.charges', chargeRow),
    refunds: state.table('stripe.refunds', refundRow),
    disputes: state.table('stripe.disputes', disputeRow),
    fraudWarnings: state.table('stripe.early_fraud_warnings', fraudWarningRow),
    balanceTransactions: state.table('stripe.balance_transactions', balanceTransactionRow),
    payouts: state.table('stripe.payouts', payoutRow),
    events: state.table('stripe.events', eventRow),
    idempotency: state.table('stripe.idempotency', storedAnswer),
  };
}
