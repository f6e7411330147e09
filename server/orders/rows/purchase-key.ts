import { digestOf, normalised, normalisedPhone } from '#server/identity.ts';
import type { Customer } from './orders.ts';

/** Orders of the same person for the same product at the same price have the same key. */
export function registrationOrderKey(
  customer: Customer,
  { id: price, totalCents }: { id: string; totalCents: number },
  memberKey?: string,
): string {
  const membership = memberKey !== undefined && { memberKey };
  return digestOf('registration-order', { ...payerOf(customer), price, totalCents, ...membership });
}

/** Discount orders of the same person with the same description and amount have the same key. */
export function discountOrderKey(
  customer: Customer,
  { description, totalCents }: { description: string; totalCents: number },
): string {
  const about = { description: normalised(description), totalCents };
  return digestOf('discount-order', { ...payerOf(customer), ...about });
}

function payerOf({ name, phone, email, institute, country }: Customer) {
  return {
    name: normalised(name),
    phone: normalisedPhone(phone),
    email: normalised(email),
    institute: normalised(institute),
    country,
  };
}
