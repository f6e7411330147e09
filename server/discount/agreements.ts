import { asCents, type Cents } from '#contract/money.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { normalised } from '#server/identity.ts';
import { amountBeforeFee, type Order } from '#server/orders/rows/orders.ts';
import { takeAgreedRecipient } from '#server/orders/rows/invoice-recipients.ts';

/** An amount that the organisers agreed with a payer. An agreement confirms one paid order. */
export type Agreement = {
  id: string;
  /** Normalised for comparisons. */
  email: string;
  /** Without the processing fee. */
  amountCents: Cents;
  /** The text on the line of the receipt and on the badge. */
  words: string;
  createdAt: string;
  /** The id of the order that this agreement confirmed. */
  orderId: string | undefined;
};

/** Locks the agreements of this person, so that an agreement and a payment at the same moment find each other. */
export function lockAgreements(tx: Tx, email: string): Promise<void> {
  return lockKey(tx, `agreement:${normalised(email)}`);
}

export async function insertAgreement(tx: Tx, agreement: Agreement): Promise<void> {
  await tx
    .insertInto('agreements')
    .values({
      id: agreement.id,
      email: normalised(agreement.email),
      amount_cents: agreement.amountCents,
      words: agreement.words,
      created_at: agreement.createdAt,
      order_id: agreement.orderId ?? null,
    })
    .execute();
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
export async function hasAgreement(db: Db, { id }: Pick<Order, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('agreements')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every agreement, oldest first. */
export async function listAgreements(db: Db): Promise<Agreement[]> {
  const rows = await db
    .selectFrom('agreements')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

function read(row: Tables['agreements']): Agreement {
  return {
    id: row.id,
    email: row.email,
    amountCents: asCents(row.amount_cents),
    words: row.words,
    createdAt: row.created_at,
    orderId: row.order_id ?? undefined,
  };
}
