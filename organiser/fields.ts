import type { TypedInvoice } from '#server/orders/rows/invoice-entries.ts';
import { field, type Request } from './command.ts';

/** Fields of several commands. */

const EVER = 'the whole time';

export const REFERENCE = field('reference', 'REFERENCE', 'Reference', {
  hint: 'such as PS26-7K3M-9QXW',
});

export const ABSTRACT = field('abstract', 'ABSTRACT', 'Reference of the abstract', {
  hint: 'such as AB26-7K3M-9QXW',
});

/** Takes something of an author down without telling the author. */
export const WITHOUT_MAIL = field(
  'flag',
  '--yes',
  'Take it down, and write no mail to the author',
  {
    confirms: 'take it down without a mail',
  },
);

export const REFERENCES = field('reference', 'REFERENCE', 'Only these references', { many: true });

export const WHO = field('text', '--who "NAME OR ADDRESS"', 'Person of a group', {
  hint: 'or a part of the name',
  otherwise: 'the whole order',
});

/** The language of the mails, pages and documents of what is new. */
export const LANGUAGE = field('language', '--language de', 'Language of the mails', {
  otherwise: 'the first language of the conference',
});

export const YES = field('flag', '--yes', 'Do it');

export const SHEET = field('sheet', 'FILE.xlsx|FILE.csv', 'Sheet');

/** The fields about the recipient of an invoice. */
export function invoiceFields<const O extends string>(otherwise: O) {
  return {
    invoiceName: field('text', '--invoice-name "NAME"', 'Name on the invoice', {
      hint: 'the legal name of the organisation',
      otherwise,
    }),
    invoiceAddress: field('text', '--invoice-address "LINE; LINE"', 'Address on the invoice', {
      hint: 'its lines, with ; between them',
      otherwise,
    }),
    invoiceCountry: field('country', '--invoice-country "NAME"', 'Country on the invoice', {
      otherwise,
    }),
    vatId: field('text', '--vat-id NUMBER', 'VAT number', { otherwise }),
    leitwegId: field('text', '--leitweg-id ID', 'Leitweg-ID', {
      hint: 'of a German authority, such as 04011000-1234512345-06',
      otherwise,
    }),
    peppolId: field('text', '--peppol-id SCHEME:NUMBER', 'Peppol ID', {
      hint: 'such as 0208:0202239951',
      otherwise,
    }),
    purchaseOrder: field('text', '--purchase-order NUMBER', 'Order number of the recipient', {
      otherwise,
    }),
  };
}

/** The entries of these fields. */
export function invoiceEntries(
  typed: Request<ReturnType<typeof invoiceFields<string>>>,
): TypedInvoice {
  const { invoiceName: legalName, invoiceAddress, invoiceCountry: country } = typed;
  const address = invoiceAddress?.replaceAll(';', '\n');
  const { vatId, leitwegId, peppolId, purchaseOrder } = typed;
  return { legalName, address, country, vatId, leitwegId, peppolId, purchaseOrder };
}

/** The fields of a range of time, for `readRange`. */
export const RANGE = {
  month: field('text', '--month 2026-05', 'Month', { hint: 'such as 2026-05', otherwise: EVER }),
  year: field('number', '--year 2026', 'Year', { otherwise: EVER }),
  from: field('date', '--from 2026-05-01', 'First day', { otherwise: EVER }),
  until: field('date', '--until 2026-06-15', 'Last day', { otherwise: EVER }),
};

/** A field for a new file whose name has one of these endings. */
export function newFile<const E extends readonly [string, ...string[]]>(...endings: E) {
  const typed = endings.map((ending) => `FILE${ending}`).join('|');
  return field('file', typed, 'File', { endings });
}

/** The field for a file in place of an author's own. */
export const DOCUMENT = field('document', '--file FILE', 'File', {
  hint: 'PDF, DOC or DOCX, at most 25 MB',
});
