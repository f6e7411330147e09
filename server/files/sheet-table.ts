/** The value of a cell; `trouble` is the reason why the cell cannot be used. */
export type Cell = string | number | boolean | null | undefined | { trouble: string };

/** The name of a sheet that explains the others. Nobody reads it when the file comes back. */
export const HOW_TO = 'How to';

/** The rows of a sheet. */
type Rows = readonly (readonly Cell[])[];

/** The known columns of an uploaded sheet, in any order and with any of their known headings. */
export type SheetTable<Column extends string> = {
  /** Counted from 1, as in spreadsheet programs. */
  headRow: number;
  /** The columns that were found, each with its heading. */
  columns: ReadonlyMap<Column, string>;
  /** The headings of the other columns, which are not read. */
  passedOver: string[];
  /** The rows with a value in a known column. */
  rows: SheetRow<Column>[];
  /** The columns that have values below no heading, such as "F". */
  unnamed: string[];
  /** The numbers of the rows that have values in other columns only. */
  rowsPassedOver: number[];
};

export type SheetRow<Column extends string> = {
  row: number;
  /** On one line; empty if the column is missing. */
  cell: (column: Column) => string;
  /** The same with its line breaks. */
  lines: (column: Column) => string;
  /** The filled cells of the other columns, each with its heading. */
  others: { heading: string; cell: Cell }[];
};

/** The headings have to be in one of the first rows; a title may be above them. */
const LAST_HEAD = 20;

/** The names of each column: its own name first, then its other headings, the likeliest first. */
export type ColumnNames<Column extends string> = readonly (readonly [Column, ...string[]])[];

/**
 * Finds the row with most of the headings, and returns the rows below it. Calls `wrong` for each cell of a known column
 * that cannot be used.
 */
export function readTable<Column extends string>(
  sheet: Rows,
  names: ColumnNames<Column>,
  wrong: (row: number, column: Column, words: string) => void,
): SheetTable<Column> {
  const heads = headsIn(sheet, names);
  const most = mostIn(heads);
  const filled = sheet.findIndex((cells) => cells.some((cell) => textOf(cell) !== ''));
  const headAt = most > 0 ? heads.findIndex(({ size }) => size === most) : Math.max(0, filled);
  const columns = heads[headAt] ?? new Map<Column, number>();
  const head = sheet[headAt] ?? [];
  const read = new Set(columns.values());
  const rowsPassedOver: number[] = [];
  const rows = sheet.slice(headAt + 1).flatMap((cells, at): SheetRow<Column>[] => {
    const row = headAt + 2 + at;
    const texts = new Map([...columns].map(([column, index]) => [column, textOf(cells[index])]));
    if ([...texts.values()].every((text) => text === '')) {
      if (cells.some((cell) => textOf(cell) !== '')) rowsPassedOver.push(row);
      return [];
    }
    const troubles = [...columns].flatMap(([column, index]) => {
      const words = troubleOf(cells[index]) ?? contradictionOf(cells, index, head);
      return words === undefined ? [] : [{ column, words }];
    });
    for (const { column, words } of troubles) wrong(row, column, words);
    if (troubles.length > 0) return [];
    const cellOf = (column: Column) => cells[columns.get(column) ?? -1];
    return [
      {
        row,
        cell: (column) => texts.get(column) ?? '',
        lines: (column) => linesOf(cellOf(column)),
        others: cells.flatMap((cell, index) => {
          const heading = textOf(head[index]);
          const isOther = heading !== '' && !read.has(index) && textOf(cell) !== '';
          return isOther ? [{ heading, cell }] : [];
        }),
      },
    ];
  });
  return {
    headRow: headAt + 1,
    columns: new Map([...columns].map(([column, index]) => [column, textOf(head[index])])),
    passedOver: head.map(textOf).filter((heading, index) => heading !== '' && !read.has(index)),
    unnamed: unnamedIn(head, sheet.slice(headAt + 1)),
    rows,
    rowsPassedOver,
  };
}

