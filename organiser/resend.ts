import { planResend } from '#server/letters/resend-mails.ts';
import { carryOut, type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const resend: Command = {
  name: 'resend',
  help: `resend REFERENCE [--to receipt|all] [--send]
      mails the confirmation with the link to the receipt again, to the address on record; all: what was written about refunds,
      too. Who has not paid gets a reminder, an author the confirmation of the abstract; without --send it only says what`,
  async run(args, print) {
    const options = {
      to: { type: 'string', default: 'receipt' },
      send: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = readArguments(args, options, 1);
    const [reference] = positionals;
    const { to: what, send: isReal } = values;
    if (reference === undefined) throw new CommandError('Which order or abstract?', 2);
    if (what !== 'receipt' && what !== 'all') {
      throw new CommandError(`--to ${what} is not known: receipt and all are.`, 2);
    }
    await withCommandContext(
      (context) =>
        carryOut(planResend(context, { reference, what }), { isReal, flag: '--send' }, print),
      { asksNobody: true },
    );
    return 0;
  },
};
