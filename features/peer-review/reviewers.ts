import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { ReviewerFacts } from './conflicts.ts';

export type Reviewer = ReviewerFacts & { createdAt: string };

/** All reviewers by name. An erased reviewer has no name and no address. */
export async function listReviewers(db: Db): Promise<Reviewer[]> {
  const rows = await db.selectFrom('reviewers').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(read);
}

/** Inserts a reviewer, or replaces the entries of the one with this id. */
export async function putReviewer(tx: Tx, { createdAt, id, ...entries }: Reviewer): Promise<void> {
  await tx
    .insertInto('reviewers')
    .values({ id, created_at: createdAt, ...entries })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(entries))
    .execute();
}

function read({ created_at: createdAt, ...row }: RowOf<'reviewers'>): Reviewer {
  return { ...row, createdAt };
}
