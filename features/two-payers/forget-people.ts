import type { Tx } from '#server/database/database.ts';
import { ordersFor } from '#server/orders/rows/orders.ts';
import { partsEverAsked } from '#server/orders/rows/divided-orders.ts';
import { forgetNames } from '#server/orders/rows/order-items.ts';

/** Takes the names of people out of the parts that others pay for them; the parts stay readable. */
export async function forgetPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  const orders = await ordersFor(tx, ids);
  const parts = await partsEverAsked(
    tx,
    orders.map(({ id }) => id),
  );
  for (const { id } of parts) await forgetNames(tx, id);
}
