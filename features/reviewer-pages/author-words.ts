import { citedNameOf } from '#contract/person-name.ts';
import { APOSTROPHES, COMMAS, DASHES } from '#contract/signs.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { entriesOf } from '#server/abstract/organisations.ts';

/** Stands for a word that may name an author. */
export const MASK = '▮▮▮';

const COMMA = new RegExp(`[${COMMAS}]`);

/** The words by which a text may name the authors of an abstract. */
export type AuthorWords = {
  /** Names and their parts, addresses, numbers and affiliations, as they are written. */
  naming: string[];
  /** Family names, whole names and addresses in letters and digits only, for texts that write them in other ways. */
  squeezed: string[];
};

export function authorWords(
  { name, email, organizationName }: Pick<KeptAbstract, 'name' | 'email' | 'organizationName'>,
  authors: readonly Pick<AbstractAuthor, 'name' | 'affiliation' | 'orcid'>[],
): AuthorWords {
  const people = [name, ...authors.map((author) => author.name)].map(citedNameOf);
  const affiliations = [organizationName, ...authors.map(({ affiliation }) => affiliation)]
    .flatMap((written) => [
      ...entriesOf(written),
      ...entriesOf(written).flatMap((one) => one.split(COMMA)),
    ])
    .map((entry) => entry.trim())
    .filter((entry) => entry.length >= 5 || isUnspaced(entry) || /^\p{Lu}{3,}$/u.test(entry));
  const parts = people.flatMap(({ given, family }) =>
    `${given} ${family}`.split(BETWEEN).filter(isTelling),
  );
  const families = people.map(({ family }) => family);
  const [local = '', domain = ''] = email.split('@');
  const written = [
    ...families,
    // A family name may be written without its particles, or in part.
    ...families.flatMap((family) => family.split(/\s+/).filter(isTelling)),
    ...families.flatMap((family) => family.split(BETWEEN).filter(isTelling)),
    ...people.flatMap(({ given, family }) => [given + family, family + given]),
    // No blank says which letters are the family name: it is the first one of nearly everybody.
    ...people.flatMap(({ given, family: [first = '', ...rest] }) =>
      given === '' && isUnspaced(first + rest.join('')) ? [rest.join('') + first] : [],
    ),
    // A text of these scripts has no blank beside an affiliation, and names the university without the institute.
    ...affiliations
      .filter(isUnspaced)
      .flatMap((entry) => [entry, ...(UNIVERSITY.exec(entry) ?? [])]),
    // A file may have their letters in other forms, or backwards.
    ...[...parts, ...affiliations].filter(isFromRight),
    local + domain,
    `${local}at${domain}`,
  ];
  return {
    naming: unique([
      ...[...families, ...parts].flatMap(writings),
      ...people.flatMap(phrasesOf),
      email,
      ...authors.flatMap(({ orcid }) => orcid ?? []),
      ...affiliations,
    ]),
    squeezed: unique(written.flatMap(spellings).filter((one) => one.length >= leastOf(one))),
  };
}

/** Between the parts of a name. */
const BETWEEN = new RegExp(String.raw`[\s.${DASHES}]+`, 'u');

/** The beginning of an affiliation that is a university or an academy. */
const UNIVERSITY = /^.{2,}?(?:大学|大學|研究所|研究院|科学院|学院|學院|대학교|연구원|연구소)/u;

/** Whether a text is in scripts that have no blanks between words, or add endings to them. */
function isUnspaced(text: string): boolean {
  return /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u30FC\s]{2,}$/u.test(text);
}

/** Whether a text is in a script that is written from right to left. */
function isFromRight(text: string): boolean {
  return /^[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}]/u.test(text);
}

/** A name as other people write it: “Müller” as “Mueller” and back, “Søren” as “Soren”, “KIM” as “Kim”. */
function writings(name: string): string[] {
  const capital = name
    .toLowerCase()
    .replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [name, capital].flatMap((one) => [
    one,
    withoutUmlauts(one),
    one.replaceAll(/([aou])e/giu, '$1'),
    one.replaceAll(/[łøđðßæœıþ]/giu, inLetters),
  ]);
}

