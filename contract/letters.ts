import { plainLetter } from './person-name.ts';
import { APOSTROPHES, DASHES } from './signs.ts';

/** Signs and letters of which another spelling is usual, and not only the letter without its accent. */
const SPELLED: readonly (readonly [letters: RegExp, spelling: string])[] = [
  [/[\s\p{Cc}]/u, ' '],
  [new RegExp(`[${APOSTROPHES}‚‹›]`), "'"],
  [/[“”„‟«»″]/, '"'],
  [new RegExp(`[${DASHES}]`), '-'],
  [/…/, '...'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/[•·]/, '-'],
  [/×/, 'x'],
  [/⁄/, '/'],
  [/&/, '+'],
  [/ä/, 'ae'],
  [/ö/, 'oe'],
  [/ü/, 'ue'],
  [/Ä/, 'Ae'],
  [/Ö/, 'Oe'],
  [/Ü/, 'Ue'],
];

/**
 * The text in the letters of an alphabet. Every letter that the alphabet lacks is spelled with others, or without its
 * accent, and becomes `otherwise` if that is impossible. Files for banks and bookkeeping, and names of files, have
 * alphabets of their own.
 */
export function spelledIn(alphabet: RegExp, text: string, otherwise: string): string {
  const isIn = (letter: string) => alphabet.test(letter);
  const spelled = (letter: string) =>
    SPELLED.find(([letters]) => letters.test(letter))?.[1] ?? plainLetter(letter);
  return Array.from(text.normalize('NFC'), (letter) => {
    if (isIn(letter)) return letter;
    const plain = Array.from(spelled(letter), (each) => (isIn(each) ? each : spelled(each)));
    return plain.every((each) => Array.from(each).every(isIn)) ? plain.join('') : otherwise;
  }).join('');
}

/** The characters of windows-1252 from 0x80 to 0x9f; `_` is none. */
const HIGH = '€_‚ƒ„…†‡ˆ‰Š‹Œ_Ž__‘’“”•–—˜™š›œ_žŸ';
const WINDOWS_1252 = new RegExp(`[ -~\\u00a0-\\u00ff${HIGH}]`);

/** The text in windows-1252; a letter that the encoding lacks and that has no other spelling is a question mark. */
export function inWindows1252(text: string): string {
  return spelledIn(WINDOWS_1252, text, '?');
}

/** The bytes of a text that is in windows-1252. */
export function windows1252Bytes(text: string): Uint8Array {
  return Uint8Array.from(Array.from(text), (letter) => {
    const high = letter === '_' ? -1 : HIGH.indexOf(letter);
    return high < 0 ? letter.charCodeAt(0) : 0x80 + high;
  });
}
