import { field } from './command.ts';
import { type Sheet, writeXlsx } from '#documents/spreadsheet.ts';
import { intoNewFile } from './new-file.ts';

/** A template is XLSX: columns that are text stay so, which a CSV file cannot say. */
export const TEMPLATE = field('file', '--template FILE.xlsx', 'File', { endings: ['.xlsx'] });

/** Writes a sheet that somebody fills in. */
export function writeSheetTemplate(path: string, sheet: Sheet): Promise<void> {
  return intoNewFile(path, (draft) => writeXlsx(draft, [sheet]));
}
