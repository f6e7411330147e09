import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planKept } from '#features/bank-statements/keep-money.ts';
import { asCents, decimalFromCents } from '#contract/money.ts';
import { planAccepted } from '#server/bank/plan-accepted.ts';
import { planPaid } from '#server/bank/plan-paid.ts';
import { planStatement } from '#features/bank-statements/import-statement.ts';
import { entryIdOf } from '#features/bank-statements/entry-words.ts';
import { planIgnored, planMatch } from '#features/bank-statements/match-entries.ts';
import { readBalances } from '#features/books/read-balances.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { listOrders } from '#server/orders/rows/orders.ts';
import { listOpenTransfers } from '#server/payments/payments.ts';
import { writeCamt, type WrittenEntry } from './bank-statement.ts';
import type { Dice } from './dice.ts';
import { oneOf, PROVIDERS, serverOf, type WeightedAct, type World } from './random-world.ts';
import type { TestServer } from './test-server.ts';
import { today } from './transfers.ts';

/** Acts of the treasurer, of the bank of the conference, and of the banks of payers. */
export function bankActs(world: World, dice: Dice): WeightedAct[] {
  const { db, clock, sandbox } = world.server;
  const now = () => clock.now().toISOString();
  return [
    [5, 'read a bank statement', () => readNewStatement(world, dice)],
    [2, 'decide about an entry that waits', () => decideEntry(serverOf(world, dice), dice)],
    [2, 'accept a short transfer', () => acceptShort(world, dice)],
    [1, 'keep what was too much', () => keepTooMuch(world, dice)],
    [
      1,
      'make the transfers',
      () =>
        db
          .updateTable('bank_refunds')
          .set({ sent_at: now() })
          .where('sent_at', 'is', null)
          .execute(),
    ],
    [
      1,
      'let a bank return a transfer',
      async () => {
        const sent = await transfersMade(world.server);
        await db
          .updateTable('bank_refunds')
          .set({ failed_at: now() })
          .where('id', '=', oneOf(dice, sent)?.id ?? '')
          .execute();
      },
    ],
    [
      2,
      'pay out, and read the payouts',
      async () => {
        const refs = dice(2) ? sandbox.control.payout(oneOf(dice, PROVIDERS) ?? 'stripe') : [];
        for (const ref of refs) if (dice(4) === 0) sandbox.control.failPayout(ref);
        await readBalances(serverOf(world, dice).context);
      },
    ],
  ];
}

/** A transfer arrives short of a little, and is accepted, sometimes by two treasurers. */
async function acceptShort(world: World, dice: Dice): Promise<void> {
  const booked = await bookBeside(world, dice, -1 - dice(500));
  if (booked === undefined) return;
  const request = { reference: booked, words: 'fee of a bank' };
  const plans = await Promise.all(
    [world.server, world.beside].map(({ organising }) => planAccepted(organising, request)),
  );
  await Promise.allSettled(plans.slice(dice(2)).map((plan) => plan.perform()));
}

