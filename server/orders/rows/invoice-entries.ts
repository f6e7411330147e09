import { countryNames, findCountry, OTHER_COUNTRY } from '#contract/countries.ts';
import { line } from '#contract/text.ts';
import { vatIdOf } from '#contract/vat-id.ts';
import type { InvoiceRecipient } from './invoice-recipients.ts';

/** The fields about the recipient of an invoice, in the order of the form. */
export const invoiceFields = [
  'legalName',
  'address',
  'country',
  'vatId',
  'purchaseOrder',
] as const satisfies (keyof InvoiceRecipient)[];
export type InvoiceField = (typeof invoiceFields)[number];

/** The entries as they were typed; the lines of the address are separated by line breaks. */
export type TypedInvoice = { readonly [field in InvoiceField]?: string | undefined };

/** The largest number of characters in each field; for the address, in each line. */
export const invoiceLengths = {
  legalName: 200,
  address: 100,
  country: 100,
  vatId: 40,
  purchaseOrder: 60,
} as const satisfies Record<InvoiceField, number>;

export const MOST_ADDRESS_LINES = 6;

/** An invoice has the country of an address, and "Other" is none. */
export const invoiceCountries = countryNames.filter((name) => name !== OTHER_COUNTRY);

const name = line(invoiceLengths.legalName);
const addressLine = line(invoiceLengths.address);
const order = line(invoiceLengths.purchaseOrder);

/** Reads the entries about a recipient; `mistakes` has the fields that cannot be used. VAT and order number are optional. */
export function readRecipient(typed: TypedInvoice): {
  recipient: InvoiceRecipient | undefined;
  mistakes: InvoiceField[];
} {
  const legalName = name.safeParse(typed.legalName).data;
  const address = addressIn(typed.address);
  const country = countryIn(typed.country);
  const vatId = optional(typed.vatId, (text) => vatIdOf(text, country ?? ''));
  const purchaseOrder = optional(typed.purchaseOrder, (text) => order.safeParse(text).data);
  const read = { legalName, address, country, vatId, purchaseOrder };
  const mistakes = invoiceFields.filter((field) => read[field] === undefined);
  const isComplete = legalName !== undefined && address && country !== undefined;
  const recipient = isComplete && mistakes.length === 0 && { legalName, address, country };
  return {
    recipient: recipient
      ? { ...recipient, ...(vatId && { vatId }), ...(purchaseOrder && { purchaseOrder }) }
      : undefined,
    mistakes,
  };
}

/** The entries of a recipient, as a form shows them. */
export function typedInvoice(recipient: InvoiceRecipient | undefined): TypedInvoice {
  return recipient ? { ...recipient, address: recipient.address.join('\n') } : {};
}

function addressIn(typed = ''): string[] | undefined {
  if (typed.length > 4 * MOST_ADDRESS_LINES * invoiceLengths.address) return undefined;
  const lines = typed.split(/\r\n|\r|\n/).filter((text) => text.trim() !== '');
  const read = lines.flatMap((text) => addressLine.safeParse(text).data ?? []);
  const isRead = read.length === lines.length && read.length > 0;
  return isRead && read.length <= MOST_ADDRESS_LINES ? read : undefined;
}

function countryIn(typed = ''): string | undefined {
  const found = typed.length <= invoiceLengths.country ? findCountry(typed.trim()) : undefined;
  return invoiceCountries.find((each) => each === found);
}

/** An empty text if nothing was typed. */
function optional(
  typed: string | undefined = '',
  read: (text: string) => string | undefined,
): string | undefined {
  if (typed.trim() === '') return '';
  return typed.length <= 200 ? read(typed) : undefined;
}
