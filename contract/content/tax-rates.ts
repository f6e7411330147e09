import type * as z from 'zod/mini';
import type { Prices as Written } from './shapes/prices-shape.ts';

type Prices = z.output<typeof Written>;

/** The rates of tax in these prices, in hundredths of a per cent, highest first. */
export function ratesIn(prices: Prices): number[] {
  const { fee, presentationTypes, room, extras } = prices;
  const all = [prices, fee, room, ...presentationTypes, ...extras];
  const rates = all.flatMap((each) => each?.taxBasisPoints ?? []);
  return [...new Set(rates)].toSorted((a, b) => b - a);
}

/** Whether documents state the tax in these prices. Without a rate they say that all is exempt, and why. */
export function statesTax(prices: Prices): boolean {
  return ratesIn(prices).length > 0 || prices.taxExemption !== undefined;
}
