import { reconcile } from '#server/payments/reconcile.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import type { CommandContext } from './command-context.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Asks about open payments, then names every difference between our ledger and the providers'; returns how many. */
export async function reconcileCommand(
  { payments }: CommandContext,
  days: number,
  print: (line: string) => Promise<void>,
): Promise<number> {
  // The server asks in batches; here somebody wants to know now.
  const everything = { dueBy: new Date('9999-01-01'), most: 1_000_000, isThorough: true };
  await pollOpenPayments(payments, (message, error) => console.error(message, error), everything);
  const since = new Date(payments.clock().getTime() - days * DAY_MS);
  let differences = 0;
  for await (const { ref, words } of reconcile(payments, since)) {
    await print(`${ref}: ${words}\n`);
    differences += 1;
  }
  await print(`${differences} differences in ${days} days\n`);
  return differences;
}
