import type { Updateable } from 'kysely';
import { searchable, searchTextOf } from '#contract/person-name.ts';
import type { Tx } from '#server/database/database.ts';
import type { AbstractRow } from '#server/database/tables.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { KeptAbstract } from './abstracts.ts';

/** Changes an abstract by compare-and-set: somebody else's change since `seen` was read refuses this one. */
export async function updateAbstract(
  tx: Tx,
  seen: Pick<KeptAbstract, 'id' | 'reference' | 'version'>,
  changes: Updateable<AbstractRow>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('abstracts')
    .set({ ...changes, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw abstractChanged(seen);
}

/** The refusal of a change because of another change at the same moment. */
export function abstractChanged({ reference }: Pick<KeptAbstract, 'reference'>): ActionImpossible {
  return new ActionImpossible(
    `${reference} was changed at the same moment. Please check it, then repeat what is still needed.`,
    { reason: 'changed' },
  );
}

type Searched = Pick<KeptAbstract, 'name' | 'email' | 'phone' | 'organizationName' | 'title'> & {
  authors: readonly { name: string }[];
};

/** The text in which the search finds an abstract: its submitter, its title and its authors. */
export function searchTextOfAbstract({ title = '', authors, ...submitter }: Searched): string {
  const words = [title, ...authors.map(({ name }) => name)].map(searchable);
  return [searchTextOf({ ...submitter, institute: submitter.organizationName }), ...words]
    .filter((text) => text !== '')
    .join('\n');
}
