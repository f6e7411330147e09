import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import type { Cell } from '#contract/csv.ts';
import { emailAddress, line } from '#contract/text.ts';
import { type Sheet, type SheetColumn, sheetOfRows } from '#documents/spreadsheet.ts';
import {
  type Cell as ReadCell,
  type ColumnNames,
  HOW_TO,
  readTable,
} from '#server/files/sheet-table.ts';
import { normalised } from '#server/identity.ts';
import type { Judge } from './judging.ts';
import { en } from './texts/en.ts';
import type { Criterion } from '#features/posters/shape.ts';

/** The heading of a criterion: "Clarity (1-5)". */
function headingOf({ name, best }: Criterion): string {
  return `${name} (1-${best})`;
}

/** A poster as judges see it: without its authors. */
export type BlindPoster = { number: string; title: string; topic: string; board: string };

type JudgingWords = Content['yourAbstract']['judging'];

/** The workbook of one judge. Each row names the judge, so a row can be copied into another workbook. */
export function judgeWorkbook(
  criteria: readonly Criterion[],
  judge: Judge,
  posters: readonly BlindPoster[],
  words: JudgingWords,
): Sheet[] {
  const { columns: named } = words.sheet;
  const text = (title: string, width: number): SheetColumn => ({ title, width, hasLines: true });
  const columns: SheetColumn[] = [
    { title: named.number, width: 10, isText: true },
    text(named.title, 60),
    text(named.topic, 28),
    text(named.board, 26),
    ...criteria.map((criterion) => ({
      title: headingOf(criterion),
      width: Math.max(10, headingOf(criterion).length + 2),
      choices: Array.from({ length: criterion.best }, (_, at) => String(at + 1)),
    })),
    { title: named.judge, width: 26, isText: true },
  ];
  const rows = posters.map(({ number, title, topic, board }): Cell[] => [
    number,
    title,
    topic,
    board,
    ...criteria.map(() => undefined),
    judge.name,
  ]);
  return [sheetOfRows('Posters', columns, rows), howTo(criteria, words)];
}

function howTo(criteria: readonly Criterion[], { scale, sheet }: JudgingWords): Sheet {
  const rows: Cell[][] = [
    ...criteria.map((criterion) => [
      headingOf(criterion),
      [criterion.text, fillPlaceholders(scale, { best: String(criterion.best) })]
        .filter(Boolean)
        .join('\n'),
    ]),
    [sheet.rows, sheet.rowsNote],
    [sheet.return, fillPlaceholders(sheet.returnNote, sheet.columns)],
  ];
  const columns = [
    { title: sheet.column, width: 28, isText: true },
    { title: sheet.meaning, width: 100, hasLines: true },
  ];
  return sheetOfRows(HOW_TO, columns, rows);
}

/** The columns of the sheet of judges. */
export const judgeColumns: ColumnNames<'Name' | 'Email' | 'Institute'> = [
  ['Name', 'Judge'],
  ['Email', 'Mail', 'E-mail address'],
  ['Institute', 'Affiliation', 'Organization'],
];

/** The judges of a sheet; mistakes name their rows. */
export function readJudges(rows: readonly (readonly ReadCell[])[]): {
  judges: Judge[];
  mistakes: string[];
} {
  const mistakes: string[] = [];
  const table = readTable(rows, judgeColumns, (row, column, words) =>
    mistakes.push(`row ${row}, column ${column}: ${words}`),
  );
  if (!table.columns.has('Name')) {
    return { judges: [], mistakes: ['The sheet of judges has no column Name.'] };
  }
  const judges = new Map<string, Judge>();
  for (const { row, cell } of table.rows) {
    const { data: name } = line(100).safeParse(cell('Name'));
    const email = normalised(copiedAddress(cell('Email')));
    if (email !== '' && !emailAddress.safeParse(email).success) {
      mistakes.push(`row ${row}, column Email: "${cell('Email')}" is no mail address`);
    }
    if (name === undefined) mistakes.push(`row ${row}, column Name: is no name`);
    else if (judges.has(judgeKey(name))) mistakes.push(`row ${row}: ${name} is there twice`);
    else judges.set(judgeKey(name), { name, email, institute: cell('Institute') });
  }
  return { judges: [...judges.values()], mistakes };
}

/** Two spellings of one name are one judge. */
export function judgeKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The scores of one judge for one poster, as a returned sheet has them. */
export type ReturnedScores = {
  /** “judge.xlsx, row 3”. */
  at: string;
  number: string;
  judge: string;
  /** By the ids of the criteria. */
  scores: ReadonlyMap<string, number>;
};

export function returnedColumns(
  criteria: readonly Criterion[],
  { sheet }: JudgingWords,
): ColumnNames<string> {
  const own: Readonly<Record<string, string>> = sheet.columns;
  return [
    // The English headings, which older sheets have, are the names of the columns.
    ...Object.entries(en.yourAbstract.judging.sheet.columns).map(
      ([key, heading]) => [heading, own[key] ?? heading] as const,
    ),
    ...criteria.map((criterion) => [headingOf(criterion), criterion.name] as const),
  ];
}

/** Reads a returned sheet. A row has all scores or none, and every mistake names its file, row and column. */
export function readReturned(
  file: string,
  sheet: readonly (readonly ReadCell[])[],
  criteria: readonly Criterion[],
  said: JudgingWords,
): { rows: ReturnedScores[]; empty: number; mistakes: string[] } {
  const found: { row: number; column: string; words: string }[] = [];
  const mistake = (row: number, column: string, words: string) =>
    void found.push({ row, column, words });
  const table = readTable(sheet, returnedColumns(criteria, said), mistake);
  if (!table.columns.has('Number')) {
    const words = `${file} is no sheet of a judge: the column ${said.sheet.columns.number} is missing.`;
    return { rows: [], empty: 0, mistakes: [words] };
  }
  const judges = new Set(table.rows.map(({ cell }) => cell('Judge')).filter(Boolean));
  const [sole = ''] = judges.size === 1 ? judges : [];
  let empty = 0;
  const rows = table.rows.flatMap(({ row, cell }): ReturnedScores[] => {
    const typed = criteria.map((criterion) => ({ criterion, text: cell(headingOf(criterion)) }));
    if (typed.every(({ text }) => text === '')) {
      empty += 1;
      return [];
    }
    const scores = new Map<string, number>();
    for (const { criterion, text } of typed) {
      const score = scoreIn(text, criterion.best);
      if (score !== undefined) scores.set(criterion.id, score);
      else if (text === '') mistake(row, headingOf(criterion), 'is empty, and others are not');
      else {
        const words = `"${text}" is no whole number from 1 to ${criterion.best}`;
        mistake(row, headingOf(criterion), words);
      }
    }
    const judge = cell('Judge') || sole;
    if (judge === '') mistake(row, 'Judge', 'is empty');
    if (cell('Number') === '') mistake(row, 'Number', 'is empty');
    return [{ at: `${file}, row ${row}`, number: cell('Number'), judge, scores }];
  });
  const mistakes = found.map(
    ({ row, column, words }) =>
      `${file}, row ${row}, column ${table.columns.get(column) ?? column}: ${words}`,
  );
  return { rows, empty, mistakes };
}

/** "4" and "4.0" are 4. "4,5" is no score. */
export function scoreIn(typed: string, best: number): number | undefined {
  if (!/^\d{1,3}(?:[.,]0+)?$/.test(typed)) return undefined;
  const score = Number(typed.replace(',', '.'));
  return score >= 1 && score <= best ? score : undefined;
}
