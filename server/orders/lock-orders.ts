import type { Tx } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { lockPaymentsOf } from '#server/payments/payments.ts';
import { findOrder, lockOrderRows, type Order } from './orders.ts';

/**
 * Locks orders until the transaction ends: none of their payments changes, and no new one begins, so later reads stay
 * true. Payments are locked first, as everywhere: a payment that is settled locks its order afterwards.
 */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockPaymentsOf(tx, ids);
  await lockOrderRows(tx, ids);
}

/** Refuses a plan for an order that has changed since. */
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
  );
}
