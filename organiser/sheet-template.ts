import { field } from './command.ts';
import { type Sheet, writeCsv, writeXlsx } from '#documents/spreadsheet.ts';
import { intoNewFile } from './new-file.ts';

/** A template is XLSX, because a CSV file cannot mark columns as text, so that telephone numbers lose their zeros. */
export const TEMPLATE = field('file', '--template FILE.xlsx', 'File', { endings: ['.xlsx'] });

/** A template without telephone numbers may be CSV, too. */
export const TEMPLATE_OR_CSV = field('file', '--template FILE.xlsx|FILE.csv', 'File', {
  endings: ['.xlsx', '.csv'],
});

/** Writes a sheet for somebody to fill in. */
export function writeSheetTemplate(path: string, sheet: Sheet): Promise<void> {
  return intoNewFile(path, (draft) =>
    path.toLowerCase().endsWith('.csv') ? writeCsv(draft, sheet) : writeXlsx(draft, [sheet]),
  );
}
