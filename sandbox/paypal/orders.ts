import { randomUpperCaseId } from '../random-id.ts';
import { minimalOrder, orderObject } from './order-object.ts';
import { readOrderParameters } from './order-parameters.ts';
import type { OrderRow, PayPalAccount } from './paypal-account.ts';
import type { Call } from './paypal-call.ts';
import { notFound } from './paypal-error.ts';

/** The time to approve a new order, and the time to capture an approved one. */
const THREE_HOURS = 3 * 60 * 60;

export function createOrder(account: PayPalAccount, call: Call, sent: unknown) {
  const { unit, isWalletOrder, page } = readOrderParameters(sent, call.requestId);
  const now = account.clock.seconds();
  const order: OrderRow = {
    id: randomUpperCaseId(17),
    created: now,
    updated: now,
    lapsesAt: now + THREE_HOURS,
    status: isWalletOrder ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    isWalletOrder,
    unit,
    brandName: page.brand_name ?? null,
    returnUrl: page.return_url ?? null,
    cancelUrl: page.cancel_url ?? null,
    choice: 'pays',
    declines: 0,
    capture: null,
  };
  account.orders.put(order.id, order);
  return {
    status: isWalletOrder ? (200 as const) : (201 as const),
    body: call.wantsRepresentation ? orderObject(account, order) : minimalOrder(account, order),
  };
}

export function retrieveOrder(account: PayPalAccount, { id }: Call) {
  return { status: 200 as const, body: orderObject(account, knownOrder(account, id)) };
}

/** Called on approval, which gives the shop time to capture. */
export function approvalLapse(account: PayPalAccount): number {
  return account.clock.seconds() + THREE_HOURS;
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
