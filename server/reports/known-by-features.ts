import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { AddedField } from './define-list.ts';
import type { Line } from './told-lines.ts';

/** Facts about a participant that features know. Each adds its own with `declare module`. */
export interface PersonFacts {}

/** The same about an abstract. */
export interface AbstractFacts {}

/** An abstract with what features know about it. */
export type KnownAbstract = AbstractFacts & { withdrawnAt: string | undefined };

export interface FeaturePeople {
  /** Reads facts about participants, by their ids. */
  facts: (db: Db, ids: readonly string[]) => Promise<Known<PersonFacts>>;
  /** The own page does not read them. */
  isForOffice?: true;
}

type Known<F> = (id: string) => Partial<F>;

declare module '#server/features.ts' {
  interface FeatureWatch {
    people?: FeaturePeople;
    abstracts?: {
      /** Reads facts about abstracts, by their ids; without ids about all. */
      facts: (db: Db, ids?: readonly string[]) => Promise<Known<AbstractFacts>>;
      /** The state of an abstract, if it is not only received or withdrawn. */
      state: (abstract: KnownAbstract) => string | undefined;
      columns: () => AddedField<KnownAbstract>[];
      /** Lines of an abstract's story, with the times in words by `at`. */
      lines: (facts: AbstractFacts, at: (moment: string) => string) => Line[];
      /** Further choices of abstracts, by the word that chooses them. */
      choices: readonly { value: string; label: string; fits: (facts: AbstractFacts) => boolean }[];
    };
  }
}

export async function personFacts(
  db: Db,
  ids: readonly string[],
  { isOwnPage = false } = {},
): Promise<(id: string) => PersonFacts> {
  const known: Known<PersonFacts>[] = [];
  for (const { watch } of features()) {
    if (!watch?.people || (isOwnPage && watch.people.isForOffice)) continue;
    known.push(await watch.people.facts(db, ids));
  }
  return joined(known);
}

export async function abstractFacts(
  db: Db,
  ids?: readonly string[],
): Promise<(id: string) => AbstractFacts> {
  const known: Known<AbstractFacts>[] = [];
  for (const { watch } of features()) {
    if (watch?.abstracts) known.push(await watch.abstracts.facts(db, ids));
  }
  return joined(known);
}

/** Each feature gives its own part, so that the parts together are whole. */
function joined<F extends object>(known: readonly Known<F>[]): (id: string) => F {
  return (id) => Object.assign({}, ...known.map((factsOf) => factsOf(id)));
}

/** The state of an abstract: RECEIVED, WITHDRAWN, or what a feature says. */
export function stateOfAbstract(abstract: KnownAbstract): string {
  for (const { watch } of features()) {
    const state = watch?.abstracts?.state(abstract);
    if (state !== undefined) return state;
  }
  return abstract.withdrawnAt === undefined ? 'RECEIVED' : 'WITHDRAWN';
}
