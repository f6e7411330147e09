import type { EInvoiceFile } from '#contract/content/e-invoice-settings.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { isOfPeppol } from '#contract/identifiers/electronic-address.ts';
import { crossIndustryInvoice } from '#documents/e-invoices/cross-industry-invoice.ts';
import type { EInvoice } from '#documents/e-invoices/e-invoice.ts';
import { ublInvoice } from '#documents/e-invoices/ubl-invoice.ts';
import { eInvoiceOf } from './e-invoice-of.ts';
import type { ReceiptDocument } from './receipt-document.ts';

/** Their names are the same in all languages. */
export const fileNames: Record<EInvoiceFile, string> = {
  xrechnung: 'XRechnung (CII)',
  'xrechnung-ubl': 'XRechnung (UBL)',
  peppol: 'Peppol BIS Billing 3',
};

/** The XML file of an e-invoice beside its PDF. */
export type XmlFile = { kind: EInvoiceFile; fileName: string; xml: () => string };

/**
 * The files that the conference offers of a document, as far as it has all that they need. They depend on the document
 * alone, and name what a document lacks by not being there: a document of before has no telephone number of the seller.
 */
export function xmlFilesOf(
  { documents }: Pick<Conference, 'documents'>,
  document: ReceiptDocument,
  testMode: string,
): XmlFile[] {
  const offered = documents?.eInvoiceFiles ?? [];
  const invoice = offered.length === 0 ? undefined : eInvoiceOf(document, testMode);
  if (!invoice) return [];
  // Both rules want a reference of the buyer. If there is none, ours finds the order again.
  const buyerReference = invoice.buyerReference ?? invoice.purchaseOrder ?? document.reference;
  const complete = { ...invoice, buyerReference };
  const isOf = isPossible(invoice);
  return offered
    .filter((kind) => isOf[kind])
    .map((kind) => ({
      kind,
      fileName: `${document.number}-${kind}.xml`,
      xml: () => xmlOf(complete, kind),
    }));
}

function xmlOf(invoice: EInvoice, kind: EInvoiceFile): string {
  if (kind === 'xrechnung') return crossIndustryInvoice(invoice, 'xrechnung');
  return ublInvoice(invoice, kind === 'peppol' ? 'peppol' : 'xrechnung');
}

/** XRechnung is for recipients in Germany, and for German authorities elsewhere; in the Peppol network both parties need an address. */
function isPossible({ seller, buyer, buyerReference }: EInvoice): Record<EInvoiceFile, boolean> {
  const isGerman = buyer.countryCode === 'DE';
  const isForGermany = isGerman || buyerReference !== undefined;
  const hasAll =
    seller.contact.phone !== undefined &&
    buyer.city !== undefined &&
    buyer.postalCode !== undefined;
  const addresses = [seller.electronicAddress, buyer.electronicAddress];
  const isInPeppol = addresses.every((address) => address && isOfPeppol(address));
  return {
    xrechnung: isForGermany && hasAll,
    'xrechnung-ubl': isForGermany && hasAll,
    peppol: isInPeppol && (!isGerman || hasAll),
  };
}
