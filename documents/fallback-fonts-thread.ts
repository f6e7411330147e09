import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { formsOf } from './fallback-fonts.ts';
import { answerRequests } from './worker-thread.ts';

/** The Noto packages, except the four packages with Chinese characters, whose order depends on the text (`families`). */
const alphabets = [
  'noto-sans',
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-ethiopic',
  'noto-sans-bengali',
  'noto-sans-gurmukhi',
  'noto-sans-gujarati',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-sinhala',
  'noto-sans-thai',
  'noto-sans-lao',
  'noto-sans-myanmar',
  'noto-sans-khmer',
];

const { resolve } = createRequire(import.meta.url);
const slicesOf = new Map<string, Slice[]>();

answerRequests(cutFonts);

/** Small static fonts with these characters. A character that no package has is left out. */
async function cutFonts(characters: string): Promise<Uint8Array[]> {
  const fonts: Uint8Array[] = [];
  const names = families(characters);
  let missing = [...characters].map((character) => ({
    character,
    files: filesWith(character, names),
  }));
  // A package lists some characters that its font lacks. The next round tries the next package for these characters.
  for (let nth = 0; missing.length > 0; nth++) {
    missing = missing.filter(({ files }) => files.length > nth);
    for (const [file, wanted] of Map.groupBy(missing, ({ files }) => files[nth] ?? '')) {
      const text = wanted.map(({ character }) => character + partsOf(character)).join('');
      const options = { targetFormat: 'truetype', variationAxes: { wght: 400 } } as const;
      const font = await subsetFont(readFileSync(file), text, options);
      const found = new Set(new Face(new Blob(font)).collectUnicodes());
      if (found.size > 0) fonts.push(font);
      missing = missing.filter(({ character }) => !found.has(character.codePointAt(0) ?? 0));
    }
  }
  return fonts;
}

/**
 * The parts of which HarfBuzz puts a character together: a Thai or Khmer vowel is drawn on both sides of its consonant, and
 * a font without the parts draws an empty box. The parts of Korean syllables are not needed.
 */
function partsOf(character: string): string {
  if (KHMER.test(character)) return '\u17c1';
  return /\p{Script=Hangul}/u.test(character) ? '' : character.normalize('NFKD');
}

/** Unicode itself does not split these vowels. */
const KHMER = /[\u17be-\u17c0\u17c4\u17c5]/;

function families(characters: string): string[] {
  const chinese = ['noto-sans-sc', 'noto-sans-tc'];
  const [japanese, korean] = ['noto-sans-jp', 'noto-sans-kr'];
  const inOrder = {
    chinese: [...chinese, japanese, korean],
    japanese: [japanese, ...chinese, korean],
    korean: [korean, japanese, ...chinese],
  };
  return [...alphabets, ...inOrder[formsOf(characters)]];
}

function filesWith(character: string, names: readonly string[]): string[] {
  const point = character.codePointAt(0) ?? 0;
  return names.flatMap((name) =>
    slices(name)
      .filter(({ ranges }) => ranges.some(([first, last]) => first <= point && point <= last))
      .map(({ file }) => file),
  );
}

/** One file of a package, with the characters that the package lists for the file. */
type Slice = { file: string; ranges: [first: number, last: number][] };

/** The packages cut their fonts into files for browsers and list the characters of each file. */
function slices(name: string): Slice[] {
  const known = slicesOf.get(name);
  if (known) return known;
  const from = `@fontsource-variable/${name}`;
  const listed: Record<string, string> = JSON.parse(
    readFileSync(resolve(`${from}/unicode.json`), 'utf8'),
  );
  const script = name.replace('noto-sans-', '');
  const found = Object.entries(listed)
    // A package also lists signs outside its script, and its font may lack these signs.
    .filter(([slice]) => slice === script || !alphabets.includes(name) || name === 'noto-sans')
    .map(([slice, text]) => ({
      file: resolve(`${from}/files/${name}-${slice.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: text.split(',').map(rangeOf),
    }));
  slicesOf.set(name, found);
  return found;
}

/** U+4e00-4e0f, U+4e11 */
function rangeOf(text: string): [number, number] {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((digits) => Number.parseInt(digits, 16));
  return [first, last];
}
