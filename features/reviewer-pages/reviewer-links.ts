import { listReviewers, type Reviewer } from '#features/peer-review/reviewers.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const { read, columns } = valuesOf('reviewer_pages');

/** The page of a reviewer behind a link. */
export type ReviewerPage = ReturnType<typeof read>;

/** A reviewer with the own page. */
export type OwnPage = { page: ReviewerPage; reviewer: Reviewer };

export function pathOfReviews({ token }: Pick<ReviewerPage, 'token'>): string {
  return `/review/${token}`;
}

/** The reviewer behind a link; undefined if it opens nothing, or the reviewer was erased. */
export async function findOwnPage(db: Db, token: string): Promise<OwnPage | undefined> {
  const page = await db
    .selectFrom('reviewer_pages')
    .selectAll()
    .where('token', '=', token)
    .$call(firstRow(read));
  const reviewer = page && (await findReviewer(db, page.reviewerId));
  return page && reviewer && reviewer.email !== '' ? { page, reviewer } : undefined;
}

async function findReviewer(db: Db, id: string): Promise<Reviewer | undefined> {
  const [reviewer] = await listReviewers(db, id);
  return reviewer;
}

/** The reason why a link of before opens nothing. */
export async function findEndedLink(
  db: Db,
  token: string,
): Promise<'RENEWED' | 'STRANGER' | undefined> {
  const row = await db
    .selectFrom('ended_review_links')
    .select('reason')
    .where('token', '=', token)
    .executeTakeFirst();
  return row?.reason;
}

export function listReviewerPages(db: Db): Promise<ReviewerPage[]> {
  return db.selectFrom('reviewer_pages').selectAll().orderBy('reviewer_id').$call(allRows(read));
}

export function findReviewerPage(db: Db, reviewerId: string): Promise<ReviewerPage | undefined> {
  return db
    .selectFrom('reviewer_pages')
    .selectAll()
    .where('reviewer_id', '=', reviewerId)
    .$call(firstRow(read));
}

type Making = { token: string; language: string; now: string };

/** The page of a reviewer, which is made with `token` if there is none. */
export async function ensureReviewerPage(
  tx: Tx,
  reviewerId: string,
  { token, language, now }: Making,
): Promise<ReviewerPage> {
  await tx
    .insertInto('reviewer_pages')
    .values(columns({ reviewerId, token, language, madeAt: now }))
    .onConflict((conflict) => conflict.column('reviewer_id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('reviewer_pages')
    .selectAll()
    .where('reviewer_id', '=', reviewerId)
    .executeTakeFirstOrThrow();
  return read(row);
}

/** Ends the link of a reviewer, and gives the page another one. False if the link has ended already. */
export async function renewLink(
  tx: Tx,
  { reviewerId, token }: ReviewerPage,
  about: { next: string; reason: 'RENEWED' | 'STRANGER'; now: string },
): Promise<boolean> {
  const { next, reason, now } = about;
  const rows = await tx
    .updateTable('reviewer_pages')
    .set(columns({ token: next, refusedAt: reason === 'STRANGER' ? now : undefined }))
    .where('token', '=', token)
    .returning('token')
    .execute();
  if (rows.length === 0) return false;
  await tx
    .insertInto('ended_review_links')
    .values({ token, reviewer_id: reviewerId, reason, ended_at: now })
    .execute();
  return true;
}

/** The reviewers whose link reached somebody else, and who have no other one yet. */
export async function lostReviewers(db: Db): Promise<ReadonlySet<string>> {
  const pages = await listReviewerPages(db);
  return new Set(pages.flatMap((page) => (page.refusedAt === undefined ? [] : [page.reviewerId])));
}

/** A reviewer has another address: the link so far ends, and the mails about it start anew. */
export async function moveLink(
  tx: Tx,
  reviewerId: string,
  { next, now }: { next: string; now: string },
): Promise<void> {
  const page = await findReviewerPage(tx, reviewerId);
  if (!page) return;
  await renewLink(tx, page, { next, reason: 'RENEWED', now });
  await tx
    .updateTable('reviewer_pages')
    .set(columns({ madeAt: now, toldAt: undefined }))
    .where('reviewer_id', '=', reviewerId)
    .execute();
}

/** Sets moments of the mails of a page, or the language of the page and of its mails. */
export async function markPage(
  tx: Tx,
  reviewerId: string,
  marks: Partial<Pick<ReviewerPage, 'toldAt' | 'thankedAt' | 'notesToldAt' | 'language'>>,
): Promise<void> {
  await tx
    .updateTable('reviewer_pages')
    .set(columns(marks))
    .where('reviewer_id', '=', reviewerId)
    .execute();
}

/** Reviewers whose name is forgotten open nothing any more. */
export async function forgetPages(tx: Tx, reviewerIds: readonly string[]): Promise<void> {
  if (reviewerIds.length === 0) return;
  for (const table of ['reviewer_pages', 'ended_review_links'] as const) {
    await tx.deleteFrom(table).where('reviewer_id', 'in', reviewerIds).execute();
  }
}
