import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import writeExcelFile, { type Cell as ExcelCell } from 'write-excel-file/node';
import { asCents, type Currency, numberFromCents } from '#contract/money.ts';

/** An amount may be negative: money that went back. A Date has in its UTC fields what a clock at the conference shows. */
export type Cell = string | number | Date | { cents: number; currency: Currency } | undefined;

export type Sheet = {
  name: string;
  columns: readonly { title: string; width: number }[];
  /** How many rows there are, for those who wait; more may come meanwhile. */
  total: number;
  rows: AsyncIterable<readonly Cell[]>;
};

/** Writes sheets into one XLSX file, with dates and amounts that can be sorted and added up. */
export async function writeXlsx(path: string, sheets: readonly Sheet[]): Promise<void> {
  const written = [];
  for (const { name, columns, rows } of sheets) {
    const data: ExcelCell[][] = [
      columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const })),
    ];
    for await (const row of rows) data.push(row.map(excelCell));
    written.push({
      data,
      sheet: name,
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    });
  }
  await writeExcelFile(written).toFile(path);
}

/** Writes one sheet as CSV (RFC 4180, UTF-8), row by row. */
export function writeCsv(path: string, sheet: Sheet): Promise<void> {
  return pipeline(csvLines(sheet), createWriteStream(path));
}

async function* csvLines({ columns, rows }: Sheet): AsyncGenerator<string, void> {
  yield csvLine(columns.map(({ title }) => title));
  for await (const row of rows) yield csvLine(row);
}

/** What a spreadsheet program would take for a formula; it skips blanks before it. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

export function csvLine(row: readonly Cell[]): string {
  return `${row.map((cell) => `"${csvText(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function csvText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell;
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  return typeof cell === 'number' ? String(cell) : amountOf(cell).toFixed(cell.currency.decimals);
}

function excelCell(cell: Cell): ExcelCell {
  if (typeof cell === 'object' && !(cell instanceof Date)) {
    const format = cell.currency.decimals === 0 ? '#,##0' : '#,##0.00';
    return { value: amountOf(cell), format };
  }
  if (cell instanceof Date) return { value: cell, format: 'yyyy-mm-dd hh:mm' };
  // Text it is in any case; in a cell of the kind "text" it stays so when somebody edits it.
  return typeof cell === 'string' && FORMULA.test(cell) ? { value: cell, format: '@' } : cell;
}

function amountOf({ cents, currency }: { cents: number; currency: Currency }): number {
  return Math.sign(cents) * numberFromCents(asCents(Math.abs(cents)), currency);
}