/** The number of known headings in the row that has most of them. */
export function headingsIn(sheet: Rows, names: ColumnNames<string>): number {
  return mostIn(headsIn(sheet, names));
}

function unnamedIn(head: readonly Cell[], below: Rows): string[] {
  const width = Math.max(0, ...below.map((cells) => cells.length));
  return Array.from({ length: width }, (_, index) => index)
    .filter((index) => textOf(head[index]) === '')
    .filter((index) => below.some((cells) => textOf(cells[index]) !== ''))
    .map(columnName);
}

/** 28 -> "AC": the name of a column in spreadsheet programs. */
function columnName(index: number): string {
  const before = index < 26 ? '' : columnName(Math.floor(index / 26) - 1);
  return before + String.fromCharCode(65 + (index % 26));
}

/** Whether a row or a sheet has any value. */
export function hasCells(sheet: Rows): boolean {
  return sheet.some((cells) => cells.some((cell) => textOf(cell) !== ''));
}

function headsIn<Column extends string>(sheet: Rows, names: ColumnNames<Column>) {
  return sheet.slice(0, LAST_HEAD).map((cells) => columnsIn(cells, names));
}

function mostIn(heads: readonly ReadonlyMap<string, number>[]): number {
  return Math.max(0, ...heads.map(({ size }) => size));
}

const SHORTENED = /^[+-]?\d(?:[.,]\d+)?e\+?\d+$/i;
/** Spreadsheet programs calculate with fifteen digits, and the others are lost. */
const MOST_DIGITS = 15;

function troubleOf(cell: Cell): string | undefined {
  if (typeof cell === 'object' && cell !== null) return cell.trouble;
  const text = textOf(cell);
  const isRounded = typeof cell === 'number' && Math.abs(cell) >= 10 ** MOST_DIGITS;
  if (!isRounded && !SHORTENED.test(text)) return undefined;
  return `${JSON.stringify(text)} is a number that the spreadsheet program shortened: make the column text, and type the number again`;
}

/** The reason why nobody can tell which cell of a row counts: another column has the same heading, and another value. */
function contradictionOf(
  cells: readonly Cell[],
  index: number,
  head: readonly Cell[],
): string | undefined {
  const at = cells.findIndex(
    (cell, other) =>
      other !== index &&
      folded(textOf(head[other])) === folded(textOf(head[index])) &&
      textOf(cell) !== '' &&
      textOf(cell) !== textOf(cells[index]),
  );
  if (at === -1) return undefined;
  const values = [index, at].map((one) => `“${textOf(cells[one])}” in ${columnName(one)}`);
  return `is there twice, with ${values.join(' and ')}: delete one of the two columns`;
}

/** A sentence about the headings in `passedOver`; no sentence if there are none. */
export function passedOverWords(headings: readonly string[]): string[] {
  if (headings.length === 0) return [];
  return [`Columns that are not read: ${headings.map((each) => JSON.stringify(each)).join(', ')}.`];
}

function columnsIn<Column extends string>(
  cells: readonly Cell[],
  names: ColumnNames<Column>,
): Map<Column, number> {
  const headings = cells.map((cell) => folded(textOf(cell)));
  const columns = new Map<Column, number>();
  for (const known of names) {
    const [column] = known;
    const index = known.map((name) => headings.indexOf(folded(name))).find((at) => at !== -1);
    if (index !== undefined) columns.set(column, index);
  }
  return columns;
}

/** Headings are compared by letters and digits only: "E-mail *" equals "Email". */
export function folded(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The text of a cell with its line breaks, without blanks at the ends of lines. */
export function linesOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.trouble;
  return String(cell)
    .replaceAll(/[\u200b\ufeff]/g, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** On one line, with plain blanks, and without the fraction that some programs add to a number such as 10115.0. */
function textOf(cell: Cell): string {
  return linesOf(cell)
    .replaceAll(/\s+/g, ' ')
    .replace(/^(\d{3,})\.0$/, '$1');
}
