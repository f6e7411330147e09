/**
 * Taxes in prices that include them (gross prices). A rate is in hundredths of a per cent: 1900 is 19 %. An amount
 * without a rate is exempt, or the conference states no tax. Amounts are whole cents, negative on a credit note's side.
 */

import { percentText } from './money.ts';

/** The amounts of one rate: net and tax add up to gross. */
export type TaxSum = {
  /** Null for what is exempt. */
  basisPoints: number | null;
  netCents: number;
  taxCents: number;
  grossCents: number;
};

type Taxed = { cents: number; taxBasisPoints?: number | undefined };

/**
 * The taxes in these lines, highest rate first. Where no line has a rate, all is exempt if tax is stated at all, and
 * otherwise there are none. The tax of each rate is rounded once, half
 * up, from the sum of the lines, so lines, rates and total add up.
 */
export function taxesOf(lines: readonly Taxed[], isStated = hasRate(lines)): TaxSum[] {
  if (!isStated) return [];
  const byRate = Map.groupBy(lines, ({ taxBasisPoints }) => taxBasisPoints ?? null);
  return [...byRate]
    .map(([basisPoints, own]) => {
      const grossCents = own.reduce((sum, { cents }) => sum + cents, 0);
      const taxCents = taxWithin(grossCents, basisPoints ?? 0);
      return { basisPoints, netCents: grossCents - taxCents, taxCents, grossCents };
    })
    .toSorted((a, b) => (b.basisPoints ?? -1) - (a.basisPoints ?? -1));
}

/** Whether a line has a rate, so that a line without one is exempt. */
export function hasRate(lines: readonly Pick<Taxed, 'taxBasisPoints'>[]): boolean {
  return lines.some(({ taxBasisPoints }) => taxBasisPoints !== undefined);
}

/** The tax within a gross amount: 19 % of it in 119.00 is 19.00. */
export function taxWithin(grossCents: number, basisPoints: number): number {
  const size = Math.abs(grossCents);
  const whole = 10_000 + basisPoints;
  return Math.sign(grossCents) * Math.floor((2 * size * basisPoints + whole) / (2 * whole)) || 0;
}

/** 1900 -> "19%", 775 -> "7.75%"; in German "7,75 %" */
export function rateText(basisPoints: number, language = 'en'): string {
  return percentText(basisPoints / 100, language);
}

/**
 * Divides an amount in proportion to shares, to the cent: the parts add up to it. The largest remainders get the cents
 * that are left.
 */
export function divided(amount: number, shares: readonly number[]): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (whole === 0) return shares.map(() => 0);
  const exact = shares.map((share) => (amount * share) / whole);
  const parts = exact.map(Math.trunc);
  const left = Math.round(amount - parts.reduce((sum, part) => sum + part, 0));
  const byRemainder = exact
    .map((value, at) => ({ at, rest: Math.abs(value - Math.trunc(value)) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRemainder.slice(0, Math.abs(left))) {
    parts[at] = (parts[at] ?? 0) + Math.sign(left);
  }
  return parts;
}
