import type { Content } from '#contract/content.ts';
import { listPeerReviews, type PeerReview } from '#features/peer-review/peer-reviews.ts';
import { listReviewers } from '#features/peer-review/reviewers.ts';
import { isComplete } from '#features/peer-review/summarise-reviews.ts';
import { lines } from '#contract/text.ts';
import { type Db, inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';

export const LONGEST_NOTE = 3000;
/** The notes of one reviewer about one abstract. */
const MOST_NOTES = 50;

/** The writer of a note or a review: a reviewer, or the chair without a number. */
type Who = { number: number; isReader: boolean; name: string; isChair?: true };

/** The notes and reviews that the reviewers of one abstract show each other. */
export type Discussion = {
  notes: (Who & { text: string; writtenAt: string })[];
  /** The submitted reviews of the others, without their comments to the committee, which only the committee reads. */
  reviews: (Who & Pick<PeerReview, 'scores' | 'commentForAuthor'>)[];
  isClosed: boolean;
};

/**
 * The discussion of an abstract, as one of its reviewers may read it. Reviewers have numbers in the order of their
 * assignment. Who gave the abstract back takes no part.
 */
export async function readDiscussion(
  db: Db,
  content: Pick<Content, 'conference'>,
  { abstractId, reviewerId }: { abstractId: string; reviewerId: string },
): Promise<Discussion> {
  const { criteria } = content.conference.abstracts.review;
  const reviews = await listPeerReviews(db, abstractId);
  const numbers = new Map(reviews.map((review, at) => [review.reviewerId, at + 1]));
  const names = new Map((await listReviewers(db)).map(({ id, name }) => [id, name]));
  const who = (id: string): Who => ({
    number: numbers.get(id) ?? 0,
    isReader: id === reviewerId,
    name: names.get(id) ?? '',
  });
  const notes = await notesAbout(db, abstractId);
  const chair: Who = { number: 0, isReader: false, name: '', isChair: true };
  return {
    isClosed: await isClosed(db, abstractId),
    notes: notes.map(({ reviewerId: by, text, writtenAt }) => {
      return { ...(by === undefined ? chair : who(by)), text, writtenAt };
    }),
    reviews: reviews
      .filter((review) => review.reviewerId !== reviewerId)
      .filter(({ isDeclined }) => !isDeclined)
      .filter(({ collectedAt }) => collectedAt !== undefined)
      .filter((review) => isComplete(review, criteria))
      .map(({ reviewerId: id, scores, commentForAuthor }) => {
        return { ...who(id), scores, commentForAuthor };
      }),
  };
}

type Written = {
  abstractId: string;
  text: string;
  writtenAt: string;
  /** Undefined if the chair wrote it. */
  reviewerId?: string;
  writtenBy?: string;
};

/** The notes of reviewers and of the chair, about one abstract or all, in their order. */
async function notesAbout(db: Db, abstractId?: string): Promise<Written[]> {
  const ofReviewers = await db
    .selectFrom('review_messages')
    .selectAll()
    .$if(abstractId !== undefined, (query) => query.where('abstract_id', '=', abstractId ?? ''))
    .orderBy('written_at')
    .orderBy('id')
    .execute();
  const ofChair = await db
    .selectFrom('chair_notes')
    .selectAll()
    .$if(abstractId !== undefined, (query) => query.where('abstract_id', '=', abstractId ?? ''))
    .orderBy('written_at')
    .orderBy('id')
    .execute();
  return [
    ...ofReviewers.map((row) => ({ ...writtenIn(row), reviewerId: row.reviewer_id })),
    ...ofChair.map((row) => ({ ...writtenIn(row), writtenBy: row.written_by })),
  ].toSorted((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1));
}

function writtenIn(row: { abstract_id: string; text: string; written_at: string }): Written {
  return { abstractId: row.abstract_id, text: row.text, writtenAt: row.written_at };
}

/** Writes a note of the chair. The same text twice in a row is there once. False if the discussion is closed. */
export async function writeChairNote(
  tx: Tx,
  { id, abstractId, by, text, now }: Record<'id' | 'abstractId' | 'by' | 'text' | 'now', string>,
): Promise<boolean> {
  await lockKey(tx, `discussion:${abstractId}`);
  if (await isClosed(tx, abstractId)) return false;
  if ((await notesAbout(tx, abstractId)).findLast(({ writtenBy }) => writtenBy)?.text === text) {
    return true;
  }
  await tx
    .insertInto('chair_notes')
    .values({ id, abstract_id: abstractId, written_by: by, text, written_at: now })
    .execute();
  return true;
}

async function isClosed(db: Db, abstractId: string): Promise<boolean> {
  const row = await db
    .selectFrom('closed_discussions')
    .select('closed_at')
    .where('abstract_id', '=', abstractId)
    .executeTakeFirst();
  return row !== undefined;
}

export type Note = { text: string } | { mistake: 'missing' | 'tooLong' | 'unusable' };

export function readNote(typed: string): Note {
  const written = typed.replaceAll(/\r\n?/g, '\n').trim();
  if (written === '') return { mistake: 'missing' };
  const { data } = lines(LONGEST_NOTE).safeParse(written);
  if (data !== undefined) return { text: data };
  return { mistake: written.length > LONGEST_NOTE ? 'tooLong' : 'unusable' };
}

type Writing = { abstractId: string; reviewerId: string; text: string };

/** Writes a note. The same text twice, as after a double click, is there once. False if the discussion is closed, or full. */
export function writeNote(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  { abstractId, reviewerId, text }: Writing,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockKey(tx, `discussion:${abstractId}`);
    if (await isClosed(tx, abstractId)) return false;
    const last = await tx
      .selectFrom('review_messages')
      .select('text')
      .where('abstract_id', '=', abstractId)
      .where('reviewer_id', '=', reviewerId)
      .orderBy('written_at', 'desc')
      .executeTakeFirst();
    if (last?.text === text) return true;
    const { count } = await tx
      .selectFrom('review_messages')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('abstract_id', '=', abstractId)
      .where('reviewer_id', '=', reviewerId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_NOTES) return false;
    const row = { abstract_id: abstractId, reviewer_id: reviewerId, text };
    await tx
      .insertInto('review_messages')
      .values({ ...row, id: newId(), written_at: timestamp(clock()) })
      .execute();
    return true;
  });
}

/** All discussions with a note, for the chair. */
export async function listDiscussions(
  db: Db,
  abstracts: readonly { id: string; reference: string; title: string | undefined }[],
) {
  const names = new Map((await listReviewers(db)).map(({ id, name }) => [id, name]));
  const notes = await notesAbout(db);
  const closed = await db.selectFrom('closed_discussions').select('abstract_id').execute();
  const ended = new Set(closed.map(({ abstract_id: id }) => id));
  const byAbstract = Map.groupBy(notes, ({ abstractId: id }) => id);
  return abstracts.flatMap(({ id, reference, title }) => {
    const own = byAbstract.get(id) ?? [];
    if (own.length === 0) return [];
    return [
      {
        reference,
        title,
        isClosed: ended.has(id),
        notes: own.map(({ reviewerId: by, writtenBy, text, writtenAt: at }) => {
          const name = by === undefined ? `The chair (${writtenBy})` : names.get(by);
          return { name: name || 'A reviewer who was erased', text, at };
        }),
      },
    ];
  });
}
