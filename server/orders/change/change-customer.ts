import type { Tx } from '#server/database/database.ts';
import { type ChangedPart, personKey } from '#server/identity.ts';
import {
  type Customer,
  findOrderByDedupeKey,
  isGroup,
  keyOfItsOwn,
  type Order,
  payerColumns,
  raiseVersion,
} from '#server/orders/rows/orders.ts';

/** The parts of an order that name its people. */
type Identity = {
  customer: Customer;
  dedupeKey: string;
  receiptToken: string;
  pageToken: string;
  changedPart: ChangedPart | undefined;
};

/**
 * Replaces the customer and the keys of an order. If another order has the same `dedupeKey`, this order gets a key of
 * its own.
 */
export async function changeCustomer(
  tx: Tx,
  order: Pick<Order, 'id' | 'offeredBy' | 'items'>,
  { customer, dedupeKey, receiptToken, pageToken, changedPart }: Identity,
): Promise<void> {
  const { id } = order;
  const other = await findOrderByDedupeKey(tx, dedupeKey);
  await tx
    .updateTable('orders')
    .set({
      ...payerColumns(customer),
      dedupe_key: other && other.id !== id ? keyOfItsOwn(id) : dedupeKey,
      person_key: personKey(customer),
      receipt_token: receiptToken,
      changed_part: changedPart ?? null,
      // Otherwise the page is the participant's.
      ...(isGroup(order) && { page_token: pageToken }),
    })
    .where('id', '=', id)
    .execute();
  await raiseVersion(tx, id);
}
