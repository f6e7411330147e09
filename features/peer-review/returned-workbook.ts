import { tidyReference } from '#contract/typed-reference.ts';
import type { PeerReview as ReviewRules } from './shape.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import { line, lines } from '#contract/text.ts';
import {
  type Cell,
  type ColumnNames,
  linesOf as textOf,
  readTable,
  type SheetRow,
} from '#server/files/sheet-table.ts';
import { normalised } from '#server/identity.ts';
import type { Review } from './peer-reviews.ts';
import { isSecondLook } from './second-look.ts';
import { headingOf, LONGEST_COMMENT, type WorkbookWords } from './review-workbook.ts';
import { en } from './texts/en.ts';

/** A row of a returned workbook; undefined `review`: the reviewer has not filled it in yet. */
export type ReturnedRow = {
  file: string;
  row: number;
  reference: string;
  /** The mail address of the reviewer. */
  reviewer: string;
  review: Review | undefined;
  /** The names of the criteria without a score. */
  unscored: readonly string[];
  /** Whether the workbook asked for a second look; undefined: it does not say, because its column Assigned is gone. */
  isSecondLook: boolean | undefined;
  /** The version of the review from which the workbook was written; undefined: it does not say. */
  version: number | undefined;
};

export type ReturnedWorkbook = {
  rows: ReturnedRow[];
  /** The headings of the reviewer's own columns. */
  ownColumns: string[];
  mistakes: string[];
};

const YES = ['yes', 'y', 'x', 'true', 'ja', 'oui', 'sí', '1'];
const NO = ['', 'no', 'n', 'none', 'false', 'nein', 'non', '0', '-'];

/** The columns of a returned workbook. */
export function returnedColumns(
  criteria: ReviewRules['criteria'],
  words: WorkbookWords,
): ColumnNames<string> {
  const own: Readonly<Record<string, string>> = words.columns;
  return [
    // The English headings, which older workbooks have, are the names of the columns.
    ...Object.entries(en.yourAbstract.reviewWorkbook.columns).map(
      ([key, heading]) => [heading, own[key] ?? heading] as const,
    ),
    ...criteria.map((criterion) => [headingOf(criterion), criterion.name] as const),
  ];
}

/**
 * Reads a returned workbook. It finds columns by their headings, in any order, and reports every mistake with its file,
 * row and column.
 */
export function readReturned(
  file: string,
  sheet: readonly (readonly Cell[])[],
  { criteria }: ReviewRules,
  words: WorkbookWords,
): ReturnedWorkbook {
  const found: { row: number; column: string; trouble: string }[] = [];
  const mistake = (row: number, column: string, trouble: string) =>
    void found.push({ row, column, trouble });
  const { columns, rows, passedOver } = readTable<string>(
    sheet,
    returnedColumns(criteria, words),
    mistake,
  );
  const headed = (column: string) => columns.get(column) ?? column;
  const mistakes: string[] = [];
  if (!columns.has('Reference')) {
    mistakes.push(
      `${file} is no workbook of a reviewer: the column ${words.columns.reference} is missing.`,
    );
    return { rows: [], ownColumns: [], mistakes };
  }
  const named = new Set(rows.map(({ cell }) => reviewerIn(cell)).filter((email) => email !== ''));
  const [sole] = named;
  if (sole === undefined) {
    mistakes.push(
      `${file} names no reviewer: please enter the mail address of the reviewer in the column ${headed('Reviewer')}.`,
    );
  }
  const read = rows.map((one): ReturnedRow => {
    const { row, cell } = one;
    const reference = tidyReference(cell('Reference'));
    if (reference === '') mistake(row, 'Reference', 'is empty');
    const typed = reviewerIn(cell);
    if (typed === '' && named.size > 1) mistake(row, 'Reviewer', 'is empty');
    return {
      file,
      row,
      reference,
      reviewer: typed || (sole ?? ''),
      isSecondLook:
        cell('Assigned') === '' ? undefined : isSecondLook(cell('Assigned'), words.again),
      version: /^\d{1,9}$/.test(cell('Version')) ? Number(cell('Version')) : undefined,
      ...reviewIn(one, { criteria, yes: words.yes }, (column, trouble) =>
        mistake(row, column, trouble),
      ),
    };
  });
  mistakes.push(
    ...found.map(
      ({ row, column, trouble }) => `${file}, row ${row}, column ${headed(column)}: ${trouble}`,
    ),
  );
  return { rows: read, ownColumns: passedOver, mistakes };
}

