import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type { BalanceTransactionRow, PayoutRow, StripeAccount } from './stripe-account.ts';
import { checkBalanceRight, moveBalance } from './stripe-balance.ts';
import { noSuch } from './stripe-errors.ts';
import { payoutObject } from './stripe-objects.ts';
import {
  between,
  isBetween,
  listObject,
  pageParameters,
  readParameters,
} from './stripe-parameters.ts';

const DAY = 24 * 60 * 60;
const PAYOUT_RIGHT = 'rak_payout_read';

/**
 * Pays out the money that is available, or all money. There is one payout for each currency that has more than nothing.
 * Returns the ids of the payouts.
 */
export function payOut(account: StripeAccount, isMeant: (row: BalanceTransactionRow) => boolean) {
  const open = [...account.balanceTransactions.rows()].filter(
    (row) => row.payout === null && row.category !== 'payout' && isMeant(row),
  );
  const ids: string[] = [];
  for (const currency of new Set(open.map((row) => row.currency))) {
    const rows = open.filter((row) => row.currency === currency);
    const amount = rows.reduce((sum, row) => sum + row.amount - row.fee, 0);
    if (amount <= 0) continue;
    const payout = newPayout(account, { amount, currency });
    for (const row of rows) account.balanceTransactions.put(row.id, { ...row, payout: payout.id });
    ids.push(payout.id);
  }
  return ids;
}

/** Pays out the available money once a day, as Stripe does by default. */
export function dailyPayouts(account: StripeAccount) {
  let lastDay = Math.max(0, ...[...account.payouts.rows()].map(({ created }) => dayOf(created)));
  return () => {
    const now = account.clock.seconds();
    if (dayOf(now) <= lastDay) return;
    lastDay = dayOf(now);
    payOut(account, ({ availableOn }) => availableOn <= now);
  };
}

function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY);
}

/** The bank returns a payout, and its money is in the balance again. */
export function failPayout(account: StripeAccount, id: string): void {
  const payout = account.payouts.get(id);
  if (!payout) throw new Error(`There is no payout ${id} in the sandbox.`);
  if (payout.failed) return;
  const { amount, currency } = payout;
  account.payouts.put(id, { ...payout, failed: true });
  moveBalance(account, { category: 'payout_reversal', amount, currency, source: id });
}

function newPayout(
  account: StripeAccount,
  { amount, currency }: Pick<PayoutRow, 'amount' | 'currency'>,
): PayoutRow {
  const created = account.clock.seconds();
  const payout: PayoutRow = {
    id: randomId('po_', 24),
    created,
    // The money arrives at the beginning of the next day.
    arrival: (dayOf(created) + 1) * DAY,
    amount,
    currency,
    failed: false,
  };
  account.payouts.put(payout.id, payout);
  moveBalance(account, {
    category: 'payout',
    amount: 0 - amount,
    currency,
    source: payout.id,
    payout: payout.id,
  });
  return payout;
}

const listParameters = z.strictObject({ ...pageParameters, created: between });

export function listPayouts(account: StripeAccount, _call: Call, sent: unknown) {
  checkBalanceRight(account, PAYOUT_RIGHT);
  const { created, ...page } = readParameters(listParameters, sent);
  const found = [...account.payouts.rows()].filter((row) => isBetween(created, row.created));
  return listObject('/v1/payouts', found, page, (row) => payoutObject(account, row));
}

export function retrievePayout(account: StripeAccount, { id }: Call) {
  checkBalanceRight(account, PAYOUT_RIGHT);
  const payout = account.payouts.get(id);
  if (!payout) throw noSuch('payout', id, 'payout');
  return payoutObject(account, payout);
}
