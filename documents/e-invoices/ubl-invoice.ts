import { signedDecimal } from '#contract/money.ts';
import { mailAddress } from '#contract/identifiers/electronic-address.ts';
import type { TaxSum } from '#contract/tax.ts';
import { xml, type Xml } from '#documents/xml.ts';
import {
  addressLines,
  buyerVatId,
  type Category,
  categoryOf,
  type EInvoice,
  meansCode,
  netAmounts,
  notesOf,
  type Party,
  type Profile,
  profiles,
  reasonOf,
  sellerNumbers,
  sumsOf,
  totalsOf,
  typeOf,
} from './e-invoice.ts';

/** The words of UBL 2.1 for invoices and for credit notes, which are documents of two kinds there. */
const KINDS = {
  invoice: { root: 'Invoice', line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  creditNote: { root: 'CreditNote', line: 'CreditNoteLine', quantity: 'CreditedQuantity' },
} as const;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/**
 * An e-invoice by EN 16931 in UBL 2.1, as XRechnung or Peppol BIS Billing 3. The document was paid, or its refund was sent,
 * before it was issued, so that no amount is due.
 */
export function ublInvoice(invoice: EInvoice, profile: 'xrechnung' | 'peppol'): string {
  const { number, date, about, purchaseOrder, period, currency, lines } = invoice;
  const { customisation, process } = profiles[profile];
  const type = typeOf(invoice, profile);
  const kind = KINDS[type === '381' ? 'creditNote' : 'invoice'];
  const sums = sumsOf(lines);
  const { net, tax, gross } = totalsOf(sums);
  const amount = (name: string, cents: number): Xml =>
    xml`<${tag(name)} currencyID="${currency.code}">${signedDecimal(cents, currency)}</${tag(name)}>\n`;
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<${raw(kind.root)} xmlns="${UBL}${kind.root}-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">
<cbc:CustomizationID>${customisation}</cbc:CustomizationID>
<cbc:ProfileID>${process}</cbc:ProfileID>
<cbc:ID>${number}</cbc:ID>
<cbc:IssueDate>${date}</cbc:IssueDate>
<${tag(`${kind.root}TypeCode`)}>${type}</${tag(`${kind.root}TypeCode`)}>
${optional('Note', notesOf(invoice, profile).join('\n'))}<cbc:DocumentCurrencyCode>${currency.code}</cbc:DocumentCurrencyCode>
${optional('BuyerReference', invoice.buyerReference ?? purchaseOrder)}<cac:InvoicePeriod>
<cbc:StartDate>${period.start}</cbc:StartDate>
<cbc:EndDate>${period.end}</cbc:EndDate>
</cac:InvoicePeriod>
${
  purchaseOrder === undefined
    ? undefined
    : xml`<cac:OrderReference><cbc:ID>${purchaseOrder}</cbc:ID></cac:OrderReference>\n`
}${
    about === undefined
      ? undefined
      : xml`<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${about}</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>\n`
  }${sellerXml(invoice)}${buyerXml(invoice)}<cac:Delivery><cbc:ActualDeliveryDate>${period.end}</cbc:ActualDeliveryDate></cac:Delivery>
${paymentXml(invoice, profile)}<cac:TaxTotal>
${amount('TaxAmount', tax)}${sums.map((sum) => subtotalXml(invoice, sum, amount))}</cac:TaxTotal>
<cac:LegalMonetaryTotal>
${amount('LineExtensionAmount', net)}${amount('TaxExclusiveAmount', net)}${amount('TaxInclusiveAmount', gross)}${amount('PrepaidAmount', gross)}${amount('PayableAmount', 0)}</cac:LegalMonetaryTotal>
${linesXml(invoice, kind, amount)}</${raw(kind.root)}>
`.xml;
}

type Amount = (name: string, cents: number) => Xml;

function linesXml(
  invoice: EInvoice,
  kind: (typeof KINDS)[keyof typeof KINDS],
  amount: Amount,
): Xml[] {
  const nets = netAmounts(invoice.lines);
  return invoice.lines.map(({ name, description, taxBasisPoints = null }, at) => {
    const net = nets[at] ?? 0;
    // A price is never negative, so what is given up has a negative quantity.
    return xml`<${raw(`cac:${kind.line}`)}>
<cbc:ID>${at + 1}</cbc:ID>
<${tag(kind.quantity)} unitCode="C62">${net < 0 ? -1 : 1}</${tag(kind.quantity)}>
${amount('LineExtensionAmount', net)}<cac:Item>
${optional('Description', description)}<cbc:Name>${name}</cbc:Name>
<cac:ClassifiedTaxCategory>${lineCategoryXml(categoryOf(invoice, taxBasisPoints))}${SCHEME}</cac:ClassifiedTaxCategory>
</cac:Item>
<cac:Price>
${amount('PriceAmount', Math.abs(net))}</cac:Price>
</${raw(`cac:${kind.line}`)}>
`;
  });
}

function sellerXml(invoice: EInvoice): Xml {
  const { contact, ...seller } = invoice.seller;
  const { id, vatId, taxNumber } = sellerNumbers(invoice);
  const address = seller.electronicAddress ?? mailAddress(contact.email);
  return xml`<cac:AccountingSupplierParty><cac:Party>
${endpointXml(address)}${id === undefined ? undefined : xml`<cac:PartyIdentification><cbc:ID>${id}</cbc:ID></cac:PartyIdentification>\n`}${addressXml(seller)}${taxSchemeXml(vatId, 'VAT')}${taxSchemeXml(taxNumber, 'FC')}${legalEntityXml(seller)}<cac:Contact>
<cbc:Name>${contact.name}</cbc:Name>
${optional('Telephone', contact.phone)}<cbc:ElectronicMail>${contact.email}</cbc:ElectronicMail>
</cac:Contact>
</cac:Party></cac:AccountingSupplierParty>
`;
}

function buyerXml(invoice: EInvoice): Xml {
  const { buyer } = invoice;
  return xml`<cac:AccountingCustomerParty><cac:Party>
${endpointXml(buyer.electronicAddress)}${addressXml(buyer)}${taxSchemeXml(buyerVatId(invoice), 'VAT')}${legalEntityXml(buyer)}</cac:Party></cac:AccountingCustomerParty>
`;
}

function endpointXml(address: Party['electronicAddress']): Xml | undefined {
  return (
    address && xml`<cbc:EndpointID schemeID="${address.scheme}">${address.id}</cbc:EndpointID>\n`
  );
}

function addressXml(party: Party): Xml {
  const { city, region, postalCode, countryCode } = party;
  const [one, two, three] = addressLines(party);
  return xml`<cac:PostalAddress>
${optional('StreetName', one)}${optional('AdditionalStreetName', two)}${optional('CityName', city)}${optional('PostalZone', postalCode)}${optional('CountrySubentity', region)}${
    three === undefined
      ? undefined
      : xml`<cac:AddressLine><cbc:Line>${three}</cbc:Line></cac:AddressLine>\n`
  }<cac:Country><cbc:IdentificationCode>${countryCode}</cbc:IdentificationCode></cac:Country>
</cac:PostalAddress>
`;
}

function taxSchemeXml(id: string | undefined, scheme: 'VAT' | 'FC'): Xml | undefined {
  if (id === undefined) return undefined;
  return xml`<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID><cac:TaxScheme><cbc:ID>${scheme}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>\n`;
}

function legalEntityXml({ name }: Party): Xml {
  return xml`<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>\n`;
}

function paymentXml(invoice: EInvoice, profile: Profile): Xml {
  const { payment } = invoice;
  const words = payment && xml` name="${payment.words}"`;
  const account =
    payment?.by === 'transfer'
      ? xml`<cac:PayeeFinancialAccount><cbc:ID>${payment.iban}</cbc:ID></cac:PayeeFinancialAccount>`
      : undefined;
  return xml`<cac:PaymentMeans><cbc:PaymentMeansCode${words}>${meansCode(invoice, profile)}</cbc:PaymentMeansCode>${account}</cac:PaymentMeans>
`;
}

function subtotalXml(invoice: EInvoice, sum: TaxSum, amount: Amount): Xml {
  const { basisPoints, netCents, taxCents } = sum;
  const { code: reasonCode, words } = basisPoints === null ? reasonOf(invoice) : {};
  const { code, percent } = categoryOf(invoice, basisPoints);
  return xml`<cac:TaxSubtotal>
${amount('TaxableAmount', netCents)}${amount('TaxAmount', taxCents)}<cac:TaxCategory>
<cbc:ID>${code}</cbc:ID>
<cbc:Percent>${percent}</cbc:Percent>
${optional('TaxExemptionReasonCode', reasonCode)}${optional('TaxExemptionReason', words)}${SCHEME}
</cac:TaxCategory>
</cac:TaxSubtotal>
`;
}

const SCHEME = xml`<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>`;

/** A line outside of VAT has no rate (BR-O-05). */
function lineCategoryXml({ code, percent }: Category): Xml {
  return xml`<cbc:ID>${code}</cbc:ID>${code === 'O' ? undefined : xml`<cbc:Percent>${percent}</cbc:Percent>`}`;
}

/** The rules of Peppol forbid empty elements. */
function optional(name: string, text: string | undefined): Xml | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return xml`<${tag(name)}>${text}</${tag(name)}>\n`;
}

function tag(name: string): Xml {
  return raw(`cbc:${name}`);
}

/** The name of an element. */
function raw(name: string): Xml {
  return { xml: name };
}
