import { scannedTexts } from './keyboard-layouts.ts';

/** The characters behind the prefix: PS26-7K3M-9QXW. */
const RANDOM = 8;
const PREFIX = { least: 2, most: 8 };

/** A place in a text where a reference may be. */
type TypedReference = {
  /** The spellings that are possible. Whoever knows the references takes the one that exists. */
  spellings: string[];
  /** The end of the number of a payment or a document behind the reference, such as `-2` or `-C1`; otherwise empty. */
  number: string;
  /** The positions of its characters in `plainText`, and the end of its number there. */
  positions: number[];
  end: number;
};

/**
 * Letters and digits alone, with the digit for each letter that people take for one. The random part of a reference has
 * no I, L or O.
 */
export function bareReference(text: string): string {
  return digitsFor(
    text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, ''),
  );
}

function digitsFor(capitals: string): string {
  return capitals.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** The text in capital letters, without invisible characters, and with the plain hyphen for every dash. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u2043\u00af]/gu, '-')
    .toUpperCase();
}

/**
 * Every place where a text may have a reference, as people type and paste one: with other dashes, with blanks or line
 * breaks within it, without dashes, in brackets, behind a word or in an address. O is read as 0, and I and L as 1.
 */
function typedReferences(text: string): TypedReference[] {
  const plain = plainText(text);
  const words = [...plain.matchAll(/[A-Z0-9]+/g)].map(({ 0: word, index: at }) => ({ word, at }));
  const found: TypedReference[] = [];
  for (const first of words.keys()) {
    let joined = '';
    const positions: number[] = [];
    for (const [nth, { word, at }] of words.slice(first).entries()) {
      // The next reference may follow without a sign between them.
      const isLast = nth >= 2 && word.length > 4 && words[first + nth - 1]?.word.length === 4;
      const taken = isLast ? word.slice(0, 4) : word;
      joined += taken;
      positions.push(...Array.from(taken, (_, nthSign) => at + nthSign));
      if (joined.length > MOST_BEFORE + RANDOM) break;
      if (joined.length < PREFIX.least + RANDOM) continue;
      const to = at + taken.length;
      const [number = ''] = /^-[A-Z]?\d{1,4}(?![A-Z0-9])/.exec(plain.slice(to)) ?? [];
      const spellings = spellingsOf(joined);
      found.push({ spellings, number, positions: [...positions], end: to + number.length });
      if (isLast) break;
    }
  }
  return found;
}

/** A word that somebody typed directly before a scan may be as long as this, with the prefix. */
const MOST_BEFORE = 32;

/** A word may be typed directly before the prefix, and a prefix may have letters that look like digits. */
function spellingsOf(joined: string): string[] {
  const random = digitsFor(joined.slice(-RANDOM));
  const before = joined.slice(0, -RANDOM);
  const prefixes: string[] = [];
  for (let length = PREFIX.least; length <= Math.min(PREFIX.most, before.length); length++) {
    prefixes.push(...lookalikes(before.slice(-length)));
  }
  // The longest comes first, because it leaves nothing over.
  return prefixes
    .toReversed()
    .map((prefix) => `${prefix}-${random.slice(0, 4)}-${random.slice(4)}`);
}

const ALIKE: Readonly<Record<string, string>> = { O: '0O', 0: '0O', I: '1IL', 1: '1IL', L: '1IL' };

function lookalikes(prefix: string): string[] {
  let all = [''];
  for (const sign of prefix) {
    all = all.flatMap((before) => [...(ALIKE[sign] ?? sign)].map((each) => before + each));
  }
  return all.slice(0, 32);
}

/** Nobody scans more than this at once. */
const MOST_SCANNED = 200;

/** The texts that may be meant: the typed one, then those that a scanner may have sent through another keyboard. */
export function readingsOf(typed: string): string[] {
  // Where all keys of a reference give letters, digits and hyphens, only Y and Z change places.
  if (typed.length > MOST_SCANNED || /^[a-x0-9\s\p{Pd}_]*$/iu.test(typed)) return [typed];
  return [typed, ...scannedTexts(typed).filter((each) => each !== typed)];
}

/**
 * Whether a text looks like a reference. Through another keyboard a scanner types it with its hyphens, so that no name
 * with an accent or an apostrophe looks like one.
 */
export function hasReference(typed: string): boolean {
  const [plain = '', ...scanned] = readingsOf(typed);
  if (/\d/.test(plain) && typedReferences(plain).length > 0) return true;
  return scanned.some((each) => /\d/.test(each) && SCANNED.test(each));
}

const SCANNED = /[A-Z0-9]{2,8}-[A-Z0-9]{4}-[A-Z0-9]{4}/i;

/** A reference that exists, with the number behind it, and the text without all of them. */
export type NamedReferences = { named: { reference: string; number: string }[]; rest: string };

/** Finds the references that exist, in the sequence of the text. `existing` returns those of some spellings that exist. */
export async function findNamed(
  typed: string,
  existing: (spellings: string[]) => Promise<ReadonlySet<string>> | ReadonlySet<string>,
): Promise<NamedReferences> {
  for (const reading of readingsOf(typed)) {
    const places = typedReferences(reading);
    if (places.length === 0) continue;
    const known = await existing([...new Set(places.flatMap(({ spellings }) => spellings))]);
    if (known.size === 0) continue;
    const named: NamedReferences['named'] = [];
    let rest = '';
    let end = 0;
    const plain = plainText(reading);
    for (const { spellings, number, positions, end: its } of places) {
      const reference = spellings.find((each) => known.has(each));
      // Two hyphens are in the reference, and not in its positions.
      const from = positions[positions.length - (reference?.length ?? 0) + 2] ?? 0;
      if (reference === undefined || from < end) continue;
      rest += `${plain.slice(end, from)} `;
      end = its;
      const isNew = named.every((one) => one.reference + one.number !== reference + number);
      if (isNew) named.push({ reference, number });
    }
    return { named, rest: (rest + plain.slice(end)).trim() };
  }
  return { named: [], rest: plainText(typed).trim() };
}

/** A reference in the usual spelling if the text is nothing else; otherwise the text in capital letters. */
export function tidyReference(typed: string): string {
  const plain = plainText(typed).trim();
  const [, prefix, random] = ALONE.exec(plain) ?? [];
  if (prefix === undefined || random === undefined || !/\d/.test(plain)) return plain;
  const bare = digitsFor(random.replaceAll(/[^A-Z0-9]/g, ''));
  return `${prefix}-${bare.slice(0, 4)}-${bare.slice(4)}`;
}

const ALONE =
  /^(?:REF[A-Z]*\b)?[^A-Z0-9]*([A-Z0-9]{2,8})[^A-Z0-9]{0,3}((?:[A-Z0-9][^A-Z0-9]{0,3}){7}[A-Z0-9])[^A-Z0-9]*$/;
