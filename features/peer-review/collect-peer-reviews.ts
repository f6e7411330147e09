import type { PeerReview as ReviewRules } from './shape.ts';
import type { Content } from '#contract/content.ts';
import { readReviewedAbstracts } from './reviewed-abstracts.ts';
import { awaitsSecondLook } from './second-look.ts';
import { type Db, lockKey } from '#server/database/database.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  type Organising,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { listPeerReviews, type PeerReview, putReview, type Review } from './peer-reviews.ts';
import { readReturned, type ReturnedRow, type ReturnedWorkbook } from './returned-workbook.ts';
import { listReviewers } from './reviewers.ts';

/** A returned workbook as a sheet. */
export type ReturnedSheet = { name: string; rows: readonly (readonly Cell[])[] };

/** A returned review, and the assignment with the review before it. */
type Collected = {
  row: ReturnedRow;
  review: Review;
  before: PeerReview;
  name: string;
  /** Whether it is the second look that the committee waits for, perhaps with the same scores. */
  isAgain: boolean;
};

/**
 * Records the reviews of returned workbooks. A row that has any entry replaces the earlier review, and an empty row
 * changes nothing. If several workbooks have the same review, the last one counts. What was submitted on the page after
 * the workbook was written stays, and so does a review of which the committee waits for the second look, if the workbook
 * is older than the revised version. With a mistake in any workbook nothing is recorded.
 */
