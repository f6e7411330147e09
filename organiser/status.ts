import { decimalFromCents, asCents } from '#contract/money.ts';
import { countRows } from '#server/database/all-rows.ts';
import { paymentTotals } from '#server/payments/payments.ts';
import type { CommandContext } from './command-context.ts';

/** Counts everything; doctor says what needs attention. */
export async function statusCommand(
  { payments: { db } }: CommandContext,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const line = (what: string, how: string | number) => print(`${what.padEnd(16)}${how}\n`);
  await line('registrations', await countRows(db, 'registrations'));
  await line('discounts', await countRows(db, 'discounts'));
  await line('abstracts', await countRows(db, 'abstracts'));
  const { orders, paidCents, refundedCents } = await paymentTotals(db);
  const states = orders.map(({ state, count }) => `${count} ${state}`);
  await line('orders', states.join(', ') || 0);
  await line('paid', `${decimalFromCents(asCents(paidCents))} EUR`);
  await line('sent back', `${decimalFromCents(asCents(refundedCents))} EUR`);
}
