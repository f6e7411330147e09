import { type Currency, signedDecimal } from '#contract/money.ts';
import { taxesOf, taxWithin, type TaxSum } from '#contract/tax.ts';
import { xml, type Xml } from './xml.ts';

/** The facts of an e-invoice by EN 16931. The comments name its business terms. */
export type EInvoice = {
  /** BT-3, a code of UNTDID 1001: an invoice, a credit note or a debit note. */
  type: '380' | '381' | '383';
  /** BT-1 */
  number: string;
  /** BT-2, a day: 2026-05-29. */
  date: string;
  /** BT-22 */
  notes: readonly string[];
  /** BT-25: the number of the document that this one is about. */
  about?: string | undefined;
  seller: Party & {
    /** BT-32: the number of the seller at its tax office. */
    taxNumber?: string | undefined;
    /** BT-41 and BT-43 */
    contact: { name: string; email: string };
  };
  buyer: Party;
  /** BT-13: the buyer's own order number. */
  purchaseOrder?: string | undefined;
  /** BT-73, and BT-74 and BT-72: the first and the last day of the service. */
  period: { start: string; end: string };
  /** BT-81 to BT-84: how the payer has paid; a transfer went to the seller's account. Absent if nothing was to be paid. */
  payment?:
    | { by: 'card' | 'online' | 'cash'; words: string }
    | { by: 'transfer'; words: string; iban: string }
    | undefined;
  currency: Currency;
  /** `cents` is the gross amount, negative where a change gives something up; without a rate of tax it is exempt. */
  lines: readonly {
    name: string;
    description?: string | undefined;
    cents: number;
    taxBasisPoints?: number | undefined;
  }[];
  /** BT-120: why lines are exempt. */
  exemption?: string | undefined;
};

type Party = {
  name: string;
  /** Up to three lines. */
  address: readonly string[];
  city?: string | undefined;
  region?: string | undefined;
  postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  vatId?: string | undefined;
};

/**
 * The XML of an e-invoice: the Cross Industry Invoice of UN/CEFACT with the profile EN 16931 of Factur-X and ZUGFeRD. The
 * document was paid, or its refund was sent, before it was issued, so that no amount is due.
 */
