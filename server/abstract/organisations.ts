import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { normalised } from '#contract/person-name.ts';
import { SEMICOLONS } from '#contract/signs.ts';

/** An organisation in a public registry. */
export type Organisation = {
  /** Its identifier: 02mhbdp94. */
  ror: string;
  name: string;
  /** The identifiers of the organisations to which it belongs, directly or not. */
  parents: readonly string[];
};

/**
 * The organisation that an entry of an affiliation names, if somebody has looked it up: for this abstract, or for
 * everybody with the same words.
 */
export type FindOrganisation = (entry: string, abstractId?: string) => Organisation | undefined;

declare module '#server/features.ts' {
  interface FeatureData {
    /** Finds the organisations of affiliations. */
    organisations?: (db: Db) => Promise<FindOrganisation>;
    /** The affiliations of people besides authors, such as reviewers. */
    affiliations?: (db: Db) => Promise<readonly string[]>;
  }
}

/** Knows all organisations that were looked up; without a feature that looks them up, none. */
export async function organisationsIn(db: Db): Promise<FindOrganisation> {
  const found: FindOrganisation[] = [];
  for (const { data } of features()) {
    if (data?.organisations) found.push(await data.organisations(db));
  }
  return (...given) => {
    for (const find of found) {
      const organisation = find(...given);
      if (organisation) return organisation;
    }
    return undefined;
  };
}

const BETWEEN = new RegExp(`[${SEMICOLONS}\\n]`);

/** "TU Berlin; Max Planck Institute" has two entries. */
export function entriesOf(line: string): string[] {
  return line
    .split(BETWEEN)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Entries with the same key are the same in small and large letters. */
export function entryKey(entry: string): string {
  return normalised(entry);
}

/** Whether two organisations are the same, or one belongs to the other. Two parts of one society are not. */
export function isRelated(one: Organisation, other: Organisation): boolean {
  return (
    one.ror === other.ror || one.parents.includes(other.ror) || other.parents.includes(one.ror)
  );
}

export function rorAddress({ ror }: Pick<Organisation, 'ror'>): string {
  return `https://ror.org/${ror}`;
}
