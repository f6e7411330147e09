import type { ExpressionBuilder } from 'kysely';
import type { OrderState } from '#server/database/order-tables.ts';
import type { PaymentState } from '#server/database/payment-tables.ts';
import type { Tables } from '#server/database/tables.ts';

export type { OrderState, PaymentState };

/** The states in which nobody knows yet whether money comes. */
export const UNDECIDED = ['NEW', 'OPEN', 'APPROVED', 'CAPTURING', 'PENDING'] as const;

/** The states in which no money came and nobody can pay any more. */
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
  // From CANCELLED: the provider was switched off, so the server could not close the checkout.
  PENDING: ['OPEN', 'APPROVED', 'CAPTURING', 'CANCELLED'],
  PAID: UNPAID,
  MISMATCH: UNPAID,
  CANCELLED: ['OPEN', 'APPROVED'],
  // From CAPTURING: the server stopped before the capture, and when it was back, PayPal had forgotten the order.
  // From PENDING: the payer chose a bank transfer, and no money came in time.
  EXPIRED: ['OPEN', 'APPROVED', 'CAPTURING', 'PENDING'],
  FAILED: ['NEW', 'OPEN', 'CAPTURING', 'PENDING'],
  PART_REFUNDED: ['PAID', 'PART_REFUNDED'],
  // From MISMATCH: a person has refunded the whole amount.
  REFUNDED: ['PAID', 'PART_REFUNDED', 'MISMATCH'],
};

/**
 * The states from which each state of an order can be reached. `paid_payment_id` names the payment that confirmed the
 * order; it is written once.
 */
export const orderReachedFrom: Record<OrderState, readonly OrderState[]> = {
  AWAITING_PAYMENT: ['EXPIRED'],
  CONFIRMED: ['AWAITING_PAYMENT', 'EXPIRED'],
  REFUNDED: ['CONFIRMED'],
  EXPIRED: ['AWAITING_PAYMENT'],
};

/** Whether money came. No action of the payer at the provider changes such a state. */
export function isMoneyState(state: PaymentState): boolean {
  return !(UNPAID as readonly PaymentState[]).includes(state);
}

export function isOver(state: PaymentState): boolean {
  return (OVER as readonly PaymentState[]).includes(state);
}

/** Whether we have money of a payment: the whole amount, or the part that was not refunded. */
export function hasMoney(state: PaymentState): boolean {
  return state === 'PAID' || state === 'PART_REFUNDED';
}

/**
 * In a query of payments: the payments that somebody may still pay, or whose money came. The poller ignores all others.
 */
export function mayBringMoney(is: ExpressionBuilder<Tables, 'payments'>) {
  return is.and([
    is('payments.state', 'not in', [...OVER, 'REFUNDED']),
    // Without a next check, the poller has stopped asking about the payment.
    is('payments.next_check_at', 'is not', null),
  ]);
}

/**
 * In a query of payments: the payments that somebody may still pay, or could pay a moment ago. A bank transfer that has
 * ended keeps nothing until its last day.
 */
export function isRecent(is: ExpressionBuilder<Tables, 'payments'>, now: string) {
  return is.or([
    mayBringMoney(is),
    is.and([is('payments.expires_at', '>', now), is('payments.provider', '!=', 'transfer')]),
  ]);
}
