import type { Tx } from '#server/database/database.ts';
import { lockOrders } from './orders.ts';
import { lockPaymentsOf } from '#server/payments/payments.ts';

/**
 * Holds orders until the transaction ends: none of their payments changes, and no new one is begun. What is read after it
 * stays true. Payments first: whoever settles one goes on to its order.
 */
export async function holdOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockPaymentsOf(tx, ids);
  await lockOrders(tx, ids);
}
