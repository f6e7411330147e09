import { open, type FileHandle } from 'node:fs/promises';
import { withoutApostrophes } from '#contract/csv.ts';
import { textIn } from '#server/content/text-file.ts';
import { csvRows } from '#server/files/csv-rows.ts';
import {
  type Cell,
  type ColumnNames,
  hasCells,
  headingsIn,
  HOW_TO,
  readTable,
} from '#server/files/sheet-table.ts';
import { ActionImpossible, firstOf, type Plan } from '#server/operations/plan.ts';
import { CommandError } from './command-context.ts';
import { cannotRead } from './given-file.ts';
import { MOST_UNPACKED, readWorkbook, type Sheet, SheetRefused } from './read-workbook.ts';

/** The sheet that was read, and notes for the person who gave it. */
export type GivenSheet = {
  /** Empty if the file has no other sheet with cells. */
  name: string;
  rows: Cell[][];
  notes: string[];
};

/** Makes a plan from the sheet that has these columns, and adds notes about what is not read. */
export async function planBySheet(
  path: string,
  columns: ColumnNames<string>,
  planned: (rows: Cell[][]) => Promise<Plan>,
): Promise<Plan> {
  const { name, rows, notes } = await readSheet(path, columns);
  try {
    const plan = await planned(rows);
    return { ...plan, words: [...plan.words, ...notes] };
  } catch (error) {
    if (name !== '' && error instanceof ActionImpossible) {
      error.message = `The sheet “${name}”:\n${error.message}`;
    }
    throw error;
  }
}

/** Reads a file that somebody else filled in: the sheet of an XLSX file with most of the columns, or a CSV file. */
export async function readSheet(path: string, columns: ColumnNames<string>): Promise<GivenSheet> {
  const file = await open(path).catch(cannotRead(path));
  try {
    const { sheets, notes } = await sheetsIn(file);
    return withNotes(sheets, columns, notes);
  } catch (error) {
    const isOurs = error instanceof SheetRefused;
    const why = isOurs ? error.message : 'is damaged: open it in Excel or LibreOffice and save it';
    throw new CommandError(`${path} ${why}.`);
  } finally {
    await file.close();
  }
}

function withNotes(
  sheets: readonly Sheet[],
  columns: ColumnNames<string>,
  notes: readonly string[],
): GivenSheet {
  const filled = sheets.filter(
    ({ name, rows, trouble }) => name !== HOW_TO && (trouble || hasCells(rows)),
  );
  const fits = filled.map(({ rows }) => headingsIn(rows, columns));
  const most = Math.max(0, ...fits);
  // If no sheet has the columns, they may be in the one that cannot be read.
  const sheet =
    most > 0 ? filled[fits.indexOf(most)] : (filled.find(({ trouble }) => trouble) ?? filled[0]);
  if (!sheet) return { name: '', rows: [], notes: [...notes] };
  if (sheet.trouble) throw sheet.trouble;
  const others = filled
    .filter((one) => one !== sheet)
    .map(({ name, isHidden }) => `“${name}”${isHidden ? ' (hidden)' : ''}`);
  const { name, rows, hiddenRows, commented } = sheet;
  const { unnamed, rowsPassedOver } = readTable(rows, columns, () => undefined);
  const lists = [
    ['Rows that are hidden in the sheet, and are read', hiddenRows],
    ['Comments that are not read, because they are not in a cell but beside it', commented],
    ['Columns that are not read, because they have no heading', unnamed],
    ['Rows that are not read, because they have nothing in a known column', rowsPassedOver],
  ] as const;
  return {
    name: others.length === 0 ? '' : name,
    rows,
    notes: [
      ...notes,
      ...(others.length === 0
        ? []
        : [`Only the sheet “${name}” is read, and not ${others.join(', ')}.`]),
      ...lists.flatMap(([words, all]) =>
        all.length === 0 || most === 0 ? [] : [`${words}: ${firstOf(all).join(', ')}.`],
      ),
    ],
  };
}

async function sheetsIn(file: FileHandle): Promise<{ sheets: Sheet[]; notes: string[] }> {
  const stats = await file.stat();
  const { size } = stats;
  if (stats.isDirectory()) throw new SheetRefused('is a folder: name one sheet in it');
  if (size === 0) throw new SheetRefused('is empty');
  const first = Buffer.alloc(8);
  await file.read(first, 0, first.length, 0);
  const begins = first.toString('hex');
  if (begins.startsWith('504b0304')) return { sheets: await readWorkbook(file, size), notes: [] };
  if (begins === 'd0cf11e0a1b11ae1') {
    throw new SheetRefused(
      'is an old XLS file or asks for a password: save it as XLSX, without one',
    );
  }
  if (begins.startsWith('25504446')) {
    throw new SheetRefused('is a PDF file: ask for the sheet from which it was made');
  }
  if (size > MOST_UNPACKED) {
    throw new SheetRefused(
      `has more than ${MOST_UNPACKED / 1024 / 1024} MiB, as no sheet of people does`,
    );
  }
  return csvIn(await file.readFile());
}

const WINDOWS =
  'The file is not saved as UTF-8. It is read in the encoding of Windows in Western Europe (Windows-1252): check the letters with accents.';

/** Four letters with accents follow each other in no word of Western Europe, and in every name of another script. */
const OTHER_SCRIPT = /[^\0-\x7f]{4}/u;

function csvIn(bytes: Buffer): { sheets: Sheet[]; notes: string[] } {
  const unicode = textIn(bytes);
  const text = unicode ?? new TextDecoder('windows-1252').decode(bytes);
  if (unicode === undefined && OTHER_SCRIPT.test(text)) {
    throw new SheetRefused(
      'is in an older encoding of another script than that of Western Europe: save it as XLSX or as “CSV UTF-8”',
    );
  }
  const data = csvRows(text);
  if (!data) throw new SheetRefused('is neither an XLSX sheet nor a CSV file');
  // Our own CSV files have an apostrophe in '+46 8 5550 142, so that no spreadsheet program reads the number as a
  // formula.
  const rows = data.map((row) => row.map(withoutApostrophes));
  return {
    sheets: [{ name: '', isHidden: false, rows, hiddenRows: [], commented: [] }],
    notes: unicode === undefined ? [WINDOWS] : [],
  };
}
