import * as z from 'zod/mini';
import { lenient } from '#contract/lenient.ts';
import { type ExpiringStorage, inThisTab, onThisDevice } from '#site/forms/expiring-storage.ts';
import { OpenedCheckout } from '#site/forms/checkout.ts';
import {
  CARD_REDIRECT,
  OPENED_CHECKOUT,
  PAYMENT_RESULT,
  PAYPAL_DISCOUNT,
  PAYPAL_REGISTRATION,
} from '#site/forms/storage-keys.ts';

type BrowserStorage = { onThisDevice: ExpiringStorage; inThisTab: ExpiringStorage };
type PaymentKind = 'registration' | 'discount';

/** The entries that the form stored before the visitor left for PayPal. This page does not read their other fields. */
const PaypalEntries = z.object({
  orderId: lenient(z.string()),
  presentationType: lenient(z.string()),
  description: lenient(z.string()),
});
export type PaypalEntries = z.output<typeof PaypalEntries>;

const StoredReceipt = z.object({
  /** Absent if the provider does not name the product. */
  product: z.optional(z.string()),
  description: z.optional(z.string()),
  reference: z.string(),
  paidBy: z.enum(['Card', 'PayPal']),
  /** The time at which the money arrived, from the server. */
  paidAt: z.optional(z.string()),
  /** Whether this is an agreed amount, which somebody may have paid for other people. */
  isDiscount: z.optional(z.boolean()),
  /** Whether there was nothing to pay. */
  isFree: z.optional(z.boolean()),
});
export type StoredReceipt = z.output<typeof StoredReceipt>;

const LastResult = z.union([
  z.object({
    state: z.literal('paid'),
    id: z.string(),
    address: z.string().check(z.startsWith('/payment-success?')),
    receipt: StoredReceipt,
  }),
  z.object({
    state: z.literal('open'),
    address: z.string().check(z.startsWith('/payment-success?')),
  }),
]);
type LastResult = z.output<typeof LastResult>;

export function paymentStorage(browser: BrowserStorage = { inThisTab, onThisDevice }) {
  const { inThisTab: tab, onThisDevice: device } = browser;
  tab.removeExpired();
  device.removeExpired();
  const paypalEntries = (kind: PaymentKind) =>
    kind === 'discount'
      ? read(tab, PAYPAL_DISCOUNT, PaypalEntries)
      : read(device, PAYPAL_REGISTRATION, PaypalEntries);
  const remove = (kind: PaymentKind) =>
    kind === 'discount' ? tab.remove(PAYPAL_DISCOUNT) : device.remove(PAYPAL_REGISTRATION);
  // A tab shows its own result; a new tab shows the last result on the device.
  const lastResult = () =>
    read(tab, PAYMENT_RESULT, LastResult) ?? read(device, PAYMENT_RESULT, LastResult);

  return {
    paypalEntries,
    lastResult,
    saveResult(result: LastResult) {
      for (const storage of [tab, device]) storage.set(PAYMENT_RESULT, JSON.stringify(result));
    },
    openedCheckout: () =>
      read(tab, OPENED_CHECKOUT, OpenedCheckout) ?? read(device, OPENED_CHECKOUT, OpenedCheckout),
    /** After a success: removes the entries of this kind, and entries of the other kind if they are for the same order. */
    removePaypalEntries(kind: PaymentKind, orderId: string) {
      remove(kind);
      for (const other of ['registration', 'discount'] as const) {
        if (paypalEntries(other)?.orderId === orderId) remove(other);
      }
    },
    removeOpenResult(address: string) {
      for (const storage of [tab, device]) {
        const last = read(storage, PAYMENT_RESULT, LastResult);
        if (last?.state === 'open' && last.address === address) storage.remove(PAYMENT_RESULT);
      }
    },
    removeCardRedirect: () => tab.remove(CARD_REDIRECT),
    /** Whether this browser has started a payment and has not seen its result. */
    hasTrace: () =>
      tab.get(CARD_REDIRECT) !== undefined ||
      paypalEntries('registration') !== undefined ||
      paypalEntries('discount') !== undefined,
  };
}
export type PaymentStorage = ReturnType<typeof paymentStorage>;

function read<T extends z.ZodMiniType>(storage: ExpiringStorage, name: string, schema: T) {
  try {
    return schema.safeParse(JSON.parse(storage.get(name) ?? 'null')).data;
  } catch {
    // The text is not JSON, so this site did not write it.
    return undefined;
  }
}
