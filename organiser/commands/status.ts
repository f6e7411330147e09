import { amountWithCode, type Cents } from '#contract/money.ts';
import { countOwed } from '#server/orders/rows/asked-orders.ts';
import { countOrders } from '#server/orders/rows/orders.ts';
import { countPeople } from '#server/orders/rows/participants.ts';
import { countComing } from '#server/orders/rows/who-comes.ts';
import { countRows } from '#server/database/all-rows.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { moneyTotals } from '#server/payments/payments.ts';
import { countReturnedElsewhere } from '#server/payments/returned-money.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import { serversBehind } from '#server/operations/different-contents.ts';
import { listServers, type RunningServer } from '#server/operations/servers.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { command } from '#organiser/command.ts';
import { inColumn } from '#organiser/plain-output.ts';

export const status = command({
  name: 'status',
  summary:
    'Counts registrations, orders, refunds, disputes and abstracts, sums up the money received, and names the servers that run.',
  notOffered: 'The overview shows it.',
  async report({ content, payments: { db, clock, currency } }) {
    const facts = {
      ...(await countPeople(db)),
      /** The people with a sure place, as in every list. */
      coming: await countComing(db),
      abstracts: await countRows(db, 'abstracts'),
      /** The people in each state, as in the sheet Participants. */
      people: countStates(await allParticipants(db)),
      orders: await countOrders(db),
      refunds: countStates(await listRefunds(db)),
      /** The payments that were refunded at the provider, each a row of the sheet Refunds. */
      refundsElsewhere: await countReturnedElsewhere(db),
      disputes: countStates(await listDisputes(db)),
      ...(await moneyTotals(db, currency)),
      /** Amounts asked for that are neither paid nor taken back. */
      owed: await countOwed(db, currency),
      servers: await listServers(db, clock),
    };
    const { withoutReceipt } = facts;
    const money = (cents: Cents) => amountWithCode(cents, currency);
    const states = (counts: Record<string, number>) =>
      Object.entries(counts)
        .map(([state, count]) => `${count} ${state}`)
        .join(', ') || 0;
    const { timezone } = content.conference.dates;
    const lines: [label: string, value: string | number][] = [
      ['registrations', facts.registrations],
      ['discounts', facts.discounts],
      ['coming', facts.coming],
      ['abstracts', facts.abstracts],
      ['people', states(facts.people)],
      ['orders', states(facts.orders)],
      [
        'refunds',
        `requested here: ${states(facts.refunds)}; at the provider: ${facts.refundsElsewhere}`,
      ],
      ['disputes', states(facts.disputes)],
      ['paid', money(facts.paidCents)],
      ['refunded', money(facts.refundedCents)],
      ['received', money(facts.receivedCents)],
    ];
    const { owed } = facts;
    if (owed.count > 0) {
      lines.push(['asked for', `${owed.count} not paid, ${money(owed.cents)}`]);
    }
    if (withoutReceipt.paidCents > 0) {
      lines.push([
        'no receipt',
        `${money(withoutReceipt.paidCents)} paid, ${money(withoutReceipt.refundedCents)} of it refunded: these payments fit no order, or were made twice`,
      ]);
    }
    const servers = serverWords(facts.servers, printTimes(timezone));
    lines.push(...servers.map((words): [string, string] => ['server', words]), ['times', timezone]);
    return { facts, lines: lines.map(([label, value]) => `${inColumn(label, 16)}${value}`) };
  },
});

/** A line for each running server. The times are those of the database. */
export function serverWords(
  servers: readonly RunningServer[],
  print: (at: string) => string,
): string[] {
  if (servers.length === 0) return ['none runs'];
  const behind = serversBehind(servers);
  return servers.map((server) => {
    const { host, version, startedAt, seenAt, fileStore } = server;
    const words = `${host}, version ${version}, since ${print(startedAt)}, last seen ${print(seenAt)}, files in the ${fileStore}`;
    return behind.includes(server) ? `${words}, SHOWS AN EARLIER STATE of the conference` : words;
  });
}

function countStates(rows: readonly { state: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