/** “ä” is written “ae”, and “å” “aa”. */
function withoutUmlauts(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[äöüø]/giu, (letter) => `${inLetters(plain(letter))}e`)
    .replaceAll(/å/giu, (letter) => `${plain(letter)}a`);
}

/**
 * A name of one or two letters is a word of many texts, such as “Li”, so it is found beside the other names, an initial
 * or a title. Nobody knows which of two short names is the family name.
 */
function phrasesOf({ given, family }: { given: string; family: string }): string[] {
  return [
    [given, family],
    [family, given],
  ].flatMap(([own = '', others = '']) => {
    if (own.length > 2 || others === '') return [];
    const initial = others[0] ?? '';
    return [
      ...[others, `${initial}.`, initial].flatMap((other) => [
        `${other} ${own}`,
        `${own} ${other}`,
        `${own}, ${other}`,
      ]),
      `${own} et al`,
      ...['Dr', 'Dr.', 'Prof', 'Prof.'].map((title) => `${title} ${own}`),
    ];
  });
}

/** Particles such as “van” and initials are in many texts. */
function isTelling(part: string): boolean {
  return !/^\p{Ll}/u.test(part) && (part.length >= 3 || /^\p{Lo}{2}/u.test(part));
}

type Span = { at: number; end: number; word: string };

/** The words in a text that name an author. The file of a text without any is given to reviewers. */
export function namesIn(text: string, words: AuthorWords): string[] {
  return unique(spansIn(plain(text), words).map(({ word }) => word));
}

/** The text without the words that name an author. */
export function masked(text: string, words: AuthorWords): string {
  const composed = text.normalize('NFC');
  const simple = plain(composed);
  // The same place has the same letters without their accents.
  const base = simple.length === composed.length ? composed : simple;
  let shown = '';
  let at = 0;
  for (const span of spansIn(simple, words)) {
    if (span.end <= at) continue;
    shown += span.at < at ? '' : base.slice(at, span.at) + MASK;
    at = span.end;
  }
  return shown + base.slice(at);
}

function spansIn(simple: string, { naming, squeezed }: AuthorWords): Span[] {
  const patterns = [patternOf(naming, 'gu'), ADDRESS, ORCID].filter((each) => each !== undefined);
  const written = patterns.flatMap((pattern) =>
    [...simple.matchAll(pattern)].map(({ index: at, 0: word }) => {
      return { at, end: at + word.length, word: word.replaceAll(/\s+/g, ' ') };
    }),
  );
  return [
    ...written,
    ...squeezedIn(simple, squeezed),
    ...backwardsIn(simple, squeezed.filter(isFromRight)),
  ].toSorted((one, other) => one.at - other.at || other.end - one.end);
}

/** PDF files of some programs have the letters of Arabic and Hebrew in the order from the left. */
function backwardsIn(simple: string, squeezed: readonly string[]): Span[] {
  if (squeezed.length === 0) return [];
  const backwards = simple.split('').toReversed().join('');
  return squeezedIn(backwards, squeezed).map(({ at, end, word }) => {
    return { at: simple.length - end, end: simple.length - at, word };
  });
}

