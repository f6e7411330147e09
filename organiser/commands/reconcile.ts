import { DAY } from '#contract/time-spans.ts';
import { reconcile as compareLedgers } from '#server/payments/reconcile.ts';
import { POLL_PAUSE_MS, pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { recordDifferences } from '#server/operations/alarms.ts';
import { counted } from '#server/counted.ts';
import { command, field } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';

/** A reconciliation over this many days covers all recorded differences. */
const WHOLE_DAYS = 30;

export const reconcile = command({
  name: 'reconcile',
  title: 'Reconcile',
  summary:
    "Asks about open payments, and names every difference between our ledger and the providers'.",
  exitsWith1: 'if there is a difference',
  subject: 'Money',
  fields: {
    days: field('number', '--days 30', 'Days to look back', { otherwise: String(WHOLE_DAYS) }),
  },
  asksProviders: true,
  async report({ payments }, request) {
    const days = Number(request.days ?? WHOLE_DAYS);
    // The server asks about due payments; the command about all, because an organiser waits for the answer.
    const everything = {
      dueBy: new Date('9999-01-01'),
      isThorough: true,
      pauseMs: POLL_PAUSE_MS,
    };
    await pollOpenPayments(payments, (message, error) => console.error(message, error), everything);
    const since = new Date(payments.clock().getTime() - days * DAY);
    const { differences, others } = await compareLedgers(payments, since);
    await recordDifferences(payments, differences, { isWhole: days >= WHOLE_DAYS });
    const cannotList = providersWithoutList(payments.providers);
    const counts = others.map(({ count, what }) => `${what} (${count})`);
    return {
      facts: { days, differences, notCompared: others, cannotList },
      lines: [
        ...differences.map(({ ref, words }) => `${ref}: ${words}`),
        ...(counts.length > 0 ? [`not compared: ${counts.join(', ')}`] : []),
        ...cannotList.map((name) => `${name}: ${CANNOT_LIST}`),
        `${counted(differences.length, 'difference')} in ${counted(days, 'day')}`,
      ],
      needsPerson: differences.length > 0,
    };
  },
});

/** The sentence about a provider that has no list of payments. */
export const CANNOT_LIST =
  'cannot be asked about payments that our ledger does not have; after a restore, compare its own list since the backup';

/** Names of providers whose payments nobody can list. */
export function providersWithoutList(providers: CommandContext['payments']['providers']): string[] {
  return [...providers.values()]
    .filter(({ name, list }) => name !== 'free' && !list)
    .map(({ name }) => name);
}
