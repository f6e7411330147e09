import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';

const { columns } = valuesOf('invoice_recipients');

/** The organisation or person to which the invoices of an order are addressed. */
export type InvoiceRecipient = {
  legalName: string;
  /** The lines of the address, without the country. */
  address: string[];
  country: string;
  vatId?: string | undefined;
  /** The key by which a German authority sorts its invoices. */
  leitwegId?: string | undefined;
  /** The recipient's address in the Peppol network, such as 0204:991-1234512345-06. */
  peppolId?: string | undefined;
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
      ...(row.leitweg_id !== null && { leitwegId: row.leitweg_id }),
      ...(row.peppol_id !== null && { peppolId: row.peppol_id }),
      ...(row.purchase_order !== null && { purchaseOrder: row.purchase_order }),
    }
  );
}

/** The recipient of the next invoice of an order, if the conference issues invoices. */
export async function recipientOfInvoice(
  { documents }: Pick<Conference, 'documents'>,
  db: Db,
  orderId: string,
): Promise<InvoiceRecipient | undefined> {
  return documents && findRecipient(db, orderId);
}

type Asking = { clock: Clock; newId: NewId; actor: string };

/** Records the recipient of an order, in place of the one before. */
export async function saveRecipient(
  tx: Tx,
  asking: Asking,
  orderId: string,
  recipient: InvoiceRecipient,
): Promise<void> {
  const named = namedBy(asking, recipient);
  await tx
    .insertInto('invoice_recipients')
    .values(columns({ id: asking.newId(), orderId, ...named }))
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(columns(named)))
    .execute();
}

/** Records the recipient of the invoice for an agreed amount that is not paid yet. */
export async function saveAgreedRecipient(
  tx: Tx,
  asking: Asking,
  agreementId: string,
  recipient: InvoiceRecipient,
): Promise<void> {
  const named = { agreementId, ...namedBy(asking, recipient) };
  const row = columns({ id: asking.newId(), ...named });
  await tx.insertInto('invoice_recipients').values(row).execute();
}

/** Gives an order the recipient of its agreement, unless its payer has named one. */
export async function takeAgreedRecipient(
  tx: Tx,
  agreementId: string,
  orderId: string,
): Promise<void> {
  if (await findRecipient(tx, orderId)) {
    await tx.deleteFrom('invoice_recipients').where('agreement_id', '=', agreementId).execute();
    return;
  }
  await tx
    .updateTable('invoice_recipients')
    .set({ order_id: orderId, agreement_id: null })
    .where('agreement_id', '=', agreementId)
    .execute();
}

/** Removes the recipient of an order. */
export async function deleteRecipient(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('invoice_recipients').where('order_id', '=', orderId).execute();
}

function namedBy({ clock, actor }: Asking, recipient: InvoiceRecipient) {
  const { legalName, country, vatId, leitwegId, peppolId, purchaseOrder } = recipient;
  const address = recipient.address.join('\n');
  const asked = { askedAt: timestamp(clock()), askedBy: actor };
  return { legalName, address, country, vatId, leitwegId, peppolId, purchaseOrder, ...asked };
}
