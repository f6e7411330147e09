import { digestOf, normalised, normalisedPhone } from '#server/identity.ts';
import type { Customer } from '#server/orders/orders.ts';

/** By which a discount order of the same person about the same amount is known again. */
export function discountOrderKey(
  { name, phone, email, institute, country }: Customer,
  { description, totalCents }: { description: string; totalCents: number },
): string {
  return digestOf('discount-order', {
    name: normalised(name),
    phone: normalisedPhone(phone),
    email: normalised(email),
    institute: normalised(institute),
    country,
    description: normalised(description),
    totalCents,
  });
}
