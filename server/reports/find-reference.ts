import { plainText } from '#contract/typed-reference.ts';
import type { Db } from '#server/database/database.ts';
import { findNamedReferences } from '#server/orders/rows/named-references.ts';
import { ANY_PROVIDER } from '#server/payments/payments.ts';

/**
 * The reference of the order that a typed text means: a reference, the number of an invoice or document, or the id of a
 * payment, refund, dispute or warning of fraud, from us or from the provider.
 */
export async function findReference(db: Db, typed: string): Promise<string | undefined> {
  const id = typed.trim();
  const [named] = (await findNamedReferences(db, id)).named;
  if (named) return named.reference;
  const orders = db.selectFrom('orders').select('orders.reference');
  const paid = orders.innerJoin('payments', 'payments.order_id', 'orders.id');
  const queries = [
    orders
      .innerJoin('documents', 'documents.order_id', 'orders.id')
      .where('documents.number', 'in', [id, plainText(id)]),
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
