import { lockKey, type Tx } from '#server/database/database.ts';
import { getPayment } from '#server/payments/payments.ts';
import { type ReceiptDeps, writeOfConfirmedPlace } from '#server/receipts/issue-documents.ts';
import { ordersDividedBy } from '#server/orders/rows/divided-orders.ts';
import { getOrder, isDivided, type Order, stateOf } from '#server/orders/rows/orders.ts';
import type { OtherState } from '#server/orders/rows/who-comes.ts';

/** Whether somebody else still has to pay a part of an order that was just paid. */
export async function isHalfPaid(tx: Tx, order: Order): Promise<boolean> {
  if (!isDivided(order)) return false;
  await lockDivided(tx, order);
  return (await stateOf(tx, order)) === ('WAITS_FOR_PAYER' satisfies OtherState);
}

/** Confirms the places that have waited for this order, which pays a part of theirs and is paid or waived now. */
export async function confirmDivided(deps: ReceiptDeps, tx: Tx, part: Order): Promise<void> {
  for (const { id } of await ordersDividedBy(tx, part)) {
    await lockDivided(tx, { id });
    const order = await getOrder(tx, id);
    if (order.paidPaymentId === undefined || (await stateOf(tx, order)) !== 'CONFIRMED') continue;
    await writeOfConfirmedPlace(deps, tx, order, await getPayment(tx, order.paidPaymentId));
  }
}

/** Two payers may pay at the same moment: the second transaction has to see the first. */
function lockDivided(tx: Tx, { id }: Pick<Order, 'id'>): Promise<void> {
  return lockKey(tx, `divided:${id}`);
}
