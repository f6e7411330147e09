import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { format, isDateFormat } from 'numfmt';
import { SaxesParser } from 'saxes';
import { textIn } from '#server/content/text-file.ts';
import { readZipDirectory, readZipEntry, type ZipEntry } from '#server/files/zip-directory.ts';
import type { Cell } from '#server/files/sheet-table.ts';

/** The file is refused. The message continues a sentence that begins with the file's name. */
export class SheetRefused extends Error {}

const NO_WORKBOOK =
  'is no XLSX sheet, or is damaged: open it in Excel or LibreOffice and save it as XLSX';
/** Sheets of people or abstracts are far smaller. */
export const MOST_UNPACKED = 20 * 1024 * 1024;
const LAST_ROW = 20_000;
const LAST_COLUMN = 500;

/** A sheet of a file. `trouble` is the reason why it cannot be read. */
export type Sheet = {
  /** Empty in a file that has only one. */
  name: string;
  isHidden: boolean;
  rows: Cell[][];
  hiddenRows: number[];
  /** The cells with a comment, such as "G2". */
  commented: string[];
  trouble?: SheetRefused;
};

/**
 * The cells of the sheets of an XLSX file, the visible sheets first (ECMA-376 part 1, 18), as Excel shows them: times, dates and
 * percentages in the format of their cell. Relationships lead to the parts, because programs name the parts
 * differently.
 */
export async function readWorkbook(file: FileHandle, size: number): Promise<Sheet[]> {
  const entries = await readZipDirectory(file, size);
  if (!entries) throw new SheetRefused(NO_WORKBOOK);
  const other = OTHER_KINDS.find(([part]) => entries.some(({ name }) => part.test(name)));
  if (other) throw new SheetRefused(other[1]);
  const part = partReader(file, entries);
  const [workbook] = await targetsOf(part, '', 'officeDocument');
  if (workbook === undefined) throw new SheetRefused(NO_WORKBOOK);
  const { sheets, isFrom1904 } = bookIn(await part(workbook));
  const [strings] = await targetsOf(part, workbook, 'sharedStrings');
  const [styles] = await targetsOf(part, workbook, 'styles');
  const book: Book = {
    strings: strings === undefined ? [] : stringsIn(await part(strings)),
    formats: styles === undefined ? [] : formatsIn(await part(styles)),
    isFrom1904,
  };
  const read: Sheet[] = [];
  for (const { id, name, isHidden } of sheets) {
    const [target] = await targetsOf(part, workbook, 'worksheet', id);
    // A sheet of a diagram has another kind of relationship, and no cells.
    if (target === undefined) continue;
    const sheet: Sheet = { name, isHidden, rows: [], hiddenRows: [], commented: [] };
    try {
      Object.assign(sheet, cellsIn(await part(target), book));
      for (const comments of await targetsOf(part, target, 'comments')) {
        sheet.commented.push(...commentedIn(await part(comments)));
      }
    } catch (error) {
      if (!(error instanceof SheetRefused)) throw error;
      sheet.trouble = error;
    }
    read.push(sheet);
  }
  if (read.length === 0) throw new SheetRefused(NO_WORKBOOK);
  return read;
}

/** Other archives, each by a part that it has. */
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^content\.xml$/, 'is a file of OpenDocument: open it in LibreOffice and save it as XLSX'],
  [/^Index\/.*\.iwa$/, 'is a file of Numbers or Pages: export it as XLSX'],
  [/^xl\/workbook\.bin$/, 'is an XLSB file: save it as XLSX'],
  [/^word\/document\.xml$/, 'is a Word document: copy its table into a sheet'],
  [/\.(?:xls[xmb]?|csv|ods)$/i, 'is an archive: unpack it, and name the sheet in it'],
];

type ReadPart = (name: string) => Promise<string>;

