import { searchable, searchTextOf } from '#contract/person-name.ts';
import type { Tx } from '#server/database/database.ts';
import { authorsByAbstract } from './abstract-authors.ts';
import { findAbstract, setSearchText } from './abstracts.ts';

/** Renews the text in which the search finds an abstract: its submitter, its title and its authors. */
export async function renewSearchText(tx: Tx, id: string): Promise<void> {
  const abstract = await findAbstract(tx, id);
  if (!abstract) return;
  const authors = (await authorsByAbstract(tx, [id])).get(id) ?? [];
  const submitter = searchTextOf({ ...abstract, institute: abstract.organizationName });
  const words = [abstract.title ?? '', ...authors.map(({ name }) => name)].map(searchable);
  await setSearchText(tx, id, [submitter, ...words].filter((text) => text !== '').join('\n'));
}
