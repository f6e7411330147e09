import { countryCodeOf, countryNames, findCountry, OTHER_COUNTRY } from '#contract/countries.ts';
import {
  electronicAddressText,
  leitwegIdOf,
  peppolIdOf,
} from '#contract/identifiers/electronic-address.ts';
import { line } from '#contract/text.ts';
import { vatIdOf } from '#contract/identifiers/vat-id.ts';
import type { InvoiceRecipient } from './invoice-recipients.ts';
import { townIn } from './town-line.ts';

/** The fields about the recipient of an invoice, in the order of the form. */
export const invoiceFields = [
  'legalName',
  'address',
  'country',
  'vatId',
  'leitwegId',
  'peppolId',
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
  leitwegId: 60,
  peppolId: 90,
  purchaseOrder: 60,
} as const satisfies Record<InvoiceField, number>;

export const MOST_ADDRESS_LINES = 6;

/** An invoice has the country of an address, and "Other" is none. */
export const invoiceCountries = countryNames.filter((name) => name !== OTHER_COUNTRY);

const name = line(invoiceLengths.legalName);
const addressLine = line(invoiceLengths.address);
const order = line(invoiceLengths.purchaseOrder);

/** Reads the entries about a recipient; `mistakes` has the fields that cannot be used. All numbers are optional. */
export function readRecipient(typed: TypedInvoice): {
  recipient: InvoiceRecipient | undefined;
  mistakes: InvoiceField[];
} {
  const legalName = name.safeParse(typed.legalName).data;
  const country = countryIn(typed.country);
  const typedAddress = addressIn(typed.address);
  const vatId = optional(typed.vatId, (text) => vatIdOf(text, country ?? ''));
  const leitwegId = optional(typed.leitwegId, leitwegIdOf);
  const peppolId = optional(typed.peppolId, peppolIdTextOf);
  const purchaseOrder = optional(typed.purchaseOrder, (text) => order.safeParse(text).data);
  // An XRechnung has postal code and town of the authority in fields of their own.
  const needsTown = leitwegId !== undefined && leitwegId !== '';
  const hasTown = !needsTown || hasPostalTown(typedAddress, country);
  const address = hasTown ? typedAddress : undefined;
  const read = { legalName, address, country, vatId, leitwegId, peppolId, purchaseOrder };
  const mistakes = invoiceFields.filter((field) => read[field] === undefined);
  const isComplete = legalName !== undefined && address && country !== undefined;
  const recipient = isComplete && mistakes.length === 0 && { legalName, address, country };
  return {
    recipient: recipient
      ? {
          ...recipient,
          ...(vatId && { vatId }),
          ...(leitwegId && { leitwegId }),
          ...(peppolId && { peppolId }),
          ...(purchaseOrder && { purchaseOrder }),
        }
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

function peppolIdTextOf(typed: string): string | undefined {
  const id = peppolIdOf(typed);
  return id && electronicAddressText(id);
}

function hasPostalTown(address: readonly string[] = [], country = ''): boolean {
  const code = countryCodeOf(country);
  return code !== undefined && townIn(address, code).city !== undefined;
}

/** An empty text if nothing was typed. */
function optional(
  typed: string | undefined = '',
  read: (text: string) => string | undefined,
): string | undefined {
  if (typed.trim() === '') return '';
  return typed.length <= 200 ? read(typed) : undefined;
}
