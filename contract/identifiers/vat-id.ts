/**
 * VAT numbers of the European Union, the United Kingdom, Norway and Switzerland: their form, and their check digits where
 * the rule is published. No number is looked up anywhere, and none changes a price.
 */
type Rule = {
  country: string;
  form: RegExp;
  /** A form of the country in which the number is printed, and the form of the Union. */
  printed?: readonly [RegExp, string];
  /** Whether the check digits are right; absent where no rule is certain. */
  isRight?: (digits: number[], text: string) => boolean;
};

/** By the letters with which the number begins. */
const RULES: Record<string, Rule> = {
  AT: { country: 'Austria', form: /^U\d{8}$/, isRight: isAustrian },
  BE: {
    country: 'Belgium',
    form: /^[01]\d{9}$/,
    // Numbers of before 2005 have no zero.
    printed: [/^(\d{9})$/, '0$1'],
    isRight: (_, text) => isModulo97(text),
  },
  BG: { country: 'Bulgaria', form: /^\d{9,10}$/ },
  CHE: {
    country: 'Switzerland',
    form: /^\d{9}(?:MWST|TVA|IVA|TPV|VAT)?$/,
    isRight: (digits) => isWeighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 1], 11),
  },
  CY: { country: 'Cyprus', form: /^\d{8}[A-Z]$/ },
  CZ: { country: 'Czechia', form: /^\d{8,10}$/ },
  DE: { country: 'Germany', form: /^\d{9}$/, isRight: isModulo11And10 },
  DK: {
    country: 'Denmark',
    form: /^\d{8}$/,
    isRight: (digits) => isWeighted(digits, [2, 7, 6, 5, 4, 3, 2, 1], 11),
  },
  EE: {
    country: 'Estonia',
    form: /^\d{9}$/,
    isRight: (digits) => isWeighted(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1], 10),
  },
  EL: {
    country: 'Greece',
    form: /^\d{9}$/,
    isRight: (digits) =>
      (sumOf(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digits.at(-1),
  },
  ES: { country: 'Spain', form: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/ },
  FI: {
    country: 'Finland',
    form: /^\d{8}$/,
    isRight: (digits) => isWeighted(digits, [7, 9, 10, 5, 8, 4, 2, 1], 11),
  },
  FR: { country: 'France', form: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, isRight: isFrench },
  GB: { country: 'United Kingdom', form: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, isRight: isBritish },
  HR: { country: 'Croatia', form: /^\d{11}$/, isRight: isModulo11And10 },
  HU: {
    country: 'Hungary',
    form: /^\d{8}$/,
    // The kind of taxation and the county follow.
    printed: [/^(\d{8})[1-5]\d{2}$/, '$1'],
    isRight: (digits) => isWeighted(digits, [9, 7, 3, 1, 9, 7, 3, 1], 10),
  },
  IE: { country: 'Ireland', form: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/ },
  IT: { country: 'Italy', form: /^\d{11}$/, isRight: isLuhn },
  LT: { country: 'Lithuania', form: /^(?:\d{9}|\d{12})$/ },
  LU: {
    country: 'Luxembourg',
    form: /^\d{8}$/,
    isRight: (_, text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  },
  LV: { country: 'Latvia', form: /^\d{11}$/ },
  MT: {
    country: 'Malta',
    form: /^\d{8}$/,
    isRight: (digits) => isWeighted(digits, [3, 4, 6, 7, 8, 9, 10, 1], 37),
  },
  NL: { country: 'Netherlands', form: /^\d{9}B\d{2}$/, isRight: isDutch },
  NO: {
    country: 'Norway',
    form: /^\d{9}(?:MVA)?$/,
    isRight: (digits) => isWeighted(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1], 11),
  },
  PL: {
    country: 'Poland',
    form: /^\d{10}$/,
    isRight: (digits) => sumOf(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digits.at(-1),
  },
  PT: {
    country: 'Portugal',
    form: /^\d{9}$/,
    isRight: (digits) =>
      ((11 - (sumOf(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digits.at(-1),
  },
  RO: { country: 'Romania', form: /^\d{2,10}$/ },
  SE: {
    country: 'Sweden',
    form: /^\d{12}$/,
    // The number of the organisation.
    printed: [/^(\d{10})$/, '$101'],
    isRight: (digits) => isLuhn(digits.slice(0, 10)),
  },
  SI: { country: 'Slovenia', form: /^\d{8}$/ },
  SK: {
    country: 'Slovakia',
    form: /^\d{10}$/,
    isRight: (_, text) => Number(text) % 11 === 0,
  },
  XI: { country: 'United Kingdom', form: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, isRight: isBritish },
};

/** The form of a number of another country. */
const ELSEWHERE = /^(?=.*\d)[A-Z0-9]{4,20}$/;

/**
 * A VAT number as it is printed, in capitals, without blanks and with the letters of its country: "de 136 695 976" and,
 * from Germany, "136695976" are DE136695976. Undefined for a number that no office has given.
 */
export function vatIdOf(typed: string, country: string): string | undefined {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.,/\-‐-―()]/gu, '')
    .replace(/^GR(?=\d)/, 'EL');
  const prefixes = Object.keys(RULES);
  const ofCountry = prefixes.find((prefix) => RULES[prefix]?.country === country);
  // A word may be printed before the number: VAT, P.IVA, CVR, Y-tunnus. Its end may be NO, as in Norwegian numbers.
  for (let at = 0; at <= Math.max(text.search(/\d/), 0); at++) {
    const words = text.slice(at);
    const isLabel = at > 0 && ofCountry !== 'NO';
    const own = prefixes.find((each) => words.startsWith(each) && !(isLabel && each === 'NO'));
    const number =
      (own && numberOf(own, words.slice(own.length))) ?? (ofCountry && numberOf(ofCountry, words));
    if (number !== undefined) return number;
  }
  const elsewhere = text.replace(/^[^A-Z0-9]+/, '');
  return ofCountry === undefined && ELSEWHERE.test(elsewhere) ? elsewhere : undefined;
}

/** The number after the letters of its country, in the form of the Union; undefined if it is none. */
function numberOf(prefix: string, text: string): string | undefined {
  const [printed, written = ''] = RULES[prefix]?.printed ?? [];
  const number = printed === undefined ? text : text.replace(printed, written);
  return isNumber(prefix, number) ? prefix + number : undefined;
}

function isNumber(prefix: string, text: string): boolean {
  const rule = RULES[prefix];
  if (!rule?.form.test(text)) return false;
  const digits = Array.from(text.matchAll(/\d/g), ([digit]) => Number(digit));
  return rule.isRight?.(digits, text) ?? true;
}

function sumOf(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);
}

function isWeighted(digits: readonly number[], weights: readonly number[], modulus: number) {
  return sumOf(digits, weights) % modulus === 0;
}

/** Every second digit is doubled, and counts as the sum of its digits. */
function isLuhn(digits: readonly number[]): boolean {
  const sum = digits
    .toReversed()
    .reduce((total, digit, at) => total + digitSum(at % 2 === 0 ? digit : 2 * digit), 0);
  return sum % 10 === 0;
}

function digitSum(number: number): number {
  return number > 9 ? number - 9 : number;
}

/** ISO 7064, MOD 11,10. */
function isModulo11And10(digits: readonly number[]): boolean {
  const product = digits.slice(0, -1).reduce((before, digit) => {
    const sum = (digit + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === digits.at(-1);
}

function isModulo97(text: string): boolean {
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));
}

function isAustrian(digits: readonly number[]): boolean {
  const sum = digits
    .slice(0, 7)
    .reduce((total, digit, at) => total + digitSum(at % 2 === 0 ? digit : 2 * digit), 4);
  return (10 - (sum % 10)) % 10 === digits.at(-1);
}

/** Keys with letters have no published rule. */
function isFrench(_: number[], text: string): boolean {
  const key = text.slice(0, 2);
  return !/^\d\d$/.test(key) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(key);
}

/** Numbers that were given since 2009 have 55 more. The numbers of ministries have no check digits. */
function isBritish(digits: readonly number[]): boolean {
  if (digits.length < 9) return true;
  const rest = sumOf(digits, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || rest === 42;
}

/** Companies have the rule of 11, and sole traders since 2020 the remainder of 97. */
function isDutch(digits: readonly number[], text: string): boolean {
  if (sumOf(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digits[8]) return true;
  const asNumber = Array.from(`NL${text}`, (letter) => parseInt(letter, 36)).join('');
  return BigInt(asNumber) % 97n === 1n;
}
