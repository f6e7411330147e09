import { compareBalances } from '#features/books/compare-balances.ts';
import { readBalances } from '#features/books/read-balances.ts';
import type { WrittenEntry } from './bank-statement.ts';
import { bookkeeping } from './fixture-bookkeeping.ts';
import { balancesOf, expectedBalances } from './journal-differences.ts';
import type { TestServer } from './test-server.ts';

/**
 * Accounts whose balance in the journal is not that of the payments, documents and movements at the providers. The bank
 * account and what is assigned to no order are compared together, because credits may wait for a person.
 */
export async function journalDifferences(server: TestServer): Promise<string[]> {
  const { accounts } = bookkeeping;
  const expected = await expectedBalances(server);
  const add = (account: string, cents: number) => {
    expected[account] = (expected[account] ?? 0) + cents;
  };
  const moved = await server.db.selectFrom('payout_entries').selectAll().execute();
  for (const { provider, kind, ...row } of moved) {
    const [net, fee] = [Number(row.net_cents), Number(row.fee_cents)];
    const account = provider === 'paypal' ? accounts.paypal : accounts.stripe;
    const isOfAccount = kind === 'fee' || kind === 'adjustment';
    const cost = kind === 'payout' ? 0 : isOfAccount ? -net : fee;
    add(accounts.fees, cost);
    add(account, (kind === 'payout' ? net : 0) - cost);
    if (kind === 'payout') add(accounts.bank, -net);
  }
  const booked = together(await balancesOf(server));
  const ours = together(expected);
  return [...new Set([...Object.keys(booked), ...Object.keys(ours)])].flatMap((account) => {
    const [is = 0, shouldBe = 0] = [booked[account], ours[account]];
    return is === shouldBe
      ? []
      : `the journal has ${is} on the account ${account}, not ${shouldBe}`;
  });
}

function together({
  [bookkeeping.accounts.bank]: bank = 0,
  [bookkeeping.accounts.unassigned]: unassigned = 0,
  ...others
}: Record<string, number>): Record<string, number> {
  return { ...others, [bookkeeping.accounts.bank]: bank + unassigned };
}

/** Payouts that do not add up, and payments that our ledger and the accounts of the providers do not both have. */
export async function payoutDifferences({ context }: TestServer): Promise<string[]> {
  const readings = await readBalances(context);
  const found = await compareBalances(context.db, readings, context.referencePrefix, undefined);
  return [
    ...readings.flatMap(({ trouble }) => trouble ?? []),
    ...found.payouts.flatMap(({ ref, addsUp }) =>
      addsUp === false ? `${ref} does not add up` : [],
    ),
    ...found.differences.map(
      ({ reference, ourCents, theirCents }) =>
        `${reference}: our books have ${ourCents}, the account has ${theirCents}`,
    ),
    ...found.onlyOnAccount.map(
      ({ kind, invoice, grossCents }) => `only on the account: ${kind} ${invoice} ${grossCents}`,
    ),
  ];
}

/** The credits of the bank account are recorded once each, whatever statements had them. */
export async function statementDifferences(
  { db }: TestServer,
  statement: readonly WrittenEntry[],
): Promise<string[]> {
  const { sum } = await db
    .selectFrom('bank_entries')
    .select(({ fn }) => fn.sum('amount_cents').as('sum'))
    .where('source', '=', 'statement')
    .where('amount_cents', '>', 0)
    .executeTakeFirstOrThrow();
  const credits = statement.reduce((cents, entry) => cents + Math.max(0, entry.cents), 0);
  return Number(sum ?? 0) === credits
    ? []
    : [`the statements have credits of ${credits}, but ${Number(sum ?? 0)} are recorded`];
}
