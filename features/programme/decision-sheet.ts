import type { CommandContext } from '#organiser/command-context.ts';
import { features } from '#server/features.ts';
import { tidyReference } from '#contract/typed-reference.ts';
import type { Content } from '#contract/content.ts';
import { daysBetween } from '#contract/content/calendar-days.ts';
import type { Cell as SheetCell } from '#contract/csv.ts';
import { line, lines } from '#contract/text.ts';
import type { SheetColumn } from '#documents/spreadsheet.ts';
import { findAbstract, type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { findTitled, titlesOf } from '#server/abstract/abstract-titles.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import {
  abstractState,
  type Decided,
  type Decision,
  decisionsByAbstract,
  findDecision,
} from './decisions.ts';
import { duplicatesAmong, duplicateWords } from '#server/abstract/duplicates.ts';
import {
  momentIn,
  type ReadCell,
  readDay,
  readMinutes,
  readTime,
  timeAfter,
} from './slot-cells.ts';
import { isRevised, readReviseUntil, reviseUntilCell } from './revisions.ts';
import { slotFields, slotOf } from './slots.ts';
import { ActionImpossible, refuseMistakes } from '#server/operations/plan.ts';
import {
  type Cell,
  type ColumnNames,
  linesOf as textOf,
  readTable,
} from '#server/files/sheet-table.ts';

/** The decision in a row of the sheet. */
export type SheetDecision = {
  /** The number of the row, as spreadsheet programs count. */
  row: number;
  reference: string;
  /** Undefined if its cell is empty. Without a key for a column that the sheet does not have. */
  decided: (Pick<Decided, 'outcome'> & Partial<Decided>) | undefined;
};

/** A cell about the abstract itself, which is not read. */
type CellAbout = { row: number; reference: string; heading: string; cell: Cell };

/** The columns of the committee's sheet. `isText` keeps spreadsheet programs from turning 1-2 into a date. */
const ABOUT = [
  { title: 'Reference', width: 16 },
  { title: 'Contribution', width: 44, isText: true },
  { title: 'Name', width: 28, isText: true },
  { title: 'Email', width: 28, isText: true },
  { title: 'Authors', width: 44, isText: true },
  { title: 'Session', width: 34, isText: true },
  { title: 'Interest area', width: 28, isText: true },
  { title: 'Keywords', width: 28, isText: true },
  { title: 'Wish', width: 12, isText: true },
  { title: 'File', width: 34, isText: true },
  { title: 'State', width: 12, isText: true },
  { title: 'Possible duplicate', width: 30, isText: true },
] as const;
const DECISION = [
  { title: 'Decision', width: 12, choices: ['accepted', 'rejected', 'revise'] },
  { title: 'Revise until', width: 14, isText: true },
  { title: 'Presentation', width: 16, isText: true },
  { title: 'Slot', width: 28, isText: true },
  { title: 'Day', width: 12, isText: true },
  { title: 'Start', width: 8, isText: true },
  { title: 'End', width: 8, isText: true },
  { title: 'Room', width: 16, isText: true },
  { title: 'Track', width: 20, isText: true },
  { title: 'Chair', width: 20, isText: true },
  { title: 'Number', width: 9, isText: true },
  { title: 'Comment for the author', width: 50, hasLines: true },
] as const;

/** The heading of a column about the reviews. */
export const RANK = 'Rank in the session';

/** The columns about the reviews of the abstracts. `features/peer-review/` makes them. */
export type ReviewColumns = {
  columns: readonly SheetColumn[];
  cellsOf: (abstractId: string) => SheetCell[];
  meanOf: (abstractId: string) => number | undefined;
  /** The present comments for the author; the decision may have others. */
  commentOf: (abstractId: string) => string;
};

declare module '#server/features.ts' {
  interface FeatureSections {
    /** Columns about the reviews in the sheet of the committee. */
    decisionSheet?: {
      read: (
        db: Db,
        conference: Content['conference'],
        withheldFrom?: string,
      ) => Promise<ReviewColumns | undefined>;
      /** The headings of these columns, which nobody reads when the sheet comes back. */
      headings: (conference: Content['conference']) => string[];
    };
  }
}

/** The columns that a feature adds to the sheet of the committee. */
export function addedColumns() {
  return features().find(({ sections }) => sections?.decisionSheet)?.sections?.decisionSheet;
}

/** The orders in which the rows may come. */
export const orders = ['session', 'mean', 'title', 'reference'] as const;

