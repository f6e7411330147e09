import { existsSync, readFileSync } from 'node:fs';
import { XmlDocument, xmlRegisterInputProvider, XsdValidator } from 'libxml2-wasm';
import { fsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
// Only the large variant reads JSON schemas.
// oxlint-disable-next-line no-restricted-imports
import * as z from 'zod';
import { publishedFiles as folder } from './published-files.ts';

const C3VOC = `${folder}raw.githubusercontent.com/voc/schedule/0a403ee5239e0f7883b539a0e05e08f42b737ecb/validator/`;

const CROSSREF = `${folder}www.crossref.org/schemas/`;

/** Whether the schemas that registries publish are on this machine; published-schemas/README.md says how they get there. */
export const hasPublishedSchemas = existsSync(CROSSREF);
/** Whether those of C3VOC are. */
export const hasPublishedSchedule = existsSync(C3VOC);

/** The files of others that Crossref's schema names by their addresses, and distributes, too. */
const ELSEWHERE = {
  'http://www.w3.org/2009/01/': `${CROSSREF}standard-modules/`,
  'http://www.w3.org/Math/XMLSchema/mathml3/': `${CROSSREF}standard-modules/mathml3/`,
};

function pathOf(name: string): string {
  const found = Object.entries(ELSEWHERE).find(([address]) => name.startsWith(address));
  return found ? name.replace(...found) : name;
}

const ISO_20022 = `${folder}raw.githubusercontent.com/genkgo/camt/c99e4fe37347cd6d0daf9dc211186aa28794e60f/assets/`;

/** Whether those of ISO 20022 for statements and transfers are. */
export const hasPublishedBankSchemas = existsSync(ISO_20022);

const XSD = {
  'camt.053.001.02': `${ISO_20022}camt.053.001.02.xsd`,
  'camt.053.001.03': `${ISO_20022}camt.053.001.03.xsd`,
  'camt.053.001.04': `${ISO_20022}camt.053.001.04.xsd`,
  'camt.053.001.08': `${ISO_20022}camt.053.001.08.xsd`,
  'pain.001.001.09': `${folder}raw.githubusercontent.com/php-sepa-xml/php-sepa-xml/5bca797ea27007beef6130fddc68f8af2c693aa3/doc/ISO20022/pain/001/001/pain.001.001.09.xsd`,
  crossref: `${CROSSREF}crossref5.4.0.xsd`,
  datacite: `${folder}schema.datacite.org/meta/kernel-4.6/metadata.xsd`,
  schedule: `${C3VOC}xsd/schedule.xml.xsd`,
};

const validators = new Map<string, XsdValidator>();

/** The mistake of an XML text by a published schema; undefined if it is valid. */
export function mistakeByPublishedXsd(
  schema: keyof typeof XSD,
  text: string | Uint8Array,
): string | undefined {
  const path = XSD[schema];
  const document =
    typeof text === 'string' ? XmlDocument.fromString(text) : XmlDocument.fromBuffer(text);
  try {
    validatorOf(path).validate(document);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    document.dispose();
  }
}

function validatorOf(path: string): XsdValidator {
  const known = validators.get(path);
  if (known) return known;
  xmlRegisterInputProvider({
    ...fsInputProviders,
    match: (name) => fsInputProviders.match(pathOf(name)),
    open: (name) => fsInputProviders.open(pathOf(name)),
  });
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
  validators.set(path, validator);
  return validator;
}

/** The mistakes of JSON by the published schema of CSL-JSON. */
export function mistakesByPublishedCsl(text: string): unknown[] {
  const path = `${folder}resource.citationstyles.org/schema/v1.0/input/json/csl-data.json`;
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(path, 'utf8')));
  return schema.safeParse(JSON.parse(text)).error?.issues ?? [];
}

/** The mistakes of a programme by the JSON schema of C3VOC. */
export function mistakesByPublishedSchedule(text: string): unknown[] {
  // The words that it uses are the same in both drafts.
  const schema = readFileSync(`${C3VOC}json/schema.json`, 'utf8').replace('draft-06', 'draft-07');
  return z.fromJSONSchema(JSON.parse(schema)).safeParse(JSON.parse(text)).error?.issues ?? [];
}

/** The mistakes of the metadata of a deposition by the schema of Zenodo's own program. */
export function mistakesByZenodo(metadata: unknown): unknown[] {
  const path = `${folder}raw.githubusercontent.com/zenodo/zenodo/master/zenodo/modules/deposit/jsonschemas/deposits/records/legacyrecord.json`;
  // The schema writes a list of words where the standard expects the name of a type, and knows no languages yet.
  const text = readFileSync(path, 'utf8').replaceAll(
    /"type": (\{\s*"enum": \[[^\]]*\]\s*\})/g,
    '"allOf": [$1]',
  );
  const schema = JSON.parse(text);
  schema.properties.language = { type: 'string', minLength: 3, maxLength: 3 };
  for (const name of ['upload_type', 'publication_type', 'image_type']) {
    delete schema.properties[name].additionalProperties;
  }
  return z.fromJSONSchema(schema).safeParse(metadata).error?.issues ?? [];
}
