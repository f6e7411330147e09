import { inTransaction } from '#server/database/database.ts';
import { noteActivity } from '#server/organising/activities.ts';
import { changeLimit, takenPlaces } from '#server/payments/places.ts';
import { limitsNow, limitsOf, nameOfPlaces } from '#server/registration/sale.ts';
import { type Command, JSON_OPTION, type Print, readArguments, YES_OPTION } from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';

export const places: Command = {
  name: 'places',
  help: `places [--json]
      how many places are paid, held by open checkouts, and left
  npm run --silent organiser -- places KIND LIMIT [--yes]
      changes a limit of content/prices.yaml at once, such as places type:poster 60; without --yes it only says what it would do`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, { ...JSON_OPTION, ...YES_OPTION }, 2);
    const [kind, limit] = positionals;
    if (kind !== undefined && limit === undefined) throw new CommandError('Which limit?', 2);
    await withCommandContext(
      (context) =>
        kind === undefined || limit === undefined
          ? placesCommand(context, values.json, print)
          : changePlacesCommand(context, { kind, limit, isReal: values.yes }, print),
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

/** Changes a limit at once, for all servers; without `isReal` it only says what it would do. */
export async function changePlacesCommand(
  { payments, content: { prices }, who }: Pick<CommandContext, 'payments' | 'content' | 'who'>,
  request: { kind: string; limit: string; isReal: boolean },
  print: Print,
): Promise<void> {
  const { kind } = request;
  const { db } = payments;
  const insteadOf = limitsOf(prices)[kind];
  if (insteadOf === undefined) {
    const known = Object.keys(limitsOf(prices)).join(', ') || 'nothing';
    throw new CommandError(`prices.yaml limits ${known}, and not "${kind}".`, 2);
  }
  if (!/^\d{1,6}$/.test(request.limit)) {
    throw new CommandError(`"${request.limit}" is no number of places.`, 2);
  }
  const limit = Number(request.limit);
  const now = (await limitsNow(db, prices))[kind];
  const { paid, held } = (await takenPlaces(db)).get(kind) ?? { paid: 0, held: 0 };
  await print(
    `${kind}: ${paid} are paid and ${held} held; the limit is ${now} and would be ${limit}, until prices.yaml says something else than ${insteadOf}.\n`,
  );
  if (limit < paid + held) await print('Whoever has a place keeps it.\n');
  if (!request.isReal) return print('Nothing was changed. Add --yes to do it.\n');
  await inTransaction(db, async (tx) => {
    await changeLimit(tx, { kind, limit, insteadOf });
    const words = `${kind}: from ${now} to ${limit}`;
    await noteActivity(tx, { ...payments, who }, { action: 'places', reference: undefined, words });
  });
  await print('Changed. It holds from now on, on every server.\n');
}
