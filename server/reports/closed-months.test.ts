import { DAY } from '#contract/time-spans.ts';
import { expect, test } from 'vitest';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { decimalFromCents } from '#contract/money.ts';
import { planPaid } from '#server/bank/plan-paid.ts';
import { planRefundTakenBack, planSettled } from '#server/orders/change/refund-order.ts';
import { planUndoCancellation } from '#server/orders/change/undo-cancellation.ts';
import { planRefundUndone } from '#features/asked-amounts/undo-refund.ts';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import { syncRefunds } from '#server/payments/sync-refunds.ts';
import type { WrittenEntry } from '#tests/support/bank-statement.ts';
import { diceFrom } from '#tests/support/dice.ts';
import { sumsIn, withoutZeros } from '#tests/support/journal-differences.ts';
import { decideEntry, newEntry, readStatementOf } from '#tests/support/random-bank-acts.ts';
import { oneOf } from '#tests/support/random-world.ts';
import { seed } from '#tests/support/seed.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { today, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { readRange } from './date-range.ts';

const server = await startTestSite({ content: withTransfers() });

const dice = diceFrom(seed + 1);
/** The entries of the account, and transfers that were booked by hand and come on a statement some days later. */
const statement: WrittenEntry[] = [];
const toShow: WrittenEntry[] = [];
/** A statement that is read after its month still has its own days, so a month is read before it is closed. */
const readMonth = () => {
  const month = today(server).slice(0, 7);
  return readStatementOf(
    server,
    statement.filter(({ day = '' }) => day.startsWith(month)),
  );
};
const tried = async (plan: Promise<Plan>) => {
  await (await plan).perform();
};
const anOrder = async () => oneOf(dice, await server.listOrders());
/** Half of an amount, or all of it. */
const someOf = (cents: number) => (dice(2) ? cents : Math.ceil(cents / 2));

async function readEntries(): Promise<void> {
  for (let count = 1 + dice(2); count > 0; count--) {
    const entry = toShow.shift() ?? (await newEntry({ server, statement }, dice));
    if (!entry) continue;
    // A transfer that names nothing waits for a person.
    const words = dice(3) ? entry.words : 'Tagung';
    const day = today(server);
    statement.push({ ...entry, words: words ?? '', bankReference: `B${statement.length}`, day });
    await readStatementOf(server, statement.slice(-1));
  }
}

/** Books a transfer by hand, which a statement shows some days later. */
async function bookByHand(): Promise<void> {
  const order = await anOrder();
  if (!order) return;
  const cents = someOf(order.amountCents);
  const amount = decimalFromCents(cents as typeof order.amountCents, order.currency);
  const [reference, on] = [order.reference, today(server)];
  await tried(planPaid(server.organising, { reference, amount, on, name: 'Anna Königsdorf' }));
  if (dice(2)) toShow.push({ cents, words: reference });
}

/** The bank makes the transfers on the list, or gives one back, as a statement or a person says. */
async function moveRefunds(): Promise<void> {
  const { db, clock, context } = server;
  const now = clock.now().toISOString();
  const all = await db.selectFrom('bank_refunds').selectAll().orderBy('id').execute();
  const open = oneOf(
    dice,
    all.filter(({ failed_at: failed }) => failed === null),
  );
  if (!open) return;
  const { id, sent_at: sent, amount_cents: amount, payment_id: payment } = open;
  const cents = sent === null ? -amount : amount;
  if (dice(2)) {
    statement.push({ cents, endToEnd: id, words: '', day: today(server), bankReference: id });
    return readStatementOf(server, statement.slice(-1));
  }
  const change = sent === null ? { sent_at: now } : { failed_at: now };
  await db.updateTable('bank_refunds').set(change).where('id', '=', id).execute();
  if (payment !== null) await syncRefunds(context, payment, 'organiser');
}

/** The payer disputes a card payment, the bank decides about it, or somebody refunds at the provider. */
async function moveCards(): Promise<void> {
  const { control } = server.sandbox;
  const cards = (await server.listPayments()).filter(({ provider }) => provider === 'stripe');
  const { ref = '' } = oneOf(dice, cards) ?? {};
  const { ref: refund } = oneOf(dice, await server.listRefunds()) ?? {};
  const part = dice(2) ? 100 : undefined;
  const act = oneOf(dice, [
    () => control.dispute(ref, part),
    () => control.closeDispute(ref, dice(2) ? 'lost' : 'won'),
    () => control.refund(ref, part),
    () => control.failRefund(refund ?? ''),
  ]);
  try {
    act?.();
  } catch {
    // Not possible now.
  }
  await control.settled();
}

const acts: (() => Promise<unknown>)[] = [
  readEntries,
  readEntries,
  readEntries,
  () => decideEntry(server, dice),
  () => decideEntry(server, dice),
  moveRefunds,
  moveRefunds,
  bookByHand,
  readMonth,
  () => transferRegistration(server),
  async () => {
    const { reference = '' } = (await anOrder()) ?? {};
    await tried(server.planRefund({ reference, amount: dice(2) ? '20' : undefined }));
  },
  async () => {
    const { reference = '' } = (await anOrder()) ?? {};
    await tried(server.planCancellation({ reference }));
  },
  async () => {
    const { reference = '' } = (await anOrder()) ?? {};
    await tried(planUndoCancellation(server.organising, { reference }));
  },
  async () => {
    const refunds = await server.db.selectFrom('refunds').select('id').orderBy('id').execute();
    const { id = '' } = oneOf(dice, refunds) ?? {};
    const plan = oneOf(dice, [planRefundTakenBack, planRefundUndone, planSettled]);
    if (plan) await tried(plan(server.organising, { id }));
  },
  () => server.paidByCard(),
  moveCards,
];

test(`months that are printed at their ends stay as they are, and add up to the whole (seed ${seed})`, async () => {
  const { timezone } = server.content.conference.dates;
  const closed = new Map<string, Awaited<ReturnType<typeof sumsIn>>>();
  for (let count = 0; count < 4; count++) await transferRegistration(server);
  await server.paidByCard();
  for (let nth = 0; nth < 6; nth++) {
    const month = today(server).slice(0, 7);
    for (let count = 0; count < 8; count++) {
      const days = dice(4);
      if (dayAfter(today(server), days).startsWith(month)) server.clock.advance(days * DAY);
      const act = oneOf(dice, acts);
      await act?.().catch((error: unknown) => {
        if (!(error instanceof ActionImpossible)) throw error;
      });
    }
    await readMonth();
    closed.set(month, await sumsIn(server, readRange({ month }, timezone)));
    while (today(server).slice(0, 7) === month) server.clock.advance(DAY);
  }
  const whole: Record<string, number> = {};
  for (const [month, sums] of closed) {
    expect([month, await sumsIn(server, readRange({ month }, timezone))]).toEqual([month, sums]);
    for (const [name, cents] of Object.entries(sums)) whole[name] = (whole[name] ?? 0) + cents;
  }
  expect(withoutZeros(whole)).toEqual(await sumsIn(server));
});
