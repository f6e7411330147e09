import { COMMENTS } from '#organiser/demo/demo-contributions.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { demoPerson } from '#organiser/demo/demo-people.ts';
import { inTransaction } from '#server/database/database.ts';
import { HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { planAssignment } from './assign-peer-reviews.ts';
import { listPeerReviews, putReview } from './peer-reviews.ts';

const REVIEWERS = 8;
/** The number of the first reviewer among the invented people, behind everybody who registers. */
const FIRST_REVIEWER = 1000;

/** Assigns all abstracts to reviewers. Every fourth reviewer has not sent anything back. */
export async function abstractsSent(deps: DemoDeps): Promise<void> {
  const { context, content } = deps;
  const { db } = context;
  const people = Array.from({ length: REVIEWERS }, (_, at) => demoPerson(FIRST_REVIEWER + at));
  const rows = people.map(({ name, email, institute }) => [name, email, institute]);
  const sheet = [['Name', 'Email', 'Institute'], ...rows];
  const plan = await planAssignment(
    { ...deps, payments: context },
    { rows: sheet, isTaken: false },
  );
  await plan.perform();
  const { criteria } = content.conference.abstracts.review;
  const reviews = await listPeerReviews(db);
  const reviewers = [...new Set(reviews.map(({ reviewerId }) => reviewerId))].toSorted();
  for (const [number, review] of reviews.entries()) {
    if (reviewers.indexOf(review.reviewerId) % 4 === 3) continue;
    const scores = criteria.map(({ id, best }, at): [string, number] => {
      return [id, 1 + ((number * 3 + at * 2) % best)];
    });
    const returned = {
      scores: new Map(scores),
      commentForAuthor: COMMENTS[number % 7],
      commentForCommittee: number % 5 === 0 ? 'I would like to hear this as a talk.' : undefined,
      isDeclined: false,
      notes: new Map<string, string>(),
    };
    const now = timestamp(deps.now.at, HOUR);
    await inTransaction(db, (tx) => putReview(tx, review, returned, { collectedAt: now }));
  }
}
