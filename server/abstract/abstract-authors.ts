import { isGroupName } from '#contract/person-name.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { KeptAbstract } from './abstracts.ts';

export type AbstractAuthor = {
  name: string;
  /** One line; several affiliations are separated by semicolons. */
  affiliation: string;
  orcid: string | undefined;
  presents: boolean;
  /** The name is one of a group, although its words do not say so. */
  isGroup?: true;
};

/** The authors that were entered, in their order, by the id of the abstract: of these abstracts, or of all. */
export async function authorsByAbstract(
  db: Db,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, AbstractAuthor[]>> {
  const rows = await db
    .selectFrom('abstract_authors')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('abstract_id', 'in', ['', ...(ids ?? [])]))
    .orderBy('abstract_id')
    .orderBy('position')
    .execute();
  const byAbstract = Map.groupBy(rows, (row) => row.abstract_id);
  return new Map(
    [...byAbstract].map(([id, authors]) => [
      id,
      authors.map(({ name, affiliation, orcid, presents }) => ({
        ...namedIn(name),
        affiliation,
        orcid: orcid ?? undefined,
        presents: presents === 1,
      })),
    ]),
  );
}

/** The authors of an abstract: those that were entered, else the submitter alone. */
export function authorsOf(
  { id, name, organizationName }: Pick<KeptAbstract, 'id' | 'name' | 'organizationName'>,
  entered: ReadonlyMap<string, AbstractAuthor[]>,
): AbstractAuthor[] {
  return (
    entered.get(id) ?? [{ name, affiliation: organizationName, orcid: undefined, presents: true }]
  );
}

type Named = Pick<AbstractAuthor, 'name' | 'isGroup'>;

/** Reads a name as people type it and the database keeps it: braces mean a group, as in BibTeX. */
export function namedIn(written: string): Named {
  const [, inBraces] = /^\s*\{\s*([^{}]*?)\s*\}\s*$/.exec(written) ?? [];
  if (inBraces === undefined || inBraces === '') return { name: written };
  return isGroupName(inBraces) ? { name: inBraces } : { name: inBraces, isGroup: true };
}

export function writtenName({ name, isGroup }: Named): string {
  return isGroup ? `{${name}}` : name;
}

/** The authors who present, or else the first. */
export function presentersOf(authors: readonly AbstractAuthor[]): AbstractAuthor[] {
  const presenting = authors.filter(({ presents }) => presents);
  return presenting.length > 0 ? presenting : authors.slice(0, 1);
}

/** Replaces the authors of an abstract. */
export async function saveAuthors(
  tx: Tx,
  abstractId: string,
  authors: readonly AbstractAuthor[],
): Promise<void> {
  await tx.deleteFrom('abstract_authors').where('abstract_id', '=', abstractId).execute();
  if (authors.length === 0) return;
  await tx
    .insertInto('abstract_authors')
    .values(
      authors.map((author, position) => ({
        abstract_id: abstractId,
        position,
        name: writtenName(author),
        affiliation: author.affiliation,
        orcid: author.orcid ?? null,
        presents: author.presents ? 1 : 0,
      })),
    )
    .execute();
}
