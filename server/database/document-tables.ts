import type { Table } from './define-table.ts';

export const documentTables = {
  /**
   * The recipient of the invoices of an order, or of an order that an agreement waits for. Without a row the order has
   * receipts.
   */
  invoice_recipients: {
    columns: {
      id: 'text primary key',
      order_id: 'text unique references orders(id) on delete cascade',
      agreement_id: 'text unique references agreements(id) on delete cascade',
      legal_name: 'text not null',
      /** Its lines, without the country. */
      address: 'text not null',
      country: 'text not null',
      vat_id: 'text',
      /** The key by which a German authority sorts its invoices, and the address in the Peppol network. */
      leitweg_id: 'text',
      peppol_id: 'text',
      /** The recipient's own order number. */
      purchase_order: 'text',
      asked_at: 'text not null',
      /** The system user, or `participant`. */
      asked_by: 'text not null',
    },
    person: {
      heading: 'Addressees of invoices',
      rows: 'order_id in {orders} or agreement_id in {agreements}',
    },
  },

  /** An issued receipt, invoice or credit note. A row changes only if its customer is erased. */
  documents: {
    columns: {
      number: 'text primary key',
      order_id: 'text not null references orders(id)',
      payment_id: 'text not null references payments(id)',
      /** The series of its number and the rank in it; null if its number belongs to no series. */
      series: 'text',
      series_number: 'integer',
      /** The full text of the document, as JSON. */
      content: 'text not null',
      /** 1 if the document was issued to the payer before the present one: the present payer must not read it. */
      is_of_former_payer: 'integer default 0 not null',
      issued_at: 'text not null',
    },
    constraints: ['unique (series, series_number)'],
    indexes: ['order_id', 'issued_at, number'],
    person: {
      heading: 'Receipts, invoices and credit notes',
      rows: 'order_id in {orders} or lower(content) like {naming}',
    },
  },

  /** A series of document numbers. A transaction that issues a document raises its number, so that there is no gap. */
  document_series: {
    columns: {
      /** The pattern of one year, such as `2026-{n}`. */
      series: 'text primary key',
      last_number: 'integer not null',
      /** The number of documents that were deleted after the retention period; the others are all there. */
      deleted: 'integer default 0 not null',
    },
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;
