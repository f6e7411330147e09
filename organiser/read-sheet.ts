import { open, type FileHandle } from 'node:fs/promises';
import { withoutApostrophes } from '#contract/csv.ts';
import { textIn } from '#server/content/text-file.ts';
import { csvRows } from '#server/files/csv-rows.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import type { Plan } from '#server/operations/plan.ts';
import { CommandError } from './command-context.ts';
import { cannotRead } from './given-file.ts';
import { MOST_UNPACKED, readWorkbook, SheetRefused } from './read-workbook.ts';

/** The rows of a sheet, and notes for the person who gave it. */
export type GivenSheet = { rows: Cell[][]; notes: string[] };

/** Makes a plan from the rows of a sheet, and adds the notes about the sheet. */
export async function planBySheet(
  path: string,
  planned: (rows: Cell[][]) => Promise<Plan>,
): Promise<Plan> {
  const { rows, notes } = await readSheet(path);
  const plan = await planned(rows);
  return { ...plan, words: [...plan.words, ...notes] };
}

/** Reads a sheet that somebody else filled in: the first sheet of an XLSX file, or a CSV file. */
export async function readSheet(path: string): Promise<GivenSheet> {
  const file = await open(path).catch(cannotRead(path));
  try {
    return await sheetIn(file);
  } catch (error) {
    const isOurs = error instanceof SheetRefused;
    const why = isOurs ? error.message : 'is damaged: open it in Excel or LibreOffice and save it';
    throw new CommandError(`${path} ${why}.`);
  } finally {
    await file.close();
  }
}

async function sheetIn(file: FileHandle): Promise<GivenSheet> {
  const { size } = await file.stat();
  const first = Buffer.alloc(8);
  await file.read(first, 0, first.length, 0);
  const begins = first.toString('hex');
  if (begins.startsWith('504b0304')) return { rows: await readWorkbook(file, size), notes: [] };
  if (begins === 'd0cf11e0a1b11ae1') {
    throw new SheetRefused(
      'is an old XLS file or asks for a password: save it as XLSX, without one',
    );
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

function csvIn(bytes: Buffer): GivenSheet {
  const unicode = textIn(bytes);
  const data = csvRows(unicode ?? new TextDecoder('windows-1252').decode(bytes));
  if (!data) throw new SheetRefused('is neither an XLSX sheet nor a CSV file');
  return {
    // Our own CSV files have an apostrophe in '+46 8 5550 142, so that no spreadsheet program reads the number as a
    // formula.
    rows: data.map((row) => row.map(withoutApostrophes)),
    notes: unicode === undefined ? [WINDOWS] : [],
  };
}
