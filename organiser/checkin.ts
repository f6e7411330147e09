import { planCheckIn, planUndoCheckIn } from '#server/orders/check-in.ts';
import { carryOut, type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const checkin: Command = {
  name: 'checkin',
  help: `checkin REFERENCE ["NAME"] [--despite-unpaid] [--undo]
      checks somebody in at the door, at once; of a group it asks for the name; who has not paid needs --despite-unpaid; --undo
      takes it back`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, {
      'despite-unpaid': { type: 'boolean', default: false },
      undo: { type: 'boolean', default: false },
    });
    const [reference, ...words] = positionals;
    if (reference === undefined) throw new CommandError('Whose reference?', 2);
    const name = words.length > 0 ? words.join(' ') : undefined;
    await withCommandContext(
      (context) => {
        const plan = values.undo
          ? planUndoCheckIn(context, { reference, name })
          : planCheckIn(context, { reference, name, isDespiteUnpaid: values['despite-unpaid'] });
        return carryOut(plan, { isReal: true, flag: '--yes' }, print);
      },
      { asksNobody: true },
    );
    return 0;
  },
};
