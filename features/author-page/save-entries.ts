import { searchable, searchTextOf } from '#contract/person-name.ts';
import type { Tx } from '#server/database/database.ts';
import {
  type AbstractAuthor,
  authorsByAbstract,
  saveAuthors,
} from '#server/abstract/abstract-authors.ts';
import {
  type AbstractEntries,
  changeAbstract,
  type KeptAbstract,
} from '#server/abstract/abstracts.ts';

/**
 * Saves the entries of an abstract, and its authors if they are given; false if the abstract was changed since it was
 * `seen`, or is withdrawn. The search finds it by its submitter, its title and its authors.
 */
export async function saveEntries(
  tx: Tx,
  seen: Pick<KeptAbstract, 'id' | 'version' | 'email' | 'sessionId'>,
  after: AbstractEntries & { authors?: readonly AbstractAuthor[] },
): Promise<boolean> {
  const { id } = seen;
  const authors = after.authors ?? (await authorsByAbstract(tx, [id])).get(id) ?? [];
  const submitter = searchTextOf({ ...after, institute: after.organizationName });
  const words = [after.title ?? '', ...authors.map(({ name }) => name)].map(searchable);
  const searchText = [submitter, ...words].filter((text) => text !== '').join('\n');
  if (!(await changeAbstract(tx, seen, { ...after, searchText }))) return false;
  if (after.authors) await saveAuthors(tx, id, after.authors);
  return true;
}
