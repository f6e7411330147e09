import { withoutName } from '#server/orders/rows/item-words.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { SeriesPlace } from './document-series.ts';
import { ReceiptDocument, validReceipts } from './receipt-document.ts';

const { columns } = valuesOf('documents');

/** A document with the payment that it is about. */
export type IssuedDocument = ReceiptDocument & {
  paymentId: string;
  /** Whether it names the payer who had the order before: the present payer must not read it. */
  isOfFormerPayer: boolean;
};

/** Stores a document about a payment; `series` is the place of its number in a series. */
export async function insertDocument(
  tx: Tx,
  { orderId, id: paymentId }: { orderId: string; id: string },
  document: ReceiptDocument,
  about: { series: SeriesPlace | undefined; isOfFormerPayer?: boolean },
): Promise<void> {
  const { series, isOfFormerPayer = false } = about;
  const { number, issuedAt } = document;
  const content = JSON.stringify(document);
  const row = { number, orderId, paymentId, ...series, isOfFormerPayer, content, issuedAt };
  await tx.insertInto('documents').values(columns(row)).execute();
}

/** Whether a valid document of an order is an invoice, which is cancelled and issued again when it is corrected. */
export async function hasInvoice(db: Db, orderId: string): Promise<boolean> {
  return validReceipts(await documentsOf(db, orderId)).some(({ kind }) => kind === 'invoice');
}

const rowsOfOrder = compiledOnce((db, orderId: string) =>
  db
    .selectFrom('documents')
    .select(['content', 'payment_id', 'is_of_former_payer'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    // Engines sort nulls differently, and numbers of a series need not have the same length.
    .orderBy((column) => column.fn.coalesce('series_number', column.lit(0)))
    .orderBy('number'),
);

/** The documents of an order as they were issued; the receipt of the order comes first. */
export async function documentsOf(db: Db, orderId: string): Promise<IssuedDocument[]> {
  const rows = await rowsOfOrder(db, orderId);
  return rows.map((row) => ({
    ...readDocument(row.content),
    paymentId: row.payment_id,
    isOfFormerPayer: row.is_of_former_payer === 1,
  }));
}

/** The new payer of an order must not read the documents that were issued so far. */
export async function hideDocuments(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ is_of_former_payer: 1 })
    .where('order_id', '=', orderId)
    .execute();
}

/** Deletes the documents of orders, and counts those of each series, so that nobody looks for their numbers. */
export async function deleteDocuments(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const deleted = await tx
    .deleteFrom('documents')
    .where('order_id', 'in', orderIds)
    .returning('series')
    .execute();
  const bySeries = Map.groupBy(deleted, ({ series }) => series ?? '');
  for (const [series, own] of [...bySeries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .updateTable('document_series')
      .set((row) => ({ deleted: row('deleted', '+', own.length) }))
      .where('series', '=', series)
      .execute();
  }
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

/** Removes the person from the documents of an order that pays a part of the registration `about`. */
export async function forgetPersonOfPart(tx: Tx, orderId: string, about: string): Promise<void> {
  await rewriteDocuments(tx, orderId, (document) => ({
    ...document,
    lines: document.lines.map((line) => ({ ...line, words: withoutName(line.words, about) })),
  }));
}

/** Changes the documents of an order that must not name a person any more. */
export async function rewriteDocuments(
  tx: Tx,
  orderId: string,
  change: (document: ReceiptDocument) => ReceiptDocument,
): Promise<void> {
  for (const { paymentId: _, isOfFormerPayer: _is, ...document } of await documentsOf(
    tx,
    orderId,
  )) {
    await tx
      .updateTable('documents')
      .set({ content: JSON.stringify(change(document)) })
      .where('number', '=', document.number)
      .execute();
  }
}
