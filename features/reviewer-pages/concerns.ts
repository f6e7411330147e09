import { sql } from 'kysely';
import { listReviewers } from '#features/peer-review/reviewers.ts';
import type { Db } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { counted } from '#server/counted.ts';
import { firstNames } from '#server/operations/first-names.ts';
import { timestamp } from '#server/identity.ts';
import { lostReviewers } from './reviewer-links.ts';
import type { ConcernKind } from '#server/operations/concern.ts';

const NOT_DECIDED = sql<boolean>`not exists (select 1 from decisions where decisions.abstract_id = abstracts.id)`;

/** Somebody pressed “This is not me”. */
export const wrongReaders: ConcernKind = {
  about: 'mails',
  title: 'The link of a reviewer reached somebody else',
  subject: 'Reviews and decisions',
  find: async ({ db }) => {
    const rows = await db
      .selectFrom('reviewer_pages')
      .innerJoin('reviewers', 'reviewers.id', 'reviewer_pages.reviewer_id')
      .select(['reviewer_id', 'refused_at'])
      .where('refused_at', 'is not', null)
      .where('email', '<>', '')
      // Nobody mails a reviewer who leaves.
      .where(({ eb, or }) => or([eb('answer', 'is', null), eb('answer', '<>', 'NO')]))
      .orderBy('refused_at')
      .execute();
    return rows.map(({ reviewer_id: id, refused_at: at }) => ({
      id: `reviewer-${id}`,
      words: `a reviewer's link was ended at ${at}, because it had reached the wrong person: correct the address in the sheet of reviewers, and assign again`,
      command:
        'organiser review --link ADDRESS sends another one, and --leaves ADDRESS does without this reviewer',
    }));
  },
};

/** Nobody else gets what a reviewer who said no has left open. */
export const leftOpen: ConcernKind = {
  about: 'abstract',
  title: 'Reviewers who said no',
  subject: 'Reviews and decisions',
  find: async ({ db }) => {
    // One statement about both would read all reviews.
    const leaving = (await listReviewers(db)).filter(({ answer }) => answer === 'NO');
    if (leaving.length === 0) return [];
    const rows = await db
      .selectFrom('peer_reviews')
      .innerJoin('abstracts', 'abstracts.id', 'peer_reviews.abstract_id')
      .select(['reviewer_id'])
      .where(
        'reviewer_id',
        'in',
        leaving.map(({ id }) => id),
      )
      .where('collected_at', 'is', null)
      .where('declined', '=', 0)
      .where('withdrawn_at', 'is', null)
      .where(NOT_DECIDED)
      .execute();
    const open = Map.groupBy(rows, ({ reviewer_id: id }) => id);
    return leaving.flatMap(({ id, name }) => {
      const { length } = open.get(id) ?? [];
      if (length === 0) return [];
      return [
        {
          id: `left-${id}`,
          words: `${name} does not review, and ${counted(length, 'abstract waits', 'abstracts wait')} for somebody else`,
          command: 'organiser review --more gives them to others',
        },
      ];
    });
  },
};

/** Reviews are late before their end if nobody begins. */
const BEGINS_WITHIN_MS = 7 * DAY;

/** Reviewers for whom the reminders before the end may be too late. */
export const notBegun: ConcernKind = {
  about: 'abstract',
  title: 'Reviewers who have not begun',
  subject: 'Reviews and decisions',
  isTold: false,
  find: async ({ db, clock }) => {
    const rows = await db
      .selectFrom('peer_reviews')
      .innerJoin('abstracts', 'abstracts.id', 'peer_reviews.abstract_id')
      .select('reviewer_id')
      .where('assigned_at', '<=', timestamp(clock(), -BEGINS_WITHIN_MS))
      // Most reviews are begun at some time, and leave the index of these.
      .where('collected_at', 'is', null)
      .where('saved_at', 'is', null)
      .where('declined', '=', 0)
      .where('withdrawn_at', 'is', null)
      .where(NOT_DECIDED)
      .where(
        sql<boolean>`not exists (
          select 1 from peer_reviews as begun where begun.reviewer_id = peer_reviews.reviewer_id
            and (begun.collected_at is not null or begun.saved_at is not null))`,
      )
      .distinct()
      .execute();
    if (rows.length === 0) return [];
    const lost = await lostReviewers(db);
    const idle = new Set(rows.map(({ reviewer_id: id }) => id));
    const names = (await listReviewers(db))
      .filter(({ id, email, answer }) => idle.has(id) && email !== '' && answer !== 'NO')
      .filter(({ id }) => !lost.has(id))
      .map(({ name }) => name);
    if (names.length === 0) return [];
    return [
      {
        id: 'not-begun',
        words: `${counted(names.length, 'reviewer has', 'reviewers have')} begun none of the abstracts of a week ago or earlier: ${firstNames(names)}`,
        command:
          'organiser review --remind --to ADDRESS --send writes a reminder, and --leaves ADDRESS does without a reviewer',
      },
    ];
  },
};

/** The copies of files at which the chair has not looked, while their abstracts wait for a decision. */
function copiesToRelease(db: Db) {
  return db
    .selectFrom('review_copies')
    .innerJoin('abstracts', 'abstracts.id', 'review_copies.abstract_id')
    .select(['reference', 'reason'])
    .where('released_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(NOT_DECIDED);
}

/** Names in a picture of a page are not found. */
export const notSearched: ConcernKind = {
  about: 'abstract',
  title: 'Files that were not searched for names',
  subject: 'Reviews and decisions',
  isTold: false,
  find: async ({ db }) => {
    const rows = await copiesToRelease(db).where('reason', '=', 'scanned').execute();
    const [first] = rows.map(({ reference }) => reference).toSorted();
    if (first === undefined) return [];
    return [
      {
        id: 'scanned',
        words: `reviewers get ${counted(rows.length, 'file')} without a text, such as a scanned page, which nobody could search for names of authors; the first is ${first}`,
        page: `/abstracts/${first}`,
        command: 'organiser review --files lists all; --release says that you have looked at one',
      },
    ];
  },
};

/** Blind reviewers get less than the file. */
export const copiesKeptBack: ConcernKind = {
  about: 'abstract',
  title: 'Files that are kept back from reviewers',
  subject: 'Reviews and decisions',
  isTold: false,
  find: async ({ db }) => {
    const rows = await copiesToRelease(db)
      .where('gets', '<>', 'FILE')
      .where('reason', '<>', 'word')
      .execute();
    const [first] = rows.map(({ reference }) => reference).toSorted();
    if (first === undefined) return [];
    const named = rows.filter(({ reason }) => reason === 'named').length;
    return [
      {
        id: 'copies',
        words: `the files of ${counted(rows.length, 'abstract')} are kept back from reviewers: ${named} may name authors, and of ${rows.length - named} no program could take the authors out; the first is ${first}`,
        page: `/abstracts/${first}`,
        command: 'organiser review --files lists all, with the words',
      },
    ];
  },
};
