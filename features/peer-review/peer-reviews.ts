import { type RawBuilder, sql } from 'kysely';
import { inParts, wroteOne } from '#server/database/queries.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { Assignment } from './assign-reviewers.ts';
import type { DeclineReason } from './tables.ts';

/** The content of a returned review. */
export type Review = {
  /** By the ids of the criteria. */
  scores: ReadonlyMap<string, number>;
  commentForCommittee: string | undefined;
  commentForAuthor: string | undefined;
  /** Whether the reviewer does not review the abstract. */
  isDeclined: boolean;
  /** The reason; undefined: a conflict. */
  declinedFor?: DeclineReason | undefined;
  /** The entries in columns that the workbook did not have, by their headings. */
  notes: ReadonlyMap<string, string>;
};

/** An abstract that is assigned to a reviewer, with the review as far as it came back. */
export type PeerReview = Assignment &
  Review & {
    assignedAt: string;
    /** Undefined until the review comes back. */
    collectedAt: string | undefined;
    /** When the reviewer saved it on the page for the last time. */
    savedAt: string | undefined;
    version: number;
  };

const { read, columns } = valuesOf('peer_reviews', { names: { declined: 'isDeclined' } });

/**
 * All assignments with their reviews, or those of one abstract, the earliest assignment first. Nobody but the reviewer
 * reads a draft.
 */
export async function listPeerReviews(db: Db, abstractId?: string): Promise<PeerReview[]> {
  const all = await readPeerReviews(
    db,
    abstractId === undefined ? sql<boolean>`true` : sql<boolean>`abstract_id = ${abstractId}`,
  );
  return all.map((review) =>
    review.collectedAt === undefined ? { ...review, ...NOTHING } : review,
  );
}

const NOTHING = {
  scores: new Map<string, number>(),
  notes: new Map<string, string>(),
  commentForCommittee: undefined,
  commentForAuthor: undefined,
};

/** The assignments of one reviewer, with drafts. */
export function reviewsBy(db: Db, reviewerId: string): Promise<PeerReview[]> {
  return readPeerReviews(db, sql<boolean>`reviewer_id = ${reviewerId}`);
}

async function readPeerReviews(db: Db, by: RawBuilder<boolean>): Promise<PeerReview[]> {
  const rows = await db
    .selectFrom('peer_reviews')
    .selectAll()
    .where(by)
    .orderBy('assigned_at')
    .orderBy('abstract_id')
    .orderBy('reviewer_id')
    .execute();
  const scores = await db.selectFrom('peer_review_scores').selectAll().where(by).execute();
  const notes = await db
    .selectFrom('peer_review_notes')
    .selectAll()
    .where(by)
    .orderBy('heading')
    .execute();
  const scoresOf = Map.groupBy(scores, keyOf);
  const notesOf = Map.groupBy(notes, keyOf);
  return rows.map((row) => ({
    ...read(row),
    scores: new Map(scoresOf.get(keyOf(row))?.map(({ criterion, score }) => [criterion, score])),
    notes: new Map(notesOf.get(keyOf(row))?.map(({ heading, text }) => [heading, text])),
  }));
}

export async function insertAssignments(
  tx: Tx,
  assignments: readonly Assignment[],
  assignedAt: string,
): Promise<void> {
  const rows = assignments.map(({ abstractId, reviewerId }) =>
    columns({ abstractId, reviewerId, assignedAt, isDeclined: false }),
  );
  for (const some of inParts(rows)) {
    await tx.insertInto('peer_reviews').values(some).execute();
  }
}

/** Removes assignments whose reviews did not come back. One that a reviewer gave back stays, so that it does not come again. */
export async function deleteAssignments(tx: Tx, assignments: readonly Assignment[]): Promise<void> {
  for (const { abstractId, reviewerId } of assignments) {
    await tx
      .deleteFrom('peer_reviews')
      .where('abstract_id', '=', abstractId)
      .where('reviewer_id', '=', reviewerId)
      .where('collected_at', 'is', null)
      .where('declined', '=', 0)
      .execute();
  }
}

/** The moments of a review that is written: a draft has no `collectedAt`, and a workbook no `savedAt`. */
type Moments = Partial<Pick<PeerReview, 'collectedAt' | 'savedAt'>>;

/**
 * Records a review in the place of an earlier one, by compare-and-set; false if another one came meanwhile, or if the
 * abstract or the assignment is gone.
 */
export async function putReview(
  tx: Tx,
  { abstractId, reviewerId, version }: Pick<PeerReview, 'abstractId' | 'reviewerId' | 'version'>,
  { scores, notes, ...review }: Review,
  moments: Moments,
): Promise<boolean> {
  const { commentForCommittee, commentForAuthor, isDeclined, declinedFor } = review;
  const key = { abstract_id: abstractId, reviewer_id: reviewerId };
  const isRecorded = await tx
    .updateTable('peer_reviews')
    .set({
      ...columns({ commentForCommittee, commentForAuthor, isDeclined, declinedFor, ...moments }),
      version: version + 1,
    })
    .where('abstract_id', '=', abstractId)
    .where('reviewer_id', '=', reviewerId)
    .where('version', '=', version)
    .$call(wroteOne);
  if (!isRecorded) return false;
  for (const table of ['peer_review_scores', 'peer_review_notes'] as const) {
    await tx
      .deleteFrom(table)
      .where('abstract_id', '=', abstractId)
      .where('reviewer_id', '=', reviewerId)
      .execute();
  }
  const scored = [...scores].map(([criterion, score]) => ({ ...key, criterion, score }));
  if (scored.length > 0) await tx.insertInto('peer_review_scores').values(scored).execute();
  const noted = [...notes].map(([heading, text]) => ({ ...key, heading, text }));
  if (noted.length > 0) await tx.insertInto('peer_review_notes').values(noted).execute();
  return true;
}

/** Removes the names of reviewers. The reviews that came back stay; the others would never come. */
export async function forgetReviewers(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // A chair who assigns at this moment would write a name of the sheet again.
  await lockKey(tx, 'peer-reviews');
  await tx
    .updateTable('reviewers')
    .set({ name: '', email: '', institute: '', conflicts: '', sessions: '', topics: '' })
    .where('id', 'in', ids)
    .execute();
  await tx.deleteFrom('review_bids').where('reviewer_id', 'in', ids).execute();
  await tx
    .deleteFrom('peer_reviews')
    .where('reviewer_id', 'in', ids)
    .where('collected_at', 'is', null)
    .execute();
}

function keyOf(row: { abstract_id: string; reviewer_id: string }): string {
  return `${row.abstract_id} ${row.reviewer_id}`;
}
