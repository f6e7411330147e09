import { planMemberCorrection } from '#server/orders/correct-member.ts';
import { planCorrection } from '#server/orders/correct-person.ts';
import { carryOut, type Command, readArguments, YES_OPTION } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

const text = { type: 'string' } as const;

export const correct: Command = {
  name: 'correct',
  help: `correct REFERENCE [--name TEXT] [--email TEXT] [--phone TEXT] [--institute TEXT] [--country TEXT] [--sort-name TEXT]
      [--who TEXT] [--yes]
      corrects who is registered, with --who "NAME OR ADDRESS" one of a group; --name and --email together enter somebody else.
      What is paid gets a new receipt, which is mailed; --sort-name "Müller, Anna" changes only by what lists are sorted, and an empty one goes by the name again;
      without --yes it only says what it would do`,
  async run(args, print) {
    const fields = { name: text, email: text, phone: text, institute: text, country: text };
    const options = { ...fields, 'sort-name': text, who: text, ...YES_OPTION };
    const { values, positionals } = readArguments(args, options, 1);
    const { yes, who, 'sort-name': sortName, ...typed } = values;
    const correction = { ...typed, ...(sortName !== undefined && { sortName }) };
    const [reference] = positionals;
    if (reference === undefined) throw new CommandError('Which registration?', 2);
    if (Object.keys(correction).length === 0) throw new CommandError('What is to be entered?', 2);
    await withCommandContext(
      (context) =>
        carryOut(
          who === undefined
            ? planCorrection(context, { reference, ...correction })
            : planMemberCorrection(context, { reference, who, ...correction }),
          { isReal: yes, flag: '--yes' },
          print,
        ),
      { asksNobody: true },
    );
    return 0;
  },
};
