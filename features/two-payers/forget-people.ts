import type { Tx } from '#server/database/database.ts';
import { ordersFor } from '#server/orders/rows/orders.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { forgetWords } from '#server/orders/rows/order-items.ts';

/** Takes the names of people out of the parts that others pay for them; what is paid stays readable. */
export async function forgetPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const order of await ordersFor(tx, ids)) {
    for (const part of await partsOfOthers(tx, order)) await forgetWords(tx, part.id);
  }
}
