import { resolve } from 'node:path';
import writeXlsxFile from 'write-excel-file/node';
import { exampleRow, groupColumns } from '#server/organising/group-people.ts';
import { planGroup } from '#server/organising/register-group.ts';
import { carryOut, type Command, type Print, readArguments, YES_OPTION } from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import { writeNewFile } from './new-file.ts';
import { readRows } from './read-sheet.ts';

export const group: Command = {
  name: 'group',
  help: `group PEOPLE.xlsx [--payer "NAME"] [--payer-email ADDRESS] [--payer-institute "NAME"] [--payer-country "NAME"] [--yes]
      registers everybody in a sheet as one order, and sends who pays a link to pay it; what is not said of who pays is as
      with the first in the sheet; the same sheet again is the same order; without --yes it only says what it would do
  npm run --silent organiser -- group --template FILE.xlsx
      writes a sheet to be filled in, with one example`,
  async run(args, print) {
    const { values, positionals } = readArguments(
      args,
      {
        ...YES_OPTION,
        template: { type: 'string' },
        payer: { type: 'string' },
        'payer-email': { type: 'string' },
        'payer-institute': { type: 'string' },
        'payer-country': { type: 'string' },
      },
      1,
    );
    if (values.template !== undefined) {
      const file = resolve(values.template);
      await withCommandContext((context) => writeTemplate(context, file, print), {
        asksNobody: true,
      });
      return 0;
    }
    const [file] = positionals;
    if (file === undefined) throw new CommandError('Which sheet?', 2);
    const rows = await readRows(resolve(file));
    const payer = {
      name: values.payer,
      email: values['payer-email'],
      institute: values['payer-institute'],
      country: values['payer-country'],
    };
    await withCommandContext((context) =>
      carryOut(planGroup(context, { rows, payer }), { isReal: values.yes, flag: '--yes' }, print),
    );
    return 0;
  },
};

/** Writes an empty sheet with the columns of a group and one person who does not exist. */
export async function writeTemplate(
  { content: { prices } }: Pick<CommandContext, 'content'>,
  path: string,
  print: Print,
): Promise<void> {
  const columns = [...groupColumns.needed, ...groupColumns.optional];
  const example = exampleRow(prices);
  const sheet = await writeXlsxFile(
    [
      columns.map((value) => ({ value, fontWeight: 'bold' as const })),
      columns.map((column) => ({ value: example[column] })),
    ],
    { columns: columns.map(() => ({ width: 24 })), stickyRowsCount: 1 },
  ).toBuffer();
  await writeNewFile(path, sheet);
  await print(`${path} is written: one row for each person, the example is to be replaced.\n`);
}
