import type { Content } from '#contract/content.ts';
import { line } from '#contract/text.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { titlesOf } from './abstract-titles.ts';
import { type Decided, decisionsByAbstract } from './decisions.ts';
import { ActionImpossible } from './plan.ts';

/** A cell of a spreadsheet as it is read; null where it is empty. */
export type Cell = string | number | boolean | Date | null;

/** What a row of the sheet decides; undefined where its decision is empty. */
export type SheetDecision = {
  /** As the spreadsheet counts, for messages. */
  row: number;
  reference: string;
  decided: Decided | undefined;
};

const COLUMNS = [
  'Reference',
  'Name',
  'Session',
  'Interest area',
  'File',
  'Decision',
  'Presentation',
  'Slot',
] as const;

const OUTCOMES: Record<string, Decided['outcome']> = { accepted: 'ACCEPTED', rejected: 'REJECTED' };
const WORDS = { ACCEPTED: 'accepted', REJECTED: 'rejected' } as const;

/** The sheet for the committee: a row for each abstract, with what is decided so far. */
export async function decisionSheet(
  db: Db,
  content: Pick<Content, 'sessions'>,
): Promise<string[][]> {
  const decisions = await decisionsByAbstract(db);
  const rows = (await listAbstracts(db)).map((abstract) => {
    const { id, reference, name, titlePrefix, fileName } = abstract;
    const { session, interestArea } = titlesOf(content, abstract);
    const { outcome, presentation = '', slot = '' } = decisions.get(id) ?? {};
    const decision = outcome === undefined ? '' : WORDS[outcome];
    const author = `${titlePrefix} ${name}`;
    return [reference, author, session, interestArea, fileName, decision, presentation, slot];
  });
  return [[...COLUMNS], ...rows];
}

/** How many mistakes are named at once. */
const MOST_NAMED = 20;

/** Reads the sheet as it comes back: columns by their names, in any order. Every mistake is named with its row and column. */
export function readDecisionSheet(rows: readonly (readonly Cell[])[]): SheetDecision[] {
  const [head = [], ...body] = rows;
  const names = head.map((cell) => textOf(cell).toLowerCase());
  const at = (column: (typeof COLUMNS)[number]) => names.indexOf(column.toLowerCase());
  const missing = (['Reference', 'Decision'] as const).filter((column) => at(column) < 0);
  if (missing.length > 0) {
    throw new ActionImpossible(
      `The first row has to name the columns, and ${missing.join(' and ')} is missing: decide --template writes such a sheet.`,
    );
  }
  const mistakes: string[] = [];
  const seen = new Map<string, number>();
  const decisions: SheetDecision[] = [];
  for (const [index, cells] of body.entries()) {
    const row = index + 2;
    const cell = (column: (typeof COLUMNS)[number]) => textOf(cells[at(column)] ?? null);
    const mistake = (column: string, words: string) =>
      mistakes.push(`row ${row}, column ${column}: ${words}`);
    const reference = cell('Reference').toUpperCase();
    if (cells.every((each) => textOf(each) === '')) continue;
    if (reference === '') {
      mistake('Reference', 'is empty');
      continue;
    }
    const before = seen.get(reference);
    if (before !== undefined) mistake('Reference', `${reference} stands in row ${before}, too`);
    seen.set(reference, row);
    const word = cell('Decision').toLowerCase();
    const outcome = Object.hasOwn(OUTCOMES, word) ? OUTCOMES[word] : undefined;
    if (word !== '' && outcome === undefined) {
      mistake('Decision', `"${cell('Decision')}" is neither accepted nor rejected`);
    }
    const words = (column: 'Presentation' | 'Slot') => {
      const typed = cell(column);
      if (typed === '' || outcome !== 'ACCEPTED') return undefined;
      const parsed = line(200).safeParse(typed);
      if (!parsed.success) mistake(column, 'is not one line of at most 200 characters');
      return parsed.data;
    };
    const [presentation, slot] = [words('Presentation'), words('Slot')];
    decisions.push({ row, reference, decided: outcome && { outcome, presentation, slot } });
  }
  refuseMistakes(mistakes);
  return decisions;
}

/** Nothing is decided while anything in the sheet is wrong. */
export function refuseMistakes(mistakes: readonly string[]): void {
  if (mistakes.length === 0) return;
  const more = mistakes.length > MOST_NAMED ? [`and ${mistakes.length - MOST_NAMED} more`] : [];
  throw new ActionImpossible([...mistakes.slice(0, MOST_NAMED), ...more].join('\n'));
}

/** Spreadsheets make a date of what looks like one: it is written as it is understood everywhere. */
function textOf(cell: Cell): string {
  if (cell instanceof Date) {
    const moment = cell.toISOString();
    const time = moment.slice(11, 16);
    return time === '00:00' ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${time}`;
  }
  return cell === null ? '' : String(cell).trim();
}
