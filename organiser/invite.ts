import { resolve } from 'node:path';
import { planInvitation } from '#server/orders/invite-guests.ts';
import { carryOut, type Command, readArguments, YES_OPTION } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { writeTemplate } from './group.ts';
import { readSheet } from './read-sheet.ts';

export const invite: Command = {
  name: 'invite',
  help: `invite GUESTS.xlsx|GUESTS.csv [--yes]
      gives everybody in a sheet, which has the columns of a group, a place that costs nothing and is confirmed at once, also
      of a type that is closed; the same sheet again adds nobody twice; without --yes it only says what it would do
  npm run --silent organiser -- invite --template FILE.xlsx
      writes a sheet to be filled in, with one example`,
  async run(args, print) {
    const { values, positionals } = readArguments(
      args,
      { ...YES_OPTION, template: { type: 'string' } },
      1,
    );
    if (values.template !== undefined) {
      const path = resolve(values.template);
      await withCommandContext((context) => writeTemplate(context, path, print), {
        asksNobody: true,
      });
      return 0;
    }
    const [file] = positionals;
    if (file === undefined) throw new CommandError('Which sheet?', 2);
    const { rows, notes } = await readSheet(resolve(file));
    await withCommandContext((context) => {
      const planned = async () => {
        const plan = await planInvitation(context, { rows });
        return { ...plan, words: [...plan.words, ...notes] };
      };
      return carryOut(planned(), { isReal: values.yes, flag: '--yes' }, print);
    });
    return 0;
  },
};
