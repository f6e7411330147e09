import type { PaymentReturn } from './payment-return.ts';

/** How often the status is asked for, and how long the pause between two questions is. */
export const STEPS = 10;
export const PAUSE_MS = 3000;

/** What the page shows of a payment. */
export type PaymentView =
  | { state: 'pending'; by: PaymentReturn['by']; step?: number }
  | { state: 'paid'; receipt: Receipt }
  | { state: 'failed'; failure: PaymentFailure };

export type Receipt = {
  /** Absent where the provider does not name it. */
  product?: string | undefined;
  description?: string | undefined;
  reference: string;
  paidBy: 'Card' | 'PayPal';
  checkedAt: string;
};

export type PaymentFailure = {
  message: string;
  advice: Advice;
  /** Absent where the address names no payment. */
  reference?: string | undefined;
  paidBy: PaymentReturn['by'];
  /** What the server said last, for the technical details. */
  lastAnswer?: string | undefined;
  attempts: number;
  at: string;
};

/** What is known of the money, and so what the visitor had better do. */
export type Advice = 'paid' | 'unclear' | 'dataLost' | 'notCharged' | 'badLink';

/** Whether asking once more can bring another result. */
export function isOpen({ advice }: PaymentFailure): boolean {
  return advice === 'paid' || advice === 'unclear';
}

/** The view of a failure, stamped with the time that support asks for. */
export function failed(
  at: Date,
  failure: Omit<PaymentFailure, 'at' | 'attempts'> & { attempts?: number },
): PaymentView {
  return { state: 'failed', failure: { attempts: 0, ...failure, at: at.toISOString() } };
}
