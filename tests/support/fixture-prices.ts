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

/**
 * The prices with a dinner that has a choice and one limit, two workshops of which a person has one, an excursion beside
 * which there is no dance, and a speaker's ticket with the dinner. Posters are shown on the first day.
 */
export function withCombinations(
  prices: Prices,
  { dinners, vegan }: { dinners?: number; vegan?: number } = {},
): Prices {
  const firstDay = { day: '2026-05-29', words: 'Fri May 29', longWords: 'Friday, May 29, 2026' };
  const secondDay = { day: '2026-05-30', words: 'Sat May 30', longWords: 'Saturday, May 30, 2026' };
  const extra = { opening: {}, most: 1 };
  const whole = { id: 'dinner', label: 'Conference dinner', places: dinners };
  const workshop = { ...extra, group: 'workshops', price: [asCents(3000)] };
  const dinner = { ...extra, most: 2, price: [asCents(6500)] };
  return {
    ...prices,
    groups: [{ id: 'workshops', label: 'Workshops', most: 1 }],
    presentationTypes: prices.presentationTypes.map((type) => ({
      ...type,
      ...(type.id === 'speaker' && { includes: ['dinner'] }),
      ...(type.id === 'poster' && { days: [firstDay] }),
    })),
    extras: [
      {
        ...dinner,
        id: 'dinner:meat',
        label: 'Conference dinner (Meat)',
        whole: { ...whole, choice: 'Meat' },
      },
      {
        ...dinner,
        id: 'dinner:vegan',
        label: 'Conference dinner (Vegan)',
        whole: { ...whole, choice: 'Vegan' },
        ...(vegan !== undefined && { places: vegan }),
        price: [asCents(6000)],
      },
      { ...workshop, id: 'gels', label: 'Workshop on gels' },
      { ...workshop, id: 'films', label: 'Workshop on films', for: ['speaker', 'student'] },
      { ...extra, id: 'tour', label: 'Boat tour', price: [asCents(2000)], excludes: ['dance'] },
      { ...extra, id: 'dance', label: 'Dance', price: [asCents(1000)], day: secondDay },
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
