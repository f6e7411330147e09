import type { SheetColumn } from '#documents/spreadsheet.ts';
import type { Content } from '#contract/content.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import { emailAddress, line } from '#contract/text.ts';
import { findTitled } from '#server/abstract/abstract-titles.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { type Cell, type ColumnNames, readTable } from '#server/files/sheet-table.ts';
import { normalised } from '#server/identity.ts';
import { ActionImpossible, refuseMistakes } from '#server/operations/plan.ts';
import type { ReviewerFacts } from './conflicts.ts';
import { readTopics } from './topics.ts';

/** A reviewer as entered in the sheet. */
export type EnteredReviewer = Omit<ReviewerFacts, 'id'>;

/** The columns of the sheet of reviewers. */
export const reviewerColumns: readonly SheetColumn[] = [
  { title: 'Name', width: 28, isText: true },
  { title: 'Email', width: 32, isText: true },
  { title: 'Institute', width: 40, isText: true },
  { title: 'Conflicts', width: 50, isText: true },
  { title: 'Sessions', width: 40, isText: true },
  { title: 'Topics', width: 40, isText: true },
  { title: 'Limit', width: 8 },
];

type Column = 'Name' | 'Email' | 'Institute' | 'Conflicts' | 'Sessions' | 'Topics' | 'Limit';
export const reviewerNames: ColumnNames<Column> = [
  ['Name', 'Full name', 'Reviewer'],
  ['Email', 'Email address', 'Mail', 'Mail address'],
  ['Institute', 'Institution', 'Affiliation', 'University', 'Organisation', 'Organization'],
  ['Conflicts', 'Conflict', 'Conflicts of interest', 'Conflict of interest'],
  ['Sessions', 'Session', 'Covers'],
  ['Topics', 'Topic', 'Interest areas', 'Interests', 'Expertise'],
  ['Limit', 'Most', 'Maximum', 'Most reviews', 'Maximum of reviews'],
];

/** A spreadsheet program may write 5 as 5.0. */
const LIMIT = /^(?:[1-9]\d?|[1-4]\d\d|500)(?:[.,]0+)?$/;

/** The first row of the empty sheet. */
const EXAMPLE = 'anna.example@institute.example';

/** The rows of the sheet: the reviewers so far, or else one who does not exist. */
export function reviewerRows(
  reviewers: readonly EnteredReviewer[],
): (string | number | undefined)[][] {
  const known = reviewers
    .filter(({ email }) => email !== '')
    .map(({ name, email, institute, conflicts, sessions, topics, mostReviews }) => [
      ...[name, email, institute, conflicts, sessions, topics].map((text) => text || undefined),
      mostReviews,
    ]);
  if (known.length > 0) return known;
  const conflicts = 'Bo Colleague; AB26-7K3M-9QXW';
  return [['Anna Example', EXAMPLE, 'Institute of Examples', conflicts, undefined, undefined, 12]];
}

/** Reads the sheet of reviewers, and reports every mistake with its row and column. */
export function readReviewers(
  sheet: readonly (readonly Cell[])[],
  content: Pick<Content, 'sessions'>,
): { reviewers: EnteredReviewer[]; notRead: string[] } {
  const { sessions } = content.sessions;
  const mistakes: string[] = [];
  const mistake = (row: number, column: Column, words: string) =>
    void mistakes.push(`row ${row}, column ${column}: ${words}`);
  const { columns, rows, passedOver } = readTable(sheet, reviewerNames, mistake);
  const missing = (['Name', 'Email'] as const).filter((column) => !columns.has(column));
  if (missing.length > 0) {
    throw new ActionImpossible(
      `A row has to name the columns, and ${missing.join(' and ')} is missing: review --template writes such a sheet.`,
    );
  }
  const seen = new Map<string, number>();
  const reviewers = rows.map(({ row, cell, lines }): EnteredReviewer => {
    const one = (column: Column, longest: number, isNeeded = false) => {
      const typed = lines(column).replaceAll(/\s*\n\s*/g, '; ');
      if (typed === '' && !isNeeded) return '';
      const parsed = line(longest).safeParse(typed);
      if (!parsed.success) {
        mistake(
          row,
          column,
          typed === '' ? 'is empty' : `is not a line of at most ${longest} characters`,
        );
      }
      return parsed.data ?? '';
    };
    const email = normalised(copiedAddress(cell('Email')));
    if (email === EXAMPLE) mistakes.push(`row ${row} is still the example`);
    if (email === '') mistake(row, 'Email', 'is empty');
    else if (!emailAddress.safeParse(email).success) {
      mistake(row, 'Email', `"${cell('Email')}" is no mail address`);
    }
    const before = seen.get(email);
    if (before !== undefined) mistake(row, 'Email', `${email} is in row ${before}, too`);
    if (email !== '') seen.set(email, row);
    for (const session of entriesOf(one('Sessions', 1000))) {
      if (!findTitled(sessions, session)) {
        mistake(row, 'Sessions', `"${session}" is no session of sessions.yaml`);
      }
    }
    const { topics, unknown } = readTopics(content, one('Topics', 1000));
    for (const topic of unknown) {
      mistake(row, 'Topics', `"${topic}" is no interest area and no session of sessions.yaml`);
    }
    const limit = cell('Limit');
    if (limit !== '' && !LIMIT.test(limit)) {
      mistake(row, 'Limit', `"${limit}" is no whole number from 1 to 500`);
    }
    return {
      // A sheet without the column leaves a limit as it is.
      ...(columns.has('Limit') && {
        mostReviews: limit === '' ? undefined : Number.parseInt(limit, 10),
      }),
      name: one('Name', 200, true),
      email,
      institute: one('Institute', 500),
      conflicts: one('Conflicts', 2000),
      sessions: one('Sessions', 1000),
      topics,
    };
  });
  if (reviewers.length === 0 && mistakes.length === 0) mistakes.push('The sheet names nobody.');
  refuseMistakes(mistakes);
  return { reviewers, notRead: passedOver };
}