function reviewerIn(cell: SheetRow<string>['cell']): string {
  return normalised(copiedAddress(cell('Reviewer')));
}

function reviewIn(
  { cell, lines: linesOf, others }: SheetRow<string>,
  { criteria, yes }: { criteria: ReviewRules['criteria']; yes: string },
  mistake: (column: string, words: string) => void,
): Pick<ReturnedRow, 'review' | 'unscored'> {
  const scores = new Map<string, number>();
  for (const criterion of criteria) {
    const heading = headingOf(criterion);
    const typed = cell(heading);
    if (typed === '') continue;
    const score = scoreIn(typed, criterion.best);
    if (score === undefined) {
      mistake(heading, `"${typed}" is no whole number from 1 to ${criterion.best}`);
    } else scores.set(criterion.id, score);
  }
  const comment = (column: 'Comment for the committee' | 'Comment for the author') => {
    const typed = linesOf(column);
    if (typed === '') return undefined;
    const { data } = lines(LONGEST_COMMENT).safeParse(typed);
    if (data === undefined) {
      mistake(
        column,
        `is no text of at most ${LONGEST_COMMENT} characters, but has ${typed.length}`,
      );
    }
    return data;
  };
  const answer = cell('Conflict').toLowerCase();
  const isDeclined = YES.includes(answer) || answer === yes.toLowerCase();
  if (!isDeclined && !NO.includes(answer)) {
    mistake('Conflict', `"${cell('Conflict')}" is neither ${yes} nor empty`);
  }
  const notes = notesIn(others, mistake);
  const review: Review = {
    scores,
    commentForCommittee: comment('Comment for the committee'),
    commentForAuthor: comment('Comment for the author'),
    isDeclined,
    notes,
  };
  const isFilled =
    scores.size > 0 ||
    notes.size > 0 ||
    review.isDeclined ||
    review.commentForCommittee !== undefined ||
    review.commentForAuthor !== undefined;
  const unscored = criteria.filter(({ id }) => !scores.has(id)).map(({ name }) => name);
  return { review: isFilled ? review : undefined, unscored };
}

/** The reviewer's own columns, by their headings. */
function notesIn(
  others: SheetRow<string>['others'],
  mistake: (column: string, words: string) => void,
): Map<string, string> {
  const notes = new Map<string, string>();
  for (const { heading, cell: written } of others) {
    if (typeof written === 'object' && written !== null) {
      mistake(heading, written.trouble);
      continue;
    }
    const [name, text] = [line(100).safeParse(heading), lines(1000).safeParse(textOf(written))];
    if (!name.success || !text.success) {
      mistake(heading, 'is no text of at most 1000 characters below a heading of at most 100');
    } else {
      // Two columns may have the same heading.
      const before = notes.get(name.data);
      notes.set(name.data, before === undefined ? text.data : `${before}\n${text.data}`);
    }
  }
  return notes;
}

/** "5" and "5.0" are 5. "4,5" is no score: half points would make the scores of reviewers different in kind. */
function scoreIn(typed: string, best: number): number | undefined {
  if (!/^\d{1,3}(?:[.,]0+)?$/.test(typed)) return undefined;
  const score = Number(typed.replace(',', '.'));
  return score >= 1 && score <= best ? score : undefined;
}
