import type { ItemWords } from '#contract/content.ts';
import { commaIn, inOneLine as partsInLine } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { pluralText } from '#contract/content/plural.ts';
import { type Stay, stayText } from '#contract/content/stay.ts';

/** The place of the guests in the words of a room: they are an item of their own. */
const GUESTS = '{guests}';

/** "Registration (Poster, Early bird)" */
export function registrationWords(
  { orders, language }: ItemWords,
  label: string,
  phase: string | undefined,
): string {
  const what = partsInLine([label, phase], language);
  return fillPlaceholders(orders.registration, { what });
}

/** Between the words of a room and its hotel with the days, which people read below the words. */
const STAY = '\n';

/** "Room, 3 nights{guests}", and below it "Grand Hotel, Dresden, Germany: Thu May 28 to Sun May 31, 2026". */
export function roomWords({ orders, language, phrases }: ItemWords, nights: number, stay: Stay) {
  const where = stayText(stay, { language, phrases });
  const words = fillPlaceholders(orders.room, {
    nights: pluralText(orders.nights, nights, language),
    stay: STAY,
  });
  const [line = '', after] = words.split(STAY);
  // The label has the stay in brackets at its end.
  const isLast = after !== undefined && /^\s*[)）]?\s*$/.test(after);
  return isLast
    ? withStay(line.replace(/[\s(（–—:,;-]*$/, ''), where)
    : words.replace(STAY, () => where);
}

/** The words of a line, and the hotel and days of a room; an order of an earlier version has both in its words. */
export function lineParts(words: string): { line: string; stay: string | undefined } {
  const [line = '', stay] = words.split(STAY);
  return { line, stay };
}

/** Puts the hotel and days below the words of a line. */
export function withStay(line: string, stay: string | undefined): string {
  return stay === undefined ? line : line + STAY + stay;
}

/** Adds a note in brackets to the words of an item, before the guests, the hotel and the days of a room. */
export function withNote(words: string, note: string): string {
  const { line, stay } = lineParts(words);
  const noted = ` (${note})`;
  const isBeforeGuests = line.includes(GUESTS);
  return withStay(isBeforeGuests ? line.replace(GUESTS, () => noted + GUESTS) : line + noted, stay);
}

/** The note of a line that somebody else pays: the order of which it is a part, and its person. */
export function noteOfPart(name: string | undefined, reference: string): string {
  return name === undefined ? reference : `${name}, ${reference}`;
}

/** The words of such a line without its person. */
export function withoutName(words: string, reference: string): string {
  const note = new RegExp(`\\([^()]*, ${RegExp.escape(reference)}\\)`);
  return words.replace(note, () => `(${noteOfPart(undefined, reference)})`);
}

/** The words of a line with the hotel and days in brackets, for lists and for providers. */
export function inOneLine(words: string): string {
  const { line, stay } = lineParts(words);
  return stay === undefined ? line : `${line} (${stay})`;
}

/** "1 guest" */
export function guestWords({ orders, language }: ItemWords, guests: number): string {
  return pluralText(orders.guests, guests, language);
}

/** The words of a room with those of its guests. */
export function withGuests(room: string, guests: readonly string[]): string {
  const comma = commaOf(room);
  return room.replace(GUESTS, () => guests.map((words) => comma + words).join(''));
}

/** The comma after such words. An order keeps its words and not their language. */
export function commaOf(words: string): string {
  if (/\p{Script=Arabic}/u.test(words)) return commaIn('ar');
  if (/[、\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)) return commaIn('ja');
  return commaIn(/\p{Script=Han}/u.test(words) ? 'zh' : 'en');
}
