import * as labels from 'content:labels/paymentResult';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { onThisDevice } from '#site/forms/expiring-storage.ts';
import { PAYMENT_RESULT } from '#site/forms/storage-keys.ts';
import { readReturn, takeReturnQuery } from './payment-return.ts';
import { failed, type PaymentFailure, type PaymentView } from './payment-view.ts';

/** The state of the payment that the address names. The prerendered page shows the state "pending". */
export function usePaymentResult() {
  const { search, key } = useLocation();
  const [view, setView] = useState<PaymentView>({ state: 'pending', by: undefined });

  useEffect(() => paymentCheckFor(takeReturnQuery()).subscribe(setView), [search, key]);

  return { view, checkAgain: () => paymentCheckFor(takeReturnQuery()).again() };
}

type Listener = (view: PaymentView) => void;
type PaymentCheck = {
  /** Starts the check at the first subscription. Returns a function that unsubscribes. */
  subscribe: (listener: Listener) => () => void;
  again: () => void;
};

const checks = new Map<string, PaymentCheck>();

/**
 * Returns the one check for an address. React mounts a page twice in development, and visitors go back and forth, but each
 * address has only one check. The check continues after the visitor leaves the page, so that the payment is recorded.
 */
export function paymentCheckFor(search: string): PaymentCheck {
  const known = checks.get(search);
  if (known) return known;
  const check = newCheck(search);
  checks.set(search, check);
  return check;
}

function newCheck(search: string): PaymentCheck {
  const listeners = new Set<Listener>();
  let view: PaymentView | undefined;
  let isRunning = false;

  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    for await (const next of viewsOf(search)) {
      view = next;
      for (const listener of listeners) listener(next);
    }
    isRunning = false;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (view) listener(view);
      else void run();
      return () => listeners.delete(listener);
    },
    again: () => void run(),
  };
}

/** Yields the views of a check. The code that asks the server is loaded only if the address names a payment. */
async function* viewsOf(search: string): AsyncGenerator<PaymentView, void> {
  const payment = readReturn(search);
  if (payment.by === undefined) {
    const failure = { message: labels.badLink, advice: 'badLink', paidBy: undefined } as const;
    yield failed(new Date(), failure);
    const otherPaid = await lastPaid();
    if (otherPaid) yield failed(new Date(), { ...failure, otherPaid });
    return;
  }
  try {
    const [{ checkPayment }, { paymentStorage }] = await Promise.all([
      import('./payment-check.ts'),
      import('./payment-storage.ts'),
    ]);
    const storage = paymentStorage();
    yield* checkPayment(payment, { storage, sleep, now: () => new Date() });
  } catch (error) {
    console.error('The page could not check the payment', error);
    yield failed(new Date(), {
      message: labels.unreadable,
      advice: 'unclear',
      paidBy: payment.by,
      lastAnswer: String(error),
    });
  }
}

/** The last payment that was confirmed in this browser. The code for it is loaded only if a result is stored. */
async function lastPaid(): Promise<PaymentFailure['otherPaid']> {
  if (onThisDevice.get(PAYMENT_RESULT) === undefined) return undefined;
  const { paymentStorage } = await import('./payment-storage.ts');
  const last = paymentStorage().lastResult();
  if (last?.state !== 'paid') return undefined;
  const { reference, paidAt } = last.receipt;
  return { address: last.address, reference, paidAt };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
