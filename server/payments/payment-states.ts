import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/**
 * The state of a payment. Only syncPayment sets PAID or MISMATCH, after asking the provider; `confirmFree` sets PAID for
 * 0.00.
 */
export type PaymentState =
  | 'NEW'
  | 'OPEN'
  | 'APPROVED'
  | 'CAPTURING'
  | 'PENDING'
  | 'PAID'
  | 'MISMATCH'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED'
  | 'PART_REFUNDED'
  | 'REFUNDED';

/** The state of an order. EXPIRED: every attempt to pay it is over; a new attempt, or money that comes late, revives it. */
export type OrderState = 'AWAITING_PAYMENT' | 'CONFIRMED' | 'REFUNDED' | 'EXPIRED';

/** It is not known yet whether money comes. */
export const UNDECIDED = ['NEW', 'OPEN', 'APPROVED', 'CAPTURING', 'PENDING'] as const;

/** No money came, and nobody can pay any more. */
export const OVER = ['EXPIRED', 'CANCELLED', 'FAILED'] as const;

export const UNPAID = [...UNDECIDED, ...OVER] as const;

/** The states in which money is first seen. */
export const CAME = ['PAID', 'MISMATCH'] as const;

/**
 * The states from which each state can be reached; compare-and-set refuses every other transition. No transition leads
 * from money back to no money: late and reordered webhooks only make us ask the provider again.
 */
export const reachedFrom: Record<PaymentState, readonly PaymentState[]> = {
  NEW: [],
  OPEN: ['NEW', 'CAPTURING'],
  APPROVED: ['OPEN'],
  CAPTURING: ['OPEN', 'APPROVED'],
  // From CANCELLED: its provider was switched off, so that it could not close the checkout.
  PENDING: ['OPEN', 'APPROVED', 'CAPTURING', 'CANCELLED'],
  PAID: UNPAID,
  MISMATCH: UNPAID,
  CANCELLED: ['OPEN', 'APPROVED'],
  // From CAPTURING: the server died before the call, and PayPal had forgotten the order when it was back.
  EXPIRED: ['OPEN', 'APPROVED', 'CAPTURING'],
  FAILED: ['NEW', 'OPEN', 'CAPTURING', 'PENDING'],
  PART_REFUNDED: ['PAID', 'PART_REFUNDED'],
  // From MISMATCH: a person has refunded all of it in the dashboard.
  REFUNDED: ['PAID', 'PART_REFUNDED', 'MISMATCH'],
};

/** The same for orders. The column beside the state names the payment that confirmed the order; it is written once. */
export const orderReachedFrom: Record<OrderState, readonly OrderState[]> = {
  AWAITING_PAYMENT: ['EXPIRED'],
  CONFIRMED: ['AWAITING_PAYMENT', 'EXPIRED'],
  REFUNDED: ['CONFIRMED'],
  EXPIRED: ['AWAITING_PAYMENT'],
};

/** Money came: no action of the payer at the provider changes these states. */
export function isMoneyState(state: PaymentState): boolean {
  return !(UNPAID as readonly PaymentState[]).includes(state);
}

export function isOver(state: PaymentState): boolean {
  return (OVER as readonly PaymentState[]).includes(state);
}

/** We have money of this payment, all of it or the part that was not refunded. */
export function hasMoney(state: PaymentState): boolean {
  return state === 'PAID' || state === 'PART_REFUNDED';
}

/** In a query of payments: those that somebody may still pay, or whose money came. The poller ignores all others. */
export function mayBringMoney(is: ExpressionBuilder<Tables, 'payments'>) {
  return is.and([
    is('payments.state', 'not in', [...OVER, 'REFUNDED'] satisfies PaymentState[]),
    // Never paid, and its provider never said so.
    is('payments.next_check_at', 'is not', null),
  ]);
}
