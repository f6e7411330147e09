/** Where a payment stands. Only syncPayment moves one to PAID or MISMATCH, after asking the provider. */
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

/** Where an order stands. EXPIRED: every attempt to pay it is over; a new attempt, or money that comes late, revives it. */
export type OrderState = 'AWAITING_PAYMENT' | 'CONFIRMED' | 'REFUNDED' | 'EXPIRED';

/** Whether money comes is not known yet. */
export const UNDECIDED = ['NEW', 'OPEN', 'APPROVED', 'CAPTURING', 'PENDING'] as const;

/** Without money, and nobody can pay it any more. */
export const OVER = ['EXPIRED', 'CANCELLED', 'FAILED'] as const;

export const UNPAID = [...UNDECIDED, ...OVER] as const;

/**
 * From which states each state can be reached; every other move is refused by the store. Nothing leads from money back
 * to no money: late and reordered notices only ever make us look again.
 */
export const reachedFrom: Record<PaymentState, readonly PaymentState[]> = {
  NEW: [],
  OPEN: ['NEW', 'CAPTURING'],
  APPROVED: ['OPEN'],
  CAPTURING: ['OPEN', 'APPROVED'],
  PENDING: ['OPEN', 'APPROVED', 'CAPTURING'],
  PAID: UNPAID,
  MISMATCH: UNPAID,
  CANCELLED: ['OPEN'],
  // From CAPTURING: the server died before the call, and came back when PayPal had forgotten the order.
  EXPIRED: ['OPEN', 'APPROVED', 'CAPTURING'],
  FAILED: ['NEW', 'OPEN', 'CAPTURING', 'PENDING'],
  PART_REFUNDED: ['PAID', 'PART_REFUNDED'],
  REFUNDED: ['PAID', 'PART_REFUNDED'],
};

/** The same for orders. Which payment confirmed one stands beside the state, and is written once. */
export const orderReachedFrom: Record<OrderState, readonly OrderState[]> = {
  AWAITING_PAYMENT: ['EXPIRED'],
  CONFIRMED: ['AWAITING_PAYMENT', 'EXPIRED'],
  REFUNDED: ['CONFIRMED'],
  EXPIRED: ['AWAITING_PAYMENT'],
};

/** States that the provider cannot change any more by what a payer does. */
export function isMoneyState(state: PaymentState): boolean {
  return !(UNPAID as readonly PaymentState[]).includes(state);
}

export function isOver(state: PaymentState): boolean {
  return (OVER as readonly PaymentState[]).includes(state);
}

/** Money that is ours, all of it or what was not sent back. */
export function holdsMoney(state: PaymentState): boolean {
  return state === 'PAID' || state === 'PART_REFUNDED';
}
