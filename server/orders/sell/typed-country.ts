import { findCountry, similarCountry } from '#contract/countries.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** The name that the forms use for a country, which an organiser may type in any spelling, code or language. */
export function typedCountry(typed: string): string {
  const name = findCountry(typed);
  if (name === undefined) throw new ActionImpossible(refusalOf(typed), { reason: 'unreadable' });
  return name;
}

/** The reason why a text is no country; undefined if it is one. */
export function countryRefusal(typed: string): string | undefined {
  return findCountry(typed) === undefined ? refusalOf(typed) : undefined;
}

function refusalOf(typed: string): string {
  const similar = similarCountry(typed);
  const advice =
    similar === undefined ? 'write its English name, its code, or Other.' : `is it ${similar}?`;
  return `${JSON.stringify(typed)} is not a known country: ${advice}`;
}
