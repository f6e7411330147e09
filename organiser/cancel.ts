import {
  type ConferenceRequest,
  planConferenceCancellation,
} from '#server/orders/cancel-conference.ts';
import { ALL, planCancellation } from '#server/orders/cancel-order.ts';
import { planUndoCancellation } from '#server/orders/undo-cancellation.ts';
import { carryOut, type Command, type Print, readArguments } from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';

export const cancel: Command = {
  name: 'cancel',
  help: `cancel REFERENCE [--amount 120.00] [--who "NAME OR ADDRESS"] [--send]
      cancels a registration, gives its places back and refunds what content/conference.yaml says, or the amount, which may
      be 0 or all; --who names one of a group, which is cancelled as a whole otherwise; without --send it only says what it would do
  npm run --silent organiser -- cancel REFERENCE --undo [--who "NAME OR ADDRESS"] [--send]
      takes a cancellation back while the place is free, with refunds that were not sent yet
  npm run --silent organiser -- cancel --all [--amount all] [--send]
      cancels every order that holds a place or waits for a payment, because there is no conference; --amount all refunds
      everything that is left; interrupted, the same call goes on; exit code 1 if some could not be cancelled`,
  async run(args, print) {
    const { values, positionals } = readArguments(
      args,
      {
        amount: { type: 'string' },
        who: { type: 'string' },
        all: { type: 'boolean', default: false },
        undo: { type: 'boolean', default: false },
        send: { type: 'boolean', default: false },
      },
      1,
    );
    const [reference] = positionals;
    const { amount, who, undo, all, send } = values;
    if (all) {
      const isUnderstood = reference === undefined && who === undefined && !undo;
      if (!isUnderstood || (amount !== undefined && amount !== ALL)) {
        throw new CommandError('--all takes --amount all and --send, and nothing else.', 2);
      }
      return withCommandContext((context) =>
        cancelConference(context, { amount, isReal: send }, print, interruptedByCtrlC()),
      );
    }
    if (reference === undefined) throw new CommandError('Which order?', 2);
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

/** Cancels the whole conference; without `isReal` it only says what it would do. Exit code 1 if something is left to do. */
export async function cancelConference(
  context: CommandContext,
  { amount, isReal }: ConferenceRequest & { isReal: boolean },
  print: Print,
  interruption: AbortSignal,
): Promise<0 | 1> {
  const say = (sentence: string) => print(`${sentence}\n`);
  let isDone = true;
  const planned = async () => {
    const { words, perform } = await planConferenceCancellation(context, { amount });
    return {
      words,
      perform: async () => {
        isDone = await perform(say, interruption);
        return [];
      },
    };
  };
  await carryOut(planned(), { isReal, flag: '--send' }, print);
  return isDone ? 0 : 1;
}

/** The first Ctrl+C lets the order in progress be finished, the second one ends the command at once. */
function interruptedByCtrlC(): AbortSignal {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  return interruption.signal;
}
