import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { nextReviewers, nextReviewerWords } from './next-reviewers.ts';
import { listPeerReviews, type PeerReview } from './peer-reviews.ts';
import { readReviewedAbstracts } from './reviewed-abstracts.ts';
import { awaitsSecondLook } from './second-look.ts';
import { answerOf, listLost, type ReviewerAnswer } from './reviewer-addresses.ts';
import { listReviewers } from './reviewers.ts';
import { isComplete } from './summarise-reviews.ts';

/** How many reviews came back, by reviewer and by abstract. */
export type ReviewProgress = {
  reviewers: {
    name: string;
    email: string;
    /** The answer to the question of the chair, or what became of the link. */
    answer: ReviewerAnswer;
    assigned: number;
    returned: number;
    conflicts: number;
    /** The references of abstracts whose reviews did not come back, or lack a score or a second look. */
    missing: string[];
  }[];
  abstracts: {
    reference: string;
    title: string | undefined;
    assigned: number;
    returned: number;
    /** The best of the reviewers who could get it, if it has too few. */
    next: string | undefined;
  }[];
};

/** A review has come back when each criterion has a score. Only abstracts that lack something are listed. */
export async function readProgress(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
): Promise<ReviewProgress> {
  const { reviews: wanted, criteria } = content.conference.abstracts.review;
  const lost = await listLost(db);
  const nextOf = await nextReviewers(db, content);
  const abstracts = (await readReviewedAbstracts(db, content)).filter(
    ({ abstract }) => abstract.withdrawnAt === undefined,
  );
  const referenceOf = new Map(abstracts.map(({ id, reference }) => [id, reference]));
  const revisions = new Map(abstracts.map(({ id, revisedAt }) => [id, revisedAt]));
  const decided = new Set(abstracts.flatMap(({ id, isDecided }) => (isDecided ? [id] : [])));
  const isAgain = (review: PeerReview) =>
    awaitsSecondLook(review, revisions.get(review.abstractId));
  const isBack = (review: PeerReview) => isComplete(review, criteria) && !isAgain(review);
  const reviews = (await listPeerReviews(db)).filter(({ abstractId }) =>
    referenceOf.has(abstractId),
  );
  const byReviewer = Map.groupBy(reviews, ({ reviewerId }) => reviewerId);
  const byAbstract = Map.groupBy(
    reviews.filter(({ isDeclined }) => !isDeclined),
    ({ abstractId }) => abstractId,
  );
  return {
    reviewers: (await listReviewers(db)).map((reviewer) => {
      const { id, name, email } = reviewer;
      const own = byReviewer.get(id) ?? [];
      const valid = own.filter(({ isDeclined }) => !isDeclined);
      const returned = valid.filter(isBack);
      const answer = answerOf(reviewer, lost, returned.length > 0);
      // Nobody waits for a review of what is decided.
      const missing =
        answer === 'no'
          ? []
          : valid.filter((each) => !isBack(each) && !decided.has(each.abstractId));
      return {
        name,
        email,
        answer,
        assigned: valid.length,
        returned: returned.length,
        conflicts: own.length - valid.length,
        missing: missing
          .map((review) => {
            const reference = referenceOf.get(review.abstractId) ?? '';
            return isAgain(review) ? `${reference} (again)` : reference;
          })
          .toSorted(),
      };
    }),
    abstracts: abstracts.flatMap(({ id, reference, abstract: { title }, isDecided }) => {
      const own = byAbstract.get(id) ?? [];
      const returned = own.filter(isBack).length;
      if (isDecided || returned >= wanted) return [];
      const [best] = own.length < wanted ? nextOf(id) : [];
      const next = best && nextReviewerWords(best);
      return [{ reference, title, assigned: own.length, returned, next }];
    }),
  };
}
