import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { State, Table } from '../state.ts';
import { purchaseUnit } from './order-parameters.ts';

/**
 * The data of the pretend account. Amounts are in minor units, times in Unix seconds. Access tokens are not here, because
 * they do not survive the process.
 */
export type PayPalAccount = {
  clock: Clock;
  /** Origin of the API, for links; known once it listens. */
  apiBase: () => string;
  /** Absent: each order's page is on the origin of its return_url. */
  publicBaseUrl: string | undefined;
  orders: Table<OrderRow>;
  captures: Table<CaptureRow>;
  refunds: Table<RefundRow>;
  events: Table<EventRow>;
  requests: Table<RequestRow>;
  /** Passes a new event to the sender. */
  announce: (event: EventRow) => void;
};

const orderRow = z.object({
  id: z.string(),
  created: z.number(),
  updated: z.number(),
  /** The deadline for the payer's approval or the shop's capture. */
  lapsesAt: z.number(),
  status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
  /** Made with a payment_source, not with the older application_context. */
  isWalletOrder: z.boolean(),
  /** As it was sent. */
  unit: purchaseUnit,
  brandName: z.nullable(z.string()),
  returnUrl: z.nullable(z.string()),
  cancelUrl: z.nullable(z.string()),
  /** How the buyer wants the capture to end. */
  choice: z.enum(['pays', 'is-declined', 'stays-pending']),
  declines: z.number(),
  capture: z.nullable(z.string()),
});

const captureRow = z.object({
  id: z.string(),
  created: z.number(),
  updated: z.number(),
  order: z.string(),
  amount: z.number(),
  currency: z.string(),
  customId: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED']),
  refunded: z.number(),
  disputed: z.boolean(),
});

const refundRow = z.object({
  id: z.string(),
  created: z.number(),
  capture: z.string(),
  amount: z.number(),
  currency: z.string(),
  customId: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  noteToPayer: z.nullable(z.string()),
  /** What was refunded of its capture, this refund included. */
  totalRefunded: z.number(),
});

const eventRow = z.object({
  id: z.string(),
  /** The text that is sent: the same bytes at every attempt, also after a restart. */
  body: z.string(),
  delivery: z.enum(['pending', 'delivered', 'given-up']),
});

const requestRow = z.object({ created: z.number(), status: z.number(), body: z.string() });

export type OrderRow = z.infer<typeof orderRow>;
export type CaptureRow = z.infer<typeof captureRow>;
export type RefundRow = z.infer<typeof refundRow>;
export type EventRow = z.infer<typeof eventRow>;
type RequestRow = z.infer<typeof requestRow>;

export function openPayPalAccount(
  state: State,
  rest: Pick<PayPalAccount, 'clock' | 'apiBase' | 'publicBaseUrl' | 'announce'>,
): PayPalAccount {
  return {
    ...rest,
    orders: state.table('paypal.orders', orderRow),
    captures: state.table('paypal.captures', captureRow),
    refunds: state.table('paypal.refunds', refundRow),
    events: state.table('paypal.events', eventRow),
    requests: state.table('paypal.requests', requestRow),
  };
}

/** Unix seconds as PayPal writes times. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
