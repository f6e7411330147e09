import type { Prices } from '#contract/content/prices-shape.ts';
import { add, type Cents, feeOn, times } from '#contract/money.ts';
import {
  GUESTS,
  NIGHTS,
  type PresentationType,
  presentationTypes,
  type RegistrationType,
} from '#contract/registration-options.ts';

/** What a visitor chose. Without a room, nights and guests have no meaning and no price. */
export type Choice = {
  presentation: PresentationType;
  registration: RegistrationType;
  nights: number;
  guests: number;
};

/** What one choice costs, in cents. `id` is made of the choice alone, so it outlives a change of prices. */
export type RegistrationPrice = Choice & {
  id: string;
  presentationCents: Cents;
  roomCents: Cents;
  feePercent: number;
  feeCents: Cents;
  totalCents: Cents;
};

export function priceOf(prices: Prices, choice: Choice): RegistrationPrice {
  const hasRoom = choice.registration === 'stay';
  const presentationCents = prices.presentation[choice.presentation];
  const perNight = add(prices.room.night, times(prices.room.guestPerNight, choice.guests));
  const roomCents = times(perNight, hasRoom ? choice.nights : 0);
  const subtotal = add(presentationCents, roomCents);
  const feeCents = feeOn(subtotal, prices.processingFeePercent);
  return {
    ...choice,
    id: idOf(choice),
    presentationCents,
    roomCents,
    feePercent: prices.processingFeePercent,
    feeCents,
    totalCents: add(subtotal, feeCents),
  };
}

/** Every price there is, by id: 6 without a room, 660 with one. */
export function priceTable(prices: Prices): ReadonlyMap<string, RegistrationPrice> {
  const table = new Map<string, RegistrationPrice>();
  for (const choice of everyChoice()) {
    const price = priceOf(prices, choice);
    table.set(price.id, price);
  }
  return table;
}

export function idOf({ presentation, registration, nights, guests }: Choice): string {
  return registration === 'stay' ? `${presentation}-stay-${nights}n-${guests}g` : presentation;
}

function* everyChoice(): Generator<Choice> {
  for (const presentation of Object.keys(presentationTypes) as PresentationType[]) {
    yield { presentation, registration: 'registration', nights: 0, guests: 0 };
    for (let nights = NIGHTS.least; nights <= NIGHTS.most; nights++) {
      for (let guests = GUESTS.least; guests <= GUESTS.most; guests++) {
        yield { presentation, registration: 'stay', nights, guests };
      }
    }
  }
}
