import { digestOf, normalised, normalisedPhone } from '#server/identity.ts';
import type { Customer } from '#server/orders/orders.ts';

/** By which an order of the same person for the same thing at the same price is known again. */
export function registrationOrderKey(
  { name, phone, email, institute, country }: Customer,
  price: { id: string; totalCents: number },
): string {
  return digestOf('registration-order', {
    name: normalised(name),
    phone: normalisedPhone(phone),
    email: normalised(email),
    institute: normalised(institute),
    country,
    price: price.id,
    totalCents: price.totalCents,
  });
}
