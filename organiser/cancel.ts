import { planCancellation } from '#server/orders/cancel-order.ts';
import { planUndoCancellation } from '#server/orders/undo-cancellation.ts';
import { carryOut, type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const cancel: Command = {
  name: 'cancel',
  help: `cancel REFERENCE [--amount 120.00] [--who "NAME OR ADDRESS"] [--send]
      cancels a registration, gives its places back and refunds what content/conference.yaml says, or the amount, which may
      be 0; --who names one of a group, which is cancelled as a whole otherwise; without --send it only says what it would do
  npm run --silent organiser -- cancel REFERENCE --undo [--who "NAME OR ADDRESS"] [--send]
      takes a cancellation back while the place is free, with refunds that were not sent yet`,
  async run(args, print) {
    const { values, positionals } = readArguments(
      args,
      {
        amount: { type: 'string' },
        who: { type: 'string' },
        undo: { type: 'boolean', default: false },
        send: { type: 'boolean', default: false },
      },
      1,
    );
    const [reference] = positionals;
    if (reference === undefined) throw new CommandError('Which order?', 2);
    const { amount, who, undo, send } = values;
    if (undo && amount !== undefined) throw new CommandError('--undo takes no --amount.', 2);
    await withCommandContext((context) =>
      carryOut(
        undo
          ? planUndoCancellation(context, { reference, who })
          : planCancellation(context, { reference, amount, who }),
        { isReal: send, flag: '--send' },
        print,
      ),
    );
    return 0;
  },
};
