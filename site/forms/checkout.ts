import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Way } from '#contract/content/ways.ts';
import { ask } from '#site/api.ts';
import { type ExpiringStorage, inThisTab, onThisDevice } from './expiring-storage.ts';
import { CARD_REDIRECT, OPENED_CHECKOUT } from './storage-keys.ts';
import { useReturn } from './use-return.ts';

/** Runs one checkout at a time, from the click until the browser leaves or the page shows an error. */
export function useCheckout() {
  const [busy, setBusy] = useState<Way>();
  // A second click may come before the buttons are disabled.
  const isBusy = useRef(false);
  const finish = () => {
    isBusy.current = false;
    setBusy(undefined);
  };
  useReturn(finish);

  /** `checkOut` resolves to true if the browser leaves for the provider. */
  const run = async (method: Way, checkOut: () => Promise<boolean>) => {
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

/** The browser that opened a checkout keeps this data for the result page, because the server's answers name no person. */
export const OpenedCheckout = z.object({
  /** The provider's id of the checkout. */
  id: z.string(),
  kind: z.enum(['registration', 'discount']),
  url: z.string(),
  /** The address of the future receipt. */
  receipt: z.string().check(z.regex(/^\/receipt\/[0-9a-z]+$/)),
  name: z.string(),
  email: z.string(),
  /** The text for the paid things. */
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
 * Leaves for the checkout, and stores its data for the result page. A checkout without a receipt was paid before. The
 * function then stores nothing: the browser that paid keeps its data, and another browser gets no data. The page of an
 * order needs nothing from this browser.
 */
export function leaveForCheckout(deps: CheckoutDeps, opened: Opened, by: 'card' | 'paypal') {
  const { id, receipt, url } = opened;
  if (!isPageOfOrder(url, deps.origin)) {
    if (by === 'card') deps.inThisTab.set(CARD_REDIRECT, 'true');
    if (id !== undefined && receipt !== undefined) {
      // Another tab may open a checkout before this one has shown its result.
      for (const storage of [deps.inThisTab, deps.onThisDevice]) {
        storage.set(OPENED_CHECKOUT, JSON.stringify(opened));
      }
    }
  }
  deps.leaveFor(url);
}

export function forgetCheckout() {
  for (const storage of [inThisTab, onThisDevice]) storage.remove(OPENED_CHECKOUT);
}

/** A request for a card checkout, or the same for an order that is paid by transfer. */
export function inWay<Request extends { body: object }>(
  request: Request,
  way: Way,
): Request & { body: { way?: 'transfer' } } {
  if (way !== 'transfer') return request;
  return { ...request, body: { ...request.body, way } };
}

/** Whether an address is the page of an order. */
export function isPageOfOrder(address: string, here: string): boolean {
  return address.startsWith(`${new URL(here).origin}/pay/`);
}

/**
 * The address to which an answer redirects; undefined for an address such as `javascript:` or `data:`. Only a page without
 * encryption, as on a developer's machine, may redirect to another page without encryption.
 */
export function redirectTarget(address: string | undefined, here: string): string | undefined {
  if (!address || !URL.canParse(address, here)) return undefined;
  const target = new URL(address, here);
  const allowed = ['https:', new URL(here).protocol];
  return allowed.includes(target.protocol) ? target.href : undefined;
}
