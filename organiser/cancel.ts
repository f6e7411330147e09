import { planCancellation } from '#server/orders/cancel-order.ts';
import { carryOut, type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const cancel: Command = {
  name: 'cancel',
  help: `cancel REFERENCE [--amount 120.00] [--who "NAME OR ADDRESS"] [--send]
      cancels a registration, gives its places back and refunds what content/conference.yaml says, or the amount, which may
      be 0; --who names one of a group, which is cancelled as a whole otherwise; without --send it only says what it would do`,
  async run(args, print) {
    const { values, positionals } = readArguments(
      args,
      {
        amount: { type: 'string' },
        who: { type: 'string' },
        send: { type: 'boolean', default: false },
      },
      1,
    );
    const [reference] = positionals;
    if (reference === undefined) throw new CommandError('Which order?', 2);
    const { amount, who, send } = values;
    await withCommandContext((context) =>
      carryOut(
        planCancellation(context, { reference, amount, who }),
        { isReal: send, flag: '--send' },
        print,
      ),
    );
    return 0;
  },
};
