import { emit } from './events.ts';
import { orderObject } from './order-object.ts';
import { approvalLapse } from './orders.ts';
import type { OrderRow, PayPalAccount } from './paypal-account.ts';

/** The buyer's approval on the page; repeated, only the choice changes. */
export function approve(account: PayPalAccount, order: OrderRow, choice: OrderRow['choice']): void {
  if (order.status === 'APPROVED') {
    account.orders.put(order.id, { ...order, choice });
    return;
  }
  const approved: OrderRow = {
    ...order,
    status: 'APPROVED',
    choice,
    updated: account.clock.seconds(),
    lapsesAt: approvalLapse(account),
  };
  account.orders.put(order.id, approved);
  emit(account, 'CHECKOUT.ORDER.APPROVED', {
    resource: orderObject(account, approved),
    summary: 'An order has been approved by buyer',
  });
}
