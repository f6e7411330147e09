import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { listReviewers } from '#features/peer-review/reviewers.ts';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { ensureReviewerPage } from './reviewer-links.ts';
import { reviewTimes } from './review-times.ts';

/** Every reviewer has a page, and was told of the assignments. */
export async function abstractsSent(deps: DemoDeps): Promise<void> {
  const { context, content } = deps;
  if (!reviewTimes(content)) return;
  const now = timestamp(deps.now.at);
  for (const { id } of await listReviewers(context.db)) {
    await inTransaction(context.db, (tx) =>
      ensureReviewerPage(tx, id, { token: context.newId(), language: content.language, now }),
    );
  }
}
