import { planMove } from '#server/orders/move-participant.ts';
import { carryOut, type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const move: Command = {
  name: 'move',
  help: `move REFERENCE [--type TYPE] [--room NIGHTS,GUESTS|none] [--who "NAME OR ADDRESS"] [--send]
      lets somebody take part as something else; what stays keeps its price: what costs less goes back, and for
      what costs more the payer gets a link; --who names one of a group; without --send it only says what it would do`,
  async run(args, print) {
    const { values, positionals } = readArguments(
      args,
      {
        type: { type: 'string' },
        room: { type: 'string' },
        who: { type: 'string' },
        send: { type: 'boolean', default: false },
      },
      1,
    );
    const [reference] = positionals;
    if (reference === undefined) throw new CommandError('Which order?', 2);
    const { type, room, who, send } = values;
    if (type === undefined && room === undefined) {
      throw new CommandError('To what? Add --type, --room or both.', 2);
    }
    await withCommandContext((context) =>
      carryOut(
        planMove(context, { reference, type, room, who }),
        { isReal: send, flag: '--send' },
        print,
      ),
    );
    return 0;
  },
};
