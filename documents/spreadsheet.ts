import { DAY } from '#contract/time-spans.ts';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Cell, CSV_MARK, csvLine, FORMULA, numberOf } from '#contract/csv.ts';
import { type WorkbookCell, writeWorkbook } from './workbook.ts';

export type SheetColumn = {
  title: string;
  width: number;
  /** A spreadsheet program does not reformat entries in a text column, such as 09:30 or +49 30 5550 100. */
  isText?: boolean;
  /** A text column whose cells may have several lines. */
  hasLines?: boolean;
  /** The only entries that a spreadsheet program accepts in the column; it offers them as a list. */
  choices?: readonly string[];
};

export type Sheet = {
  name: string;
  columns: readonly SheetColumn[];
  /** The expected number of rows, for a progress bar. The number may grow during the export. */
  total: number;
  rows: AsyncIterable<readonly Cell[]>;
};

/** Writes sheets into one XLSX file. A spreadsheet program can sort the dates and add up the amounts. */
export function writeXlsx(path: string, sheets: readonly Sheet[]): Promise<void> {
  return writeWorkbook(
    path,
    sheets.map((sheet) => ({
      name: sheet.name,
      columns: sheet.columns.map((column) => ({
        width: column.width,
        style: styleOf(column),
        ...(column.choices && { choices: column.choices }),
      })),
      rows: workbookRows(sheet),
    })),
  );
}

function styleOf({ isText, hasLines }: SheetColumn): 'general' | 'text' | 'lines' {
  if (hasLines) return 'lines';
  return isText ? 'text' : 'general';
}

async function* workbookRows({ columns, rows }: Sheet): AsyncGenerator<WorkbookCell[], void> {
  yield columns.map(({ title }) => ({ text: title, style: 'heading' }));
  for await (const row of rows) {
    yield row.map((cell, at) => workbookCell(cell, columns[at]));
  }
}

/** A sheet from an array of rows. */
export function sheetOfRows(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly Cell[])[],
): Sheet {
  async function* each() {
    yield* rows;
  }
  return { name, columns, total: rows.length, rows: each() };
}

/** Writes one sheet as CSV, row by row. */
export function writeCsv(path: string, sheet: Sheet): Promise<void> {
  return pipeline(csvLines(sheet), createWriteStream(path));
}

async function* csvLines({ columns, rows }: Sheet): AsyncGenerator<string, void> {
  yield CSV_MARK + csvLine(columns.map(({ title }) => title));
  for await (const row of rows) yield csvLine(row);
}

/** The styles of amounts without decimals, and with three. */
const STYLES: Partial<Record<number, 'whole' | 'thousandths'>> = { 0: 'whole', 3: 'thousandths' };

/** Spreadsheets count days from this day. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

function workbookCell(cell: Cell, column: SheetColumn | undefined): WorkbookCell {
  if (cell === undefined) return undefined;
  // Every string is written as text. With the style "text" it remains text when somebody edits the cell.
  if (typeof cell === 'string') {
    const style = column ? styleOf(column) : 'general';
    if (style !== 'general') return { text: cell, style };
    return { text: cell, ...(FORMULA.test(cell) && { style: 'text' }) };
  }
  if (typeof cell === 'number') return { number: cell, style: 'general' };
  if (cell instanceof Date) return { number: (cell.getTime() - FIRST_DAY) / DAY, style: 'moment' };
  return { number: numberOf(cell), style: STYLES[cell.currency.decimals] ?? 'decimals' };
}