/** The columns that are read, with their other names. */
type DecisionColumn = (typeof DECISION)[number]['title'];
type Column = 'Reference' | 'Minutes' | DecisionColumn;
export const decisionColumns: ColumnNames<Column> = [
  ['Reference', 'Ref', 'Abstract reference'],
  ['Decision', 'Outcome', 'Result'],
  ['Revise until', 'Revise by', 'Revision until'],
  ['Presentation', 'Presentation type'],
  ['Slot', 'Time and place', 'Time'],
  ['Day', 'Date'],
  ['Start', 'Starts', 'From', 'Begin'],
  ['End', 'Ends', 'To', 'Until'],
  ['Minutes', 'Duration', 'Length'],
  ['Room', 'Hall'],
  ['Track', 'Stream'],
  ['Chair', 'Session chair'],
  ['Number', 'Poster number'],
  ['Comment for the author', 'Comment to the author', 'Comment for author'],
];
const WRITTEN: readonly string[] = ABOUT.map(({ title }) => title);
/** The options of `correct` that change what these columns show. */
const CORRECTED: ReadonlyMap<string, string> = new Map([
  ['Contribution', '--title'],
  ['Name', '--name'],
  ['Email', '--email'],
  ['Authors', '--authors'],
  ['Session', '--session'],
  ['Interest area', '--interest-area'],
  ['Keywords', '--keywords'],
  ['Wish', '--wish'],
]);
/** The longest comment to an author: the longest comments of nine reviewers together fit. */
const LONGEST_COMMENT = 30_000;

const OUTCOMES: Record<string, Decided['outcome']> = {
  accepted: 'ACCEPTED',
  rejected: 'REJECTED',
  revise: 'REVISE',
};
const WORDS = { ACCEPTED: 'accepted', REJECTED: 'rejected', REVISE: 'revise' } as const;

/** The committee's sheet: one row for each abstract, with the decision so far. */
export async function decisionSheet(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
  {
    by,
    reviews,
    sessionId,
  }: {
    by: (typeof orders)[number];
    reviews: ReviewColumns | undefined;
    sessionId?: string | undefined;
  },
): Promise<{
  columns: SheetColumn[];
  rows: SheetCell[][];
  /** The revised abstracts with a comment of the committee, beside other comments of the reviewers. */
  ownComments: string[];
}> {
  const decisions = await decisionsByAbstract(db);
  const all = await listAbstracts(db);
  const abstracts =
    sessionId === undefined ? all : all.filter((abstract) => abstract.sessionId === sessionId);
  const duplicates = duplicatesAmong(all);
  const authors = await authorsByAbstract(db);
  const sessionOf = (abstract: KeptAbstract) => titlesOf(content, abstract).session;
  const sorted = abstracts.toSorted((one, other) => {
    const byTitle = compareLast(one.title, other.title);
    const byMean = (reviews?.meanOf(other.id) ?? 0) - (reviews?.meanOf(one.id) ?? 0);
    const bySession = sessionOf(one).localeCompare(sessionOf(other), 'en');
    if (by === 'reference') return one.reference < other.reference ? -1 : 1;
    if (by === 'title') return byTitle;
    return (by === 'session' && bySession) || byMean || byTitle;
  });
  const rows = sorted.map((abstract): SheetCell[] => {
    const { id, reference, title, name, titlePrefix, email, fileName, keywords, wish } = abstract;
    const { session, interestArea } = titlesOf(content, abstract);
    const decision = decisions.get(id);
    return [
      reference,
      title,
      `${titlePrefix} ${name}`.trim(),
      email,
      authorsInWords(authorsOf(abstract, authors)),
      session,
      interestArea,
      keywords,
      wish,
      fileName,
      abstractState(abstract, decision).toLowerCase(),
      duplicateWords(duplicates.get(id)) || undefined,
      ...(reviews?.cellsOf(id) ?? []),
      ...decisionCells(beginningOf(abstract, decision, reviews), content),
    ];
  });
  const ownComments = sorted.filter((abstract) => {
    const decision = decisions.get(abstract.id);
    const isOwn = decision?.comment !== undefined && decision.commentFrom !== 'REVIEWERS';
    return isOwn && isRevised(abstract, decision) && reviews?.commentOf(abstract.id) !== '';
  });
  return {
    columns: [...ABOUT, ...(reviews?.columns ?? []), ...DECISION],
    rows,
    ownComments: ownComments.map(({ reference }) => reference),
  };
}

/**
 * The values with which the next decision begins: those of the decision so far. A first decision, and the one about a
 * revised version, begin with the wish of the author and the present comments of the reviewers; a comment that the
 * committee itself wrote stays.
 */
