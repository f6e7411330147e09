import { countryCodeOf } from '#contract/countries.ts';
import { currencyOf } from '#contract/currency.ts';
import type { EInvoice } from '#documents/e-invoice.ts';
import { inOneLine } from '#server/orders/rows/item-words.ts';
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
  const { legalName, address, vatId, purchaseOrder } = recipient;
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
      ...placeIn(address, countryCode),
      countryCode,
      vatId: vatId !== undefined && beginsWithCountry(vatId) ? vatId : undefined,
    },
    purchaseOrder,
    period: eInvoice.period,
    payment: paymentOf(document),
    currency: currencyOf(document.currency, document.decimals),
    lines: lines.map(({ words, statedByPayer, cents, taxBasisPoints }) => {
      return { name: inOneLine(words), description: statedByPayer, cents, taxBasisPoints };
    }),
    exemption: document.taxExemption ?? eInvoice.taxNote,
  };
}

function paymentOf({ means, paidBy: words, eInvoice }: ReceiptDocument): EInvoice['payment'] {
  if (means !== 'transfer') return means && { by: means, words };
  const iban = eInvoice?.iban;
  return iban === undefined ? undefined : { by: means, words, iban };
}

/** Postal code, town and region as the post of each country writes them in one line. */
const TOWN = /^(?:[A-Z]{1,3}-)?(?<code>\d{4,6})\s+(?<city>\p{L}[^\d]*(?:\scedex(?:\s\d+)?)?)$/iu;
const SPLIT_CODE = /^(?:[A-Z]{1,2}-?\s?)?(?<code>\d{3}\s?\d{2})\s+(?<city>\p{L}[^]*)$/u;
const TOWN_FIRST =
  /^(?<city>\p{L}(?:(?!\bbox\b|apartado|postfach)\D)*?)[\s,–-]+(?<code>\d{4,7}|\d{3}[- ]\d{2,3})$/iu;
const EITHER = [TOWN_FIRST, /^(?<code>\d{5,7}|\d{3}[- ]\d{2,3})\s+(?<city>\p{L}\D*)$/u];
const TOWNS: Readonly<Record<string, readonly RegExp[]>> = {
  NL: [/^(?:NL-)?(?<code>\d{4}\s?[A-Z]{2})\s+(?<city>\p{L}[^]*)$/u],
  GB: [/^(?<city>\D+?),?\s+(?<code>[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})$/iu],
  IE: [/^(?<city>\p{L}[\p{L} '’.-]*?(?:\s\d{1,2})?),?\s+(?<code>[A-Z]\d[\dW]\s?[A-Z\d]{4})$/iu],
  SE: [SPLIT_CODE],
  CZ: [SPLIT_CODE],
  SK: [SPLIT_CODE],
  GR: [SPLIT_CODE],
  PL: [/^(?:PL-)?(?<code>\d{2}-\d{3})\s+(?<city>\p{L}[^]*)$/u],
  PT: [/^(?:PT-)?(?<code>\d{4}-\d{3})\s+(?<city>\p{L}[^]*)$/u],
  LV: [/^(?<city>\D+?),?\s+(?<code>LV-\d{4})$/u],
  US: [/^(?<city>\D+?),?\s+(?<region>[A-Z]{2}),?\s+(?<code>\d{5}(?:-\d{4})?)$/u],
  CA: [/^(?<city>\D+?),?\s+\(?(?<region>[A-Z]{2})\)?,?\s+(?<code>[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/u],
  AU: [/^(?<city>\D+?),?\s+(?<region>[A-Z]{2,3})\s+(?<code>\d{4})$/u],
  BR: [
    /^(?<city>\D+?)\s*[-–/,]\s*(?<region>[A-Z]{2}),?\s+(?<code>\d{5}-?\d{3})$/u,
    /^(?<code>\d{5}-?\d{3})\s+(?<city>\D+?)(?:\s*[-–/,]\s*(?<region>[A-Z]{2}))?$/u,
  ],
  IS: [/^(?:IS-)?(?<code>\d{3})\s+(?<city>\p{L}\D*)$/u],
  MT: [/^(?<city>\D+?),?\s+(?<code>[A-Z]{3}\s?\d{4})$/u],
  AR: [/^(?:(?<code>[A-Z]\d{4}(?:[A-Z]{3})?|\d{4})\s+)(?<city>\p{L}\D*)$/u],
  // Nobody has a code.
  HK: [],
  AE: [],
  QA: [],
  ...Object.fromEntries(
    'CN IN SG KR TW NZ ZA IL RU UA KZ TH ID PK SA EG BD LK NG'
      .split(' ')
      .map((each) => [each, EITHER]),
  ),
  JP: [
    /^〒?\s*(?<code>\d{3}-\d{4})\s+(?<city>\p{L}[^]*)$/u,
    /^(?<city>[^\d〒]+?),?\s+〒?(?<code>\d{3}-\d{4})$/u,
  ],
};

/** Recognises postal code and city in the last line of an address; another line stays as it is. */
function placeIn(
  lines: readonly string[],
  countryCode: string,
): Pick<EInvoice['buyer'], 'address' | 'postalCode' | 'city' | 'region'> {
  const last = (lines.at(-1) ?? '').replaceAll(/\s+/g, ' ').trim();
  const found = (TOWNS[countryCode] ?? [TOWN]).map((each) => each.exec(last)?.groups).find(Boolean);
  const { code: postalCode, city, region } = found ?? {};
  if (postalCode === undefined || city === undefined) return { address: lines };
  return { address: lines.slice(0, -1), postalCode, city, ...(region && { region }) };
}

/** Greece and Northern Ireland have letters of their own in VAT numbers. */
const OTHER_PREFIXES = ['EL', 'XI'];

/** The standard allows no VAT number without the letters of its country (BR-CO-09), as some outside Europe are. */
function beginsWithCountry(vatId: string): boolean {
  const prefix = vatId.slice(0, 2);
  return countryCodeOf(prefix) === prefix || OTHER_PREFIXES.includes(prefix);
}
