import { mailAddress } from '#contract/identifiers/electronic-address.ts';
import { signedDecimal } from '#contract/money.ts';
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

/**
 * An e-invoice as Cross Industry Invoice of UN/CEFACT, by EN 16931 for the PDF of Factur-X and ZUGFeRD, or as XRechnung.
 * The document was paid, or its refund was sent, before it was issued, so that no amount is due.
 */
export function crossIndustryInvoice(
  invoice: EInvoice,
  profile: 'factur-x' | 'xrechnung' = 'factur-x',
): string {
  const { number, date, about, purchaseOrder, period, currency, lines } = invoice;
  const { customisation, ...business } = profiles[profile];
  const taxes = sumsOf(lines);
  const totals = totalsOf(taxes);
  const [net, tax, gross] = (['net', 'tax', 'gross'] as const).map((name) =>
    signedDecimal(totals[name], currency),
  );
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${UNCEFACT}:CrossIndustryInvoice:100" xmlns:ram="${UNCEFACT}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${UNCEFACT}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext>
${
  'process' in business
    ? xml`<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>${business.process}</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>\n`
    : undefined
}<ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${customisation}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>
<ram:ID>${number}</ram:ID>
<ram:TypeCode>${typeOf(invoice, profile)}</ram:TypeCode>
<ram:IssueDateTime>${day(date)}</ram:IssueDateTime>
${notesOf(invoice, profile).map((note) => xml`<ram:IncludedNote><ram:Content>${note}</ram:Content></ram:IncludedNote>\n`)}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${linesXml(invoice)}<ram:ApplicableHeaderTradeAgreement>
${optional('BuyerReference', invoice.buyerReference ?? purchaseOrder)}${sellerXml(invoice)}${buyerXml(invoice)}${
    purchaseOrder === undefined
      ? undefined
      : xml`<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>${purchaseOrder}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>\n`
  }</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${day(period.end)}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement>
<ram:InvoiceCurrencyCode>${currency.code}</ram:InvoiceCurrencyCode>
${paymentXml(invoice, profile)}${taxes.map((each) => taxXml(invoice, each))}<ram:BillingSpecifiedPeriod>
<ram:StartDateTime>${day(period.start)}</ram:StartDateTime>
<ram:EndDateTime>${day(period.end)}</ram:EndDateTime>
</ram:BillingSpecifiedPeriod>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>
<ram:LineTotalAmount>${net}</ram:LineTotalAmount>
<ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="${currency.code}">${tax}</ram:TaxTotalAmount>
<ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>
<ram:TotalPrepaidAmount>${gross}</ram:TotalPrepaidAmount>
<ram:DuePayableAmount>${signedDecimal(0, currency)}</ram:DuePayableAmount>
</ram:SpecifiedTradeSettlementHeaderMonetarySummation>
${
  about === undefined
    ? undefined
    : xml`<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${about}</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>\n`
}</ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`.xml;
}

const UNCEFACT = 'urn:un:unece:uncefact:data:standard';

function linesXml(invoice: EInvoice): Xml[] {
  const { lines, currency } = invoice;
  const nets = netAmounts(lines);
  return lines.map(({ name, description, taxBasisPoints = null }, at) => {
    const net = nets[at] ?? 0;
    // A price is never negative, so what is given up has a negative quantity.
    return xml`<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument><ram:LineID>${at + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct>
<ram:Name>${name}</ram:Name>
${optional('Description', description)}</ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${signedDecimal(Math.abs(net), currency)}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">${net < 0 ? -1 : 1}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement>
<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode>${lineCategoryXml(categoryOf(invoice, taxBasisPoints))}</ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${signedDecimal(net, currency)}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
</ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>
`;
  });
}

function sellerXml(invoice: EInvoice): Xml {
  const { contact, ...seller } = invoice.seller;
  const { id, vatId, taxNumber } = sellerNumbers(invoice);
  const phone =
    contact.phone === undefined
      ? undefined
      : xml`<ram:TelephoneUniversalCommunication><ram:CompleteNumber>${contact.phone}</ram:CompleteNumber></ram:TelephoneUniversalCommunication>`;
  return xml`<ram:SellerTradeParty>
${optional('ID', id)}<ram:Name>${seller.name}</ram:Name>
<ram:DefinedTradeContact><ram:PersonName>${contact.name}</ram:PersonName>${phone}<ram:EmailURIUniversalCommunication><ram:URIID>${contact.email}</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>
${addressXml(seller)}${electronicAddressXml(seller.electronicAddress ?? mailAddress(contact.email))}${registration('VA', vatId)}${registration('FC', taxNumber)}</ram:SellerTradeParty>
`;
}

function buyerXml(invoice: EInvoice): Xml {
  const { buyer } = invoice;
  return xml`<ram:BuyerTradeParty>
<ram:Name>${buyer.name}</ram:Name>
${addressXml(buyer)}${electronicAddressXml(buyer.electronicAddress)}${registration('VA', buyerVatId(invoice))}</ram:BuyerTradeParty>
`;
}

function electronicAddressXml(address: Party['electronicAddress']): Xml | undefined {
  if (!address) return undefined;
  return xml`<ram:URIUniversalCommunication><ram:URIID schemeID="${address.scheme}">${address.id}</ram:URIID></ram:URIUniversalCommunication>\n`;
}

function addressXml(party: Party): Xml {
  const { city, region, postalCode, countryCode } = party;
  const [one, two, three] = addressLines(party);
  return xml`<ram:PostalTradeAddress>
${optional('PostcodeCode', postalCode)}${optional('LineOne', one)}${optional('LineTwo', two)}${optional('LineThree', three)}${optional('CityName', city)}<ram:CountryID>${countryCode}</ram:CountryID>${optional('CountrySubDivisionName', region)}
</ram:PostalTradeAddress>
`;
}

function registration(scheme: 'VA' | 'FC', id: string | undefined): Xml | undefined {
  if (id === undefined) return undefined;
  return xml`<ram:SpecifiedTaxRegistration><ram:ID schemeID="${scheme}">${id}</ram:ID></ram:SpecifiedTaxRegistration>\n`;
}

function paymentXml(invoice: EInvoice, profile: Profile): Xml | undefined {
  const { payment } = invoice;
  const code = meansCode(invoice, profile);
  if (code === undefined) return undefined;
  const account =
    payment?.by === 'transfer'
      ? xml`<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${payment.iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>`
      : undefined;
  const words = payment && xml`<ram:Information>${payment.words}</ram:Information>`;
  return xml`<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${code}</ram:TypeCode>${words}${account}</ram:SpecifiedTradeSettlementPaymentMeans>
`;
}

function taxXml(invoice: EInvoice, tax: TaxSum): Xml {
  const { currency } = invoice;
  const { basisPoints, netCents, taxCents } = tax;
  const { code: reasonCode, words } = basisPoints === null ? reasonOf(invoice) : {};
  const { code, percent } = categoryOf(invoice, basisPoints);
  return xml`<ram:ApplicableTradeTax>
<ram:CalculatedAmount>${signedDecimal(taxCents, currency)}</ram:CalculatedAmount>
<ram:TypeCode>VAT</ram:TypeCode>
${optional('ExemptionReason', words)}<ram:BasisAmount>${signedDecimal(netCents, currency)}</ram:BasisAmount>
<ram:CategoryCode>${code}</ram:CategoryCode>${
    reasonCode === undefined
      ? undefined
      : xml`<ram:ExemptionReasonCode>${reasonCode}</ram:ExemptionReasonCode>`
  }<ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent>
</ram:ApplicableTradeTax>
`;
}

/** A line outside of VAT has no rate (BR-O-05). */
function lineCategoryXml({ code, percent }: Category): Xml {
  const rate =
    code === 'O'
      ? undefined
      : xml`<ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent>`;
  return xml`<ram:CategoryCode>${code}</ram:CategoryCode>${rate}`;
}

function optional(name: string, text: string | undefined): Xml | undefined {
  return text === undefined || text.trim() === ''
    ? undefined
    : xml`<ram:${name}>${text}</ram:${name}>\n`;
}

/** 2026-05-29 as 20260529, the format 102 of UNTDID 2379. */
function day(date: string): Xml {
  return xml`<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`;
}
