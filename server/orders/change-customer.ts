import type { Tx } from '#server/database/database.ts';
import { personKey } from '#server/identity.ts';
import {
  type Customer,
  findOrderByDedupeKey,
  keyOfItsOwn,
  type Order,
  payerColumns,
  raiseVersion,
} from './orders.ts';

/** The parts of an order that name its people. */
type Identity = {
  customer: Customer;
  dedupeKey: string;
  receiptToken: string;
};

/**
 * Replaces the customer and the keys of an order. If another order has the same `dedupeKey`, this order gets a key of
 * its own.
 */
export async function changeCustomer(
  tx: Tx,
  { id }: Pick<Order, 'id'>,
  { customer, dedupeKey, receiptToken }: Identity,
): Promise<void> {
  const other = await findOrderByDedupeKey(tx, dedupeKey);
  await tx
    .updateTable('orders')
    .set({
      ...payerColumns(customer),
      dedupe_key: other && other.id !== id ? keyOfItsOwn(id) : dedupeKey,
      person_key: personKey(customer),
      receipt_token: receiptToken,
    })
    .where('id', '=', id)
    .execute();
  await raiseVersion(tx, id);
}
