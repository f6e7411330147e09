/**
 * One person types one name in many ways: without accents, with the apostrophe of another keyboard, with a title. All
 * code that compares or searches names uses this file.
 */

/** Whether two spellings are one name: "Łukasz Bąk" and "Lukasz Bak", "Müller" and "Mueller", "Dr. O’Neil" and "O'Neil". */
export function isSameName(one: string, other: string): boolean {
  const spellings = spellingsOf(withoutTitles(one));
  return spellingsOf(withoutTitles(other)).some((spelling) => spellings.includes(spelling));
}

/** Whether two names have a word in common: people who marry, or who correct one word, keep the other. */
export function sharesName(one: string, other: string): boolean {
  const words = bareWords(other);
  return bareWords(one).some((word) => words.some((each) => isSameName(word, each)));
}

/**
 * Whether a text means a name by some of its words, their beginnings or initials, in any sequence: "Kowalska Ada",
 * "A. Kowal" and "AK" for Ada Kowalska.
 */
export function isPartOfName(name: string, typed: string): boolean {
  const parts = spellingsOf(withoutTitles(typed)).filter((part) => part !== '');
  return spellingsOf(withoutTitles(name)).some((whole) => {
    const words = whole.split(' ');
    const initials = words.map(([letter = '']) => letter).join('');
    return parts.some(
      (part) => whole.includes(part) || initials === part || areBeginnings(part.split(' '), words),
    );
  });
}