export function eInvoiceXml(invoice: EInvoice): string {
  const { type, number, date, notes, about, purchaseOrder, period, currency, lines } = invoice;
  const taxes = sumsOf(lines);
  const [net, tax, gross] = (['netCents', 'taxCents', 'grossCents'] as const).map((name) =>
    signedDecimal(
      taxes.reduce((sum, each) => sum + each[name], 0),
      currency,
    ),
  );
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${UNCEFACT}:CrossIndustryInvoice:100" xmlns:ram="${UNCEFACT}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${UNCEFACT}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext>
<ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>
<ram:ID>${number}</ram:ID>
<ram:TypeCode>${type}</ram:TypeCode>
<ram:IssueDateTime>${day(date)}</ram:IssueDateTime>
${notes.map((note) => xml`<ram:IncludedNote><ram:Content>${note}</ram:Content></ram:IncludedNote>\n`)}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${linesXml(invoice)}<ram:ApplicableHeaderTradeAgreement>
${optional('BuyerReference', purchaseOrder)}${sellerXml(invoice.seller)}${buyerXml(invoice.buyer)}${
    purchaseOrder === undefined
      ? undefined
      : xml`<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>${purchaseOrder}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>\n`
  }</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${day(period.end)}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement>
<ram:InvoiceCurrencyCode>${currency.code}</ram:InvoiceCurrencyCode>
${paymentXml(invoice)}${taxes.map((each) => taxXml(invoice, each))}<ram:BillingSpecifiedPeriod>
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

/** Net, tax and gross for each rate; all is exempt if no line has a rate. */
function sumsOf(lines: EInvoice['lines']): TaxSum[] {
  const taxes = taxesOf(lines);
  if (taxes.length > 0) return taxes;
  const grossCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  return [{ basisPoints: null, netCents: grossCents, taxCents: 0, grossCents }];
}

function linesXml({ lines, currency }: EInvoice): Xml[] {
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
<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode>${categoryXml(taxBasisPoints)}</ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${signedDecimal(net, currency)}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
</ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>
`;
  });
}

/**
 * The net amounts of the lines. The tax of a rate is rounded once from the sum of its lines, so each line gets the net
 * amount of the lines so far less what the earlier lines have, and the lines add up to the net amount of the rate.
 */
function netAmounts(lines: EInvoice['lines']): number[] {
  const grossSoFar = new Map<number, number>();
  return lines.map(({ cents, taxBasisPoints = 0 }) => {
    const before = grossSoFar.get(taxBasisPoints) ?? 0;
    grossSoFar.set(taxBasisPoints, before + cents);
    const taxCents = taxWithin(before + cents, taxBasisPoints) - taxWithin(before, taxBasisPoints);
    return cents - taxCents;
  });
}

function sellerXml({ contact, taxNumber, ...seller }: EInvoice['seller']): Xml {
  // The standard identifies a seller without a VAT number by another number (BR-CO-26).
  const id = seller.vatId === undefined ? taxNumber : undefined;
  return xml`<ram:SellerTradeParty>
${optional('ID', id)}<ram:Name>${seller.name}</ram:Name>
<ram:DefinedTradeContact><ram:PersonName>${contact.name}</ram:PersonName><ram:EmailURIUniversalCommunication><ram:URIID>${contact.email}</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>
${addressXml(seller)}<ram:URIUniversalCommunication><ram:URIID schemeID="EM">${contact.email}</ram:URIID></ram:URIUniversalCommunication>
${registration('VA', seller.vatId)}${registration('FC', taxNumber)}</ram:SellerTradeParty>
`;
}

function buyerXml(buyer: Party): Xml {
  return xml`<ram:BuyerTradeParty>
<ram:Name>${buyer.name}</ram:Name>
${addressXml(buyer)}${registration('VA', buyer.vatId)}</ram:BuyerTradeParty>
`;
}

function addressXml({ address, city, region, postalCode, countryCode }: Party): Xml {
  const [one, two, ...others] = address;
  const three = others.length > 0 ? others.join(', ') : undefined;
  return xml`<ram:PostalTradeAddress>
${optional('PostcodeCode', postalCode)}${optional('LineOne', one)}${optional('LineTwo', two)}${optional('LineThree', three)}${optional('CityName', city)}<ram:CountryID>${countryCode}</ram:CountryID>${optional('CountrySubDivisionName', region)}
</ram:PostalTradeAddress>
`;
}

function registration(scheme: 'VA' | 'FC', id: string | undefined): Xml | undefined {
  if (id === undefined) return undefined;
  return xml`<ram:SpecifiedTaxRegistration><ram:ID schemeID="${scheme}">${id}</ram:ID></ram:SpecifiedTaxRegistration>\n`;
}

function paymentXml({ payment, currency }: EInvoice): Xml | undefined {
  if (!payment) return undefined;
  const account =
    payment.by === 'transfer'
      ? xml`<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${payment.iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>`
      : undefined;
  return xml`<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${meansCode(payment.by, currency)}</ram:TypeCode><ram:Information>${payment.words}</ram:Information>${account}</ram:SpecifiedTradeSettlementPaymentMeans>
`;
}

/** The codes of UNTDID 4461: bank card, online payment service, cash, transfer within SEPA, other transfer. */
function meansCode(by: NonNullable<EInvoice['payment']>['by'], { code }: Currency): string {
  if (by === 'transfer') return code === 'EUR' ? '58' : '30';
  return { card: '48', online: '68', cash: '10' }[by];
}

function taxXml({ currency, exemption }: EInvoice, tax: TaxSum): Xml {
  const { basisPoints, netCents, taxCents } = tax;
  return xml`<ram:ApplicableTradeTax>
<ram:CalculatedAmount>${signedDecimal(taxCents, currency)}</ram:CalculatedAmount>
<ram:TypeCode>VAT</ram:TypeCode>
${basisPoints === null ? optional('ExemptionReason', exemption) : undefined}<ram:BasisAmount>${signedDecimal(netCents, currency)}</ram:BasisAmount>
${categoryXml(basisPoints)}
</ram:ApplicableTradeTax>
`;
}

/** The category of UNTDID 5305 and the rate: exempt, zero-rated, or the standard category for every other rate. */
function categoryXml(basisPoints: number | null): Xml {
  const category = basisPoints === null ? 'E' : basisPoints === 0 ? 'Z' : 'S';
  return xml`<ram:CategoryCode>${category}</ram:CategoryCode><ram:RateApplicablePercent>${(basisPoints ?? 0) / 100}</ram:RateApplicablePercent>`;
}

function optional(name: string, text: string | undefined): Xml | undefined {
  return text === undefined ? undefined : xml`<ram:${name}>${text}</ram:${name}>\n`;
}

/** 2026-05-29 as 20260529, the format 102 of UNTDID 2379. */
function day(date: string): Xml {
  return xml`<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`;
}
