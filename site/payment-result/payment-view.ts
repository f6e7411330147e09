import * as labels from 'content:labels/paymentResult';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import type { OpenedCheckout } from '#site/forms/checkout.ts';
import type { PaymentReturn } from './payment-return.ts';
import type { StoredReceipt } from './payment-storage.ts';

/** The page requests the status at most this often, with a pause between two requests. */
export const STEPS = 10;
export const PAUSE_MS = 3000;

/** `saidFirst` is the error that the page showed until the server knew that the payment had arrived. */
export type PaymentView =
  | { state: 'pending'; by: PaymentReturn['by']; step?: number }
  | { state: 'paid'; receipt: Receipt; wasPaidBefore?: boolean; saidFirst?: string }
  | { state: 'failed'; failure: PaymentFailure };

export type Receipt = StoredReceipt & {
  /** The data about the order. Only the browser that opened the checkout has this data. */
  order?: OpenedCheckout | undefined;
};

export type PaymentFailure = {
  message: string;
  advice: Advice;
  /** Absent if the address names no payment. */
  reference?: string | undefined;
  paidBy: PaymentReturn['by'];
  /** The server's last answer, for the technical details. */
  lastAnswer?: string | undefined;
  attempts: number;
  at: string;
  /** The address at which the payment can be completed, if its checkout is still open. */
  checkoutUrl?: string | undefined;
  /** Another payment in this browser that was confirmed. */
  otherPaid?: { address: string; reference: string; paidAt?: string | undefined };
};

/** The page's advice, which depends on the known facts about the money. */
export type Advice = 'paid' | 'unclear' | 'unfinished' | 'dataLost' | 'notCharged' | 'badLink';

/** Whether the result is still open, so that a new check may give a different result. */
export function isOpen({ advice }: PaymentFailure): boolean {
  return advice === 'paid' || advice === 'unclear' || advice === 'unfinished';
}

/** The title of the page, and the text below it. */
export function introOf(
  view: PaymentView,
  words: Pages['paymentResult'],
): { title: string; text: string } {
  if (view.state === 'pending') return words.pending;
  if (view.state === 'failed') return words[isOpen(view.failure) ? 'open' : 'error'];
  const { receipt, saidFirst, wasPaidBefore } = view;
  const { title, text, paidBefore } = words.success;
  if (wasPaidBefore) return { title, text: paidBefore };
  if (receipt.isFree === true) return { title: labels.freeTitle, text: labels.freeText };
  return { title, text: saidFirst ? `${words.arrived} ${receipt.reference}` : text };
}

/** The view of a failure, with the time that support needs. */
export function failed(
  at: Date,
  failure: Omit<PaymentFailure, 'at' | 'attempts'> & { attempts?: number },
): PaymentView {
  return { state: 'failed', failure: { attempts: 0, ...failure, at: at.toISOString() } };
}

/** Signs that a visitor who reads "not paid" may have paid, and the form from which the visitor came. */
export type PaymentTrace = { kind?: OpenedCheckout['kind'] | undefined } & (
  | { state: 'none' }
  /** This browser has started a payment. */
  | { state: 'begun' }
  /** The page has checked a payment, and the result is still open. */
  | { state: 'open'; address: string }
  | { state: 'paid'; address: string }
);

/** The names of the ways to pay. */
export const methods = { Card: labels.card, PayPal: labels.paypal };
