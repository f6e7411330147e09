import * as z from 'zod/mini';
import { storedAnswer } from '../api-calls.ts';
import type { Clock } from '../clock.ts';
import { fields, type State } from '../state.ts';

/**
 * The data of the pretend account. Amounts are in minor units, times in Unix seconds. Access tokens are no part of the
 * data, because they end with the process.
 */
export type PayPalAccount = ReturnType<typeof paypalTables> & {
  clock: Clock;
  /** Origin of the API, for links; known as soon as the API listens. */
  apiBase: () => string;
  /** Origin of the payment pages; undefined: the origin of the order's return_url. */
  pageBase: () => string | undefined;
  /** Whether refunds wait for the buyer's bank, as refunds of an eCheck do. */
  refundsWait: boolean;
  /** Whether the app has the feature Transaction Search, and the seconds until a transaction is in its list. */
  reports: { isAllowed: boolean; delay: number };
  /** Passes a new event to the sender. */
  announce: (event: EventRow) => void;
};

const textOrNull = z.nullable(z.string());

const orderRow = z.object({
  id: z.string(),
  ...fields(z.number(), 'created', 'declines'),
  /** The deadline for the payer's approval or the shop's capture. */
  lapsesAt: z.number(),
  status: z.enum(['PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
  /** The purchase unit as the shop sent it. */
  unit: z.object({
    amount: z.object(fields(z.string(), 'currency_code', 'value')),
    ...fields(z.optional(z.string()), 'description', 'custom_id', 'invoice_id'),
  }),
  ...fields(z.string(), 'returnUrl', 'cancelUrl'),
  capture: textOrNull,
  /** The outcome of the capture that the buyer has chosen. */
  choice: z.enum(['pays', 'is-declined', 'stays-pending']),
});

const captureRow = z.object({
  ...fields(z.string(), 'id', 'order', 'currency'),
  ...fields(z.number(), 'created', 'amount', 'refunded'),
  ...fields(textOrNull, 'customId', 'invoiceId'),
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED']),
  disputed: z.boolean(),
});

const refundRow = z.object({
  ...fields(z.string(), 'id', 'capture', 'currency'),
  ...fields(z.number(), 'created', 'amount'),
  /** PENDING: the refund waits for the buyer's bank. */
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED']),
  invoiceId: textOrNull,
});

const disputeRow = z.object({
  ...fields(z.string(), 'id', 'capture'),
  ...fields(z.number(), 'created', 'updated', 'amount', 'dueBy'),
  /** Null while the dispute is open. */
  outcome: z.nullable(z.enum(['won', 'lost'])),
});

const transactionRow = z.object({
  id: z.string(),
  /** The event code, such as T0006. */
  code: z.string(),
  created: z.number(),
  currency: z.string(),
  /** Money that leaves the account is negative, also a fee. */
  ...fields(z.number(), 'amount', 'fee'),
  /** The transaction that this one is about: the capture of a refund. */
  ...fields(textOrNull, 'reference', 'invoiceId'),
});

const eventRow = z.object({
  id: z.string(),
  /** The body of the webhook: the same bytes at every attempt, also after a restart. */
  body: z.string(),
  delivery: z.enum(['pending', 'delivered', 'given-up']),
});

export type OrderRow = z.infer<typeof orderRow>;
export type CaptureRow = z.infer<typeof captureRow>;
export type RefundRow = z.infer<typeof refundRow>;
export type DisputeRow = z.infer<typeof disputeRow>;
export type TransactionRow = z.infer<typeof transactionRow>;
export type EventRow = z.infer<typeof eventRow>;

export function paypalTables(state: State) {
  return {
    orders: state.table('paypal.orders', orderRow),
    captures: state.table('paypal.captures', captureRow),
    refunds: state.table('paypal.refunds', refundRow),
    disputes: state.table('paypal.disputes', disputeRow),
    transactions: state.table('paypal.transactions', transactionRow),
    events: state.table('paypal.events', eventRow),
    requests: state.table('paypal.requests', storedAnswer),
  };
}

/** Writes Unix seconds in PayPal's format. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
