/** An address at which somebody receives e-invoices: a scheme of the list EAS, such as 0204, and the number in it. */
export type ElectronicAddress = { scheme: string; id: string };

const LEITWEG_SCHEME = '0204';

/** The schemes with which the Peppol network finds somebody. */
const PEPPOL_SCHEMES = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0177 0183 0184 0188 0190 0191 0192 0193 0195 0196 0198
  0199 0200 0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 0235 9910 9913 9914 9915 9918 9919 9920
  9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945
  9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 0147 0154 0158 0170 0194 0203 0205 0217 0225 0240`.split(
    /\s+/,
  ),
);

/**
 * The Leitweg-ID in a typed text, by which German authorities sort their invoices: the number of the authority, perhaps a
 * part of its own, and two check digits (ISO 7064, MOD 97-10). Undefined if it is none.
 */
export function leitwegIdOf(typed: string): string | undefined {
  const id = typed
    .replaceAll(/\s/g, '')
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .toUpperCase();
  const found = /^(?<authority>\d{2,12})(?:-(?<own>[A-Z0-9]{1,30}))?-(?<check>\d{2})$/.exec(id);
  if (!found) return undefined;
  const { authority = '', own = '', check = '' } = found.groups ?? {};
  return remainder97(authority + own + check) === 1 ? id : undefined;
}

/** Letters count as the numbers from 10 on. */
function remainder97(text: string): number {
  const digits = Array.from(text, (sign) => Number.parseInt(sign, 36)).join('');
  return Number(BigInt(digits) % 97n);
}

/**
 * The address of a participant of Peppol in a typed text such as 0204:991-1234512345-06. The check digits of those schemes
 * are looked at whose rule Peppol checks.
 */
export function peppolIdOf(typed: string): ElectronicAddress | undefined {
  const text = typed
    .replaceAll(/\s/g, '')
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .replace(/^iso6523-actorid-upis::/i, '');
  const { scheme = '', id = '' } =
    /^(?<scheme>\d{4}):(?<id>[A-Z0-9.-]{1,50})$/i.exec(text)?.groups ?? {};
  if (!PEPPOL_SCHEMES.has(scheme)) return undefined;
  if (scheme === LEITWEG_SCHEME) {
    const leitwegId = leitwegIdOf(id);
    return leitwegId === undefined ? undefined : { scheme, id: leitwegId };
  }
  return (RULES[scheme]?.(id) ?? true) ? { scheme, id } : undefined;
}

/** A mail address, with which the Peppol network finds nobody. */
export function mailAddress(id: string): ElectronicAddress {
  return { scheme: 'EM', id };
}

export function leitwegAddress(id: string): ElectronicAddress {
  return { scheme: LEITWEG_SCHEME, id };
}

/** Whether the Peppol network can find the address. */
export function isOfPeppol({ scheme }: ElectronicAddress): boolean {
  return PEPPOL_SCHEMES.has(scheme);
}

export function electronicAddressText({ scheme, id }: ElectronicAddress): string {
  return `${scheme}:${id}`;
}

const RULES: Readonly<Record<string, (id: string) => boolean>> = {
  // Companies of Sweden, by Luhn.
  '0007': (id) => /^\d{10}$/.test(id) && luhnSum(id) % 10 === 0,
  // Locations of GS1.
  '0088': (id) => {
    if (!/^\d{8,14}$/.test(id)) return false;
    return sumOf(id, (digit, fromEnd) => digit * (fromEnd % 2 === 0 ? 1 : 3)) % 10 === 0;
  },
  // Companies of Australia.
  '0151': (id) => {
    const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    if (!/^\d{11}$/.test(id)) return false;
    const sum = sumOf(id, (digit, fromEnd) => digit * (weights[10 - fromEnd] ?? 0));
    return (sum - 10) % 89 === 0;
  },
  // Companies of Denmark, Norway and Belgium.
  '0184': (id) => /^(?:DK)?\d{8}$/.test(id),
  '0192': (id) =>
    /^\d{9}$/.test(id) &&
    sumOf(id, (digit, fromEnd) => digit * (fromEnd === 0 ? 1 : ((fromEnd - 1) % 6) + 2)) % 11 === 0,
  '0208': (id) => /^\d{10}$/.test(id) && Number(id.slice(8)) === 97 - (Number(id.slice(0, 8)) % 97),
};

function luhnSum(digits: string): number {
  return sumOf(digits, (digit, fromEnd) => {
    const doubled = fromEnd % 2 === 0 ? digit : digit * 2;
    return doubled > 9 ? doubled - 9 : doubled;
  });
}

function sumOf(digits: string, weigh: (digit: number, fromEnd: number) => number): number {
  return Array.from(digits, (digit, at) => weigh(Number(digit), digits.length - 1 - at)).reduce(
    (sum, one) => sum + one,
    0,
  );
}
