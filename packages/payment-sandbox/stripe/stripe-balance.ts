import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type {
  BalanceTransactionRow,
  ChargeRow,
  DisputeRow,
  RefundRow,
  StripeAccount,
} from './stripe-account.ts';
import { noSuch, stripeError } from './stripe-errors.ts';
import {
  balanceTransactionObject,
  chargeObject,
  disputeObject,
  payoutObject,
  refundObject,
} from './stripe-objects.ts';
import {
  between,
  isBetween,
  listObject,
  pageParameters,
  readParameters,
  text,
} from './stripe-parameters.ts';

const DAY = 24 * 60 * 60;
const AVAILABLE_AFTER = 3 * DAY;

/** Stripe's price list: 1.5 % and 0.25 for a card, 0.35 for a direct debit, 20.00 for a dispute. */
const CARD_FEE = { percent: 1.5, fixed: 25 };
const DEBIT_FEE = 35;
const DISPUTE_FEE = 2000;

type Movement = Pick<BalanceTransactionRow, 'category' | 'amount' | 'currency'> &
  Partial<Pick<BalanceTransactionRow, 'id' | 'fee' | 'source' | 'payout'>>;

/** Moves money into the balance or, with a negative amount, out of it. */
export function moveBalance(account: StripeAccount, movement: Movement): BalanceTransactionRow {
  const created = account.clock.seconds();
  // Money that leaves the balance leaves it at once.
  const isMoneyIn = movement.amount > 0 && movement.category === 'charge';
  const row: BalanceTransactionRow = {
    id: randomId('txn_', 24),
    fee: 0,
    source: null,
    payout: null,
    created,
    availableOn: isMoneyIn ? created - (created % DAY) + AVAILABLE_AFTER : created,
    ...movement,
  };
  account.balanceTransactions.put(row.id, row);
  return row;
}

export function moveCharge(account: StripeAccount, charge: ChargeRow): void {
  const { id, amount, currency, method } = charge;
  const cardFee = Math.round((amount * CARD_FEE.percent) / 100) + CARD_FEE.fixed;
  moveBalance(account, {
    id: id.replace('ch_', 'txn_'),
    category: 'charge',
    amount,
    fee: method === 'card' ? cardFee : DEBIT_FEE,
    currency,
    source: id,
  });
}

/** Stripe keeps the fee of a payment that is refunded. */
export function moveRefund(account: StripeAccount, { id, amount, currency }: RefundRow): void {
  moveBalance(account, {
    id: id.replace('re_', 'txn_'),
    category: 'refund',
    amount: 0 - amount,
    currency,
    source: id,
  });
}

export function moveFailedRefund(account: StripeAccount, refund: RefundRow): void {
  const { id, amount, currency } = refund;
  moveBalance(account, { category: 'refund_failure', amount, currency, source: id });
}

/** The bank takes the disputed money, at most the rest of the charge, and Stripe takes a fee that it keeps. */
export function moveDispute(account: StripeAccount, charge: ChargeRow, dispute: DisputeRow): void {
  moveBalance(account, {
    category: 'dispute',
    amount: 0 - Math.min(dispute.amount, charge.amount - charge.refunded),
    fee: DISPUTE_FEE,
    currency: dispute.currency,
    source: dispute.id,
  });
}

export function moveWonDispute(account: StripeAccount, dispute: DisputeRow): void {
  const taken = transactionsOf(account, dispute.id).find(({ category }) => category === 'dispute');
  moveBalance(account, {
    category: 'dispute_reversal',
    amount: 0 - (taken?.amount ?? 0),
    currency: dispute.currency,
    source: dispute.id,
  });
}

/** A fee that belongs to no payment, such as for a product of Stripe. */
export function moveFee(account: StripeAccount, amount: number, currency: string): string {
  return moveBalance(account, { category: 'fee', amount: 0 - amount, currency }).id;
}

/** The disputed money that the bank has, as the balance says. */
export function takenBy(account: StripeAccount, { id }: DisputeRow): number {
  return transactionsOf(account, id).reduce((sum, { amount }) => sum - amount, 0);
}

function transactionsOf(account: StripeAccount, source: string): BalanceTransactionRow[] {
  return [...account.balanceTransactions.rows()].filter((row) => row.source === source);
}

/** A restricted key without the right to read the balance gets this answer. */
export function checkBalanceRight(account: StripeAccount, right: string): void {
  if (account.mayReadBalance) return;
  throw stripeError(
    403,
    `The provided key 'rk_test_*****' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the '${right}' permission would allow this request to continue.`,
  );
}

const SOURCE_RIGHT = 'rak_balance_transaction_source_read';

const expand = z._default(
  z.array(
    z.literal('data.source', {
      error: 'This property cannot be expanded: the payment sandbox supports only data.source.',
    }),
  ),
  [],
);

const listParameters = z.strictObject({
  ...pageParameters,
  created: between,
  payout: z.optional(text()),
  expand,
});

export function listBalanceTransactions(account: StripeAccount, _call: Call, sent: unknown) {
  checkBalanceRight(account, SOURCE_RIGHT);
  const asked = readParameters(listParameters, sent);
  const { created, payout, expand: expanded, ...page } = asked;
  if (payout !== undefined && !account.payouts.get(payout))
    throw noSuch('payout', payout, 'payout');
  const found = [...account.balanceTransactions.rows()].filter(
    (row) => isBetween(created, row.created) && (payout === undefined || row.payout === payout),
  );
  return listObject('/v1/balance_transactions', found, page, (row) => ({
    ...balanceTransactionObject(row),
    ...(expanded.length > 0 && { source: sourceObject(account, row.source ?? '') }),
  }));
}

/** The charge, refund, dispute or payout of a balance transaction; null for a fee. */
function sourceObject(account: StripeAccount, id: string): object | null {
  const charge = account.charges.get(id);
  const refund = account.refunds.get(id);
  const dispute = account.disputes.get(id);
  const payout = account.payouts.get(id);
  if (charge) return chargeObject(account, charge);
  if (refund) return refundObject(refund);
  if (dispute) return disputeObject(account, dispute);
  return payout ? payoutObject(account, payout) : null;
}
