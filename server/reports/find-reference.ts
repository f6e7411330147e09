import type { Db } from '#server/database/database.ts';
import { ANY_PROVIDER } from '#server/payments/payments.ts';

/**
 * Matches the reference in "PS27-AWJH-0YMS-1" (a provider's invoice number) and in "PS27-AWJH-0YMS-C1" (a credit note).
 */
const NUMBERED = /^(.+-[0-9A-Z]{4}-[0-9A-Z]{4})-[A-Z]?\d{1,4}$/;

/**
 * The reference of the order that a typed text means: a reference, the number of an invoice or document, or the id of a
 * payment, refund, dispute or warning of fraud, from us or from the provider.
 */
export async function findReference(db: Db, typed: string): Promise<string | undefined> {
  const id = typed.trim();
  const number = id.toUpperCase();
  const orders = db.selectFrom('orders').select('orders.reference');
  const references = [number, NUMBERED.exec(number)?.[1] ?? number];
  const named = await orders.where('reference', 'in', references).executeTakeFirst();
  if (named) return named.reference;
  const paid = orders.innerJoin('payments', 'payments.order_id', 'orders.id');
  const queries = [
    paid.where('payments.id', '=', id),
    paid
      .where('payments.provider', 'in', ANY_PROVIDER)
      .where((is) =>
        is.or([is('payments.provider_ref', '=', id), is('payments.provider_payment_ref', '=', id)]),
      ),
    paid
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .where((is) =>
        is.or([
          is('refunds.id', '=', id),
          is('refunds.provider_ref', '=', id),
          is('refunds.idempotency_key', '=', id),
        ]),
      ),
    paid
      .innerJoin('disputes', 'disputes.payment_id', 'payments.id')
      .where('disputes.provider', 'in', ANY_PROVIDER)
      .where('disputes.provider_ref', '=', id),
    paid
      .innerJoin('reviews', 'reviews.payment_id', 'payments.id')
      .where((is) => is.or([is('reviews.id', '=', id), is('reviews.about', '=', id)])),
  ];
  for (const query of queries) {
    const found = await query.executeTakeFirst();
    if (found) return found.reference;
  }
  return undefined;
}
