import type { Db } from '#server/database/database.ts';
import type { OwnReview } from './own-reviews.ts';

/** A note of a discussion that is open; a chair has no id. */
type Written = { abstractId: string; by: string | undefined; at: string };

/** The notes of all open discussions, of reviewers and of the chair. */
export async function listOpenNotes(db: Db): Promise<Written[]> {
  const closed = db.selectFrom('closed_discussions').select('abstract_id');
  const ofReviewers = await db
    .selectFrom('review_messages')
    .select(['abstract_id', 'reviewer_id', 'written_at'])
    .where('abstract_id', 'not in', closed)
    .execute();
  const ofChair = await db
    .selectFrom('chair_notes')
    .select(['abstract_id', 'written_at'])
    .where('abstract_id', 'not in', closed)
    .execute();
  return [
    ...ofReviewers.map((row) => {
      return { abstractId: row.abstract_id, by: row.reviewer_id, at: row.written_at };
    }),
    ...ofChair.map((row) => ({ abstractId: row.abstract_id, by: undefined, at: row.written_at })),
  ];
}

/** The abstracts of a reviewer with notes of others since a moment. What was there before the review was read with it. */
export function abstractsWithNotes(
  notes: readonly Written[],
  all: readonly OwnReview[],
  since = '',
): OwnReview[] {
  return all.filter(
    ({ state, isDecided, review: { abstractId, reviewerId, collectedAt = '' } }) => {
      if (state !== 'SUBMITTED' || isDecided) return false;
      return notes.some(
        (note) =>
          note.abstractId === abstractId &&
          note.by !== reviewerId &&
          note.at > since &&
          note.at > collectedAt,
      );
    },
  );
}
