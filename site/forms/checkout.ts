import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ask } from '#site/api.ts';
import { type ExpiringStorage, inThisTab, onThisDevice } from './expiring-storage.ts';
import { OPENED_CHECKOUT } from './storage-keys.ts';
import { useReturn } from './use-return.ts';

export type Method = 'card' | 'paypal';

/** Runs one checkout at a time, from the click until the browser leaves or the page says why it did not. */
export function useCheckout() {
  const [busy, setBusy] = useState<Method>();
  // A second click may come before the buttons are disabled.
  const isBusy = useRef(false);
  const finish = () => {
    isBusy.current = false;
    setBusy(undefined);
  };
  useReturn(finish);

  /** `checkOut` resolves to true if the browser leaves for the provider. */
  const run = async (method: Method, checkOut: () => Promise<boolean>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(method);
    if (!(await checkOut())) finish();
  };
  return { busy, run };
}

export type CheckoutDeps = {
  ask: typeof ask;
  onThisDevice: ExpiringStorage;
  inThisTab: ExpiringStorage;
  origin: string;
  now: () => number;
  /** Leaves the page. */
  leaveFor: (address: string) => void;
};

export function browserDeps(): CheckoutDeps {
  return {
    ask,
    onThisDevice,
    inThisTab,
    origin: location.origin,
    now: Date.now,
    leaveFor: (address) => location.assign(address),
  };
}

/** Kept by the browser that opened a checkout: the result page shows it, since no answer names a person. */
export const OpenedCheckout = z.object({
  /** The provider's id of it. */
  id: z.string(),
  kind: z.enum(['registration', 'discount']),
  url: z.string(),
  /** The address that its receipt will have. */
  receipt: z.string().check(z.regex(/^\/receipt\/[0-9a-z]+$/)),
  name: z.string(),
  email: z.string(),
  /** The things that are paid for, in words; then the visitor's requests. */
  bought: z.string(),
  requests: z.array(z.string()),
  /** "€418.95" */
  total: z.optional(z.string()),
});
export type OpenedCheckout = z.output<typeof OpenedCheckout>;

type Opened = Omit<OpenedCheckout, 'id' | 'receipt'> & {
  id: string | undefined;
  receipt: string | undefined;
};

/**
 * Leaves for the checkout and keeps what is paid there. One without a receipt was paid before: what this browser knows of
 * it stays, and another browser learns nothing by opening it.
 */
export function leaveForCheckout(
  { onThisDevice: storage, leaveFor }: CheckoutDeps,
  opened: Opened,
) {
  const { id, receipt } = opened;
  if (id !== undefined && receipt !== undefined)
    storage.set(OPENED_CHECKOUT, JSON.stringify(opened));
  leaveFor(opened.url);
}

/**
 * The address that an answer redirects to, if it is the address of a page and not a `javascript:` or `data:` address. Only a
 * page without encryption, as on a developer's machine, may lead to another page without encryption.
 */
export function redirectTarget(address: string | undefined, here: string): string | undefined {
  if (!address || !URL.canParse(address, here)) return undefined;
  const target = new URL(address, here);
  const allowed = ['https:', new URL(here).protocol];
  return allowed.includes(target.protocol) ? target.href : undefined;
}
