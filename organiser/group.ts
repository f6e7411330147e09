import { resolve } from 'node:path';
import { sheetOfRows } from '#documents/spreadsheet.ts';
import { exampleRow, groupColumns } from '#server/orders/group-people.ts';
import { planGroup } from '#server/orders/register-group.ts';
import { carryOut, type Command, type Print, readArguments, YES_OPTION } from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import { writeSheetTemplate } from './sheet-template.ts';
import { readSheet } from './read-sheet.ts';

export const group: Command = {
  name: 'group',
  help: `group PEOPLE.xlsx|PEOPLE.csv [--payer "NAME"] [--payer-email ADDRESS] [--payer-institute "NAME"] [--payer-country "NAME"] [--yes]
      registers everybody in a sheet as one order, and sends who pays a link to pay it; whatever is not given about the
      payer is taken from the first person in the sheet; the same sheet again is the same order; without --yes it only says what it would do
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
    const { rows, notes } = await readSheet(resolve(file));
    const payer = {
      name: values.payer,
      email: values['payer-email'],
      institute: values['payer-institute'],
      country: values['payer-country'],
    };
    await withCommandContext((context) => {
      const planned = async () => {
        const plan = await planGroup(context, { rows, payer });
        return { ...plan, words: [...plan.words, ...notes] };
      };
      return carryOut(planned(), { isReal: values.yes, flag: '--yes' }, print);
    });
    return 0;
  },
};

/** Writes an empty sheet with the columns of a group and one person who does not exist. */
export async function writeTemplate(
  { content: { prices } }: Pick<CommandContext, 'content'>,
  path: string,
  print: Print,
): Promise<void> {
  const titles = [...groupColumns.needed, ...groupColumns.optional];
  const example = exampleRow(prices);
  const columns = titles.map((title) => ({
    title,
    width: 24,
    // A telephone number keeps its + and its zeros.
    isText: title !== 'Nights' && title !== 'Guests',
  }));
  const row = titles.map((title) => example[title] || undefined);
  const sheet = sheetOfRows('People', columns, [row]);
  await writeSheetTemplate(path, sheet);
  await print(`Template written to ${path}. Use one row per person and replace the example.\n`);
}
