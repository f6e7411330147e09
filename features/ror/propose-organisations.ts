import { countryCodeOf } from '#contract/countries.ts';
import { COMMAS } from '#contract/signs.ts';
import { entryKey } from '#server/abstract/organisations.ts';
import type { Listed, OrganisationList } from './organisation-list.ts';

/** `named`: the entry, or a part between commas, is one of its names; `similar`: it has the words of the entry. */
export type Proposal = { organisation: Listed; by: 'named' | 'similar' };

/** The most proposals for an entry. */
const MOST = 6;

/**
 * The organisations of the list that an entry of an affiliation may mean, such as “Institute of Chains, TU Dresden, Germany”.
 * The first is sure if it alone is named.
 */
export function proposalsFor(list: OrganisationList, entry: string): Proposal[] {
  const parts = partsOf(entry);
  const countries = new Set(parts.flatMap((part) => countryCodeOf(part) ?? []));
  const towns = new Set(parts.map(entryKey));
  const isThere = ({ country }: Listed) => countries.size === 0 || countries.has(country);
  const names = [...new Set([entry, ...parts])].filter((part) => countryCodeOf(part) === undefined);
  const named = nearest(unique(names.flatMap((name) => list.named(name)).filter(isThere)), towns);
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const similar =
    named.length > 0
      ? []
      : longestFirst.flatMap((name) => withItsWords(list, name).filter(isThere));
  return [
    ...named.map((organisation) => ({ organisation, by: 'named' as const })),
    ...unique(similar).map((organisation) => ({ organisation, by: 'similar' as const })),
  ].slice(0, MOST);
}

/** Whether the entry names one organisation and no other. Few letters mean too many things. */
export function isSure(entry: string, [first, second]: readonly Proposal[]): boolean {
  return first?.by === 'named' && second?.by !== 'named' && entry.length >= FEWEST_SURE;
}

const FEWEST_SURE = 5;

const BETWEEN_PARTS = new RegExp(`[${COMMAS}()（）|]| [-–/] `);

function partsOf(entry: string): string[] {
  return entry
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * If several are named, a department means itself and not the university above it, and a town of the entry tells two of
 * the same name apart.
 */
function nearest(named: readonly Listed[], towns: ReadonlySet<string>): Listed[] {
  const above = new Set(named.flatMap(({ parents }) => parents));
  const lowest = named.filter(({ ror }) => !above.has(ror));
  const inTown = lowest.filter(({ town }) => towns.has(entryKey(town)));
  return inTown.length > 0 ? inTown : lowest;
}

/** The organisations with all words of a name, or with as many of the first ones as any has, but at least two. */
function withItsWords(list: OrganisationList, name: string): Listed[] {
  const words = name.split(/\s+/);
  for (let count = words.length; count > 1; count--) {
    const found = list.search(words.slice(0, count).join(' '), MOST);
    if (found.length > 0) return found;
  }
  return [];
}

function unique(list: readonly Listed[]): Listed[] {
  return [...new Map(list.map((each) => [each.ror, each])).values()];
}
