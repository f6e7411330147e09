import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { publishedFiles } from './published-files.ts';
import { brokenAssertions, readSchematron, type Schematron } from './schematron.ts';

const folder = `${publishedFiles}raw.githubusercontent.com/`;
const KOSIT = `${folder}itplr-kosit/xrechnung-schematron/3098f3da447b9c435c969158a576573bca09afbe/src/validation/schematron/`;
const SUITE = `${folder}itplr-kosit/xrechnung-testsuite/5528afafa9968eb67840da3ced0caf15f8d90a7a/src/test/business-cases/standard/`;
const CEN = `${folder}ConnectingEurope/eInvoicing-EN16931/b6c9e06a59812fb1a83585da40923b3678a649ad/`;
const PEPPOL = `${folder}OpenPEPPOL/peppol-bis-invoice-3/78d7f7dfa223f39f8ebd8d35c127f2690e646322/rules/`;
const OASIS = `${folder}kduvekot/ubl-release-package/69d9f20189fe7fa551dcc59f17d8480e70cda970/xsd/maindoc/`;

/** Whether the published rules are on this machine; published-schemas/README.md says how they get there. */
export const hasEInvoiceRules = existsSync(SUITE);

const RULES = {
  'CEN, CII': () =>
    readSchematron(readFileSync(new URL('en16931/en16931-cii.sch', import.meta.url), 'utf8')),
  'CEN, UBL': () =>
    schematronIn(`${CEN}ubl/schematron/preprocessed/EN16931-UBL-validation-preprocessed.sch`),
  'KoSIT, CII': () =>
    schematronIn(`${KOSIT}cii/XRechnung-CII-validation.sch`, `${KOSIT}common.sch`),
  'KoSIT, UBL': () =>
    schematronIn(`${KOSIT}ubl/XRechnung-UBL-validation.sch`, `${KOSIT}common.sch`),
  'Peppol, CII': () => schematronIn(`${PEPPOL}sch/PEPPOL-EN16931-CII.sch`),
  'Peppol, UBL': () => schematronIn(`${PEPPOL}sch/PEPPOL-EN16931-UBL.sch`),
};

/**
 * The rules of the network that XRechnung does not take over: its own identifier, one note, and addresses that the network
 * finds.
 */
const ONLY_PEPPOL = [
  'PEPPOL-EN16931-R004',
  'PEPPOL-EN16931-R002',
  'PEPPOL-EN16931-CL008',
  'PEPPOL-COMMON-R040',
];

const read = new Map<string, Schematron>();

/** The rules that an e-invoice breaks, with the level of each: fatal, warning or information. */
export function brokenEInvoiceRules(xml: string, standard: 'xrechnung' | 'peppol'): string[] {
  const syntax = xml.includes('CrossIndustryInvoice') ? 'CII' : 'UBL';
  const authors = standard === 'peppol' ? ['CEN', 'Peppol'] : ['CEN', 'KoSIT', 'Peppol'];
  return authors
    .flatMap((author) => brokenAssertions(rulesOf(`${author}, ${syntax}`), xml))
    .filter(({ id }) => standard === 'peppol' || !ONLY_PEPPOL.includes(id))
    .map(({ id, flag }) => `${id} ${flag}`);
}

function rulesOf(name: string): Schematron {
  const known = read.get(name);
  if (known) return known;
  const rules = RULES[name as keyof typeof RULES]();
  read.set(name, rules);
  return rules;
}

function schematronIn(path: string, included?: string): Schematron {
  return readSchematron(
    readFileSync(path, 'utf8'),
    included === undefined ? undefined : readFileSync(included, 'utf8'),
  );
}

const schemas = new Map<string, XsdValidator>();

/** The mistakes of structure by the schema of OASIS. */
export function mistakeByUbl(xml: string): string | undefined {
  const path = `${OASIS}UBL-${xml.includes('<CreditNote') ? 'CreditNote' : 'Invoice'}-2.1.xsd`;
  xmlRegisterFsInputProviders();
  const schema =
    schemas.get(path) ??
    XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
  schemas.set(path, schema);
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    document.dispose();
  }
}

/** The complete invoices that the authors publish as right. */
export function publishedExamples(): {
  name: string;
  standard: 'xrechnung' | 'peppol';
  xml: string;
}[] {
  return [
    { in: SUITE, standard: 'xrechnung' as const },
    { in: `${PEPPOL}examples/`, standard: 'peppol' as const },
  ].flatMap(({ in: place, standard }) =>
    readdirSync(place).map((name) => ({
      name,
      standard,
      xml: readFileSync(`${place}${name}`, 'utf8'),
    })),
  );
}

/** The small cases with which Peppol tests each rule: whether it holds, and what a document broke that it is about. */
export function peppolCases(): { file: string; rule: string; isKept: boolean; broken: string[] }[] {
  return ['unit-UBL-DE/', 'unit-UBL-PEPPOL/'].flatMap((place) =>
    readdirSync(`${PEPPOL}${place}`).flatMap((file) => {
      const set = parseXmlDocument(readFileSync(`${PEPPOL}${place}${file}`, 'utf8'));
      return set.getElementsByTagName('test').flatMap((one) => {
        const asserted = one.children.find(({ localName }) => localName === 'assert');
        const invoice = one.children.find(({ localName }) => localName !== 'assert');
        if (!asserted || !invoice) return [];
        const xml = serializeToWellFormedString(invoice);
        const broken = brokenAssertions(rulesOf('Peppol, UBL'), xml).map(({ id }) => id);
        return asserted.children
          .filter(({ localName }) => localName !== 'description' && localName !== 'scope')
          .map(({ localName, textContent }) => {
            return { file, rule: textContent ?? '', isKept: localName === 'success', broken };
          });
      });
    }),
  );
}
