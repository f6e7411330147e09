import { searchable, searchTextOf } from '#contract/person-name.ts';
import type { Tx } from '#server/database/database.ts';
import { type AbstractAuthor, authorsByAbstract, saveAuthors } from './abstract-authors.ts';
import {
  type AbstractEntries,
  changeAbstract,
  findAbstract,
  type KeptAbstract,
  setSearchText,
} from './abstracts.ts';

/**
 * Saves entries of an abstract, and its authors if they are given; false if the abstract was changed since `version`, or
 * is withdrawn. The search finds it by its submitter, its title and its authors.
 */
export async function saveEntries(
  tx: Tx,
  seen: Pick<KeptAbstract, 'id' | 'version'>,
  { authors, ...entries }: AbstractEntries & { authors?: readonly AbstractAuthor[] },
): Promise<boolean> {
  if (!(await changeAbstract(tx, seen, entries))) return false;
  if (authors) await saveAuthors(tx, seen.id, authors);
  await renewSearchText(tx, seen.id);
  return true;
}

async function renewSearchText(tx: Tx, id: string): Promise<void> {
  const abstract = await findAbstract(tx, id);
  if (!abstract) return;
  const authors = (await authorsByAbstract(tx, [id])).get(id) ?? [];
  const submitter = searchTextOf({ ...abstract, institute: abstract.organizationName });
  const words = [abstract.title ?? '', ...authors.map(({ name }) => name)].map(searchable);
  await setSearchText(tx, id, [submitter, ...words].filter((text) => text !== '').join('\n'));
}
