import { digestOf, normalised, normalisedPhone } from '#server/identity.ts';
import type { Customer } from './orders.ts';

/** By which an order of the same person for the same thing at the same price is known again. */
export function registrationOrderKey(
  customer: Customer,
  { id: price, totalCents }: { id: string; totalCents: number },
): string {
  return digestOf('registration-order', { ...payerOf(customer), price, totalCents });
}

/** By which a discount order of the same person about the same amount is known again. */
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
