import type { PeerReview } from './peer-reviews.ts';

/**
 * Whether a review is older than the version that its author was asked for, so that the reviewer looks at it again.
 * `revisedAt` is undefined unless the committee waits for a second look.
 */
export function awaitsSecondLook(
  { collectedAt, isDeclined }: Pick<PeerReview, 'collectedAt' | 'isDeclined'>,
  revisedAt: string | undefined,
): boolean {
  return (
    revisedAt !== undefined && collectedAt !== undefined && !isDeclined && collectedAt < revisedAt
  );
}

/** The cell in the column Assigned of a workbook: a second look has the day of the revised version. */
export function assignedCell(
  review: Pick<PeerReview, 'assignedAt' | 'collectedAt' | 'isDeclined'>,
  revisedAt: string | undefined,
): string {
  return awaitsSecondLook(review, revisedAt)
    ? `${AGAIN} ${revisedAt?.slice(0, 10)}`
    : review.assignedAt.slice(0, 10);
}

/** Whether the row of a returned workbook is from a second look, even if the reviewer changed nothing. */
export function isSecondLook(assigned: string): boolean {
  return assigned.toLowerCase().startsWith(AGAIN);
}

const AGAIN = 'again';
