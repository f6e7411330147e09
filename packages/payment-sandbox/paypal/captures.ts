import * as z from 'zod/mini';
import type { ApiError, Call } from '../api-calls.ts';
import { randomUpperCaseId } from '../random-id.ts';
import { knownOrder } from './orders.ts';
import type { CaptureRow, OrderRow, PayPalAccount } from './paypal-account.ts';
import { notFound, refusedFor } from './paypal-errors.ts';
import { moveCapture } from './paypal-transactions.ts';
import { emit } from './paypal-events.ts';
import { captureAlone, orderObject, payPageUrl } from './paypal-objects.ts';
import { centsOf, readParameters } from './paypal-parameters.ts';

export const MOST_DECLINES = 3;

/**
 * Takes the money or refuses, as the buyer chose. The function awaits nothing, so one of two concurrent calls
 * captures.
 */
export function captureOrder(account: PayPalAccount, call: Call, sent: unknown) {
  readParameters(z.strictObject({}), sent);
  const order = knownOrder(account, call.id);
  if (order.capture !== null) throw refusedFor('ORDER_ALREADY_CAPTURED');
  if (order.declines >= MOST_DECLINES) throw refusedFor('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED');
  if (order.status !== 'APPROVED') throw refusedFor('ORDER_NOT_APPROVED');
  if (isTaken(account, order.unit.invoice_id)) throw refusedFor('DUPLICATE_INVOICE_ID');
  if (order.choice === 'is-declined') throw decline(account, order);

  return { status: 201, body: orderObject(account, complete(account, order)) };
}

export function knownCapture(account: PayPalAccount, id: string): CaptureRow {
  const capture = account.captures.get(id);
  if (!capture) throw notFound('capture_id');
  return capture;
}

/** Ends a pending capture; in reality this happens days later. */
export function resolvePending(
  account: PayPalAccount,
  capture: CaptureRow,
  outcome: 'completed' | 'denied',
): void {
  if (capture.status !== 'PENDING')
    throw new Error(`Capture ${capture.id} is ${capture.status}, not pending.`);
  const status = outcome === 'completed' ? 'COMPLETED' : 'DECLINED';
  putCapture(account, { ...capture, status });
}

function complete(account: PayPalAccount, order: OrderRow): OrderRow {
  const { amount, custom_id: customId = null, invoice_id: invoiceId = null } = order.unit;
  const capture: CaptureRow = {
    id: randomUpperCaseId(17),
    created: account.clock.seconds(),
    order: order.id,
    amount: centsOf(amount),
    currency: amount.currency_code,
    customId,
    invoiceId,
    status: order.choice === 'stays-pending' ? 'PENDING' : 'COMPLETED',
    refunded: 0,
    disputed: false,
  };
  // An order is completed even when its capture is still pending.
  const completed: OrderRow = { ...order, status: 'COMPLETED', capture: capture.id };
  account.orders.put(completed.id, completed);
  putCapture(account, capture);
  return completed;
}

/** The buyer has to approve again, with another means of payment. */
function decline(account: PayPalAccount, order: OrderRow): ApiError {
  account.orders.put(order.id, {
    ...order,
    status: 'PAYER_ACTION_REQUIRED',
    choice: 'pays',
    declines: order.declines + 1,
  });
  const href = payPageUrl(account, order);
  return refusedFor('INSTRUMENT_DECLINED', { links: [{ href, rel: 'redirect', method: 'GET' }] });
}

const news = { COMPLETED: 'COMPLETED', PENDING: 'PENDING', DECLINED: 'DENIED' } as const;

function putCapture(account: PayPalAccount, capture: CaptureRow): void {
  account.captures.put(capture.id, capture);
  if (capture.status === 'COMPLETED') moveCapture(account, capture);
  emit(account, `PAYMENT.CAPTURE.${news[capture.status]}`, captureAlone(capture));
}

function isTaken(account: PayPalAccount, invoiceId: string | undefined): boolean {
  return [...account.captures.rows()].some(
    (capture) => capture.invoiceId === (invoiceId ?? '') && capture.status !== 'DECLINED',
  );
}
