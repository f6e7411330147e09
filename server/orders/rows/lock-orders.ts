import type { Tx } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { lockPaymentsOf } from '#server/payments/payments.ts';
import { findOrder, lockOrderRows, type Order } from './orders.ts';

/**
 * Locks orders until the transaction ends: none of their payments changes and no new payment begins, so later reads
 * stay true. All code locks payments before orders, which avoids deadlocks.
 */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockPaymentsOf(tx, ids);
  await lockOrderRows(tx, ids);
}

/** Refuses a plan if the order has changed since the plan was made. */
export async function refuseChanged(
  tx: Tx,
  { id, reference, version }: Pick<Order, 'id' | 'reference' | 'version'>,
): Promise<Order> {
  const order = await findOrder(tx, id);
  if (order?.version === version) return order;
  throw changedMeanwhile(reference);
}

/** The refusal of a plan whose conditions are no longer true. */
export function changedMeanwhile(reference: string): ActionImpossible {
  return new ActionImpossible(
    `${reference} was changed at the same moment. Please check it, then repeat what is still needed.`,
    { reason: 'changed' },
  );
}
