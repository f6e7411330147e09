import type { Content } from '#contract/content.ts';
import { searchable } from '#contract/person-name.ts';
import { isFound, searchFor } from '#contract/search.ts';
import { findNamed } from '#contract/typed-reference.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { allParticipants, type ListedParticipant, readParticipants } from './list-participants.ts';

/** Somebody who comes with a participant without being one, with a badge and a check-in. */
export type OtherWhoComes = {
  id: string;
  /** The text of the code on the badge. */
  reference: string;
  name: string;
  sortName: string;
  /** In place of a presentation type. */
  type: string;
  /** Sentences for the desk, and what badges print. */
  words: readonly string[];
  printed: readonly string[];
  /** When the present name was given. */
  since: string;
  checkedInAt: string | undefined;
  /** The reason for which there is no place. */
  noPlace: string | undefined;
};

declare module '#server/features.ts' {
  interface FeatureSections {
    othersWhoCome?: {
      /** Everybody who comes with a participant, also without a place. */
      with: (content: Content, person: ListedParticipant) => OtherWhoComes[];
      /** The ids of their participants, by those of these references that exist. */
      named: (db: Db, references: readonly string[]) => Promise<ReadonlyMap<string, string>>;
      /** Records an arrival, of several the earliest; false if an earlier one is recorded. */
      arrive: (tx: Tx, id: string, at: string) => Promise<boolean>;
      /** Takes it back; false if there is none. */
      undo: (tx: Tx, id: string) => Promise<boolean>;
    };
  }
}

/** A person of these with the participant, and what the feature does. */
export type KnownOther = { other: OtherWhoComes; host: ListedParticipant; of: Others };
type Others = NonNullable<
  NonNullable<ReturnType<typeof features>[number]['sections']>['othersWhoCome']
>;

/** Everybody who comes with a participant. */
export function othersWith(content: Content, host: ListedParticipant): KnownOther[] {
  return features().flatMap(({ sections }) => {
    const of = sections?.othersWhoCome;
    return of ? of.with(content, host).map((other) => ({ other, host, of })) : [];
  });
}

/** Those whose references a text has, as people type and scan them. */
export async function othersNamed(db: Db, content: Content, typed: string): Promise<KnownOther[]> {
  const hosts = new Map<string, string>();
  const { named } = await findNamed(typed, async (spellings) => {
    for (const { sections } of features()) {
      const known = (await sections?.othersWhoCome?.named(db, spellings)) ?? new Map();
      for (const [reference, host] of known) hosts.set(reference, host);
    }
    return new Set(hosts.keys());
  });
  const found: KnownOther[] = [];
  for (const { reference } of named) {
    const [host] = await readParticipants(db, [hosts.get(reference) ?? '']);
    const all = host ? othersWith(content, host) : [];
    found.push(...all.filter(({ other }) => other.reference === reference));
  }
  return found;
}

/** Those whose names have what somebody types. */
export async function othersCalled(db: Db, content: Content, typed: string): Promise<KnownOther[]> {
  if (!features().some(({ sections }) => sections?.othersWhoCome)) return [];
  const search = searchFor(typed);
  return (await allParticipants(db)).flatMap((host) =>
    othersWith(content, host).filter(({ other }) => isFound(searchable(other.name), search)),
  );
}
