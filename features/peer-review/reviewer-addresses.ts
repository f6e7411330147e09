import { abstractContact } from '#contract/content/abstract-contact.ts';
import type { Content } from '#contract/content.ts';
import { isSameName } from '#contract/person-name.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { NewId } from '#server/identity.ts';
import type { Deed } from '#server/operations/act.ts';
import { firstOf } from '#server/operations/plan.ts';
import type { EnteredReviewer } from './reviewer-sheet.ts';
import { listReviewers, putReviewer, type Reviewer } from './reviewers.ts';

declare module '#server/features.ts' {
  interface FeatureSections {
    /** The links that mails give to reviewers. */
    reviewerLinks?: {
      /** The reviewers whose link reached somebody else, and who have had no other one since. */
      lost: (db: Db) => Promise<ReadonlySet<string>>;
      /** A reviewer has another address: what was sent to the former one opens nothing any more. */
      moved: (tx: Tx, reviewerId: string, about: { next: string; now: string }) => Promise<void>;
      /** The person to whom reviewers answer. */
      chair: (content: Pick<Content, 'conference'>) => { email: string };
    };
  }
}

function links() {
  return features().find(({ sections }) => sections?.reviewerLinks)?.sections?.reviewerLinks;
}

/** The reviewers whose address is somebody else's, as far as anybody knows. They get nothing until it is corrected. */
export async function listLost(db: Db): Promise<ReadonlySet<string>> {
  return (await links()?.lost(db)) ?? new Set();
}

/** The address to which reviewers answer. */
export function reviewersContact(content: Pick<Content, 'conference'>): string {
  return (links()?.chair(content) ?? abstractContact(content.conference)).email;
}

/** The reviewers to whom something can be sent. */
export async function listReachable(db: Db): Promise<Reviewer[]> {
  const lost = await listLost(db);
  return (await listReviewers(db)).filter(({ id, email }) => email !== '' && !lost.has(id));
}

/** Undefined if the chair has not asked by mail, or has a review instead of an answer. */
export type ReviewerAnswer = 'yes' | 'no' | 'no answer' | 'link ended' | undefined;

export function answerOf(
  { id, answer, invitedAt }: Reviewer,
  lost: ReadonlySet<string>,
  hasReviewed: boolean,
): ReviewerAnswer {
  if (answer === 'NO') return 'no';
  if (lost.has(id)) return 'link ended';
  if (answer === 'YES') return 'yes';
  return invitedAt === undefined || hasReviewed ? undefined : 'no answer';
}

export function lostWords(known: readonly Reviewer[], lost: ReadonlySet<string>): string[] {
  const names = known.flatMap(({ id, name, email, answer }) =>
    lost.has(id) && answer !== 'NO' ? [`${name} (${email})`] : [],
  );
  if (names.length === 0) return [];
  return [
    `A link reached somebody else, so they get nothing new: ${firstOf(names).join(', ')}. Correct the address in the sheet, send another link with review --link, or end it with review --leaves.`,
  ];
}

/** A reviewer of the sheet, and as known before; `before` has another address if the sheet corrects it. */
export type Matched = { reviewer: Reviewer; before: Reviewer | undefined };

/**
 * Finds the reviewers of a sheet among the known ones: by their addresses, and else by the name if the reviewer of that
 * name is not in the sheet under the former address. Who keeps both rows means two people.
 */
export function matchReviewers(
  known: readonly Reviewer[],
  entered: readonly EnteredReviewer[],
  { now, newId }: { now: string; newId: NewId },
): Matched[] {
  const byEmail = new Map(known.map((reviewer) => [reviewer.email, reviewer]));
  const inSheet = new Set(entered.map(({ email }) => email));
  const left = known.filter(({ email }) => email !== '' && !inSheet.has(email));
  return entered.map((one) => {
    const alike = left.filter(({ name }) => isSameName(name, one.name));
    const twins = entered.filter(
      ({ name, email }) => !byEmail.has(email) && isSameName(name, one.name),
    );
    const moved = alike.length === 1 && twins.length === 1 ? alike[0] : undefined;
    const before = byEmail.get(one.email) ?? moved;
    const reviewer: Reviewer = {
      ...before,
      ...one,
      id: before?.id ?? newId(),
      createdAt: before?.createdAt ?? now,
      // A reviewer may have ticked topics since the sheet was written.
      topics: before?.topics || one.topics,
    };
    return { before, reviewer: isMoved({ before, reviewer }) ? asked(reviewer) : reviewer };
  });
}

function isMoved({ before, reviewer }: Matched): boolean {
  return before !== undefined && before.email !== reviewer.email;
}

/** Somebody else may have said no at the former address. A yes came from the reviewer. */
function asked(reviewer: Reviewer): Reviewer {
  if (reviewer.answer === 'YES') return reviewer;
  return { ...reviewer, invitedAt: undefined, answer: undefined, answeredAt: undefined };
}

export function movedWords(matched: readonly Matched[]): string[] {
  return matched.filter(isMoved).map(({ reviewer, before }) => {
    return `${reviewer.name} has another address: ${before?.email} becomes ${reviewer.email}, and the link so far ends. If they are two people, keep the row of ${before?.email}, too.`;
  });
}

/** Records a reviewer of a sheet. With another address the former link ends, and mails start anew. */
export async function putMatched(
  { tx, now }: Pick<Deed, 'tx' | 'now'>,
  { reviewer, before }: Matched,
  newId: NewId,
): Promise<void> {
  await putReviewer(tx, reviewer);
  if (!isMoved({ reviewer, before })) return;
  const { invitedAt = null, answer = null, answeredAt = null } = reviewer;
  await tx
    .updateTable('reviewers')
    .set({ invited_at: invitedAt, answer, answered_at: answeredAt })
    .where('id', '=', reviewer.id)
    .execute();
  await links()?.moved(tx, reviewer.id, { next: newId(), now });
}
