import { dayOf } from '#contract/content/calendar-days.ts';
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
  {
    revisedAt,
    timezone,
    again,
  }: { revisedAt: string | undefined; timezone: string; again: string },
): string {
  return awaitsSecondLook(review, revisedAt)
    ? `${again} ${dayOf(revisedAt ?? '', timezone)}`
    : dayOf(review.assignedAt, timezone);
}

/** Whether the row of a returned workbook is from a second look, even if the reviewer changed nothing. */
export function isSecondLook(assigned: string, again: string): boolean {
  const cell = assigned.toLowerCase();
  return [AGAIN, again.toLowerCase()].some((word) => cell.startsWith(word));
}

/** In workbooks in English, and in those of earlier versions. */
const AGAIN = 'again';
