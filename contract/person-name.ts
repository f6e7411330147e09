/**
 * One person types one name in many ways: without its accents, with the apostrophe of another keyboard, with a title before
 * it. Everything that compares, finds or searches names does it here.
 */

/** Whether a person takes two names for the same: "Łukasz Bąk" and "Lukasz Bak", "Müller" and "Mueller", "Dr. O’Neil" and "O'Neil". */
export function isSameName(one: string, other: string): boolean {
  const spellings = spellingsOf(withoutTitles(one));
  return spellingsOf(withoutTitles(other)).some((spelling) => spellings.includes(spelling));
}

/**
 * Narrows a search for the same name: all spellings of a name have the same key. A few different names share one, such as Yu
 * and Yue, so `isSameName` decides about what was found.
 */
export function nameKey(name: string): string {
  const [spelling = ''] = spellingsOf(withoutTitles(name));
  return spelling
    .replaceAll(' ', '')
    .replace(/dj+/g, 'd')
    .replace(/([aou])e+/g, '$1')
    .replace(/a+/g, 'a');
}

/** The text by which lists are sorted: the family name, which is the last word without titles, degrees and suffixes, then the rest. */
export function sortNameOf(name: string): string {
  const bare = withoutTitles(name.replace(/[([{][^)\]}]*[)\]}]/g, ' ')).replace(SUFFIX, '');
  const words = bare.split(/\s+/).filter((word) => word !== '');
  const family = words.pop();
  return family === undefined ? name : [family, ...words].join(' ');
}

/** A text with its other spellings, in which `hasWords` looks. */
export function searchable(text: string): string {
  return [...new Set([normalised(text), ...spellingsOf(text)])].join('\n');
}

/** A person's name, mail address, telephone number and institute, searchable. */
export function searchTextOf({
  name,
  email,
  phone,
  institute,
}: {
  name: string;
  email: string;
  phone: string;
  institute: string;
}): string {
  return [...new Set([name, email, phone, institute].map(searchable))].join('\n');
}

/** The spellings of what somebody typed into a search. */
export function searchWords(typed: string): readonly string[] {
  return [...new Set([normalised(typed), ...spellingsOf(withoutTitles(typed))])];
}

/** Whether a searchable text has what somebody typed. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.some((spelling) => text.includes(spelling));
}

/** Text as two people would type the same: case and blanks do not count. */
export function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * The ways in which people type a text, folded: "hans jurgen", "hansjurgen", "hans juergen" and "hansjuergen" for Hans-Jürgen.
 * A text that folds to nothing, such as "—", is itself.
 */
function spellingsOf(text: string): readonly string[] {
  const typed = normalised(text);
  // Most of what is searched has one spelling.
  if (/^[a-z0-9 ]*$/.test(typed)) return [typed];
  const letters = text.replace(APOSTROPHES, "'").normalize('NFKD').toLowerCase();
  const folded = [letters, withLongLetters(letters)].flatMap((each) => {
    const bare = withoutAccents(each.replace(INVISIBLE, ''));
    return [bare.replace(MARKS, ''), bare.replace(MARKS, ' ')].map((spelling) =>
      spelling.replace(BETWEEN_SIGNS, '').replace(/\s+/g, ' ').trim(),
    );
  });
  const spellings = new Set(folded.filter((spelling) => spelling !== ''));
  return spellings.size > 0 ? [...spellings] : [typed];
}

// Letters and signs that stand for an apostrophe, and are no punctuation.
const APOSTROPHES = /[`\u00b4\u02b9-\u02bf\u02c8]/g;
// The joiners that Persian is written with, and the soft hyphen.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
// Apostrophes, hyphens, dots, commas, brackets.
const MARKS = /\p{P}/gu;
// Chinese, Japanese and Korean names are written with and without a blank.
const BETWEEN_SIGNS =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])\s+(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu;
// On Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic. In other scripts a mark is as good as a letter.
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]/g;

/** Letters that have no accent to take off. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ə: 'a',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

function withoutAccents(text: string): string {
  return text
    .replace(ACCENTS, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** As people write who have no such letters: ae, oe, ue, aa, and dj in Serbian. Accents stand behind their letters here. */
function withLongLetters(text: string): string {
  return text
    .replace(/([aou])[\u0308\u030b]/g, '$1e')
    .replace(/a\u030a/g, 'aa')
    .replaceAll('ø', 'oe')
    .replaceAll('đ', 'dj');
}

// Jr. and Sr. are not among them: father and son may share an address.
const TITLE =
  /^(?:(?:(?:prof(?:essor)?|dr|mrs?|ms|miss|mx|herr|frau)(?:\.?-ing)?|ph\.? ?d|[mb]\.? ?sc)(?![\p{L}\p{N}])|(?:ing|eng|dipl|mag|rer|nat|phil|med|techn|habil|h\. ?c|mult)\.)[\s\p{P}]*/iu;
// MA is a family name, too, so short ones count behind a comma only.
const DEGREE =
  /(?:[\s,(]+(?:ph\.? ?d|d\.? ?phil|m\.? ?phil|[mbd]\.? ?sc|m\.? ?eng|mba|dr|prof)|, ?(?:m\.? ?d|[mb]\.? ?a|ll\.? ?m))[.)]*$/iu;

// Behind the name, and no part of it that lists go by.
const SUFFIX = /(?:[\s,]+(?:jr|sr|junior|senior|i{2,3}|iv)\.?)+$/iu;

// "O'Neil, Sean" is Sean O'Neil; "Miller, Jr." is no first name.
const FAMILY_FIRST = /^([^,]+),(?!\s*(?:jr|sr|i{2,3}|iv)\b)\s*([^,]+)$/i;

/** The name alone, in the order in which it is spoken; a name that is nothing but a title stays. */
function withoutTitles(name: string): string {
  const spoken = stripped(name);
  return stripped(spoken.replace(FAMILY_FIRST, '$2 $1'));
}

function stripped(name: string): string {
  const trimmed = name.normalize('NFKC').trim();
  const rest = trimmed.replace(TITLE, '').replace(DEGREE, '');
  return rest === '' || rest === trimmed ? trimmed : stripped(rest);
}
