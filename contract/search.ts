import { normalised, searchable, searchWords } from './person-name.ts';
import { copiedAddress, withAsciiDomain } from './text.ts';
import { plainText, readingsOf, tidyReference } from './typed-reference.ts';

/** A text is found if it has one of these phrases, or one spelling of each word. */
export type Search = { phrases: readonly string[]; words: readonly (readonly string[])[] };

/** Reads a search: parts of a name in any sequence, an address, a reference or a telephone number. */
export function searchFor(typed: string): Search {
  const phrases = [
    ...searchWords(typed),
    ...referencesIn(typed),
    ...phonesIn(typed),
    normalised(copiedAddress(typed)),
  ];
  const words = normalised(typed).split(' ');
  return {
    phrases: [...new Set(phrases)],
    words: words.length > 1 ? words.map(searchWords) : [],
  };
}

/** Whether somebody searches for a searchable text. */
export function isFound(text: string, { phrases, words }: Search): boolean {
  const hasOne = (spellings: readonly string[]) => spellings.some((each) => text.includes(each));
  return hasOne(phrases) || (words.length > 0 && words.every(hasOne));
}

/** A fact about somebody, as `isFound` reads it. */
export function searchableFact(kind: 'phone' | 'other', fact: string): string {
  const address = fact.includes('@') ? normalised(withAsciiDomain(fact)) : '';
  const phone = kind === 'phone' ? phoneLine(fact) : '';
  return [searchable(fact), address, phone].filter((line) => line !== '').join('\n');
}

const REFERENCE = /^[A-Z0-9]{2,8}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

function referencesIn(typed: string): string[] {
  return readingsOf(typed)
    .map(tidyReference)
    .filter((text) => REFERENCE.test(text))
    .map((reference) => reference.toLowerCase());
}

/** Fewer digits are no telephone number. */
const FEWEST_DIGITS = 5;
/** Stands before the digits of a number, so that a search can ask for its beginning. */
const PHONE = 'tel';
/** The longest code of a country. */
const LONGEST_CODE = 3;

/** The line of a telephone number: its digits without the zeros at the beginning, and + before the code of a country. */
export function phoneLine(phone: string): string {
  const { digits, isWorldwide } = digitsOf(phone);
  return digits === '' ? '' : `${PHONE}${isWorldwide ? '+' : ''}${digits}`;
}

/** The spellings of a telephone number in a search; none if the text is no number. */
export function phonesIn(typed: string): string[] {
  if (!/^[\s\d+()/.-]+$/.test(plainText(typed))) return [];
  const { digits, isWorldwide } = digitsOf(typed);
  if (digits.length < FEWEST_DIGITS) return [];
  // Somebody who typed the number of an own country has left out its code.
  const codes = isWorldwide ? Array.from({ length: LONGEST_CODE }, (_, at) => at + 1) : [];
  return [
    digits,
    ...codes
      .map((length) => digits.slice(length).replace(/^0/, ''))
      .filter((rest) => rest.length >= FEWEST_DIGITS - 1)
      .map((rest) => PHONE + rest),
  ];
}

function digitsOf(phone: string): { digits: string; isWorldwide: boolean } {
  const plain = plainText(phone).replace('(0)', '').trim();
  const all = plain.replaceAll(/\D/g, '');
  return { digits: all.replace(/^0+/, ''), isWorldwide: /^\(?\+|^00/.test(plain) };
}
