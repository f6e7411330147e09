import type { Tx } from '#server/database/database.ts';
import { type Customer, type Order, personKeyOf } from './orders.ts';

/** Everything of an order that says for whom it is. */
type Identity = {
  customer: Customer;
  dedupeKey: string;
  receiptToken: string;
};

/**
 * Enters another customer, with the keys that the order is known by; the money stays as it is. Where somebody has the same
 * purchase already, the order keeps a key of its own.
 */
export async function changeCustomer(
  tx: Tx,
  { id, kind }: Pick<Order, 'id' | 'kind'>,
  { customer, dedupeKey, receiptToken }: Identity,
): Promise<void> {
  const other = await tx
    .selectFrom('orders')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('id', '!=', id)
    .executeTakeFirst();
  await tx
    .updateTable('orders')
    .set({
      customer: JSON.stringify(customer),
      dedupe_key: other ? `${dedupeKey}:corrected:${id}` : dedupeKey,
      person_key: personKeyOf({ kind, customer }),
      receipt_token: receiptToken,
    })
    .where('id', '=', id)
    .execute();
}
