import { allCash } from '#features/cash/cash-entries.ts';
import { postingsIn } from '#features/books/journal.ts';
import { sheetOf } from '#server/reports/lists.ts';
import type { DateRange } from '#server/reports/date-range.ts';
import { signOf } from '#server/receipts/receipt-document.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { listPayments } from '#server/payments/payments.ts';
import { bookkeeping } from './fixture-bookkeeping.ts';
import type { TestServer } from './test-server.ts';

/** The balance of each account of the journal: debit less credit. */
export async function balancesOf(
  { db, content, origin, context }: TestServer,
  range?: DateRange,
): Promise<Record<string, number>> {
  const balances: Record<string, number> = {};
  const add = (account: string, cents: number) => {
    balances[account] = (balances[account] ?? 0) + cents;
  };
  const { mode, currency } = context;
  const timeZone = content.conference.dates.timezone;
  const deps = { bookkeeping, timeZone, origin, mode, currency };
  for await (const { debit, credit, cents } of postingsIn(db, deps, range)) {
    add(debit, cents);
    add(credit, -cents);
  }
  return withoutZeros(balances);
}

/** The balances that the payments and documents give, added up independently of the journal. */
export async function expectedBalances({ db }: TestServer): Promise<Record<string, number>> {
  const { accounts } = bookkeeping;
  const balances: Record<string, number> = {};
  const add = (account: string, cents: number) => {
    balances[account] = (balances[account] ?? 0) + cents;
  };
  const orders = await db.selectFrom('orders').select('id').execute();
  const bare = new Map(
    (await listPayments(db)).map((payment) => [payment.id, isMoneyState(payment.state)]),
  );
  for (const { id } of orders) {
    for (const { paymentId, kind, replaces, taxes, totalCents } of await documentsOf(db, id)) {
      bare.set(paymentId, false);
      if (replaces !== undefined) continue;
      const sign = -signOf({ kind });
      for (const { basisPoints, grossCents } of taxes ?? [
        { basisPoints: undefined, grossCents: totalCents },
      ]) {
        const rate = basisPoints === null ? 'exempt' : basisPoints && basisPoints / 100;
        const found = accounts.revenue.find(({ tax }) => tax === rate) ?? accounts.revenue[0];
        add(found?.account ?? '', sign * grossCents);
      }
    }
  }
  for (const payment of await listPayments(db)) {
    if (!isMoneyState(payment.state) || payment.provider === 'free') continue;
    const left = (payment.arrivedCents ?? payment.amountCents) - payment.refundedCents;
    const { provider } = payment;
    const account = provider === 'transfer' ? accounts.bank : accounts[provider];
    add(account ?? accounts.unassigned, left);
    if (bare.get(payment.id)) add(accounts.unassigned, -left);
  }
  for (const { kind, amountCents, roundingCents, movedAt } of await allCash(db)) {
    if (movedAt === undefined) continue;
    const found = (kind === 'difference' ? amountCents : 0) - roundingCents;
    const moved = kind === 'moved' ? amountCents : 0;
    add(accounts.cash ?? accounts.unassigned, found + moved);
    add(accounts.cashDifferences ?? accounts.unassigned, -found);
    add(accounts.bank, -moved);
  }
  for (const { amount_cents: cents } of await db
    .selectFrom('bank_refunds')
    .select('amount_cents')
    .where('kept_at', 'is not', null)
    .execute()) {
    add(accounts.bank, cents);
    add(accounts.gifts ?? accounts.unassigned, -cents);
  }
  for (const { booked_cents: cents } of await db
    .selectFrom('bank_entries')
    .select('booked_cents')
    .where('source', '=', 'accepted')
    .execute()) {
    add(accounts.shortfalls ?? accounts.fees, cents);
    add(accounts.bank, -cents);
  }
  return withoutZeros(balances);
}

/** The balance of each account of the journal, and the sum of each column of the sheet Transfers, of some days. */
export async function sumsIn(
  server: TestServer,
  range?: DateRange,
): Promise<Record<string, number>> {
  const sums = await balancesOf(server, range);
  const { columns, rows } = await sheetOf(server.organising, 'transfers', range);
  for await (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (typeof cell !== 'object' || !('cents' in cell)) continue;
      const title = columns[at]?.title ?? '';
      sums[title] = (sums[title] ?? 0) + cell.cents;
    }
  }
  return withoutZeros(sums);
}

export function withoutZeros(balances: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0));
}
