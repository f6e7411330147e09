import type { Db } from '#server/database/database.ts';

/** Each movement on the accounts of the providers, with our payment and its order if it is about one. */
export function entriesWithOrders(db: Db) {
  return db
    .selectFrom('payout_entries as entries')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'entries.provider')
        .onRef('payments.provider_payment_ref', '=', 'entries.payment_ref'),
    )
    .leftJoin('orders', 'orders.id', 'payments.order_id');
}
