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
 * Enters another customer, with the keys of the order; the money stays as it is. If somebody has the same purchase
 * already, the order keeps a key of its own.
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
