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
export function townIn(
  lines: readonly string[],
  countryCode: string,
): { address: readonly string[]; postalCode?: string; city?: string; region?: string } {
  const last = (lines.at(-1) ?? '').replaceAll(/\s+/g, ' ').trim();
  const found = (TOWNS[countryCode] ?? [TOWN]).map((each) => each.exec(last)?.groups).find(Boolean);
  const { code: postalCode, city, region } = found ?? {};
  if (postalCode === undefined || city === undefined) return { address: lines };
  return { address: lines.slice(0, -1), postalCode, city, ...(region && { region }) };
}
