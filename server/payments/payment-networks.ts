import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';

/** The origin of a payment: digests of its network and of the one around it. */
export type Origin = { network: string; neighbourhood: string };

/** A payment's origin is kept for this long. */
const KNOWN_MS = 60 * 60_000;

export async function noteOrigin(
  tx: Tx,
  paymentId: string,
  { network, neighbourhood }: Origin,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('payment_networks')
    .values({ payment_id: paymentId, network, neighbourhood, created_at: timestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type UnpaidTry = { paymentId: string; network: string; declines: number };

/** Payments that a neighbourhood began within the hour, of orders that are not paid. */
export async function unpaidTries(db: Db, neighbourhood: string, now: Date): Promise<UnpaidTry[]> {
  const rows = await db
    .selectFrom('payment_networks')
    .innerJoin('payments', 'payments.id', 'payment_networks.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payment_id', 'network', 'declines'])
    .where('neighbourhood', '=', neighbourhood)
    .where('payment_networks.created_at', '>', timestamp(now, -KNOWN_MS))
    .where('orders.paid_payment_id', 'is', null)
    .execute();
  return rows.map(({ payment_id: paymentId, network, declines }) => ({
    paymentId,
    network,
    declines,
  }));
}

export async function forgetOrigins(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('payment_networks')
    .where('created_at', '<=', timestamp(now, -KNOWN_MS))
    .execute();
}
