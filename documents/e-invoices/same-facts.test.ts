import fontoxpath from 'fontoxpath';
import { parseXmlDocument } from 'slimdom';
import { expect, test } from 'vitest';
import { eInvoiceCases } from '#tests/support/e-invoice-cases.ts';
import { brokenRules, brokenSums } from '#tests/support/en16931.ts';
import { crossIndustryInvoice } from './cross-industry-invoice.ts';
import { ublInvoice } from './ubl-invoice.ts';

const SETTLEMENT = 'ApplicableHeaderTradeSettlement';
const SUMS = 'SpecifiedTradeSettlementHeaderMonetarySummation';
const LINE = 'IncludedSupplyChainTradeLineItem';

/** The place of each business term in the two languages, as the end of a path. */
const terms: Record<string, [cii: string, ubl: string]> = {
  'BT-1 number': ['ExchangedDocument/ID', '*/ID[1][parent::Invoice or parent::CreditNote]'],
  'BT-5 currency': ['InvoiceCurrencyCode', 'DocumentCurrencyCode'],
  'BT-10 buyer reference': ['BuyerReference', 'BuyerReference'],
  'BT-13 order number': ['BuyerOrderReferencedDocument/IssuerAssignedID', 'OrderReference/ID'],
  'BT-22 note': ['IncludedNote/Content', '*/Note'],
  'BT-23 process': ['BusinessProcessSpecifiedDocumentContextParameter/ID', 'ProfileID'],
  'BT-24 standard': ['GuidelineSpecifiedDocumentContextParameter/ID', 'CustomizationID'],
  'BT-25 earlier document': [
    'InvoiceReferencedDocument/IssuerAssignedID',
    'InvoiceDocumentReference/ID',
  ],
  'BT-27 and BT-44 names': [
    '*[self::SellerTradeParty or self::BuyerTradeParty]/Name',
    'RegistrationName',
  ],
  'BT-29 number of the seller': ['SellerTradeParty/ID', 'PartyIdentification/ID'],
  'BT-34 and BT-49 addresses': ['URIUniversalCommunication/URIID', 'EndpointID'],
  'their schemes': ['URIUniversalCommunication/URIID/@schemeID', 'EndpointID/@schemeID'],
  'BT-31, BT-32 and BT-48': ['SpecifiedTaxRegistration/ID', 'PartyTaxScheme/CompanyID'],
  'BT-35 and BT-50': ['LineOne', 'StreetName'],
  'BT-36 and BT-51': ['LineTwo', 'AdditionalStreetName'],
  'BT-162 and BT-163': ['LineThree', 'AddressLine/Line'],
  'BT-37 and BT-52 towns': ['CityName', 'CityName'],
  'BT-38 and BT-53 postal codes': ['PostcodeCode', 'PostalZone'],
  'BT-40 and BT-55 countries': ['CountryID', 'IdentificationCode'],
  'BT-41 contact': ['PersonName', 'Contact/Name'],
  'BT-42 telephone': ['CompleteNumber', 'Telephone'],
  'BT-43 mail': ['EmailURIUniversalCommunication/URIID', 'ElectronicMail'],
  'BT-81 means': ['SpecifiedTradeSettlementPaymentMeans/TypeCode', 'PaymentMeansCode'],
  'BT-82 their words': ['Information', 'PaymentMeansCode/@name'],
  'BT-84 account': ['IBANID', 'PayeeFinancialAccount/ID'],
  'BT-106 sum of lines': [`${SUMS}/LineTotalAmount`, 'LegalMonetaryTotal/LineExtensionAmount'],
  'BT-109 net': ['TaxBasisTotalAmount', 'TaxExclusiveAmount'],
  'BT-110 tax': ['TaxTotalAmount', 'TaxTotal/TaxAmount'],
  'BT-112 gross': ['GrandTotalAmount', 'TaxInclusiveAmount'],
  'BT-113 paid': ['TotalPrepaidAmount', 'PrepaidAmount'],
  'BT-115 due': ['DuePayableAmount', 'PayableAmount'],
  'BT-116 of each rate': [`${SETTLEMENT}/ApplicableTradeTax/BasisAmount`, 'TaxableAmount'],
  'BT-117 its tax': [`${SETTLEMENT}/ApplicableTradeTax/CalculatedAmount`, 'TaxSubtotal/TaxAmount'],
  'BT-118 its category': [`${SETTLEMENT}/ApplicableTradeTax/CategoryCode`, 'TaxCategory/ID'],
  'BT-119 its rate': [
    `${SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent`,
    'TaxCategory/Percent',
  ],
  'BT-120 reason': ['ExemptionReason', 'TaxExemptionReason'],
  'BT-121 its code': ['ExemptionReasonCode', 'TaxExemptionReasonCode'],
  'BT-129 quantities': ['BilledQuantity', '*[self::InvoicedQuantity or self::CreditedQuantity]'],
  'BT-131 lines': [
    `${LINE}//LineTotalAmount`,
    '*[self::InvoiceLine or self::CreditNoteLine]/LineExtensionAmount',
  ],
  'BT-146 prices': ['ChargeAmount', 'PriceAmount'],
  'BT-151 categories': [`${LINE}//CategoryCode`, 'ClassifiedTaxCategory/ID'],
  'BT-152 rates': [`${LINE}//RateApplicablePercent`, 'ClassifiedTaxCategory/Percent'],
  'BT-153 names': ['SpecifiedTradeProduct/Name', 'Item/Name'],
  'BT-154 descriptions': ['SpecifiedTradeProduct/Description', 'Item/Description'],
};

function valuesIn(xml: string, language: 0 | 1): Record<string, string[]> {
  const document = parseXmlDocument(
    xml
      .replaceAll(/<(\/?)(?:rsm|ram|udt|cac|cbc):/g, '<$1')
      .replaceAll(/ xmlns(?::\w+)?="[^"]*"/g, ''),
  );
  const valueOf = ([, paths]: [string, [string, string]]) =>
    fontoxpath.evaluateXPathToStrings(`//${paths[language]}`, document);
  return Object.fromEntries(Object.entries(terms).map((term) => [term[0], valueOf(term)]));
}

test.each(Object.entries(eInvoiceCases))('CII and UBL say the same, with %s', (_, invoice) => {
  const cii = crossIndustryInvoice(invoice, 'xrechnung');
  expect(brokenRules(cii)).toEqual([]);
  expect(brokenSums(cii)).toEqual([]);
  const facts = valuesIn(cii, 0);
  for (const needed of ['BT-1 number', 'BT-24 standard', 'BT-131 lines', 'BT-115 due']) {
    expect(facts[needed]).not.toEqual([]);
  }
  expect(valuesIn(ublInvoice(invoice, 'xrechnung'), 1)).toEqual(facts);
  const standard = ['urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'];
  expect(valuesIn(ublInvoice(invoice, 'peppol'), 1)).toEqual({
    ...facts,
    'BT-24 standard': standard,
  });
});
