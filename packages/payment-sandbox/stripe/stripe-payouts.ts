import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type { BalanceTransactionRow, PayoutRow, StripeAccount } from './stripe-account.ts';
import { checkBalanceRight, moveBalance } from './stripe-balance.ts';
import { badState, noSuch } from './stripe-errors.ts';
import { payoutObject, statusOfPayout } from './stripe-objects.ts';
import {
  betweenParameters,
  integer,
  isBetween,
  listObject,
  pageParameters,
  readParameters,
  text,
} from './stripe-parameters.ts';

const DAY = 24 * 60 * 60;
const PAYOUT_RIGHT = 'rak_payout_read';

/**
 * Pays out the money that is available, or all money. There is one payout for each currency that has more than nothing.
 * Returns the ids of the payouts.
 */
export function payOut(account: StripeAccount, isMeant: (row: BalanceTransactionRow) => boolean) {
  const open = [...account.balanceTransactions.rows()].filter(
    (row) => row.payout === null && row.type !== 'payout' && isMeant(row),
  );
  const ids: string[] = [];
  for (const currency of new Set(open.map((row) => row.currency))) {
    const rows = open.filter((row) => row.currency === currency);
    const amount = rows.reduce((sum, row) => sum + row.amount - row.fee, 0);
    if (amount <= 0) continue;
    const payout = newPayout(account, { amount, currency, automatic: true });
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
  const what = { type: 'payout_failure', category: 'payout_reversal' } as const;
  moveBalance(account, { ...what, amount, currency, source: id });
}

function newPayout(
  account: StripeAccount,
  { amount, currency, automatic }: Pick<PayoutRow, 'amount' | 'currency' | 'automatic'>,
): PayoutRow {
  const created = account.clock.seconds();
  const payout: PayoutRow = {
    id: randomId('po_', 24),
    created,
    // The money arrives at the beginning of the next day.
    arrival: (dayOf(created) + 1) * DAY,
    amount,
    currency,
    automatic,
    failed: false,
  };
  account.payouts.put(payout.id, payout);
  moveBalance(account, {
    type: 'payout',
    category: 'payout',
    amount: 0 - amount,
    currency,
    source: payout.id,
    payout: automatic ? payout.id : null,
  });
  return payout;
}

const createParameters = z.strictObject({ amount: integer(1), currency: text() });

/** A payout by hand: Stripe does not say which transactions are in it. */
export function createPayout(account: StripeAccount, _call: Call, sent: unknown) {
  const { amount, currency } = readParameters(createParameters, sent);
  const now = account.clock.seconds();
  const available = [...account.balanceTransactions.rows()]
    .filter((row) => row.currency === currency && row.availableOn <= now)
    .reduce((sum, row) => sum + row.amount - row.fee, 0);
  if (amount > available)
    throw badState('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    });
  return payoutObject(account, newPayout(account, { amount, currency, automatic: false }));
}

const listParameters = z.strictObject({
  ...pageParameters,
  ...betweenParameters('created'),
  ...betweenParameters('arrival_date'),
  status: z.optional(z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled'])),
});

export function listPayouts(account: StripeAccount, _call: Call, sent: unknown) {
  checkBalanceRight(account, PAYOUT_RIGHT);
  const asked = readParameters(listParameters, sent);
  const { created, arrival_date: arrival, status, ...page } = asked;
  const found = [...account.payouts.rows()].filter(
    (row) =>
      isBetween(created, row.created) &&
      isBetween(arrival, row.arrival) &&
      (status === undefined || statusOfPayout(account, row) === status),
  );
  return listObject('/v1/payouts', found, page, (row) => payoutObject(account, row));
}

export function retrievePayout(account: StripeAccount, { id }: Call) {
  checkBalanceRight(account, PAYOUT_RIGHT);
  const payout = account.payouts.get(id);
  if (!payout) throw noSuch('payout', id, 'payout');
  return payoutObject(account, payout);
}
