import { asCents, type Currency, numberFromCents } from './money.ts';

/** The byte order mark before the first line. Without the mark, Excel does not read the file as UTF-8. */
export const CSV_MARK = '\uFEFF';

/** An amount is negative for a refund. The UTC fields of a Date have the local time at the conference. */
export type Cell = string | number | Date | { cents: number; currency: Currency } | undefined;

/** One line of a CSV file (RFC 4180). A spreadsheet program can add up its amounts and sort its moments. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Text that a spreadsheet program would take for a formula, also after blanks, and with the wide signs of East Asia. */
export const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * A formula within a text. Where numbers have a decimal comma, Excel expects semicolons and divides our rows at those in a
 * text, and then also at its line breaks.
 */
const INNER_FORMULA = /(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;
const APOSTROPHES = /(?:^|(?<=[;\t\r\n]))'(?=\s*[=+\-@＝＋－＠])/g;

/** A text of a CSV file without the apostrophes of `csvLine`. */
export function withoutApostrophes(text: string): string {
  return text.replace(APOSTROPHES, '');
}

/** Strangers type names, so an apostrophe turns everything that looks like a formula into text. */
function textOf(cell: Cell): string {
  if (typeof cell === 'string') {
    return `${FORMULA.test(cell) ? "'" : ''}${cell.replace(INNER_FORMULA, "'")}`;
  }
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof cell === 'object') return numberOf(cell).toFixed(cell.currency.decimals);
  return cell === undefined ? '' : String(cell);
}

/** -1999 -> -19.99 */
export function numberOf({ cents, currency }: { cents: number; currency: Currency }): number {
  return Math.sign(cents) * numberFromCents(asCents(Math.abs(cents)), currency);
}
