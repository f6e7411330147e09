import { amountWithCode, type Cents } from '#contract/money.ts';
import { countOrders } from '#server/orders/orders.ts';
import { countPeople } from '#server/orders/participants.ts';
import { countComing } from '#server/orders/who-comes.ts';
import { countRows } from '#server/database/all-rows.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { moneyTotals } from '#server/payments/payments.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import { listServers, type RunningServer } from '#server/operations/servers.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import type { CommandContext } from './command-context.ts';
import { command } from './command.ts';
import { JSON_FLAG } from './fields.ts';

export const status = command({
  name: 'status',
  summary:
    'Counts registrations, orders, refunds, disputes and abstracts, sums up the money received, and names the servers that run.',
  notOffered: 'The overview shows it.',
  fields: { isJson: JSON_FLAG },
  asksNobody: true,
  work: (context, { isJson }, print) => statusCommand(context, print, isJson),
});

/** Prints all counts. The concerns are in doctor. */
export async function statusCommand(
  { content, payments: { db, clock, currency } }: CommandContext,
  print: (line: string) => Promise<void>,
  isJson = false,
): Promise<void> {
  const facts = {
    ...(await countPeople(db)),
    /** The people with a sure place, as in every list. */
    coming: await countComing(db),
    abstracts: await countRows(db, 'abstracts'),
    orders: await countOrders(db),
    refunds: countStates(await listRefunds(db)),
    disputes: countStates(await listDisputes(db)),
    ...(await moneyTotals(db, currency)),
    servers: await listServers(db, clock),
  };
  if (isJson) return print(`${JSON.stringify(facts, undefined, 2)}\n`);
  const line = (what: string, how: string | number) => print(`${what.padEnd(16)}${how}\n`);
  await line('registrations', facts.registrations);
  await line('discounts', facts.discounts);
  await line('coming', facts.coming);
  await line('abstracts', facts.abstracts);
  for (const what of ['orders', 'refunds', 'disputes'] as const) {
    const states = Object.entries(facts[what]).map(([state, count]) => `${count} ${state}`);
    await line(what, states.join(', ') || 0);
  }
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const { withoutReceipt } = facts;
  await line('paid', money(facts.paidCents));
  await line('refunded', money(facts.refundedCents));
  await line('received', money(facts.receivedCents));
  if (withoutReceipt.paidCents > 0) {
    await line(
      'no receipt',
      `${money(withoutReceipt.paidCents)} paid, ${money(withoutReceipt.refundedCents)} of it refunded: these payments fit no order, or were made twice`,
    );
  }
  const { timezone } = content.conference.dates;
  for (const words of serverWords(facts.servers, printTimes(timezone))) await line('server', words);
  await line('times', timezone);
}

/** A line for each running server. The times are those of the database. */
export function serverWords(
  servers: readonly RunningServer[],
  print: (at: string) => string,
): string[] {
  if (servers.length === 0) return ['none runs'];
  return servers.map(
    ({ host, version, startedAt, seenAt, fileStore }) =>
      `${host}, version ${version}, since ${print(startedAt)}, last seen ${print(seenAt)}, files in the ${fileStore}`,
  );
}

function countStates(rows: readonly { state: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
