import * as labels from 'content:labels/discount';
import { base } from 'content:language';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { RequestOf } from '#contract/call.ts';
import type { createDiscountPaypalOrder, createDiscountSession } from '#contract/payment.ts';
import { type Currency, decimalFromCents, moneyText, numberFromCents } from '#contract/money.ts';
import { honeypotOf } from '#site/forms/honeypot.ts';
import type { DiscountBill } from './discount-bill.ts';
import type { DiscountEntry } from './discount-fields.ts';

/** The conference, its currency, the origin and the time of a payment. */
export type Occasion = { conference: string; currency: Currency; origin: string; now: number };

export function cardRequestOf(
  entry: DiscountEntry,
  bill: DiscountBill,
  { conference, currency, origin, now }: Occasion,
): RequestOf<typeof createDiscountSession> {
  const { name, phone, email, instituteOrUniversity, country, description } = entry;
  return {
    body: {
      productName: fillPlaceholders(labels.product, { conference }),
      description,
      orderReference: `DISCOUNT-${now}`,
      unitAmount: decimalFromCents(bill.total, currency),
      quantity: 1,
      currency: currency.code.toLowerCase(),
      // The address is built as text, because a URL object would encode the braces, and the provider replaces them.
      successUrl: `${origin}${base}/payment-success?session_id={CHECKOUT_SESSION_ID}&type=discount`,
      cancelUrl: `${origin}${base}/payment-failure`,
      customerEmail: email,
      name,
      phone,
      instituteOrUniversity,
      country,
      ...honeypotOf(entry),
    },
  };
}

export function paypalRequestOf(
  entry: DiscountEntry,
  bill: DiscountBill,
  { currency, origin }: Pick<Occasion, 'currency' | 'origin'>,
): RequestOf<typeof createDiscountPaypalOrder> {
  const { name, phone, email, instituteOrUniversity, country } = entry;
  return {
    body: {
      customerEmail: email,
      customerName: name,
      phone,
      country,
      instituteOrUniversity,
      amount: numberFromCents(bill.total, currency),
      currency: currency.code,
      successUrl: `${origin}${base}/payment-success?type=discount`,
      cancelUrl: `${origin}${base}/discount-registration`,
      ...honeypotOf(entry),
    },
  };
}

/** The texts about the order for the result page. */
export function boughtBy(
  { name, email, description }: DiscountEntry,
  bill: DiscountBill,
  currency: Currency,
) {
  const kind = 'discount' as const;
  const total = moneyText(bill.total, currency);
  return { kind, name, email, bought: description, requests: [], total };
}

/** The data that the browser stores until the PayPal order is captured. The amounts are numbers. */
export function storedOf(
  entry: DiscountEntry,
  bill: DiscountBill,
  { currency, orderId }: { currency: Currency; orderId: string | undefined },
) {
  const { title, name, phone, email, instituteOrUniversity, country, description } = entry;
  return {
    title,
    name,
    phone,
    email,
    instituteOrUniversity,
    country,
    description,
    discountAmount: numberFromCents(bill.amount, currency),
    processingFee: numberFromCents(bill.fee, currency),
    totalAmount: numberFromCents(bill.total, currency),
    orderId,
  };
}