/** Whether each part begins a word of its own. */
function areBeginnings(parts: readonly string[], words: readonly string[]): boolean {
  const left = [...words];
  return parts
    .toSorted((one, other) => other.length - one.length)
    .every((part) => {
      const at = left.findIndex((word) => word.startsWith(part));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
}

/**
 * A key for the search in the database: all spellings of a name have the same key. A few different names share a key,
 * such as Yu and Yue, so `isSameName` has to check the rows that the key finds.
 */
export function nameKey(name: string): string {
  const [spelling = ''] = spellingsOf(withoutTitles(name));
  return spelling
    .replaceAll(' ', '')
    .replace(/dj+/g, 'd')
    .replace(/([aou])e+/g, '$1')
    .replace(/a+/g, 'a');
}

// Words that are no person's name, and endings of such words in German.
const GROUP = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:the )?(?:collaboration|consorti(?:um|a)|group|team|network|committee|initiative|project|investigators',
    'task force|society|association|alliance|federation|foundation|authority|agency|council|partnership|programme',
    'laborator(?:y|ies)|universit(?:y|ies)|institutes?|department|gmbh|inc|ltd|llc',
    'kollaboration|konsortium|netzwerk|gesellschaft|verein|\\p{L}*(?:gruppe|verbund|gemeinschaft)',
    'groupe|équipe|réseau|société|projet|collaborazione|consorzio|gruppo|progetto',
    'colaboración|consorcio|grupo|equipo|proyecto|colaboração|consórcio|equipe|projeto',
    'konsorcjum|zespół|grupa|konsortiet|gruppen|samarbetet|samarbeid',
    'коллаборация|консорциум|группа|команда)',
  ].join('|')})(?!\\p{L})|(?:協会|研究会|グループ|联盟|协作组|课题组|연구회)$`,
  'iu',
);

/** Whether a name says that it is the name of a group, such as KATRIN Collaboration. */
export function isGroupName(name: string): boolean {
  return GROUP.test(name.normalize('NFC'));
}

/** Whether a text after a comma only adds to the name before it: degrees, a suffix, or initials after a family name. */
export function isAddition(text: string): boolean {
  const typed = text.normalize('NFKC').trim();
  return ADDITIONS.test(typed) || /^(?:\p{Lu}\p{M}*\.[\s-]*)+$/u.test(typed);
}

// In these scripts the family name is the first word. A name in katakana alone is a foreign one.
const FAMILY_BEFORE =
  /^(?!\p{sc=Kana}+\s)[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+\s+[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\s]+$/u;

/** The text by which lists are sorted: the family name, then the rest. Titles, degrees and suffixes are removed first. */
export function sortNameOf(name: string): string {
  if (isWhole(name)) return name;
  const words = bareWords(name);
  const family = words.pop();
  return family === undefined ? name : [family, ...words].join(' ');
}

/** A name in an index: "Berg, Jan van der", "Miller, Robert, Jr.". */
export function indexNameOf(name: string): string {
  if (isWhole(name)) return name;
  const words = bareWords(name);
  const family = words.pop();
  if (family === undefined) return name;
  return [family, words.join(' '), suffixOf(name)].filter((part) => part).join(', ');
}

/**
 * The heading of a name in an index: the first letter without its accent, of a Korean syllable the first consonant, and in
 * Thai and Lao the consonant behind a vowel.
 */
export function indexLetter(listed: string): string {
  const [letter = ''] = listed.normalize('NFC').replace(/^[\u0e40-\u0e44\u0ec0-\u0ec4]/, '');
  const syllable = (letter.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  const consonant = KOREAN_CONSONANTS[Math.floor(syllable / SYLLABLES_OF_CONSONANT)];
  return consonant ?? plainLetter(letter).toUpperCase();
}

const FIRST_SYLLABLE = 0xac00;
const SYLLABLES_OF_CONSONANT = 588;
const KOREAN_CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';

/** "Jr." or "III" after a name, by which a son is told from his father. */
function suffixOf(name: string): string | undefined {
  const [found = ''] = SUFFIX.exec(withoutTitles(name)) ?? [];
  return found.replaceAll(/^[\s,]+/g, '') || undefined;
}

function isWhole(name: string): boolean {
  return isGroupName(name) || FAMILY_BEFORE.test(name.trim());
}

/** The parts of a name in a citation; `suffix` is "Jr." or "III". */
export type CitedName = { given: string; family: string; suffix?: string };

/** The parts of a name in a citation: "Jan" and "van der Berg". A name of one word, or of a group, is a family name. */
export function citedNameOf(name: string): CitedName {
  if (isGroupName(name)) return { given: '', family: name };
  const words = bareWords(name);
  if (FAMILY_BEFORE.test(name.trim())) {
    const [family = '', ...given] = words;
    return { given: given.join(' '), family };
  }
  const last = words.pop();
  if (last === undefined) return { given: '', family: name };
  // Particles of the family name begin with a small letter. They follow the first name, which may be written small, too.
  const particles = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word));
  const end = particles === -1 ? words.length : particles;
  const suffix = suffixOf(name);
  return {
    ...(suffix !== undefined && { suffix }),
    given: words.slice(0, end).join(' '),
    family: [...words.slice(end), last].join(' '),
  };
}

/** The words of a name, first name first, without titles, degrees, suffixes and remarks in brackets. */
function bareWords(name: string): string[] {
  const bare = withoutTitles(name.replace(/[([{][^)\]}]*[)\]}]/g, ' ')).replace(SUFFIX, '');
  return bare.split(/\s+/).filter((word) => word !== '');
}

/** A text with its other spellings, for `hasWords`. */
export function searchable(text: string): string {
  return [...new Set([normalised(text), ...spellingsOf(text)])].join('\n');
}

/** A person's name, mail address, telephone number and institute, searchable. */
export function searchTextOf(
  person: Record<'name' | 'email' | 'phone' | 'institute', string>,
): string {
  const { name, email, phone, institute } = person;
  return [...new Set([name, email, phone, institute].map(searchable))].join('\n');
}

/** The spellings of a text that somebody typed into a search. */
export function searchWords(typed: string): readonly string[] {
  return [...new Set([normalised(typed), ...spellingsOf(withoutTitles(typed))])];
}

/** Whether a searchable text contains one of the spellings. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.some((spelling) => text.includes(spelling));
}

/** The text in small letters and with single blanks, because case and blanks do not count. */
export function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * The ways in which people type a text: "hans jurgen", "hansjurgen", "hans juergen" and "hansjuergen" for Hans-Jürgen.
 * A text without letters, such as "—", has itself as its only spelling.
 */
function spellingsOf(text: string): readonly string[] {
  const typed = normalised(text);
  // Most texts have one spelling, so this shortcut saves most of the work.
  if (/^[a-z0-9 ]*$/.test(typed)) return [typed];
  const letters = text.replace(APOSTROPHES, "'").normalize('NFKD').toLowerCase();
  const isPlain = /^[ -~]*$/.test(letters);
  const folded = (isPlain ? [letters] : [letters, withLongLetters(letters)]).flatMap((each) => {
    const bare = isPlain ? each : withoutAccents(each.replace(INVISIBLE, ''));
    return [bare.replace(MARKS, ''), bare.replace(MARKS, ' ')].map((spelling) =>
      spelling.replace(BETWEEN_SIGNS, '').replace(/\s+/g, ' ').trim(),
    );
  });
  const spellings = new Set(folded.filter((spelling) => spelling !== ''));
  return spellings.size > 0 ? [...spellings] : [typed];
}

// Characters that people type as an apostrophe, and that Unicode does not count as punctuation.
const APOSTROPHES = /[`\u00b4\u02b9-\u02bf\u02c8]/g;
// The joiners of Persian writing, and the soft hyphen.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
// Apostrophes, hyphens, dots, commas, brackets.
const MARKS = /\p{P}/gu;
// The blank within a Chinese, Japanese or Korean name, which people may omit.
const BETWEEN_SIGNS =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])\s+(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu;
// Accents on Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic. In other scripts a mark changes the
// word as a letter does.
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not split into a plain letter and an accent. */
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

/** The letter without its accent, in its case: "ł" is "l", "Ş" is "S". A letter of another script stays. */
export function plainLetter(letter: string): string {
  const small = letter.toLowerCase();
  const plain =
    LETTERS[small] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  return small === letter ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
}

function withoutAccents(text: string): string {
  return text
    .replace(ACCENTS, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** The spelling without special letters: ae, oe, ue, aa, and dj in Serbian. In NFKD an accent follows its letter. */
function withLongLetters(text: string): string {
  return text
    .replace(/([aou])[\u0308\u030b]/g, '$1e')
    .replace(/a\u030a/g, 'aa')
    .replaceAll('ø', 'oe')
    .replaceAll('đ', 'dj');
}

// The titles do not include Jr. and Sr., because father and son may share an address.
const TITLE =
  /^(?:(?:(?:prof(?:essor)?|dr|mrs?|ms|miss|mx|herr|frau)(?:\.?-ing)?|ph\.? ?d|[mb]\.? ?sc)(?![\p{L}\p{N}])|(?:ing|eng|dipl|mag|rer|nat|phil|med|techn|habil|h\. ?c|mult)\.)[\s\p{P}]*/iu;
// Degrees that are no word of a name.
const DEGREES = [
  String.raw`ph\.? ?d|d\.? ?phil|m\.? ?phil|[mbd]\.? ?sc|m\.? ?eng|mba|dr|prof(?:essor)?`,
  String.raw`dr\.?[ -]*(?:ing|rer\.? ?nat|phil|med|h\. ?c)|dipl\.?[ -]*(?:ing|phys|chem|biol|math)|univ\.?[ -]*prof`,
  String.raw`[bc]\.? ?eng|sc\.? ?d|m\.? ?res|ed\.? ?d|pharm\.? ?d|mph|mbbs|llb|frsc?|frs[ce]|f?mrsc|frcp|fieee|esq`,
].join('|');
// Ma is also a family name, so short degrees count only after a comma.
const AFTER_COMMA = String.raw`m\.? ?d|[mb]\.? ?[as]|ll\.? ?[md]|j\.? ?d|d\.? ?sc|p\.? ?e|rn|pd`;
const DEGREE = new RegExp(String.raw`(?:[\s,(]+(?:${DEGREES})|, ?(?:${AFTER_COMMA}))[.)]*$`, 'iu');
const ADDITIONS = new RegExp(
  String.raw`^(?:(?:${DEGREES}|${AFTER_COMMA}|jr|sr|junior|senior|i{2,3}|iv|habil|h\. ?c|mult)(?![\p{L}\p{N}])[.\s/)-]*)+$`,
  'iu',
);

// A suffix after the name, which lists ignore when they sort.
const SUFFIX = /(?:[\s,]+(?:jr|sr|junior|senior|i{2,3}|iv)\.?)+$/iu;

// "O'Neil, Sean" is Sean O'Neil; "Miller, Jr." is no first name.
const FAMILY_FIRST = /^([^,]+),(?!\s*(?:jr|sr|i{2,3}|iv)\b)\s*([^,]+)$/i;

/** The name without titles and degrees, first name first. A name that is only a title is unchanged. */
function withoutTitles(name: string): string {
  const spoken = stripped(name);
  return stripped(spoken.replace(FAMILY_FIRST, '$2 $1'));
}

function stripped(name: string): string {
  const trimmed = name.normalize('NFKC').trim();
  const rest = trimmed.replace(TITLE, '').replace(DEGREE, '');
  return rest === '' || rest === trimmed ? trimmed : stripped(rest);
}
