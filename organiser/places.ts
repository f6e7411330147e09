import { planPlaces } from '#server/orders/change-places.ts';
import { takenPlaces } from '#server/orders/places.ts';
import { limitsNow, nameOfPlaces } from '#server/orders/sale.ts';
import {
  carryOut,
  type Command,
  JSON_OPTION,
  type Print,
  readArguments,
  YES_OPTION,
} from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';

export const places: Command = {
  name: 'places',
  help: `places [--json]
      how many places are paid, held by open checkouts, and left
  npm run --silent organiser -- places KIND LIMIT [--yes]
      changes a limit of content/prices.yaml at once; KIND is what stands first in the list; without --yes it only says what it would do`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, { ...JSON_OPTION, ...YES_OPTION }, 2);
    const [kind, limit] = positionals;
    if (kind !== undefined && limit === undefined) throw new CommandError('Which limit?', 2);
    await withCommandContext(
      (context) =>
        kind === undefined || limit === undefined
          ? placesCommand(context, values.json, print)
          : carryOut(
              planPlaces(context, { kind, limit }),
              { isReal: values.yes, flag: '--yes' },
              print,
            ),
      { asksNobody: true },
    );
    return 0;
  },
};

/** Lists what was taken of each kind of places, is held by open checkouts, and is left. */
export async function placesCommand(
  { payments: { db }, content: { prices } }: Pick<CommandContext, 'payments' | 'content'>,
  isJson: boolean,
  print: Print,
): Promise<void> {
  const limits = await limitsNow(db, prices);
  const taken = await takenPlaces(db);
  const kinds = [...new Set([...Object.keys(limits), ...taken.keys()])].toSorted();
  const rows = kinds.map((kind) => {
    const { paid, held } = taken.get(kind) ?? { paid: 0, held: 0 };
    return { kind, name: nameOfPlaces(prices, kind), paid, held, limit: limits[kind] };
  });
  if (isJson) return print(`${JSON.stringify(rows, undefined, 2)}\n`);
  for (const { kind, name, paid, held, limit } of rows) {
    const left =
      limit === undefined ? 'no limit' : `${Math.max(limit - paid - held, 0)} of ${limit} left`;
    await print(`${kind.padEnd(20)}${paid} paid, ${held} held, ${left} (${name})\n`);
  }
  if (rows.length === 0) await print('Nothing is taken, and nothing is limited.\n');
}
