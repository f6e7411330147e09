import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
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
export async function writeCsv(path: string, { columns, rows }: Sheet): Promise<void> {
  const file = createWriteStream(path);
  // Without a listener an error before the end would end the process.
  const failed = once(file, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  const write = async (row: readonly Cell[]) => {
    if (!file.write(csvLine(row))) await Promise.race([once(file, 'drain'), failed]);
  };
  await write(columns.map(({ title }) => title));
  for await (const row of rows) await write(row);
  file.end();
  await Promise.race([once(file, 'close'), failed]);
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
