/** Excel takes a file without this mark for one in a code page of Windows. It stands before the first line. */
export const CSV_MARK = '\uFEFF';

/** A number may come as it is to be written: 19.90. */
export type CsvCell = string | number | { number: string } | undefined;

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Text that a spreadsheet program would take for a formula; it skips blanks before it. */
export const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/** Strangers type names: what looks like a formula is made text. */
function textOf(cell: CsvCell): string {
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell;
  if (typeof cell === 'object') return cell.number;
  return cell === undefined ? '' : String(cell);
}