function beginningOf(
  abstract: Pick<KeptAbstract, 'id' | 'fileAt' | 'wish'>,
  decision: Decision | undefined,
  reviews: ReviewColumns | undefined,
): Partial<Decided> {
  if (decision && !isRevised(abstract, decision)) return decision;
  const isOurs = decision !== undefined && decision.commentFrom !== 'REVIEWERS';
  return {
    ...(decision && slotOf(decision)),
    presentation: decision?.presentation ?? abstract.wish,
    comment: isOurs ? decision.comment : reviews?.commentOf(abstract.id) || undefined,
  };
}

function decisionCells(
  { outcome, reviseUntil, presentation, comment, ...slot }: Partial<Decided>,
  { conference: { dates } }: Pick<Content, 'conference'>,
): SheetCell[] {
  return [
    outcome && WORDS[outcome],
    reviseUntil && reviseUntilCell(reviseUntil, dates),
    presentation,
    ...slotFields.map((field) => slot[field]),
    comment,
  ];
}

/** The values with which the form of a decision begins on the page of an abstract. */
export async function decisionForm(
  { payments: { db }, content }: CommandContext,
  id: string,
): Promise<Record<string, string>> {
  const abstract = await findAbstract(db, id);
  if (!abstract) return {};
  const reviews = await addedColumns()?.read(db, content.conference);
  const { reviseUntil, comment, outcome, presentation, ...slot } = beginningOf(
    abstract,
    await findDecision(db, id),
    reviews,
  );
  const values = {
    outcome,
    presentation,
    reviseUntil: reviseUntil && reviseUntilCell(reviseUntil, content.conference.dates),
    commentForAuthor: comment,
    ...slotOf(slot),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Alphabetically; abstracts without a title come last. */
function compareLast(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(!one) - Number(!other);
  return one.localeCompare(other, 'en');
}

/**
 * Reads the returned sheet. It finds columns by their names, in any order, and reports every mistake with its row and
 * column.
 */
export function readDecisionSheet(
  sheet: readonly (readonly Cell[])[],
  { dates }: Pick<Content['conference'], 'dates'>,
): {
  decisions: SheetDecision[];
  about: CellAbout[];
  /** The headings of columns that the committee added. */
  notRead: string[];
} {
  const mistakes: string[] = [];
  const mistake = (row: number, column: Column, words: string) =>
    void mistakes.push(`row ${row}, column ${column}: ${words}`);
  const { columns, rows, passedOver } = readTable(sheet, decisionColumns, mistake);
  const missing = (['Reference', 'Decision'] as const).filter((column) => !columns.has(column));
  if (missing.length > 0) {
    throw new ActionImpossible(
      `A row has to name the columns, and ${missing.join(' and ')} is missing: decide --template writes such a sheet.`,
    );
  }
  const days = daysBetween(dates.start, dates.end);
  const seen = new Map<string, number>();
  const about: CellAbout[] = [];
  const decisions = rows.flatMap(({ row, cell, lines: linesOf, others }): SheetDecision[] => {
    const reference = tidyReference(cell('Reference'));
    if (reference === '') {
      mistake(row, 'Reference', 'is empty');
      return [];
    }
    const before = seen.get(reference);
    if (before !== undefined) mistake(row, 'Reference', `${reference} is in row ${before}, too`);
    seen.set(reference, row);
    about.push(...others.map((other) => ({ row, reference, ...other })));
    const word = cell('Decision').toLowerCase();
    const outcome = Object.hasOwn(OUTCOMES, word) ? OUTCOMES[word] : undefined;
    if (word !== '' && outcome === undefined) {
      mistake(row, 'Decision', `"${cell('Decision')}" is neither accepted nor rejected nor revise`);
    }
    const comment = readComment(linesOf('Comment for the author'), (words) =>
      mistake(row, 'Comment for the author', words),
    );
    const said = columns.has('Comment for the author') ? { comment } : {};
    if (outcome === 'REVISE') {
      const typed = cell('Revise until');
      const until = typed === '' ? undefined : readReviseUntil(typed, dates);
      if (until?.mistake !== undefined) mistake(row, 'Revise until', until.mistake);
      const reviseUntil = until?.value;
      return [
        { row, reference, decided: { outcome, ...said, ...(reviseUntil && { reviseUntil }) } },
      ];
    }
    if (outcome === undefined && cell('Revise until') !== '') {
      mistake(row, 'Revise until', 'has a day, and the Decision is empty: is it revise?');
    }
    if (outcome !== 'ACCEPTED') {
      return [{ row, reference, decided: outcome && { outcome, ...said } }];
    }
    const slot = readSlotCells({
      days,
      isThere: (column) => columns.has(column),
      cell: (column) => cell(column).replace(/^[-–—]$/, ''),
      mistake: (column, words) => mistake(row, column, words),
    });
    return [{ row, reference, decided: { outcome, ...said, ...slot } }];
  });
  refuseMistakes(mistakes);
  return { decisions, about, notRead: passedOver.filter((heading) => !WRITTEN.includes(heading)) };
}

/** The session of a track chair, by its name or its id. */
export function sessionCalled(
  { sessions: { sessions } }: Pick<Content, 'sessions'>,
  typed: string | undefined,
): { id: string; name: string } | undefined {
  if (typed === undefined) return undefined;
  const session = findTitled(sessions, typed);
  if (session) return session;
  throw new ActionImpossible(
    `“${typed}” is no session of sessions.yaml: ${sessions.map(({ name }) => name).join('; ')}.`,
  );
}

/** Sentences about cells that differ from the abstract: the decision is read, and these are not. */
export async function changedCellWords(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
  about: readonly CellAbout[],
): Promise<string[]> {
  const sheet = await decisionSheet(db, content, { by: 'reference', reviews: undefined });
  const current = new Map(sheet.rows.map((cells) => [cells[0], cells]));
  return about.flatMap(({ row, reference, heading, cell }): string[] => {
    const option = CORRECTED.get(heading);
    const cells = current.get(reference);
    if (option === undefined || !cells) return [];
    const at = sheet.columns.findIndex(({ title }) => title === heading);
    const is = plainOf(String(cells[at] ?? ''));
    const typed = plainOf(cell);
    if (typed === is) return [];
    return [
      `row ${row}, column ${heading}: “${typed}” is not read, and ${is === '' ? 'is not in the abstract' : `the abstract has “${is}”`}. To change it: correct ${reference} ${option} "…"`,
    ];
  });
}

function plainOf(cell: Cell): string {
  return textOf(cell).normalize('NFC').replaceAll(/\s+/g, ' ');
}

function readComment(typed: string, mistake: (words: string) => void): string | undefined {
  if (typed === '' || /^[-–—]$/.test(typed)) return undefined;
  const { data } = lines(LONGEST_COMMENT).safeParse(typed);
  if (data === undefined) mistake(`is not a text of at most ${LONGEST_COMMENT} characters`);
  return data;
}

type SlotCell = Exclude<DecisionColumn, 'Decision' | 'Revise until' | 'Comment for the author'>;
type SlotCells = {
  days: readonly string[];
  isThere: (column: SlotCell | 'Minutes') => boolean;
  /** Empty for a cell with a dash, too. */
  cell: (column: SlotCell | 'Minutes') => string;
  mistake: (column: SlotCell | 'Minutes', words: string) => void;
};

/** Presentation and slot of an accepted abstract, without keys for columns that are not there. */
function readSlotCells({ days, isThere, cell, mistake }: SlotCells): Partial<Decided> {
  const words = (column: SlotCell) => {
    const typed = cell(column);
    if (typed === '') return undefined;
    const parsed = line(200).safeParse(typed);
    if (!parsed.success) mistake(column, 'is not one line of at most 200 characters');
    return parsed.data;
  };
  const read = (column: SlotCell, reader: (typed: string) => ReadCell) => {
    const typed = cell(column);
    if (typed === '') return undefined;
    const { value, mistake: wrong } = reader(typed);
    if (wrong !== undefined) mistake(column, wrong);
    return value;
  };
  const [presentation, slot] = [words('Presentation'), words('Slot')];
  const moment = slot === undefined ? undefined : momentIn(slot);
  if (moment !== undefined) {
    mistake('Slot', `${slot} is a number: if ${moment} is meant, give the cell that format`);
  }
  const starts = read('Start', readTime);
  const ends = read('End', readTime) ?? endAfterMinutes();
  const isEnding = isThere('End') || isThere('Minutes');
  return {
    ...(isThere('Presentation') && { presentation }),
    ...(isThere('Slot') && { slot }),
    ...(isThere('Day') && { day: read('Day', (typed) => readDay(typed, days)) }),
    ...(isThere('Start') && { starts }),
    ...(isEnding && { ends }),
    ...(isThere('Room') && { room: words('Room') }),
    ...(isThere('Track') && { track: words('Track') }),
    ...(isThere('Chair') && { chair: words('Chair') }),
    ...(isThere('Number') && { number: words('Number') }),
  };

  function endAfterMinutes(): string | undefined {
    const typed = cell('Minutes');
    if (typed === '' || starts === undefined) return undefined;
    const minutes = readMinutes(typed);
    const end = minutes === undefined ? undefined : timeAfter(starts, minutes);
    if (end === undefined) mistake('Minutes', `"${typed}" is no length such as 20`);
    return end;
  }
}
