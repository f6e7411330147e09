import * as z from 'zod/mini';
import { randomUpperCaseId } from '../random-id.ts';
import { centsOf } from './amount-findings.ts';
import { announceCapture } from './captures.ts';
import { minimalOrder, orderObject, payPageUrl } from './order-object.ts';
import { knownOrder } from './orders.ts';
import { readParameters } from './parameters.ts';
import type { CaptureRow, OrderRow, PayPalAccount } from './paypal-account.ts';
import type { Call } from './paypal-call.ts';
import { type PayPalError, refused, refusedFor } from './paypal-error.ts';

export const MOST_DECLINES = 3;

/** Takes the money or not, as the buyer chose. Nothing is awaited: of two concurrent calls, one captures. */
export function captureOrder(account: PayPalAccount, call: Call, sent: unknown) {
  readParameters(z.strictObject({}), sent);
  const order = knownOrder(account, call.id);
  if (order.capture !== null) throw refusedFor('ORDER_ALREADY_CAPTURED');
  if (order.declines >= MOST_DECLINES) throw refusedFor('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED');
  if (order.status !== 'APPROVED') throw refusedFor('ORDER_NOT_APPROVED');
  if (isTaken(account, order.unit.invoice_id)) throw refusedFor('DUPLICATE_INVOICE_ID');
  if (order.choice === 'is-declined') throw decline(account, order);

  const completed = complete(account, order);
  return {
    status: 201 as const,
    body: call.wantsRepresentation
      ? orderObject(account, completed)
      : minimalOrder(account, completed),
  };
}

function complete(account: PayPalAccount, order: OrderRow): OrderRow {
  const now = account.clock.seconds();
  const { amount, custom_id: customId = null, invoice_id: invoiceId = null } = order.unit;
  const capture: CaptureRow = {
    id: randomUpperCaseId(17),
    created: now,
    updated: now,
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
  const completed: OrderRow = { ...order, status: 'COMPLETED', capture: capture.id, updated: now };
  account.captures.put(capture.id, capture);
  account.orders.put(completed.id, completed);
  announceCapture(account, capture);
  return completed;
}

/** The buyer has to approve again, with another means of payment. */
function decline(account: PayPalAccount, order: OrderRow): PayPalError {
  account.orders.put(order.id, {
    ...order,
    status: order.isWalletOrder ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    choice: 'pays',
    declines: order.declines + 1,
    updated: account.clock.seconds(),
  });
  return refused(
    [{ issue: 'INSTRUMENT_DECLINED' }],
    [{ href: payPageUrl(account, order), rel: 'redirect', method: 'GET' }],
  );
}

function isTaken(account: PayPalAccount, invoiceId: string | undefined): boolean {
  if (invoiceId === undefined) return false;
  for (const capture of account.captures.rows())
    if (capture.invoiceId === invoiceId && capture.status !== 'DECLINED') return true;
  return false;
}
