import type { Content } from '#contract/content.ts';
import { type PeerReview, putReview, reviewsBy } from '#features/peer-review/peer-reviews.ts';
import type { DeclineReason } from '#features/peer-review/tables.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { readReview, type ReviewMistake, type Typed, typedOf } from './read-review.ts';

export type SaveDeps = { db: Db; clock: Clock; content: Content };

/**
 * `overtaken`: something else was saved since the form was made; `stored` is what there is now.
 */
export type Saved =
  | { saved: PeerReview }
  | { mistakes: Readonly<Record<string, ReviewMistake>> }
  | { overtaken: PeerReview };

/** The form that a reviewer sends; `isAgain` if the authors have revised the abstract since the review. */
type Saving = { typed: Typed; version: number; isDraft: boolean; isAgain: boolean };

/**
 * Saves what a reviewer has entered: as a draft, or as the review. A review that was submitted stays so, and its changes
 * count at once. The form names the version that its reader saw, so that two windows do not overwrite each other.
 */
export async function saveReview(
  { db, clock, content }: SaveDeps,
  before: PeerReview,
  { typed, version, isDraft, isAgain }: Saving,
): Promise<Saved> {
  const { criteria } = content.conference.abstracts.review;
  const stays = isDraft && (before.collectedAt === undefined || isAgain);
  const read = readReview(typed, criteria, { before, isDraft: stays });
  if ('mistakes' in read) return read;
  const stored = typedOf(before, criteria);
  const isSame = Object.entries(stored).every(([name, entry]) => tidy(typed[name]) === entry);
  if (isSame && !before.isDeclined && (isDraft || (before.collectedAt !== undefined && !isAgain))) {
    return { saved: before };
  }
  if (version !== before.version && !isSame) return { overtaken: before };
  const now = timestamp(clock());
  const moments = stays ? { savedAt: now } : { savedAt: now, collectedAt: now };
  const isSaved = await inTransaction(db, (tx) => putReview(tx, before, read.review, moments));
  const after = await again(db, before);
  if (isSaved && after) return { saved: after };
  return { overtaken: after ?? before };
}

/** Gives an abstract back, or takes that back with an undefined reason. The entries so far stay. */
export async function declineReview(
  { db, clock }: SaveDeps,
  before: PeerReview,
  reason: DeclineReason | undefined,
): Promise<void> {
  const isDeclined = reason !== undefined;
  let review: PeerReview | undefined = before;
  // A draft may be saved at the same moment; the press is about all of it.
  for (let tries = 0; review && tries < 3; tries++) {
    const next: PeerReview = { ...review, isDeclined, declinedFor: reason };
    const moments = { savedAt: timestamp(clock()) };
    if (await inTransaction(db, (tx) => putReview(tx, next, next, moments))) return;
    review = await again(db, review);
  }
}

async function again(
  db: Db,
  { abstractId, reviewerId }: PeerReview,
): Promise<PeerReview | undefined> {
  const all = await reviewsBy(db, reviewerId);
  return all.find((each) => each.abstractId === abstractId);
}

function tidy(entry = ''): string {
  return entry.replaceAll(/\r\n?/g, '\n').trim();
}
