import * as z from 'zod/mini';

/** `{n}`, or `{n:5}` for a number with at least five digits. */
const NUMBER = /\{n(?::(\d+))?\}/g;
const MOST_DIGITS = 9;

/** The pattern of document numbers, such as `{year}-{n:5}`: exactly one number, and at most one year. */
export const seriesPattern = z.string('expected a pattern such as "{year}-{n:5}"').check(
  z.superRefine((pattern, { addIssue }) => {
    const message = mistakeIn(pattern);
    if (message !== undefined) addIssue({ code: 'custom', message });
  }),
);

function mistakeIn(pattern: string): string | undefined {
  const numbers = [...pattern.matchAll(NUMBER)];
  const rest = pattern.replaceAll(NUMBER, '');
  const years = rest.split('{year}');
  const text = years.join('');
  const unknown = /\{[^{}]*\}/.exec(text)?.[0];
  if (unknown !== undefined) return `${unknown} is unknown; a pattern has {n}, {n:5} and {year}`;
  if (numbers.length === 0) return 'has no {n}, the number of the document';
  if (numbers.length > 1) return 'has several {n}, and a document has one number';
  if (years.length > 2) return 'has several {year}';
  const digits = Number(numbers[0]?.[1] ?? 1);
  if (digits < 1 || digits > MOST_DIGITS) return `{n:${digits}} has to have 1 to 9 digits`;
  if (/[^A-Za-z0-9._-]/.test(text)) {
    return 'has only letters, digits, full stops, - and _ beside {n} and {year}: numbers are names of files';
  }
  if (!/^[A-Za-z0-9{]/.test(pattern)) return 'begins with a letter, a digit, {n} or {year}';
  if (text.length > 20) return 'has more than 20 letters beside {n} and {year}';
  return undefined;
}

/** The series of a year: the pattern without the digits of its number, such as `2026-{n}`. */
export function seriesIn(pattern: string, year: string): string {
  return pattern.replace('{year}', year).replace(NUMBER, '{n}');
}

/** The number of the nth document in the series of a year, such as 2026-00001. */
export function documentNumber(pattern: string, year: string, nth: number): string {
  return pattern
    .replace('{year}', year)
    .replace(NUMBER, (_, digits = '1') => String(nth).padStart(Number(digits), '0'));
}