/** A transfer is too large, and its payer gives the rest to the conference. */
async function keepTooMuch(world: World, dice: Dice): Promise<void> {
  const reference = await bookBeside(world, dice, 1 + dice(500));
  const waiting = await world.server.db
    .selectFrom('bank_refunds')
    .select('id')
    .where('reason', '=', reference ?? '')
    .where('payment_id', 'is', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('id')
    .execute();
  const refund = oneOf(dice, waiting)?.id;
  if (refund === undefined) return;
  await (await planKept(world.server.organising, { refund, words: 'a gift' })).perform();
}

/** Books a transfer of an unpaid order that differs from its amount by some cents; returns its reference. */
async function bookBeside(world: World, dice: Dice, cents: number): Promise<string | undefined> {
  const server = serverOf(world, dice);
  const orders = (await listOrders(server.db)).filter(
    ({ paidPaymentId, cancelledAt, amountCents }) =>
      paidPaymentId === undefined && cancelledAt === undefined && amountCents > 1000,
  );
  const order = oneOf(dice, orders);
  if (!order) return undefined;
  const amount = decimalFromCents(asCents(order.amountCents + cents), order.currency);
  const { reference } = order;
  await (await planPaid(server.organising, { reference, amount, on: today(server) })).perform();
  return reference;
}

function transfersMade({ db }: TestServer) {
  return db
    .selectFrom('bank_refunds')
    .select(['id', 'amount_cents'])
    .where('sent_at', 'is not', null)
    .where('failed_at', 'is', null)
    .where('payment_id', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Reads a statement with new entries and some days of earlier statements, sometimes another one at the same moment. */
async function readNewStatement(world: World, dice: Dice): Promise<void> {
  const { server, beside, statement } = world;
  for (let count = 1 + dice(3); count > 0; count--) {
    const entry = await newEntry(world, dice);
    if (entry)
      statement.push({ ...entry, bankReference: `B${statement.length}`, day: today(server) });
  }
  const days = [...new Set(statement.flatMap(({ day }) => day ?? []))].toSorted();
  const from = oneOf(dice, days) ?? '';
  const until = oneOf(dice, days) ?? '';
  const isIn = [
    ({ day = '' }: WrittenEntry) => day >= from,
    ({ day = '' }: WrittenEntry) => day <= until,
  ];
  const [first = [], second = []] = isIn.map((isMeant) => statement.filter(isMeant));
  const isAtOnce = dice(3) === 0;
  await Promise.all([
    readStatementOf(server, first),
    // One of two plans that were made at once may be refused.
    ...(isAtOnce ? [readStatementOf(beside, second).catch(refusal)] : []),
  ]);
}

function refusal(error: unknown): void {
  if (!(error instanceof ActionImpossible)) throw error;
}

/** Books a statement with these entries. */
export async function readStatementOf(
  { organising }: TestServer,
  entries: readonly WrittenEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'plenary-statement-'));
  const bytes = readFileSync(writeCamt(join(folder, 'statement.xml'), entries));
  rmSync(folder, { recursive: true });
  const plan = await planStatement(organising, {
    files: [{ bytes }],
    file: 'statement.xml',
    columns: undefined,
  });
  await plan.perform();
}

/** A transfer of a payer, of the treasurer, or back from a bank. */
export async function newEntry(
  world: Pick<World, 'server' | 'statement'>,
  dice: Dice,
): Promise<WrittenEntry | undefined> {
  const { server, statement } = world;
  const { db } = server;
  switch (dice(9)) {
    case 0: {
      const refunds = await db
        .selectFrom('bank_refunds')
        .select(['id', 'amount_cents'])
        .orderBy('id')
        .execute();
      const unseen = refunds.filter(({ id }) => statement.every(({ endToEnd }) => endToEnd !== id));
      const refund = oneOf(dice, unseen);
      return refund && { cents: -refund.amount_cents, endToEnd: refund.id };
    }
    case 1: {
      const refund = oneOf(dice, await transfersMade(server));
      return refund && { cents: refund.amount_cents, endToEnd: refund.id };
    }
    case 2:
      // The payer pays again, the same amount with the same words.
      return oneOf(dice, statement);
    case 3: {
      // The bank takes a payment back.
      const credit = oneOf(
        dice,
        statement.filter(({ cents }) => cents > 0),
      );
      return credit && { ...credit, cents: 0 - credit.cents, isReversal: dice(2) === 0 };
    }
    case 4:
      return { cents: 100 * (1 + dice(500)), words: 'for the conference' };
    default:
      return transferOf(server, dice);
  }
}

/** The transfer of a payer who has promised one, or of any other: the amount, less or more, or for two orders. */
async function transferOf({ db }: TestServer, dice: Dice): Promise<WrittenEntry | undefined> {
  const orders = await listOrders(db);
  const promised = dice(4) ? oneOf(dice, await listOpenTransfers(db)) : undefined;
  const order = orders.find(({ id }) => id === promised?.orderId) ?? oneOf(dice, orders);
  if (!order) return undefined;
  const other = dice(6) === 0 ? oneOf(dice, orders) : undefined;
  const due = (promised?.amountCents ?? order.amountCents) + (other?.amountCents ?? 0);
  const cents = due + (oneOf(dice, [0, 0, 0, 0, -1_000, 777]) ?? 0);
  return cents > 0
    ? { cents, words: `${order.reference} ${other?.reference ?? 'registration'}` }
    : undefined;
}

export async function decideEntry({ organising, db }: TestServer, dice: Dice): Promise<unknown> {
  const rows = await db
    .selectFrom('bank_entries')
    .select(['entry_key', 'words'])
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();
  const entry = oneOf(dice, rows);
  const entries = entry ? entryIdOf(entry.entry_key) : '';
  if (dice(4) === 0) return (await planIgnored(organising, { entries })).perform();
  const orders = await listOrders(db);
  const named = orders.filter(({ reference: own }) => entry?.words.includes(own));
  const reference = (oneOf(dice, named) ?? oneOf(dice, orders))?.reference ?? '';
  return (await planMatch(organising, { matches: `${entries}=${reference}` })).perform();
}
