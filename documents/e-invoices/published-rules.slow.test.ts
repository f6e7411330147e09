import { describe, expect, test } from 'vitest';
import {
  brokenEInvoiceRules,
  hasEInvoiceRules,
  mistakeByUbl,
  peppolCases,
  publishedExamples,
} from '#tests/support/e-invoice-rules.ts';
import { eInvoiceCases } from '#tests/support/e-invoice-cases.ts';
import { crossIndustryInvoice } from './cross-industry-invoice.ts';
import { ublInvoice } from './ubl-invoice.ts';

// `node scripts/published-schemas.ts` gets the rules.
describe.skipIf(!hasEInvoiceRules)('by the published rules', () => {
  test('each case of Peppol keeps or breaks its rule as Peppol says', () => {
    const cases = peppolCases();
    expect(cases.length).toBeGreaterThan(250);
    const others = cases.filter(({ rule, isKept, broken }) => broken.includes(rule) === isKept);
    expect(others).toEqual([]);
  });

  test('the invoices that KoSIT and Peppol publish are right', () => {
    const examples = publishedExamples();
    expect(examples.length).toBeGreaterThan(70);
    const broken = examples.flatMap(({ name, standard, xml }) => [
      ...brokenEInvoiceRules(xml, standard)
        .filter((rule) => rule.endsWith(' fatal'))
        .map((rule) => `${name}: ${rule}`),
      ...(xml.includes('CrossIndustryInvoice') ? [] : (mistakeByUbl(xml) ?? [])),
    ]);
    expect(broken).toEqual([
      // Sums of doubles, where XSLT has decimals.
      '01.17a-INVOICE_uncefact.xml: BR-CO-16 fatal',
      // An invoice by the buyer, which is another process in Peppol.
      '01.20a-INVOICE_ubl.xml: PEPPOL-EN16931-P0100 fatal',
      '03.04a-INVOICE_uncefact.xml: BR-CO-16 fatal',
    ]);
  });

  test.each(Object.entries(eInvoiceCases))('our e-invoice is right, with %s', (_, invoice) => {
    const written = [
      { xml: crossIndustryInvoice(invoice, 'xrechnung'), standard: 'xrechnung' as const },
      { xml: ublInvoice(invoice, 'xrechnung'), standard: 'xrechnung' as const },
      { xml: ublInvoice(invoice, 'peppol'), standard: 'peppol' as const },
    ];
    for (const { xml, standard } of written) {
      expect(brokenEInvoiceRules(xml, standard)).toEqual([]);
      if (!xml.includes('CrossIndustryInvoice')) expect(mistakeByUbl(xml)).toBeUndefined();
    }
  });
});
