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
