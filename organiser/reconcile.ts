import { reconcile as compareLedgers } from '#server/payments/reconcile.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { noteDifferences } from '#server/operations/alarms.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import { type Command, JSON_OPTION, readArguments } from './command.ts';

export const reconcile: Command = {
  name: 'reconcile',
  help: `reconcile [--days 30] [--json]
      asks about open payments and names every difference between our ledger and the providers'; exit code 1 if any`,
  async run(args, print) {
    const options = { ...JSON_OPTION, days: { type: 'string', default: '30' } } as const;
    const { days, json } = readArguments(args, options, 0).values;
    if (!/^\d{1,4}$/.test(days)) throw new CommandError('--days is a number of days.', 2);
    const differences = await withCommandContext((context) =>
      reconcileCommand(context, Number(days), print, json),
    );
    return differences === 0 ? 0 : 1;
  },
};

const DAY_MS = 24 * 60 * 60_000;
/** As long as a difference is remembered. */
const WHOLE_DAYS = 30;

/**
 * Asks about open payments, then names every difference between our ledger and the providers', and counts what is not ours
 * to compare; returns how many differences there are.
 */
export async function reconcileCommand(
  { payments }: CommandContext,
  days: number,
  print: (line: string) => Promise<void>,
  isJson = false,
): Promise<number> {
  // The server asks in batches; here somebody wants to know now.
  const everything = { dueBy: new Date('9999-01-01'), most: 1_000_000, isThorough: true };
  await pollOpenPayments(payments, (message, error) => console.error(message, error), everything);
  const since = new Date(payments.clock().getTime() - days * DAY_MS);
  const { differences, others } = await compareLedgers(payments, since);
  await noteDifferences(payments, differences, { isWhole: days >= WHOLE_DAYS });
  const cannotList = providersWithoutList(payments.providers);
  if (isJson) {
    const report = { days, differences, notCompared: others, cannotList };
    await print(`${JSON.stringify(report, undefined, 2)}\n`);
    return differences.length;
  }
  for (const { ref, words } of differences) await print(`${ref}: ${words}\n`);
  if (others.length > 0) {
    const counts = others.map(({ count, what }) => `${count} ${what}`);
    await print(`not compared: ${counts.join(', ')}\n`);
  }
  for (const name of cannotList) await print(`${name}: ${CANNOT_LIST}\n`);
  await print(`${differences.length} differences in ${days} days\n`);
  return differences.length;
}

/** Words about a provider that tells about a payment only if it is asked about that one. */
export const CANNOT_LIST =
  'cannot be asked about payments that our books do not know; after a restore, compare its own list since the backup';

/** Names of providers whose payments nobody can list. */
export function providersWithoutList(providers: CommandContext['payments']['providers']): string[] {
  return [...providers.values()]
    .filter(({ name, list }) => name !== 'free' && !list)
    .map(({ name }) => name);
}
