import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { allRows, hasRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { normalised } from '#server/identity.ts';
import { amountBeforeFee, type Order } from '#server/orders/rows/orders.ts';
import { takeAgreedRecipient } from '#server/orders/rows/invoice-recipients.ts';

const { read, columns } = valuesOf('agreements');

/** An amount that the organisers agreed with a payer. An agreement confirms one paid order. */
export type Agreement = ReturnType<typeof read>;

/** Locks the agreements of this person, so that an agreement and a payment at the same moment find each other. */
export function lockAgreements(tx: Tx, email: string): Promise<void> {
  return lockKey(tx, `agreement:${normalised(email)}`);
}

export async function insertAgreement(tx: Tx, agreement: Agreement): Promise<void> {
  const row = columns({ ...agreement, email: normalised(agreement.email) });
  await tx.insertInto('agreements').values(row).execute();
}

/** Uses the oldest free agreement of the payer about the amount of this order; undefined if the payer has none. */
export async function useAgreement(tx: Tx, order: Order): Promise<Agreement | undefined> {
  const free = await tx
    .selectFrom('agreements')
    .selectAll()
    .where('email', '=', normalised(order.customer.email))
    .where('amount_cents', '=', amountBeforeFee(order))
    .where('order_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!free) return undefined;
  await tx
    .updateTable('agreements')
    .set({ order_id: order.id })
    .where('id', '=', free.id)
    .execute();
  await takeAgreedRecipient(tx, free.id, order.id);
  return { ...read(free), orderId: order.id };
}

/** Deletes free agreements, and removes the person from used agreements. Returns the number of both together. */
export async function forgetAgreements(tx: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await tx.deleteFrom('agreements').where('id', 'in', ids).where('order_id', 'is', null).execute();
  await tx.updateTable('agreements').set({ email: '', words: '' }).where('id', 'in', ids).execute();
  return ids.length;
}

/** Whether an agreement confirmed this order. */
export function hasAgreement(db: Db, { id }: Pick<Order, 'id'>): Promise<boolean> {
  return db.selectFrom('agreements').select('id').where('order_id', '=', id).$call(hasRow);
}

/** Every agreement, oldest first. */
export function listAgreements(db: Db): Promise<Agreement[]> {
  return db
    .selectFrom('agreements')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(read));
}
