import { type Sheet, writeCsv, writeXlsx } from '#documents/spreadsheet.ts';
import { NotUnderstood, type Organising } from '#server/operations/plan.ts';
import { readRange, type TypedRange } from '#server/reports/date-range.ts';
import { sheetOf, sheets as allSheets } from '#server/reports/lists.ts';
import { intoNewFile } from '#organiser/new-file.ts';
import { withProgress } from '#organiser/progress.ts';
import { command, type Print, field } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { WithoutRight } from '#organiser/dashboard/call-rights.ts';
import { newFile, RANGE } from '#organiser/fields.ts';

export const table = command({
  name: 'table',
  title: 'Spreadsheet',
  summary:
    'Writes a new spreadsheet: as XLSX with all sheets or one, as CSV with one. A month, a year or days select rows by the clock of the conference: payments by when they were paid, refunds by when they were refunded, transfers by their day at the bank, payouts by the day of their arrival, their entries by when the money moved, documents by when they were issued, amounts asked for by when they were asked for, amounts that were agreed by when that was, people by when they registered, abstracts by when they were received, the programme by its days, the waiting list by when they joined, personal links by when they were sent, proofs by when they came, visa letters by when they were asked for, consents by when they were given.',
  subject: 'Lists and files',
  fields: {
    path: newFile('.xlsx', '.csv'),
    sheet: field('choice', '--sheet', 'Sheet', {
      choices: allSheets().map(({ name, subject }) => ({ value: name, label: name, subject })),
      hint: 'answers: how many people gave each answer, and who',
      otherwise: 'all sheets of XLSX, the participants of CSV',
    }),
    ...RANGE,
  },
  work: tableCommand,
});

/** Writes a spreadsheet, as XLSX or CSV by the ending of its name, with the sheets that a colleague may read. */
export async function tableCommand(
  organising: Organising & Pick<CommandContext, 'maySee'>,
  { path, sheet, ...typed }: { path: string; sheet: string | undefined } & TypedRange,
  print: Print,
): Promise<void> {
  const range = readRange(typed, organising.content.conference.dates.timezone);
  const isCsv = path.toLowerCase().endsWith('.csv');
  const wanted = sheet ?? (isCsv ? 'participants' : undefined);
  const { maySee = () => true } = organising;
  const named = allSheets()
    .filter(({ name }) => wanted === undefined || name === wanted)
    .filter(({ subject }) => maySee(subject));
  if (named.length === 0) throw new WithoutRight();
  const [undated] = named.flatMap((each) => ('sheet' in each ? [each] : []));
  if (range && sheet !== undefined && undated) {
    throw new NotUnderstood(
      `${undated.heading} have no date: please leave out the month, year or days.`,
    );
  }
  const counts: string[] = [];
  const sheets: Sheet[] = [];
  for (const { name, rows: noun = name } of named.filter((each) => !range || !('sheet' in each))) {
    const { rows, ...head } = await sheetOf(organising, name, range);
    sheets.push({ ...head, rows: counted(rows, (count) => counts.push(`${count} ${noun}`)) });
  }
  for (const each of sheets) each.rows = withProgress(each.name, each.total, each.rows);
  await intoNewFile(path, async (draft) => {
    const [first] = sheets;
    await (isCsv && first ? writeCsv(draft, first) : writeXlsx(draft, sheets));
  });
  await print(`${path}: ${counts.join(', ')}${range ? ` (${range.words})` : ''}\n`);
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
