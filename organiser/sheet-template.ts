import { extname } from 'node:path';
import { type Sheet, writeXlsx } from '#documents/spreadsheet.ts';
import { CommandError } from './command-context.ts';
import { intoNewFile } from './new-file.ts';

/** Writes a sheet that somebody fills in. Columns that are text stay so, which a CSV file cannot say. */
export async function writeSheetTemplate(path: string, sheet: Sheet): Promise<void> {
  if (extname(path).toLowerCase() !== '.xlsx') {
    throw new CommandError(`A template is an XLSX file: let the name ${path} end with .xlsx.`, 2);
  }
  await intoNewFile(path, (draft) => writeXlsx(draft, [sheet]));
}
