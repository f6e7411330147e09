import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomUpperCaseId } from '../random-id.ts';
import type { OrderRow, PayPalAccount } from './paypal-account.ts';
import { notFound, refusedFor } from './paypal-errors.ts';
import { emit } from './paypal-events.ts';
import { orderObject } from './paypal-objects.ts';
import { money, readParameters, text, webAddress } from './paypal-parameters.ts';

/** The configuration of the payer's page; the sandbox uses only the addresses. */
const context = z.strictObject({
  cancel_url: webAddress,
  locale: z.optional(z.string()),
  return_url: webAddress,
  shipping_preference: z.optional(z.string()),
  user_action: z.optional(z.string()),
});

const unit = z.strictObject({
  amount: money,
  description: z.optional(text(127)),
  custom_id: z.optional(text(127)),
  invoice_id: z.optional(text(127)),
});

const createParameters = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  // PayPal accepts up to ten purchase units; a redirect with one capture needs only one.
  purchase_units: z.tuple([unit]),
  payment_source: z.strictObject({ paypal: z.strictObject({ experience_context: context }) }),
});

/** The time to approve a new order, and the time to capture an approved one. */
const THREE_HOURS = 3 * 60 * 60;

export function createOrder(account: PayPalAccount, call: Call, sent: unknown) {
  const asked = readParameters(createParameters, sent);
  if (call.idempotencyKey === null) throw refusedFor('PAYPAL_REQUEST_ID_REQUIRED');
  if (asked.intent !== 'CAPTURE') throw refusedFor('UNSUPPORTED_INTENT', { field: '/intent' });
  const page = asked.payment_source.paypal.experience_context;
  const now = account.clock.seconds();
  const order: OrderRow = {
    id: randomUpperCaseId(17),
    created: now,
    lapsesAt: now + THREE_HOURS,
    status: 'PAYER_ACTION_REQUIRED',
    unit: asked.purchase_units[0],
    returnUrl: page.return_url,
    cancelUrl: page.cancel_url,
    choice: 'pays',
    declines: 0,
    capture: null,
  };
  account.orders.put(order.id, order);
  return { status: 200, body: orderObject(account, order) };
}

export function retrieveOrder(account: PayPalAccount, { id }: Call) {
  return { status: 200, body: orderObject(account, knownOrder(account, id)) };
}

/** Records the buyer's approval on the page; a second approval changes only the choice. */
export function approve(account: PayPalAccount, order: OrderRow, choice: OrderRow['choice']): void {
  const now = account.clock.seconds();
  const approved: OrderRow =
    order.status === 'APPROVED'
      ? { ...order, choice }
      : { ...order, choice, status: 'APPROVED', lapsesAt: now + THREE_HOURS };
  account.orders.put(order.id, approved);
  if (order.status === 'APPROVED') return;
  emit(account, 'CHECKOUT.ORDER.APPROVED', orderObject(account, approved));
}

/** An expired order is treated as unknown. */
export function knownOrder(account: PayPalAccount, id: string): OrderRow {
  const order = account.orders.get(id);
  if (!order || hasLapsed(account, order)) throw notFound('order_id');
  return order;
}

export function hasLapsed(account: PayPalAccount, { status, lapsesAt }: OrderRow): boolean {
  return status !== 'COMPLETED' && lapsesAt <= account.clock.seconds();
}