/** Unpacks parts by name, up to a limit for all parts together. A missing part is an empty text. */
function partReader(file: FileHandle, entries: readonly ZipEntry[]): ReadPart {
  let left = MOST_UNPACKED;
  return async (name) => {
    const entry = entries.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!entry) return '';
    left -= entry.unpackedBytes;
    if (left < 0) {
      throw new SheetRefused(
        `unpacks to more than ${MOST_UNPACKED / 1024 / 1024} MiB, as no sheet of people does: copy its rows into a new one`,
      );
    }
    const bytes = await readZipEntry(file, entry, MOST_UNPACKED);
    const text = bytes && textIn(bytes);
    if (text === undefined) throw new SheetRefused(NO_WORKBOOK);
    return text;
  };
}

/** The targets of a part's relationships of one kind, by their names in the archive. */
async function targetsOf(
  part: ReadPart,
  from: string,
  kind: string,
  id?: string,
): Promise<string[]> {
  const { dir, base } = posix.parse(from);
  const targets: string[] = [];
  readXml(await part(posix.join(dir, '_rels', `${base}.rels`)), {
    open(name, has) {
      if (name !== 'Relationship' || (id !== undefined && has('Id') !== id)) return;
      if (has('Type').split('/').at(-1) === kind) {
        targets.push(posix.resolve('/', dir, has('Target')).slice(1));
      }
    },
  });
  return targets;
}

type SheetEntry = { id: string; name: string; isHidden: boolean };

function bookIn(xml: string): { sheets: SheetEntry[]; isFrom1904: boolean } {
  const sheets: SheetEntry[] = [];
  let isFrom1904 = false;
  readXml(xml, {
    open(name, has) {
      if (name === 'workbookPr') isFrom1904 ||= ['1', 'true'].includes(has('date1904'));
      if (name !== 'sheet') return;
      sheets.push({ id: has('id'), name: has('name'), isHidden: /hidden/i.test(has('state')) });
    },
  });
  return {
    sheets: sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden)),
    isFrom1904,
  };
}

/** The table of texts to which cells refer. */
function stringsIn(xml: string): string[] {
  const strings: string[] = [];
  readXml(xml, {
    open: (name) => void (name === 'si' && strings.push('')),
    text(text, within) {
      // `rPh` has the pronunciation of Chinese characters.
      if (within.at(-1) !== 't' || within.includes('rPh')) return;
      strings.push((strings.pop() ?? '') + text);
    },
  });
  return strings.map(unescaped);
}

/** The cells to which comments belong (18.7.3). */
function commentedIn(xml: string): string[] {
  const cells: string[] = [];
  readXml(xml, { open: (name, has) => void (name === 'comment' && cells.push(has('ref'))) });
  return cells;
}

/** The number format of each style, by the style's index. */
function formatsIn(xml: string): (string | undefined)[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  readXml(xml, {
    open(name, has, within) {
      if (name === 'numFmt') own.set(Number(has('numFmtId')), has('formatCode'));
      if (name === 'xf' && within.at(-1) === 'cellXfs') ids.push(Number(has('numFmtId')));
    },
  });
  return ids.map((id) => own.get(id) ?? BUILT_IN.get(id));
}

/**
 * The built-in formats, which a file names only by number (18.8.30). In Excel 14, 20 to 22 and the formats of East Asia
 * depend on the reader's country; here they are always the same.
 */
const [DAY, HOUR] = ['yyyy-mm-dd', 'hh:mm'];
const BUILT_IN = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [14, DAY],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, HOUR],
  [21, 'hh:mm:ss'],
  [22, `${DAY} ${HOUR}`],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, DAY] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, HOUR] as const),
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
]);

type Book = { strings: string[]; formats: (string | undefined)[]; isFrom1904: boolean };
type StoredCell = { type: string; style: number; value: string | undefined; isFormula: boolean };

