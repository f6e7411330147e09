import type { OpenedCheckout } from '#site/forms/checkout.ts';
import type { PaymentReturn } from './payment-return.ts';

/** How many times the status is requested, and the pause between two requests. */
export const STEPS = 10;
export const PAUSE_MS = 3000;

export type PaymentView =
  | { state: 'pending'; by: PaymentReturn['by']; step?: number }
  | { state: 'paid'; receipt: Receipt; wasPaidBefore?: boolean }
  | { state: 'failed'; failure: PaymentFailure };

export type Receipt = {
  /** Absent where the provider does not name it. */
  product?: string | undefined;
  description?: string | undefined;
  reference: string;
  paidBy: 'Card' | 'PayPal';
  /** When the money arrived, as the server says. */
  paidAt?: string | undefined;
  /** An agreed amount, which somebody may have paid for others. */
  isDiscount?: boolean | undefined;
  /** Known only to the browser that opened the checkout. */
  order?: OpenedCheckout | undefined;
};

export type PaymentFailure = {
  message: string;
  advice: Advice;
  /** Absent where the address names no payment. */
  reference?: string | undefined;
  paidBy: PaymentReturn['by'];
  /** The server's last answer, for the technical details. */
  lastAnswer?: string | undefined;
  attempts: number;
  at: string;
  /** The address at which the payment can be completed, if its checkout is still open. */
  checkoutUrl?: string | undefined;
  /** Another payment of this browser that has arrived. */
  otherPaid?: { address: string; reference: string; paidAt?: string | undefined };
  /** The server knows it as paid, though this browser has lost what belongs to it. */
  arrived?: { reference: string };
};

/** The page's advice follows from what is known about the money. */
export type Advice = 'paid' | 'unclear' | 'unfinished' | 'dataLost' | 'notCharged' | 'badLink';

/** Whether another check can have another result. */
export function isOpen({ advice }: PaymentFailure): boolean {
  return advice === 'paid' || advice === 'unclear' || advice === 'unfinished';
}

/** The view of a failure, with the time that support needs. */
export function failed(
  at: Date,
  failure: Omit<PaymentFailure, 'at' | 'attempts'> & { attempts?: number },
): PaymentView {
  return { state: 'failed', failure: { attempts: 0, ...failure, at: at.toISOString() } };
}

/** Signs that a visitor who reads "not paid" may have paid, and the form that the visitor came from. */
export type PaymentTrace = { kind?: OpenedCheckout['kind'] | undefined } & (
  | { state: 'none' }
  /** A payment was started in this browser. */
  | { state: 'begun' }
  /** Its result was checked and stayed open. */
  | { state: 'open'; address: string }
  | { state: 'paid'; address: string }
);

/** For a visitor whose payment could not be confirmed. */
export const messages = {
  badLink:
    'Invalid payment link. Please complete your registration through the proper payment process.',
  dataLost: {
    registration: 'PayPal registration data not found. Please try registering again.',
    discount: 'PayPal discount registration data not found. Please try registering again.',
  },
  captureFailed: (reason: string) => `PayPal payment processing failed: ${reason}`,
  /** The provider answered that the payment is not complete. */
  unverified:
    'Could not verify payment status after 10 attempts. Please contact support if payment was deducted.',
  /** The last request had no answer. */
  timedOut:
    'Payment verification timed out. Could not verify payment status after 10 attempts. Please contact support if payment was deducted.',
  /** The last answer could not be read, or the page itself failed. */
  unreadable: 'Error processing payment status. Please contact support if payment was deducted.',
  updateFailed: 'Payment verified but failed to update database. Please contact support.',
} as const;
