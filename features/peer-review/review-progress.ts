import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { decisionsByAbstract } from '#features/programme/decisions.ts';
import { nextReviewers, nextReviewerWords } from './next-reviewers.ts';
import { listPeerReviews } from './peer-reviews.ts';
import { listReviewers } from './reviewers.ts';
import { isComplete } from './summarise-reviews.ts';

/** How many reviews came back, by reviewer and by abstract. */
export type ReviewProgress = {
  reviewers: {
    name: string;
    email: string;
    assigned: number;
    returned: number;
    conflicts: number;
    /** The references of abstracts whose reviews did not come back, or without a score. */
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
  const nextOf = await nextReviewers(db, content);
  const decisions = await decisionsByAbstract(db);
  const abstracts = (await listAbstracts(db)).filter(
    ({ withdrawnAt }) => withdrawnAt === undefined,
  );
  const referenceOf = new Map(abstracts.map(({ id, reference }) => [id, reference]));
  const reviews = (await listPeerReviews(db)).filter(({ abstractId }) =>
    referenceOf.has(abstractId),
  );
  const byReviewer = Map.groupBy(reviews, ({ reviewerId }) => reviewerId);
  const byAbstract = Map.groupBy(
    reviews.filter(({ isDeclined }) => !isDeclined),
    ({ abstractId }) => abstractId,
  );
  return {
    reviewers: (await listReviewers(db)).map(({ id, name, email }) => {
      const own = byReviewer.get(id) ?? [];
      const valid = own.filter(({ isDeclined }) => !isDeclined);
      const missing = valid.filter((review) => !isComplete(review, criteria));
      return {
        name,
        email,
        assigned: valid.length,
        returned: valid.length - missing.length,
        conflicts: own.length - valid.length,
        missing: missing.map(({ abstractId }) => referenceOf.get(abstractId) ?? '').toSorted(),
      };
    }),
    abstracts: abstracts.flatMap(({ id, reference, title }) => {
      const own = byAbstract.get(id) ?? [];
      const returned = own.filter((review) => isComplete(review, criteria)).length;
      if (decisions.has(id) || returned >= wanted) return [];
      const [best] = own.length < wanted ? nextOf(id) : [];
      const next = best && nextReviewerWords(best);
      return [{ reference, title, assigned: own.length, returned, next }];
    }),
  };
}