function cellsIn(xml: string, book: Book): Pick<Sheet, 'rows' | 'hiddenRows'> {
  const rows: Cell[][] = [];
  const hidden: number[] = [];
  let [row, column] = [0, 0];
  let cell: StoredCell | undefined;
  readXml(xml, {
    open(name, has) {
      if (name === 'row') {
        [row, column] = [has('r') === '' ? row + 1 : Number(has('r')), 0];
        if (['1', 'true'].includes(has('hidden'))) hidden.push(row);
      }
      if (name === 'c') {
        column = columnIn(has('r')) ?? column + 1;
        const type = has('t') || 'n';
        cell = { type, style: Number(has('s')), value: undefined, isFormula: false };
      }
      if (name === 'f' && cell) cell.isFormula = true;
      if (name === 'v' && cell) cell.value = '';
    },
    text(text, within) {
      const isValue = within.at(-1) === 'v' || (within.at(-1) === 't' && !within.includes('rPh'));
      if (cell && isValue) cell.value = (cell.value ?? '') + text;
    },
    close(name) {
      if (name !== 'c' || !cell) return;
      const seen = seenIn(cell, book);
      cell = undefined;
      if (seen === '') return;
      if (row > LAST_ROW || column > LAST_COLUMN) {
        throw new SheetRefused(
          `has something in row ${row}, column ${column}, far from any table: delete it`,
        );
      }
      while (rows.length < row) rows.push([]);
      const cells = rows[row - 1] ?? [];
      while (cells.length < column) cells.push('');
      cells[column - 1] = seen;
    },
  });
  return { rows, hiddenRows: hidden.filter((at) => (rows[at - 1] ?? []).length > 0) };
}

const NO_RESULT =
  'is a formula whose result is not in the file: open it in Excel or LibreOffice and save it';

function seenIn({ type, style, value, isFormula }: StoredCell, book: Book): Cell {
  // An empty text is a valid result of a formula in Excel.
  if (isFormula && !(type === 'str' ? value !== undefined : value)) return { trouble: NO_RESULT };
  if (value === undefined) return '';
  if (type === 's') return book.strings[Number(value)] ?? '';
  if (type === 'e') return { trouble: `shows ${value}` };
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace('T', ' ').replace(/:00(?:\.0+)?Z?$/, '');
  if (type !== 'n') return unescaped(value);
  const number = Number(value);
  if (value === '' || Number.isNaN(number)) return value;
  return numberSeen(number, book.formats[style], book.isFrom1904);
}

/** The days between the two dates from which sheets count. */
const FROM_1904 = 1462;

function numberSeen(number: number, pattern: string | undefined, isFrom1904: boolean): Cell {
  if (Number.isInteger(number) && Math.abs(number) >= 1e15) return number;
  // Excel calculates with fifteen digits.
  const plain = String(Number(number.toPrecision(15)));
  if (pattern === undefined || /^(?:general|@)$/i.test(pattern)) return plain;
  try {
    const isMoment = isDateFormat(pattern);
    const seen = format(pattern, isMoment && isFrom1904 ? number + FROM_1904 : number).trim();
    // A telephone number in scientific format would lose its digits.
    return !isMoment && /\de[+-]?\d/i.test(seen) ? plain : seen;
  } catch {
    return plain;
  }
}

/** "AB12" -> 28 */
function columnIn(cellName: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(cellName) ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Decodes characters that XML cannot contain (22.9.2.19). */
function unescaped(text: string): string {
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

type XmlReader = {
  /** `has` returns an attribute, or an empty text without it; `within` has the enclosing elements, outermost first. */
  open?: (name: string, has: (attribute: string) => string, within: readonly string[]) => void;
  text?: (text: string, within: readonly string[]) => void;
  close?: (name: string) => void;
};

/** Reads XML. Names come without their prefixes, because each program chooses its own. */
function readXml(xml: string, { open, text, close }: XmlReader): void {
  if (xml === '') return;
  const within: string[] = [];
  const parser = new SaxesParser({ xmlns: false as const, position: false });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localOf(name);
    let found: ReadonlyMap<string, string> | undefined;
    const has = (attribute: string) => {
      found ??= new Map(
        Object.entries(attributes).map(([key, value]) => [localOf(key), value] as const),
      );
      return found.get(attribute) ?? '';
    };
    open?.(local, has, within);
    within.push(local);
  });
  parser.on('closetag', ({ name }) => {
    within.pop();
    close?.(localOf(name));
  });
  const readText = (written: string) => text?.(written, within);
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
