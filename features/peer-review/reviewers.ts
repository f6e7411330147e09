import type { Db, Tx } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { ReviewerFacts } from './conflicts.ts';

const { read } = valuesOf('reviewers');

export type Reviewer = ReviewerFacts & { createdAt: string };

/** All reviewers by name. An erased reviewer has no name and no address. */
export function listReviewers(db: Db): Promise<Reviewer[]> {
  return db.selectFrom('reviewers').selectAll().orderBy('name').orderBy('id').$call(allRows(read));
}

/** Inserts a reviewer, or replaces the entries of the one with this id. */
export async function putReviewer(tx: Tx, { createdAt, id, ...entries }: Reviewer): Promise<void> {
  await tx
    .insertInto('reviewers')
    .values({ id, created_at: createdAt, ...entries })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(entries))
    .execute();
}
