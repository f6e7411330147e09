import type { Content } from '#contract/content.ts';
import { type PeerReview, reviewsBy } from '#features/peer-review/peer-reviews.ts';
import { awaitsSecondLook } from '#features/peer-review/second-look.ts';
import { isComplete } from '#features/peer-review/summarise-reviews.ts';
import { decisionsByAbstract } from '#features/programme/decisions.ts';
import { isRevised } from '#features/programme/revisions.ts';
import { bySession } from '#server/abstract/abstract-titles.ts';
import { findAbstracts, type KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';

/** `AGAIN`: the authors have revised it since. `WITHDRAWN` and `DECIDED` need no review any more. */
export type OwnReviewState =
  | 'OPEN'
  | 'DRAFT'
  | 'AGAIN'
  | 'SUBMITTED'
  | 'CONFLICT'
  | 'FIELD'
  | 'WITHDRAWN'
  | 'DECIDED';

/** An abstract that is assigned to the reader. */
export type OwnReview = {
  abstract: KeptAbstract;
  review: PeerReview;
  state: OwnReviewState;
  isDecided: boolean;
};

/** Everything that is assigned to a reviewer, by session, as in the workbook. */
export async function ownReviews(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
  reviewerId: string,
): Promise<OwnReview[]> {
  const reviews = await reviewsBy(db, reviewerId);
  const ids = reviews.map(({ abstractId }) => abstractId);
  const abstracts = new Map((await findAbstracts(db, ids)).map((each) => [each.id, each]));
  const decisions = await decisionsByAbstract(db, ids);
  const { criteria } = content.conference.abstracts.review;
  const compare = bySession(content);
  return reviews
    .flatMap((review): OwnReview[] => {
      const abstract = abstracts.get(review.abstractId);
      if (!abstract) return [];
      const decision = decisions.get(abstract.id);
      const isBack = isRevised(abstract, decision);
      const isDecided = decision !== undefined && !isBack;
      const isAgain = awaitsSecondLook(review, isBack ? abstract.fileAt : undefined);
      const state = stateOf({ abstract, review, isDecided, isAgain, criteria });
      return [{ abstract, review, state, isDecided }];
    })
    .toSorted(
      (one, other) =>
        compare(one.abstract, other.abstract) ||
        (one.abstract.reference < other.abstract.reference ? -1 : 1),
    );
}

function stateOf({
  abstract,
  review,
  isDecided,
  isAgain,
  criteria,
}: {
  abstract: KeptAbstract;
  review: PeerReview;
  isDecided: boolean;
  isAgain: boolean;
  criteria: Content['conference']['abstracts']['review']['criteria'];
}): OwnReviewState {
  if (abstract.withdrawnAt !== undefined) return 'WITHDRAWN';
  if (review.isDeclined) return review.declinedFor ?? 'CONFLICT';
  const isSubmitted = review.collectedAt !== undefined && isComplete(review, criteria);
  if (isDecided) return isSubmitted ? 'SUBMITTED' : 'DECIDED';
  if (isAgain) return 'AGAIN';
  if (isSubmitted) return 'SUBMITTED';
  // A workbook may have come back with a part of the scores.
  return review.savedAt !== undefined || review.collectedAt !== undefined ? 'DRAFT' : 'OPEN';
}

/** The revised version that waits for a second look, as a form names the one that its reader saw. */
export function revisionOf({ state, abstract }: OwnReview): string | undefined {
  return state === 'AGAIN' ? abstract.fileAt : undefined;
}

/** Whether the reviewer still has to do something. */
export function isOpen({ state }: Pick<OwnReview, 'state'>): boolean {
  return state === 'OPEN' || state === 'DRAFT' || state === 'AGAIN';
}

/** The number of reviews that are wanted of the reader, and of those that are done. */
export function progressOf(all: readonly OwnReview[]): { done: number; wanted: number } {
  const done = all.filter(({ state }) => state === 'SUBMITTED').length;
  return { done, wanted: done + all.filter(isOpen).length };
}
