import { isSameName } from '#contract/person-name.ts';
import type { Db } from '#server/database/database.ts';
import type { PersonRows } from './person-rows.ts';

/**
 * The references of abstracts that somebody else sent and whose list of authors has a name of this person. Co-authors have
 * no address, so only an organiser can tell whether it is the same person.
 */
export async function abstractsNaming(
  db: Db,
  { participants, abstracts, abstract_authors: listed }: PersonRows,
): Promise<string[]> {
  const names = new Set([...participants, ...abstracts].map(({ name }) => name));
  if (names.size === 0) return [];
  const own = new Set(listed.map(({ abstract_id }) => abstract_id));
  const rows = await db
    .selectFrom('abstract_authors')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_authors.abstract_id')
    .select(['abstract_authors.name', 'abstract_id', 'reference'])
    .orderBy('reference')
    .execute();
  const found = rows.filter(
    ({ name, abstract_id }) =>
      !own.has(abstract_id) && [...names].some((one) => isSameName(one, name)),
  );
  return [...new Set(found.map(({ reference }) => reference))];
}
