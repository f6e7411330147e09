import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { ReceiptDocument } from './receipt-document.ts';

/** The token of an order's receipt: there from the first mail that links to it, and then always the same. */
export async function receiptToken(
  tx: Tx,
  orderId: string,
  newToken: string,
  now: Date,
): Promise<string> {
  await tx
    .insertInto('receipts')
    .values({ order_id: orderId, token: newToken, created_at: timestamp(now) })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
  const { token } = await tx
    .selectFrom('receipts')
    .select('token')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return token;
}

/** The documents that a link opens: none for a token that we did not give out. */
export async function documentsByToken(db: Db, token: string): Promise<ReceiptDocument[]> {
  const row = await db
    .selectFrom('receipts')
    .select('order_id')
    .where('token', '=', token)
    .executeTakeFirst();
  return row ? documentsOf(db, row.order_id) : [];
}

/** Keeps a document for good. */
export async function insertDocument(
  tx: Tx,
  orderId: string,
  document: ReceiptDocument,
): Promise<void> {
  await tx
    .insertInto('documents')
    .values({
      number: document.number,
      order_id: orderId,
      content: JSON.stringify(document),
      issued_at: document.issuedAt,
    })
    .execute();
}

/** The documents of an order: its receipt, then its credit notes as they were issued. */
export async function documentsOf(db: Db, orderId: string): Promise<ReceiptDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  return rows.map(({ content }) => ReceiptDocument.parse(JSON.parse(content)));
}
