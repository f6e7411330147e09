import type { ExportRecord } from '#organiser/records.ts';
import type { Db } from '#server/database/database.ts';
import { listBids } from './bids.ts';
import { listPeerReviews } from './peer-reviews.ts';
import { listReviewers } from './reviewers.ts';

/** The peer reviews and the bids for them in an export. */
export async function* reviewRecords(
  db: Db,
  references: ReadonlyMap<string, string>,
): AsyncGenerator<ExportRecord> {
  const reviewers = new Map((await listReviewers(db)).map((each) => [each.id, each]));
  for (const { abstractId, reviewerId, scores, notes, ...rest } of await listPeerReviews(db)) {
    const { name = '', email = '' } = reviewers.get(reviewerId) ?? {};
    const state = rest.isDeclined ? 'DECLINED' : rest.collectedAt ? 'COLLECTED' : 'ASSIGNED';
    yield {
      type: 'peer-review',
      name,
      email,
      state,
      reference: references.get(abstractId),
      ...rest,
      scores: Object.fromEntries(scores),
      notes: Object.fromEntries(notes),
    };
  }
  for (const { abstractId, reviewerId, bid: state, saidAt } of await listBids(db)) {
    const { name = '', email = '' } = reviewers.get(reviewerId) ?? {};
    yield { type: 'review-bid', name, email, state, reference: references.get(abstractId), saidAt };
  }
}
