import type { Db, Tx } from '#server/database/database.ts';
import { ReceiptDocument } from './receipt-document.ts';

/** The documents that a link opens: none for a token that we did not give out. */
export async function documentsByToken(db: Db, token: string): Promise<ReceiptDocument[]> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('receipt_token', '=', token)
    .executeTakeFirst();
  return order ? documentsOf(db, order.id) : [];
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

/** Removes the name of one of a group from what was issued about it. */
export async function forgetMember(tx: Tx, orderId: string, participantId: string): Promise<void> {
  await rewriteDocuments(tx, orderId, (document) => ({
    ...document,
    lines: document.lines.map((line) => {
      if (line.about !== participantId) return line;
      const { statedByPayer: _name, ...rest } = line;
      return rest;
    }),
  }));
}

/** Changes the documents of an order that must not name somebody any more. */
export async function rewriteDocuments(
  tx: Tx,
  orderId: string,
  change: (document: ReceiptDocument) => ReceiptDocument,
): Promise<void> {
  for (const document of await documentsOf(tx, orderId)) {
    await tx
      .updateTable('documents')
      .set({ content: JSON.stringify(change(document)) })
      .where('number', '=', document.number)
      .execute();
  }
}
