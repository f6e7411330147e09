import { countryCodeOf } from '#contract/countries.ts';
import {
  type ElectronicAddress,
  leitwegAddress,
  mailAddress,
  peppolIdOf,
} from '#contract/identifiers/electronic-address.ts';
import { currencyOf } from '#contract/currency.ts';
import type { EInvoice } from '#documents/e-invoices/e-invoice.ts';
import { inOneLine } from '#server/orders/rows/item-words.ts';
import { townIn } from '#server/orders/rows/town-line.ts';
import type { ReceiptDocument } from './receipt-document.ts';

/** The types of documents in UNTDID 1001: invoice, credit note and debit note. No receipt is an e-invoice. */
const types = {
  receipt: undefined,
  invoice: '380',
  // A cancelled invoice is credited in full.
  'invoice-cancellation': '381',
  'credit-note': '381',
  // The refund failed, so the amount of its credit note is debited again.
  cancellation: '383',
} as const;

/**
 * The e-invoice of a document, which depends on the document alone; undefined if the document was issued without one, if
 * its recipient was erased, or if their country has no code, without which the standard allows none.
 */
export function eInvoiceOf(document: ReceiptDocument, testMode: string): EInvoice | undefined {
  const { kind, number, reference, conference, recipient, eInvoice, lines, isTest } = document;
  const type = types[kind];
  const countryCode = recipient && countryCodeOf(recipient.country);
  if (!type || !eInvoice || countryCode === undefined || !recipient?.legalName) return undefined;
  const { legalName, address, vatId, leitwegId, purchaseOrder } = recipient;
  const { receipt, cancels, corrects } = document;
  return {
    type,
    number,
    date: document.issuedOn,
    notes: [conference.join('\n'), ...(isTest ? [testMode] : [])],
    about: receipt ?? cancels ?? corrects ?? (type === '380' ? undefined : reference),
    seller: eInvoice.seller,
    buyer: {
      name: legalName,
      ...townIn(address, countryCode),
      countryCode,
      vatId: vatId !== undefined && beginsWithCountry(vatId) ? vatId : undefined,
      electronicAddress: electronicAddressOf(document),
    },
    buyerReference: leitwegId,
    purchaseOrder,
    period: eInvoice.period,
    payment: paymentOf(document),
    currency: currencyOf(document.currency, document.decimals),
    lines: lines.map(({ words, statedByPayer, cents, taxBasisPoints }) => {
      return { name: inOneLine(words), description: statedByPayer, cents, taxBasisPoints };
    }),
    exemption: document.taxExemption ?? eInvoice.taxNote,
    exemptionCode: eInvoice.exemptionCode,
  };
}

/** The buyer's address in the Peppol network or at the authority; the payer's mail address if there is no other. */
function electronicAddressOf({
  recipient,
  customer,
  eInvoice,
}: ReceiptDocument): ElectronicAddress | undefined {
  const { peppolId, leitwegId } = recipient ?? {};
  if (peppolId !== undefined) return peppolIdOf(peppolId);
  if (leitwegId !== undefined) return leitwegAddress(leitwegId);
  const mail = customer.at(-1) ?? '';
  // Documents of before have no mail address in their XML, and stay as they were issued.
  return eInvoice?.seller.contact.phone !== undefined && mail.includes('@')
    ? mailAddress(mail)
    : undefined;
}

function paymentOf({ means, paidBy: words, eInvoice }: ReceiptDocument): EInvoice['payment'] {
  if (means !== 'transfer') return means && { by: means, words };
  const iban = eInvoice?.iban;
  return iban === undefined ? undefined : { by: means, words, iban };
}

/** Greece and Northern Ireland have letters of their own in VAT numbers. */
const OTHER_PREFIXES = ['EL', 'XI'];

/** The standard allows no VAT number without the letters of its country (BR-CO-09), as some outside Europe are. */
function beginsWithCountry(vatId: string): boolean {
  const prefix = vatId.slice(0, 2);
  return countryCodeOf(prefix) === prefix || OTHER_PREFIXES.includes(prefix);
}