export async function planCollection(
  organising: Organising,
  sheets: readonly ReturnedSheet[],
): Promise<Plan> {
  const { payments, content } = organising;
  const { review: rules } = content.conference.abstracts;
  const { reviewWorkbook } = content.yourAbstract;
  const books = sheets.map(({ name, rows }) => readReturned(name, rows, rules, reviewWorkbook));
  const { latest, overtaken, older, mistakes, reviewers } = await collect(
    payments.db,
    content,
    books,
  );
  refuseMistakes(mistakes);

  const found = [...latest.values()];
  const newer = found.filter((each) => isNewerOnPage(each));
  const all = found.filter((each) => !newer.includes(each));
  const added = all.filter(({ before }) => before.collectedAt === undefined);
  const changed = all.filter(
    ({ before, review, isAgain }) =>
      before.collectedAt !== undefined && (isAgain || !isSame(before, review)),
  );
  const toRecord = [...added, ...changed];
  return {
    words: [
      `Workbooks: ${sheets.length}. Reviews: ${added.length} new, ${changed.length} changed, ${all.length - toRecord.length} as before. Rows without an entry: ${books.flatMap(({ rows }) => rows).filter(({ review }) => !review).length}.`,
      ...books.flatMap(({ rows }) => bookWords(rows, reviewers)),
      ...changed.map((each) => `  ${changeWords(each, rules)}`),
      ...overtaken,
      ...older.map(
        ({ row, name }) =>
          `${row.file}, row ${row.row}: this workbook of ${name} is older than the revised version of ${row.reference}, so the row is not recorded. A new workbook or the page has the second look.`,
      ),
      ...newer.map(
        ({ row, name }) =>
          `${row.file}, row ${row.row}: ${name} has changed the review of ${row.reference} on the page since this workbook was written, so the page counts. A new workbook or the page changes it.`,
      ),
      ...added.flatMap(({ before, row, name }) =>
        before.savedAt === undefined
          ? []
          : [`${name} has a draft about ${row.reference} on the page: the workbook replaces it.`],
      ),
      ...toRecord.flatMap((each) => incompleteWords(each)),
      ...toRecord.flatMap(({ row, review, name }) =>
        review.isDeclined
          ? [
              `${name} states a conflict with ${row.reference}: review --assign gives it to somebody else.`,
            ]
          : [],
      ),
      ...ownColumnWords(sheets, books),
    ],
    button: toRecord.length === 0 ? undefined : `Record ${counted(toRecord.length, 'review')}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockKey(tx, 'peer-reviews');
        for (const { before, review, row, name } of toRecord) {
          if (await putReview(tx, before, review, { collectedAt: now })) continue;
          throw new ActionImpossible(
            `The review of ${row.reference} by ${name} was changed or removed meanwhile. Please try again.`,
          );
        }
        const words = `${counted(toRecord.length, 'review')} collected`;
        await record({ action: 'review', words });
      });
      return [`Reviews recorded: ${toRecord.length}.`];
    },
  };
}

/** The reviews in the workbooks, the last of each, with those that a later workbook or a revised version has overtaken. */
async function collect(
  db: Db,
  content: Pick<Content, 'sessions'>,
  books: readonly ReturnedWorkbook[],
) {
  const abstracts = await readReviewedAbstracts(db, content);
  const idOf = new Map(abstracts.map(({ reference, id }) => [reference, id]));
  const revisions = new Map(abstracts.map(({ id, revisedAt }) => [id, revisedAt]));
  const reviewers = new Map(
    (await listReviewers(db)).flatMap((each) => (each.email === '' ? [] : [[each.email, each]])),
  );
  const assigned = new Map((await listPeerReviews(db)).map((each) => [keyOf(each), each]));
  const mistakes = books.flatMap((book) => book.mistakes);
  const latest = new Map<string, Collected>();
  const overtaken: string[] = [];
  const older: Collected[] = [];
  for (const { rows } of books) {
    const inFile = new Map<string, number>();
    for (const row of rows) {
      const abstractId = idOf.get(row.reference);
      const reviewer = reviewers.get(row.reviewer);
      const before =
        abstractId && reviewer && assigned.get(keyOf({ abstractId, reviewerId: reviewer.id }));
      if (!before) {
        mistakes.push(...misplaced(row, abstractId !== undefined, reviewer?.name));
        continue;
      }
      const key = keyOf(before);
      const earlier = inFile.get(key);
      if (earlier !== undefined) {
        mistakes.push(
          `${row.file}, row ${row.row}, column Reference: ${row.reference} is in row ${earlier}, too`,
        );
      }
      inFile.set(key, row.row);
      const { review } = row;
      if (!review) continue;
      const other = latest.get(key);
      // Notes under other headings stay: a workbook that was written again does not have them.
      const notes = new Map([...before.notes, ...review.notes]);
      const isAwaited = awaitsSecondLook(before, revisions.get(before.abstractId));
      const isAgain = isAwaited && row.isSecondLook === true;
      const collected = { row, review: { ...review, notes }, before, name: reviewer.name, isAgain };
      // A conflict is one with any version.
      if (isAwaited && row.isSecondLook === false && !review.isDeclined) {
        if (!isSame(before, collected.review)) older.push(collected);
        if (other || !isSame(before, collected.review)) continue;
      }
      if (other && !isSame(other.review, collected.review)) {
        overtaken.push(
          `${row.reference} by ${reviewer.name} is in ${other.row.file} and in ${row.file}; ${row.file} counts.`,
        );
      }
      latest.set(key, collected);
    }
  }
  return { latest, overtaken, older, mistakes, reviewers };
}

function keyOf({ abstractId, reviewerId }: { abstractId: string; reviewerId: string }): string {
  return `${abstractId} ${reviewerId}`;
}

/** The mistake of a row that belongs to no assignment. */
function misplaced(
  { file, row, reference, reviewer }: ReturnedRow,
  isKnown: boolean,
  name: string | undefined,
): string[] {
  const place = `${file}, row ${row}, column`;
  return [
    ...(reviewer !== '' && name === undefined
      ? [`${place} Reviewer: ${reviewer} is no reviewer`]
      : []),
    ...(reference !== '' && !isKnown
      ? [`${place} Reference: there is no abstract ${reference}`]
      : []),
    ...(isKnown && name !== undefined
      ? [`${place} Reference: ${reference} is not assigned to ${name}`]
      : []),
  ];
}

/** Whether a review was submitted or given back on the page after the workbook was written, and is another one there. */
function isNewerOnPage({ row: { version }, review, before }: Collected): boolean {
  const { savedAt, collectedAt, isDeclined } = before;
  if (version === undefined || version >= before.version || savedAt === undefined) return false;
  // A page hands in and saves at one moment, and a draft of a second look only saves.
  return (isDeclined || savedAt === collectedAt) && !isSame(before, review);
}

function isSame(one: Review, other: Review): boolean {
  return JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));
}

function factsOf({ scores, notes, commentForCommittee, commentForAuthor, isDeclined }: Review) {
  return [
    [...scores].toSorted(),
    [...notes].toSorted(),
    commentForCommittee ?? '',
    commentForAuthor ?? '',
    isDeclined,
  ];
}

/** "  anna.xlsx: 48 by Anna Kowalska". Two names in one file may be right, and somebody should see them. */
function bookWords(
  rows: readonly ReturnedRow[],
  reviewers: ReadonlyMap<string, { name: string }>,
): string[] {
  const filled = rows.filter(({ review }) => review);
  const counts = Map.groupBy(filled, ({ reviewer }) => reviewers.get(reviewer)?.name ?? '');
  const words = [...counts].map(([name, own]) => `${own.length} by ${name}`);
  return words.length === 0 ? [] : [`  ${filled[0]?.file}: ${words.join(', ')}`];
}

/** "AB26-7K3M-9QXW by Anna Kowalska: Novelty 3 becomes 5, another comment" */
function changeWords(
  { row, review, before, name, isAgain }: Collected,
  { criteria }: ReviewRules,
): string {
  const scores = criteria.flatMap(({ id, name: criterion }) => {
    const [was, is] = [before.scores.get(id), review.scores.get(id)];
    return was === is ? [] : [`${criterion} ${was ?? 'without a score'} becomes ${is ?? 'empty'}`];
  });
  const isOther =
    before.commentForCommittee !== review.commentForCommittee ||
    before.commentForAuthor !== review.commentForAuthor;
  const words = [
    ...scores,
    ...(isOther ? ['another comment'] : []),
    ...(before.isDeclined && !review.isDeclined ? ['no conflict any more'] : []),
  ];
  const others = isAgain ? 'looked again, with the same scores' : 'another entry';
  return `${row.reference} by ${name}: ${words.join(', ') || others}`;
}

function incompleteWords({ row: { file, row, reference, unscored }, review }: Collected): string[] {
  if (review.isDeclined || unscored.length === 0) return [];
  return [
    `${file}, row ${row}: ${reference} has no score for ${unscored.join(', ')}, so the review does not count in the mean yet.`,
  ];
}

function ownColumnWords(
  sheets: readonly ReturnedSheet[],
  books: readonly ReturnedWorkbook[],
): string[] {
  const own = books.flatMap(({ ownColumns }, at) =>
    ownColumns.map((heading) => `${JSON.stringify(heading)} (${sheets[at]?.name})`),
  );
  if (own.length === 0) return [];
  return [`Own columns of reviewers, kept as notes for the committee: ${own.join(', ')}.`];
}
