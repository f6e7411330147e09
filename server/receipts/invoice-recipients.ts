import type { Db, Tx } from '#server/database/database.ts';

/** The organisation or person to which the invoices of an order are addressed. */
export type InvoiceRecipient = {
  legalName: string;
  /** The lines of the address, without the country. */
  address: string[];
  country: string;
  vatId?: string | undefined;
  /** The recipient's own order number. */
  purchaseOrder?: string | undefined;
};

/** The recipient of the invoices of an order; undefined if nobody has asked for an invoice. */
export async function findRecipient(
  db: Db,
  orderId: string,
): Promise<InvoiceRecipient | undefined> {
  const row = await db
    .selectFrom('invoice_recipients')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return (
    row && {
      legalName: row.legal_name,
      address: row.address.split('\n'),
      country: row.country,
      ...(row.vat_id !== null && { vatId: row.vat_id }),
      ...(row.purchase_order !== null && { purchaseOrder: row.purchase_order }),
    }
  );
}

/** Records the recipient of an order, in place of the one before. */
export async function saveRecipient(
  tx: Tx,
  orderId: string,
  recipient: InvoiceRecipient,
  { askedAt, askedBy }: { askedAt: string; askedBy: string },
): Promise<void> {
  const { legalName, address, country, vatId, purchaseOrder } = recipient;
  const columns = {
    legal_name: legalName,
    address: address.join('\n'),
    country,
    vat_id: vatId ?? null,
    purchase_order: purchaseOrder ?? null,
    asked_at: askedAt,
    asked_by: askedBy,
  };
  await tx
    .insertInto('invoice_recipients')
    .values({ order_id: orderId, ...columns })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(columns))
    .execute();
}
