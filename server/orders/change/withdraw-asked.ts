import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import { isStillOwed, undoingOrdersOf } from '#server/orders/rows/asked-orders.ts';
import { askedWithdrawn } from './mails.ts';
import { cancelOrder } from '#server/orders/rows/order-states.ts';
import { unpaidKeyOf } from '#server/orders/rows/orders.ts';

/**
 * Takes back the unpaid orders that ask for a refund of a payment again, if the refund did not stay with the payer: the
 * bank returned it, or a lost dispute was won. Money that still comes waits for a person.
 */
export async function withdrawNotOwed(
  deps: Pick<ReceiptDeps, 'mailLayout' | 'newId' | 'clock'>,
  tx: Tx,
  paymentId: string,
): Promise<void> {
  for (const order of await undoingOrdersOf(tx, paymentId)) {
    if (order.paidPaymentId !== undefined || (await isStillOwed(tx, order))) continue;
    const now = deps.clock();
    await cancelOrder(tx, order.id, timestamp(now));
    await withdrawMessages(tx, unpaidKeyOf(order), now);
    if (order.customer.email === '') continue;
    await postMessages(tx, deps, askedWithdrawn(deps.mailLayout, order));
  }
}