/** A mail address, also one that is written for people: “ada (at) uni.example”. */
const ADDRESS =
  /[^\s@<>(){}[\]]{0,64}[}\])]?(?:@|\s?[([{<]\s?at\s?[)\]}>]\s?)[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/giu;

/** An ORCID iD, whoever's it is. */
const ORCID =
  /(?<!\d)000\d(?:\s?[-\u2010-\u2015\u2212]\s?\d{4}){2}\s?[-\u2010-\u2015\u2212]\s?\d{3}[\dX](?!\d)|orcid\.org\/\S+/giu;

/** Letters that have no accent to take away. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
};

function squeeze(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[łøđðßæœıþ]/g, inLetters)
    .replaceAll(/[^\p{L}\p{N}]|\u0640/gu, '');
}

function inLetters(letter: string): string {
  const plainest = LETTERS[letter.toLowerCase()] ?? letter;
  return letter === letter.toLowerCase()
    ? plainest
    : plainest.replace(/^./, (first) => first.toUpperCase());
}

/** “Müller” is typed “Muller” and “Mueller”, and “Mueller” may be “Müller”. */
function spellings(name: string): string[] {
  const squeezed = squeeze(name);
  return [squeezed, squeeze(withoutUmlauts(name)), squeezed.replaceAll(/([aou])e/g, '$1')];
}

/** A short name is a part of many words. */
function leastOf(word: string): number {
  return /^\p{Lo}/u.test(word) ? 2 : 5;
}

/** A long name is a part of no other word, whether it is written small or not. */
const LONG = 8;

/** A shorter Arabic or Hebrew name is a part of many words. */
const LEAST_WITHIN = 4;

/** Names with other things between their letters, or within addresses: “Kowal-\nska”, “K o w a l s k a”, “@kowalska_lab”. */
function squeezedIn(simple: string, squeezed: readonly string[]): Span[] {
  const places: number[] = [];
  let letters = '';
  for (const { index, 0: letter } of simple.matchAll(/[\p{L}\p{N}]/gu)) {
    const plainest = squeeze(letter);
    letters += plainest;
    for (let count = 0; count < plainest.length; count++) places.push(index);
  }
  const spans: Span[] = [];
  for (const word of squeezed) {
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
      const own = places.slice(at, at + word.length);
      const [first = 0] = own;
      const end = (own.at(-1) ?? 0) + 1;
      if (isName(simple, own, word)) spans.push({ at: first, end, word: simple.slice(first, end) });
    }
  }
  return spans.map((span) => ({ ...span, word: span.word.replaceAll(/\s+/g, ' ') }));
}

function isName(simple: string, places: readonly number[], word: string): boolean {
  const [first = 0] = places;
  const last = places.at(-1) ?? 0;
  const gaps = places
    .slice(1)
    .map((at, nth) => simple.slice((places[nth] ?? at) + 1, Math.max(at, (places[nth] ?? at) + 1)));
  if (
    !gaps.every((gap) =>
      /^(?:[\s\p{Cf}]*|\u0640+|['\u2010-\u2015-]\s*|[._/]|\s?[([{]\s?|\s?[)\]}]\s?)$/u.test(gap),
    )
  ) {
    return (
      word.includes('at') &&
      gaps.every((gap) => /^[\s()[\]{}<>@._-]*$/u.test(gap)) &&
      word.length > 2 * LONG
    );
  }
  const [before = '', after = ''] = [simple[first - 1], simple[last + 1]];
  const isWhole = !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
  if (isUnspaced(word)) return true;
  if (isFromRight(word) && word.length < LEAST_WITHIN) return isWhole;
  const isSpaced = gaps.every((gap) => gap !== '');
  if (isSpaced) return isWhole;
  const isCapital = !/\p{Ll}/u.test(simple[first] ?? '');
  if (gaps.some((gap) => /^\s+$/u.test(gap))) return isWhole && (isCapital || word.length >= LONG);
  if (word.length >= LONG || isInAddress(simple, first, last)) return true;
  // “Marin” is no part of “marine”, but of “MarinLab”.
  return (
    isCapital && (!/\p{Ll}/u.test(after) || /^s(?![\p{L}\p{N}])/u.test(simple.slice(last + 1)))
  );
}

/** Whether the letters around a place are an address or a handle. */
function isInAddress(simple: string, first: number, last: number): boolean {
  const head = /\S*$/u.exec(simple.slice(Math.max(0, first - 200), first))?.[0] ?? '';
  const tail = /^\S*/u.exec(simple.slice(last + 1, last + 200))?.[0] ?? '';
  return /@|_|\/|\p{L}\.$/u.test(head) || /^(?:\S*[@_/]|\S*\p{L}?\.\p{L}{2,})/u.test(tail);
}

/** Whole words, as they are written and in capitals, also where a line ends within them. */
function patternOf(words: readonly string[], flags = 'u'): RegExp | undefined {
  const spelled = words
    .map((word) => plain(word.trim()))
    .filter((word) => word.length > 1)
    .flatMap((word) => [
      word,
      word.toUpperCase(),
      ...(word.includes('@') ? [word.toLowerCase()] : []),
    ])
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`),
    );
  if (spelled.length === 0) return undefined;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${unique(spelled).join('|')})(?![\p{L}\p{N}])`,
    flags,
  );
}

function plain(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  return letters.replaceAll(APOSTROPHE, "'");
}

const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

function unique(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => word !== ''))];
}
