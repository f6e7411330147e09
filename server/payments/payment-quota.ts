import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import type { Quota } from '#server/http/quota.ts';
import { HOUR } from '#contract/time-spans.ts';
import { type Clock, timestamp } from '#server/identity.ts';

/** The number of payments that may be begun within an hour and left unpaid. Paid ones do not count. */
export type PaymentQuota = {
  /** The limit for all visitors together. */
  everybody: Pick<Quota, 'reserve'>;
  /** The limit for one network, in which each declined card counts as one more; Infinity: no limit. */
  mostOfNetwork: number;
  /** The pseudonym of a visitor's network in tables. */
  networkOf: (address: string) => string;
};

type Context = { quota: PaymentQuota; clock: Clock };

/**
 * Refuses another payment of a network that has left too many payments unpaid. The caller's transaction begins the
 * payment.
 */
export async function refuseCrowdedNetwork(
  tx: Tx,
  { quota, clock }: Context,
  network: string,
): Promise<void> {
  if (quota.mostOfNetwork === Infinity) return;
  await lockKey(tx, `payments ${network}`);
  const { tries } = await tx
    .selectFrom('payment_networks')
    .innerJoin('payments', 'payments.id', 'payment_networks.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(({ eb, fn }) => fn.sum(eb('payments.declines', '+', 1)).as('tries'))
    .where('payment_networks.network', '=', network)
    .where('payment_networks.created_at', '>', timestamp(clock(), -HOUR))
    .where('orders.paid_payment_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(tries) < quota.mostOfNetwork) return;
  throw new AppError('too-many-requests', 'manyOfNetwork', { retryAfter: 600 });
}

/** Records the network that began a payment; `forgetNetworks` says for how long. */
export async function recordNetwork(
  tx: Tx,
  { quota, clock }: Context,
  paymentId: string,
  network: string,
): Promise<void> {
  if (quota.mostOfNetwork === Infinity) return;
  await tx
    .insertInto('payment_networks')
    .values({ payment_id: paymentId, network, created_at: timestamp(clock()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets networks after an hour. That of an open bank transfer stays, because the transfer keeps places for days. */
export async function forgetNetworks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('payment_networks')
    .where('created_at', '<=', timestamp(now, -HOUR))
    .where('payment_id', 'not in', (is) =>
      is
        .selectFrom('payments')
        .select('payments.id')
        .where('payments.state', '=', 'OPEN')
        .where('payments.provider', '=', 'transfer'),
    )
    .execute();
}
