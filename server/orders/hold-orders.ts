import type { Tx } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { lockPaymentsOf } from '#server/payments/payments.ts';
import { findOrder, lockOrders, type Order } from './orders.ts';

/**
 * Holds orders until the transaction ends: none of their payments changes, and no new one is begun. What is read after it
 * stays true. Payments first: whoever settles one goes on to its order.
 */
export async function holdOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockPaymentsOf(tx, ids);
  await lockOrders(tx, ids);
}

/** Refuses what was planned for an order that looks different by now. */
export async function refuseChanged(
  tx: Tx,
  { id, reference, version }: Pick<Order, 'id' | 'reference' | 'version'>,
): Promise<Order> {
  const order = await findOrder(tx, id);
  if (order?.version === version) return order;
  throw changedMeanwhile(reference);
}

/** Refuses what was planned by what is not so any more. */
export function changedMeanwhile(reference: string): ActionImpossible {
  return new ActionImpossible(
    `${reference} was changed at this moment: look again, then repeat what is still needed.`,
  );
}
