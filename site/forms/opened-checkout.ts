import * as z from 'zod/mini';
import type { ExpiringStorage } from './expiring-storage.ts';
import { OPENED_CHECKOUT } from './storage-keys.ts';

/** What the browser keeps of a checkout that it opened: the result page shows it, since no answer names a person. */
export const OpenedCheckout = z.object({
  /** The provider's id of it. */
  id: z.string(),
  kind: z.enum(['registration', 'discount']),
  /** Where it is paid. */
  url: z.string(),
  /** Where its receipt will be. */
  receipt: z.string().check(z.regex(/^\/receipt\/[0-9a-z]+$/)),
  name: z.string(),
  email: z.string(),
  /** What is paid for, in words, and what was asked for beside it. */
  bought: z.string(),
  requests: z.array(z.string()),
  /** What is paid: "€418.95". */
  total: z.optional(z.string()),
});
export type OpenedCheckout = z.output<typeof OpenedCheckout>;

type Opened = Omit<OpenedCheckout, 'id' | 'receipt'> & {
  id: string | undefined;
  receipt: string | undefined;
};

/**
 * Keeps the checkout that the browser leaves for. One without a receipt was paid before: what this browser knows of it
 * stays, and another browser learns nothing by opening it.
 */
export function saveOpenedCheckout(storage: ExpiringStorage, opened: Opened): void {
  const { id, receipt } = opened;
  if (id !== undefined && receipt !== undefined)
    storage.set(OPENED_CHECKOUT, JSON.stringify(opened));
}
