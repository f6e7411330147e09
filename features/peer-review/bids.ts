import type { Db, Tx } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { Assignment } from './assign-reviewers.ts';
import type { Bid } from './tables.ts';

/** A reviewer's wish about an abstract before the assignment. */
export type ReviewBid = Assignment & { bid: Bid; saidAt: string };

const { read, columns } = valuesOf('review_bids');

/** The bids of one reviewer, or of all. */
export function listBids(db: Db, reviewerId?: string): Promise<ReviewBid[]> {
  return db
    .selectFrom('review_bids')
    .selectAll()
    .$if(reviewerId !== undefined, (query) => query.where('reviewer_id', '=', reviewerId ?? ''))
    .orderBy('reviewer_id')
    .orderBy('abstract_id')
    .$call(allRows(read));
}

/** Records a bid in the place of an earlier one; undefined takes it back. */
export async function putBid(
  tx: Tx,
  { abstractId, reviewerId }: Assignment,
  bid: Bid | undefined,
  now: string,
): Promise<void> {
  if (bid === undefined) {
    await tx
      .deleteFrom('review_bids')
      .where('abstract_id', '=', abstractId)
      .where('reviewer_id', '=', reviewerId)
      .execute();
    return;
  }
  const said = { bid, saidAt: now };
  await tx
    .insertInto('review_bids')
    .values(columns({ abstractId, reviewerId, ...said }))
    .onConflict((conflict) =>
      conflict.columns(['abstract_id', 'reviewer_id']).doUpdateSet(columns(said)),
    )
    .execute();
}
