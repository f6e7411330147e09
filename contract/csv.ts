import { asCents, type Currency, numberFromCents } from './money.ts';

/** The mark before the first line. Excel reads a file without it in a code page of Windows. */
export const CSV_MARK = '\uFEFF';

/** An amount may be negative: a refund. A Date has in its UTC fields what a clock at the conference shows. */
export type Cell = string | number | Date | { cents: number; currency: Currency } | undefined;

/** One line of a CSV file (RFC 4180), with amounts and moments that can be added up and sorted. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Text that a spreadsheet program would take for a formula; it skips blanks before it. */
export const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/** Strangers type names, so anything that looks like a formula is made text. */
function textOf(cell: Cell): string {
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell;
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof cell === 'object') return numberOf(cell).toFixed(cell.currency.decimals);
  return cell === undefined ? '' : String(cell);
}

/** -1999 -> -19.99 */
export function numberOf({ cents, currency }: { cents: number; currency: Currency }): number {
  return Math.sign(cents) * numberFromCents(asCents(Math.abs(cents)), currency);
}
