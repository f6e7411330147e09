import { resolve } from 'node:path';
import { type Sheet, writeCsv, writeXlsx } from '#documents/spreadsheet.ts';
import type { Organising } from '#server/operations/plan.ts';
import { type SheetName, sheetNames, sheetOf } from '#server/reports/lists.ts';
import { type Command, type Print, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { intoNewFile } from './new-file.ts';
import { withProgress } from './progress.ts';

export const table: Command = {
  name: 'table',
  help: `table FILE.xlsx|FILE.csv [--sheet ${sheetNames.join('|')}]
      writes a new spreadsheet: as XLSX with all sheets or one, as CSV with one, the participants if none is named`,
  async run(args, print) {
    const options = { sheet: { type: 'string' } } as const;
    const { values, positionals } = readArguments(args, options, 1);
    const [file] = positionals;
    if (file === undefined || !/\.(xlsx|csv)$/i.test(file)) {
      throw new CommandError('Into which file? Its name ends in .xlsx or .csv.', 2);
    }
    const sheet = sheetNames.find((name) => name === values.sheet);
    if (values.sheet !== undefined && sheet === undefined) {
      throw new CommandError(`There is no sheet "${values.sheet}".`, 2);
    }
    await withCommandContext(
      (context) => tableCommand(context, { path: resolve(file), sheet }, print),
      { asksNobody: true },
    );
    return 0;
  },
};

/** Writes a spreadsheet; whether XLSX or CSV says the end of its name. */
export async function tableCommand(
  organising: Organising,
  { path, sheet }: { path: string; sheet: SheetName | undefined },
  print: Print,
): Promise<void> {
  const isCsv = path.toLowerCase().endsWith('.csv');
  const names = sheet ? [sheet] : isCsv ? (['participants'] as const) : sheetNames;
  const counts: string[] = [];
  const sheets: Sheet[] = [];
  for (const name of names) {
    const { rows, ...head } = await sheetOf(organising, name);
    sheets.push({ ...head, rows: counted(rows, (count) => counts.push(`${count} ${name}`)) });
  }
  for (const each of sheets) each.rows = withProgress(each.name, each.total, each.rows);
  await intoNewFile(path, async (draft) => {
    const [first] = sheets;
    await (isCsv && first ? writeCsv(draft, first) : writeXlsx(draft, sheets));
  });
  await print(`${path}: ${counts.join(', ')}\n`);
}

async function* counted<Item>(
  items: AsyncIterable<Item>,
  tell: (count: number) => void,
): AsyncGenerator<Item, void> {
  let count = 0;
  for await (const item of items) {
    count += 1;
    yield item;
  }
  tell(count);
}
