import { field } from './command.ts';
import { type Sheet, writeXlsx } from '#documents/spreadsheet.ts';
import { intoNewFile } from './new-file.ts';

/** A template is XLSX, because a CSV file cannot mark columns as text. */
export const TEMPLATE = field('file', '--template FILE.xlsx', 'File', { endings: ['.xlsx'] });

/** Writes a sheet for somebody to fill in. */
export function writeSheetTemplate(path: string, sheet: Sheet): Promise<void> {
  return intoNewFile(path, (draft) => writeXlsx(draft, [sheet]));
}
