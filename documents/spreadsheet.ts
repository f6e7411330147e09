import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Cell, CSV_MARK, csvLine, FORMULA, numberOf } from '#contract/csv.ts';
import { type WorkbookCell, writeWorkbook } from './workbook.ts';

export type SheetColumn = {
  title: string;
  width: number;
  /** A spreadsheet program does not reformat entries in such a cell: 09:30, +49 30 5550 100. */
  isText?: boolean;
};

export type Sheet = {
  name: string;
  columns: readonly SheetColumn[];
  /** The expected number of rows, for a progress bar; more may come meanwhile. */
  total: number;
  rows: AsyncIterable<readonly Cell[]>;
};

/** Writes sheets into one XLSX file, with dates and amounts that can be sorted and added up. */
export function writeXlsx(path: string, sheets: readonly Sheet[]): Promise<void> {
  return writeWorkbook(
    path,
    sheets.map((sheet) => ({
      name: sheet.name,
      columns: sheet.columns.map(({ width, isText }) => ({
        width,
        style: isText ? ('text' as const) : ('general' as const),
      })),
      rows: workbookRows(sheet),
    })),
  );
}

async function* workbookRows({ columns, rows }: Sheet): AsyncGenerator<WorkbookCell[], void> {
  yield columns.map(({ title }) => ({ text: title, style: 'heading' }));
  for await (const row of rows) {
    yield row.map((cell, at) => workbookCell(cell, columns[at]?.isText ?? false));
  }
}

/** A sheet whose rows are known. */
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

/** The day that spreadsheets count from, and the milliseconds of one. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const DAY = 24 * 60 * 60_000;

function workbookCell(cell: Cell, isText: boolean): WorkbookCell {
  if (cell === undefined) return undefined;
  // It is written as text in any case; in a cell of the kind "text" it remains text after an edit.
  if (typeof cell === 'string') {
    return { text: cell, ...((isText || FORMULA.test(cell)) && { style: 'text' }) };
  }
  if (typeof cell === 'number') return { number: cell, style: 'general' };
  if (cell instanceof Date) return { number: (cell.getTime() - FIRST_DAY) / DAY, style: 'moment' };
  return { number: numberOf(cell), style: cell.currency.decimals === 0 ? 'whole' : 'decimals' };
}
