import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomUpperCaseId } from '../random-id.ts';
import type { CaptureRow, PayPalAccount, RefundRow, TransactionRow } from './paypal-account.ts';
import { failed, refusedFor, tooManyResults } from './paypal-errors.ts';
import { moneyOf, readParameters } from './paypal-parameters.ts';

/** PayPal's price list: 2.49 % and 0.35 for a payment, 16.00 for a chargeback. */
const FEE = { percent: 2.49, fixed: 35 };
const CHARGEBACK_FEE = 1600;

type Movement = Pick<TransactionRow, 'code' | 'amount' | 'currency'> &
  Partial<Pick<TransactionRow, 'id' | 'fee' | 'reference' | 'invoiceId'>>;

/** Moves money into the account or, with a negative amount, out of it. */
function moveMoney(account: PayPalAccount, movement: Movement): string {
  const row: TransactionRow = {
    id: randomUpperCaseId(17),
    created: account.clock.seconds(),
    fee: 0,
    reference: null,
    invoiceId: null,
    ...movement,
  };
  account.transactions.put(row.id, row);
  return row.id;
}

export function moveCapture(account: PayPalAccount, capture: CaptureRow): void {
  const { id, amount, currency, invoiceId } = capture;
  const fee = 0 - Math.round((amount * FEE.percent) / 100) - FEE.fixed;
  moveMoney(account, { id, code: 'T0006', amount, fee, currency, invoiceId });
}

/** PayPal keeps the fee of a payment that is refunded. */
export function moveRefund(account: PayPalAccount, refund: RefundRow, code = 'T1107'): void {
  const { id, capture: reference, amount, currency, invoiceId } = refund;
  moveMoney(account, { id, code, amount: 0 - amount, currency, invoiceId, reference });
}

/** A lost dispute also costs a fee. */
export function moveChargeback(account: PayPalAccount, refund: RefundRow): void {
  const { capture: reference, currency } = refund;
  moveRefund(account, refund, 'T1201');
  moveMoney(account, { code: 'T0106', amount: 0 - CHARGEBACK_FEE, currency, reference });
}

/** The money of a refund that failed is on the account again. */
export function moveFailedRefund(account: PayPalAccount, refund: RefundRow): void {
  const { id, amount, currency, invoiceId } = refund;
  moveMoney(account, { code: 'T1100', amount, currency, invoiceId, reference: id });
}

/** A fee that belongs to no payment. */
export function moveFee(account: PayPalAccount, amount: number, currency: string): string {
  return moveMoney(account, {
    code: 'T0100',
    amount: 0 - amount,
    currency: currency.toUpperCase(),
  });
}

/** Withdraws all money of each currency to the bank account. Returns the ids of the withdrawals. */
export function withdraw(account: PayPalAccount): string[] {
  const balances = new Map<string, number>();
  for (const { currency, amount, fee } of account.transactions.rows())
    balances.set(currency, (balances.get(currency) ?? 0) + amount + fee);
  return [...balances].flatMap(([currency, balance]) => {
    if (balance <= 0) return [];
    return moveMoney(account, { code: 'T0400', amount: 0 - balance, currency });
  });
}

/** The bank returns a withdrawal, and its money is on the account again. */
export function failWithdrawal(account: PayPalAccount, id: string): void {
  const row = account.transactions.get(id);
  if (row?.code !== 'T0400') throw new Error(`There is no withdrawal ${id} in the sandbox.`);
  const { amount, currency } = row;
  moveMoney(account, { code: 'T1101', amount: 0 - amount, currency, reference: id });
}

const DAY = 24 * 60 * 60;
const MOST_DAYS = 31;
const MOST_ITEMS = 10_000;

const moment = z.iso.datetime({ offset: true });
const wholeNumber = (most: number) =>
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most));

const listParameters = z.object({
  start_date: moment,
  end_date: moment,
  /** The sandbox has no other fields. */
  fields: z._default(z.literal('transaction_info'), 'transaction_info'),
  balance_affecting_records_only: z._default(z.enum(['Y', 'N']), 'Y'),
  page_size: z._default(wholeNumber(500), 100),
  page: z._default(wholeNumber(2_147_483_647), 1),
});

/** Lists what moved the balance, oldest first. The list is up to three hours late. */
export function listTransactions(account: PayPalAccount, { request }: Call) {
  if (!account.reports.isAllowed)
    throw failed(403, 'Authorization failed due to insufficient permissions.');
  const asked = readParameters(listParameters, request.query);
  const [from, until] = [Date.parse(asked.start_date) / 1000, Date.parse(asked.end_date) / 1000];
  const refreshed = account.clock.seconds() - account.reports.delay;
  if (until < from || until - from > MOST_DAYS * DAY)
    throw refusedFor('INVALID_PARAMETER_VALUE', { field: '/end_date' });
  if (from > refreshed) throw failed(400, 'Data for the given start date is not available.');
  const last = Math.min(until, refreshed);
  const found = [...account.transactions.rows()].filter(
    (row) => row.created >= from && row.created <= last,
  );
  if (found.length > MOST_ITEMS) throw tooManyResults(found.length, MOST_ITEMS);
  const { page, page_size: size } = asked;
  const items = found
    .slice((page - 1) * size, page * size)
    .map((row) => ({ transaction_info: transactionInfo(account, row) }));
  return {
    status: 200,
    body: {
      transaction_details: items,
      last_refreshed_datetime: reportTime(refreshed),
      total_pages: Math.ceil(found.length / size),
    },
  };
}

function transactionInfo(account: PayPalAccount, row: TransactionRow) {
  const { id, code, created, amount, fee, currency, reference, invoiceId } = row;
  return {
    transaction_id: id,
    ...(reference !== null && { paypal_reference_id: reference }),
    transaction_event_code: code,
    transaction_initiation_date: reportTime(created),
    transaction_amount: moneyOf(amount, currency),
    ...(fee !== 0 && { fee_amount: moneyOf(fee, currency) }),
    transaction_status: statusOf(account, row),
    ...(invoiceId !== null && { invoice_id: invoiceId }),
  };
}

/** V: the whole payment was refunded or reversed. */
function statusOf(account: PayPalAccount, { id }: TransactionRow): 'S' | 'V' {
  const capture = account.captures.get(id);
  return capture && capture.refunded === capture.amount ? 'V' : 'S';
}

/** Reports write times as 2026-05-29T08:00:00+0000. */
function reportTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d{3}Z$/, '+0000');
}
