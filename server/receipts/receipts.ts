import type { Db, Tx } from '#server/database/database.ts';
import { ReceiptDocument } from './receipt-document.ts';

/** A document with the payment that it is about. */
export type IssuedDocument = ReceiptDocument & { paymentId: string };

/**
 * The documents that a link opens: none for an unknown token. A document with neither the name nor the address of the
 * present payer belongs to a person who had the place before.
 */
export async function documentsByToken(db: Db, token: string): Promise<IssuedDocument[]> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'payer_name', 'payer_email'])
    .where('receipt_token', '=', token)
    .executeTakeFirst();
  if (!order) return [];
  const payer = [order.payer_name, order.payer_email];
  return (await documentsOf(db, order.id)).filter(
    ({ customer }) => customer.length === 0 || customer.some((line) => payer.includes(line)),
  );
}

/** Stores a document about a payment. */
export async function insertDocument(
  tx: Tx,
  { orderId, id: paymentId }: { orderId: string; id: string },
  document: ReceiptDocument,
): Promise<void> {
  await tx
    .insertInto('documents')
    .values({
      number: document.number,
      order_id: orderId,
      payment_id: paymentId,
      content: JSON.stringify(document),
      issued_at: document.issuedAt,
    })
    .execute();
}

/** The documents of an order as they were issued; the receipt of the order comes first. */
export async function documentsOf(db: Db, orderId: string): Promise<IssuedDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['content', 'payment_id'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  return rows.map(({ content, payment_id: paymentId }) => ({
    ...readDocument(content),
    paymentId,
  }));
}

export function readDocument(content: string): ReceiptDocument {
  return ReceiptDocument.parse(JSON.parse(content));
}

/** Removes the name of one member of a group from its documents. */
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

/** Changes the documents of an order that must not name a person any more. */
export async function rewriteDocuments(
  tx: Tx,
  orderId: string,
  change: (document: ReceiptDocument) => ReceiptDocument,
): Promise<void> {
  for (const { paymentId: _, ...document } of await documentsOf(tx, orderId)) {
    await tx
      .updateTable('documents')
      .set({ content: JSON.stringify(change(document)) })
      .where('number', '=', document.number)
      .execute();
  }
}
