import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomUpperCaseId } from '../random-id.ts';
import { knownCapture } from './captures.ts';
import type { CaptureRow, PayPalAccount, RefundRow } from './paypal-account.ts';
import { isUnderDispute } from './paypal-disputes.ts';
import { notFound, refusedFor } from './paypal-errors.ts';
import { emit } from './paypal-events.ts';
import { refundObject } from './paypal-objects.ts';
import { moveChargeback, moveFailedRefund, moveRefund } from './paypal-transactions.ts';
import { centsOf, money, readParameters, text } from './paypal-parameters.ts';

const refundParameters = z.strictObject({
  amount: z.optional(money),
  invoice_id: z.optional(text(127)),
});

export function createRefund(account: PayPalAccount, call: Call, sent: unknown) {
  const { amount, invoice_id: invoice } = readParameters(refundParameters, sent);
  const capture = knownCapture(account, call.id);
  if (amount && amount.currency_code !== capture.currency)
    throw refusedFor('REFUND_CAPTURE_CURRENCY_MISMATCH', { field: '/amount/currency_code' });
  // PayPal accepts each invoice id once per merchant account.
  const isTaken = [...account.refunds.rows()].some(
    ({ invoiceId }) => invoice !== undefined && invoiceId === invoice,
  );
  if (isTaken) throw refusedFor('DUPLICATE_INVOICE_ID', { field: '/invoice_id' });
  const refund = refundCapture(account, capture, amount && centsOf(amount), invoice);
  return { status: 201, body: refundObject(account, refund) };
}

export function retrieveRefund(account: PayPalAccount, { id }: Call) {
  const refund = account.refunds.get(id);
  if (!refund) throw notFound('refund_id');
  return { status: 200, body: refundObject(account, refund) };
}

/** Makes a refund of the API or of the dashboard; without an amount, it refunds the rest of the capture. */
export function refundCapture(
  account: PayPalAccount,
  capture: CaptureRow,
  amount = capture.amount - capture.refunded,
  // A refund without an invoice id gets the invoice id of its capture.
  invoiceId: string | null = capture.invoiceId,
): RefundRow {
  checkRefundable(account, capture, amount);
  const status = account.refundsWait ? 'PENDING' : 'COMPLETED';
  const refund = addRefund(account, capture, { amount, status, invoiceId });
  if (status === 'COMPLETED') complete(account, refund);
  return refund;
}

/** Completes a refund that waited for the buyer's bank. */
export function completeRefund(account: PayPalAccount, refund: RefundRow): void {
  const completed: RefundRow = { ...refund, status: 'COMPLETED' };
  account.refunds.put(refund.id, completed);
  complete(account, completed);
}

function complete(account: PayPalAccount, refund: RefundRow): void {
  moveRefund(account, refund);
  emit(account, 'PAYMENT.CAPTURE.REFUNDED', refundObject(account, refund));
}

/** Makes a refund fail at the buyer's bank. PayPal's documentation names no event for such a failure. */
export function failRefund(account: PayPalAccount, { id }: { id: string }): void {
  const refund = account.refunds.get(id);
  const capture = refund && account.captures.get(refund.capture);
  if (!refund || !capture) throw new Error(`There is no refund ${id} in the sandbox.`);
  if (refund.status === 'FAILED') return;
  if (refund.status === 'COMPLETED') moveFailedRefund(account, refund);
  account.refunds.put(id, { ...refund, status: 'FAILED' });
  account.captures.put(capture.id, { ...capture, refunded: capture.refunded - refund.amount });
}

/** PayPal takes the money of a lost dispute back from the merchant. */
export function chargeBack(account: PayPalAccount, capture: CaptureRow, amount: number): void {
  if (capture.status !== 'COMPLETED')
    throw new Error(`Capture ${capture.id} has no money to take back.`);
  const { invoiceId } = capture;
  const reversal = addRefund(account, capture, { amount, status: 'COMPLETED', invoiceId });
  moveChargeback(account, reversal);
  emit(account, 'PAYMENT.CAPTURE.REVERSED', refundObject(account, reversal));
}

function addRefund(
  account: PayPalAccount,
  capture: CaptureRow,
  made: Pick<RefundRow, 'amount' | 'status' | 'invoiceId'>,
): RefundRow {
  const refund: RefundRow = {
    id: randomUpperCaseId(17),
    created: account.clock.seconds(),
    capture: capture.id,
    currency: capture.currency,
    ...made,
  };
  account.refunds.put(refund.id, refund);
  account.captures.put(capture.id, { ...capture, refunded: capture.refunded + made.amount });
  return refund;
}

const DAY = 24 * 60 * 60;

function checkRefundable(account: PayPalAccount, capture: CaptureRow, amount: number): void {
  const left = capture.amount - capture.refunded;
  if (capture.status === 'PENDING') throw refusedFor('PENDING_CAPTURE');
  if (capture.status === 'DECLINED') throw refusedFor('REFUND_NOT_ALLOWED');
  if (left === 0) throw refusedFor('CAPTURE_FULLY_REFUNDED');
  if (capture.created + 180 * DAY < account.clock.seconds())
    throw refusedFor('REFUND_TIME_LIMIT_EXCEEDED');
  if (amount > left) throw refusedFor('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value' });
  if (isUnderDispute(account, capture) && amount < left) throw refusedFor('TRANSACTION_DISPUTED');
}
