import type { Db, Tx } from '#server/database/database.ts';
import { allRows, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { peopleCalled } from '#server/orders/rows/find-booked.ts';
import type { ReviewerFacts } from './conflicts.ts';
import type { PeerReview } from './shape.ts';

const { read } = valuesOf('reviewers');

export type Reviewer = ReviewerFacts & {
  createdAt: string;
  /** When the mail that asks the reviewer was written; absent: the chair asked otherwise. */
  invitedAt?: string | undefined;
  answer?: 'YES' | 'NO' | undefined;
  answeredAt?: string | undefined;
};

/** The most abstracts that somebody may get. */
export function mostOf(
  reviewer: Pick<Reviewer, 'mostReviews'> | undefined,
  { mostPerReviewer = Infinity }: PeerReview,
): number {
  return reviewer?.mostReviews ?? mostPerReviewer;
}

/** All reviewers by name, or the one with an id. An erased reviewer has no name and no address. */
export function listReviewers(db: Db, id?: string): Promise<Reviewer[]> {
  return db
    .selectFrom('reviewers')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('name')
    .orderBy('id')
    .$call(allRows(read));
}

/** Records the answer of a reviewer to the question of the chair. */
export async function putAnswer(
  tx: Tx,
  id: string,
  answer: NonNullable<Reviewer['answer']>,
  now: string,
): Promise<void> {
  await tx
    .updateTable('reviewers')
    .set({ answer, answered_at: now })
    .where('id', '=', id)
    .execute();
}

/** Records that the mail that asks a reviewer was written; false if it was before. */
export function putInvited(tx: Tx, id: string, now: string): Promise<boolean> {
  return tx
    .updateTable('reviewers')
    .set({ invited_at: now })
    .where('id', '=', id)
    .where('invited_at', 'is', null)
    .$call(wroteOne);
}

/** Inserts a reviewer, or replaces the entries of the one with this id. An answer stays. */
export async function putReviewer(tx: Tx, reviewer: Reviewer): Promise<void> {
  const { createdAt, id, name, email, institute, conflicts, sessions, topics } = reviewer;
  const limit = reviewer.mostReviews ?? null;
  const entries = { name, email, institute, conflicts, sessions, topics, most_reviews: limit };
  await tx
    .insertInto('reviewers')
    .values({ id, created_at: createdAt, ...entries })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(entries))
    .execute();
}

/** The reviewer whom a chair names; who is one of several of a name is told their addresses. */
export function reviewerCalled(reviewers: readonly Reviewer[], who: string): Reviewer {
  const [reviewer, ...others] = peopleCalled(reviewers, who);
  if (reviewer && others.length === 0) return reviewer;
  const known = reviewers.filter(({ email }) => email !== '');
  const names = (reviewer ? [reviewer, ...others] : known)
    .map(({ name, email }) => (reviewer ? `${name} (${email})` : name))
    .toSorted();
  throw new ActionImpossible(
    `${reviewer ? 'More than one reviewer' : 'No reviewer'} is called “${who}”: ${names.join('; ')}.`,
  );
}
