import * as z from 'zod/mini';
import type { Prices } from '#contract/content.ts';
import { GUESTS, NIGHTS, registrationTypes } from '#contract/registration-options.ts';
import { onlyForOf } from '#server/orders/sell/price-needs.ts';
import {
  type Choice,
  priceOfNew,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';

/** More than any conference sells to one person. */
const MOST_EXTRAS = 100;

const number = (most: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(most));

const Asked = z.object({ choice: z.string().check(z.maxLength(400)) });

/** The choice in the address that the form makes (site/registration/waiting-list.tsx), in the form's own spellings. */
const Chosen = z.object({
  registrationType: z.enum(Object.values(registrationTypes).map(({ form }) => form)),
  presentationType: z.string(),
  nights: number(NIGHTS.most),
  guests: number(GUESTS.most),
  extras: z.array(number(MOST_EXTRAS)),
});

/** The price that an address asks for; undefined if nothing is sold so. */
export function priceAsked(
  prices: Prices,
  query: unknown,
  now: string,
): RegistrationPrice | undefined {
  const values = Asked.safeParse(query).data?.choice.split(',') ?? [];
  const [registrationType, presentationType, nights, guests, ...extras] = values;
  const asked = { registrationType, presentationType, nights, guests, extras };
  const { data } = Chosen.safeParse(asked);
  const type = prices.presentationTypes.find(({ form }) => form === data?.presentationType);
  if (!data || !type) return undefined;
  const hasRoom = data.registrationType === registrationTypes.stay.form;
  const choice: Choice = {
    presentation: type.id,
    registration: hasRoom ? 'stay' : 'registration',
    nights: hasRoom ? data.nights : 0,
    guests: hasRoom ? data.guests : 0,
    extras: Object.fromEntries(prices.extras.map(({ id }, at) => [id, data.extras[at] ?? 0])),
  };
  return priceOfNew(prices, choice, now);
}

/** The waiting list asks for no membership, and nobody waits for what only a personal link sells. */
export function forEverybody(
  prices: Prices,
  price: RegistrationPrice | undefined,
): RegistrationPrice | undefined {
  return price && onlyForOf(prices, price.presentation) ? undefined : price;
}
