import type { Prices } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';

/** The prices with another price for one presentation type. */
export function withPrice(prices: Prices, type: string, cents: number): Prices {
  return {
    ...prices,
    presentationTypes: prices.presentationTypes.map((each) =>
      each.id === type ? { ...each, price: [asCents(cents)] } : each,
    ),
  };
}

/** The prices with a number of places for one presentation type. */
export function withPlaces(prices: Prices, type: string, places: number): Prices {
  return {
    ...prices,
    presentationTypes: prices.presentationTypes.map((each) =>
      each.id === type ? { ...each, places } : each,
    ),
  };
}

/** The prices with two extras: a dinner of which a person may have three, and a tour. */
export function withExtras(
  prices: Prices,
  traits: Partial<Pick<Prices['extras'][number], 'opening' | 'places'>> = {},
): Prices {
  const extra = { opening: {}, ...traits };
  return {
    ...prices,
    extras: [
      { ...extra, id: 'dinner', label: 'Conference dinner', price: [asCents(6500)], most: 3 },
      { ...extra, id: 'tour', label: 'Boat tour', price: [asCents(2000)], most: 1 },
    ],
  };
}

/** The prices with extras and taxes: 19 % in everything, 7 % in rooms, and an exempt tour. */
export function withTaxes(prices: Prices): Prices {
  const { presentationTypes, room, extras, fee } = withExtras(prices);
  return {
    ...prices,
    fee: { ...fee, taxBasisPoints: 1900 },
    taxBasisPoints: 1900,
    taxExemption: 'The boat tour is exempt: section 4 no. 20 of the VAT act.',
    presentationTypes: presentationTypes.map((type) => ({ ...type, taxBasisPoints: 1900 })),
    room: room && { ...room, taxBasisPoints: 700 },
    extras: extras.map((extra) =>
      extra.id === 'tour' ? extra : { ...extra, taxBasisPoints: 1900 },
    ),
  };
}

/** The prices with a type that only these people can have. */
export function withOnlyFor(prices: Prices, type: string, onlyFor: 'members' | 'invited'): Prices {
  return {
    ...prices,
    presentationTypes: prices.presentationTypes.map((each) =>
      each.id === type ? { ...each, onlyFor } : each,
    ),
  };
}
