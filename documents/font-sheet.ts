import { readFileSync } from 'node:fs';
import { create, type Font as FontFile } from 'fontkit';
import type { FontFile as FontPart, Looks, ThemeFont } from '#contract/content/looks.ts';

/**
 * How often each letter is in an English text, in thousandths. The average width of a letter follows from it; other
 * European languages differ by about a hundredth.
 */
const letters: Readonly<Record<string, number>> = {
  ' ': 172,
  a: 65,
  b: 12,
  c: 22,
  d: 32,
  e: 103,
  f: 18,
  g: 16,
  h: 49,
  i: 57,
  j: 1,
  k: 6,
  l: 33,
  m: 20,
  n: 57,
  o: 61,
  p: 15,
  q: 1,
  r: 49,
  s: 52,
  t: 74,
  u: 23,
  v: 8,
  w: 17,
  x: 1,
  y: 16,
  z: 1,
};

type Local = { names: readonly string[]; width: number };

/** The average widths of letters in fonts that devices have, at size 1. The values agree with site/text-font.css. */
const sans: readonly Local[] = [
  { names: ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo'], width: 0.4448 },
  { names: ['Roboto'], width: 0.4427 },
  { names: ['DejaVu Sans'], width: 0.5069 },
];
const serif: readonly Local[] = [
  { names: ['Times New Roman', 'Times', 'Liberation Serif', 'Tinos'], width: 0.4033 },
  { names: ['Noto Serif'], width: 0.4696 },
  { names: ['DejaVu Serif'], width: 0.5067 },
];

const roles = {
  text: { sheet: "@import './text-font.css';", token: '--font-sans', house: 'Instrument' },
  headings: { sheet: "@import './heading-font.css';", token: '--font-serif', house: 'Newsreader' },
} as const;

/**
 * Puts the fonts of a theme into the site's style sheet, in place of those of the house. Until a font is loaded, the
 * browser shows a local font of the same width and height, so that line breaks do not change.
 */
export function fontSheet(
  sheet: string,
  fonts: Looks['fonts'],
  addressOf: (path: string) => string,
): string {
  let code = sheet;
  for (const role of ['text', 'headings'] as const) {
    const font = fonts[role];
    if (!font) continue;
    const { faces, stack } = rulesOf(role, font, addressOf);
    const theme = `@theme inline {\n  ${roles[role].token}: ${stack};\n}\n`;
    code = `${code.replace(roles[role].sheet, '')}\n${faces}${theme}`;
  }
  return code;
}

/** The same in a style sheet that is built and has the fonts of the house. */
export function replaceFonts(
  css: string,
  fonts: Looks['fonts'],
  addressOf: (path: string) => string,
): string {
  let code = css;
  for (const role of ['text', 'headings'] as const) {
    const font = fonts[role];
    if (!font) continue;
    const { faces, stack } = rulesOf(role, font, addressOf);
    const { house } = roles[role];
    const own = new RegExp(`@font-face\\{font-family:"?${house}[^}]*\\}`, 'g');
    const list = new RegExp(`"?${house} [^;{}]*?serif`, 'g');
    code = code.replaceAll(own, '').replaceAll(list, () => stack) + faces.replaceAll(/\n */g, '');
  }
  return code;
}

function rulesOf(
  role: keyof typeof roles,
  { files }: ThemeFont,
  addressOf: (path: string) => string,
): { faces: string; stack: string } {
  const family = `Theme ${role}`;
  const faces = files.map(({ path, weights: { least, most }, unicodeRange }) =>
    faceOf(family, [
      `font-weight: ${least === most ? least : `${least} ${most}`};`,
      'font-style: normal;',
      'font-display: swap;',
      `src: url(${addressOf(path)}) format('${formatOf(path)}');`,
      ...(unicodeRange === undefined ? [] : [`unicode-range: ${unicodeRange};`]),
    ]),
  );
  const font = openFile(mainFile(files));
  const width = averageWidth(font);
  const isSerif = isSerifFont(font);
  const fallbacks = (isSerif ? serif : sans).map((local) => ({
    local,
    ratio: width / local.width,
  }));
  const { unitsPerEm, ascent, descent } = font;
  const adjusted = fallbacks.map(({ local: { names }, ratio }) =>
    faceOf(`${family} in ${names[0]}`, [
      `src: ${names.map((name) => `local('${name}')`).join(', ')};`,
      `size-adjust: ${percent(ratio)};`,
      `ascent-override: ${percent(ascent / unitsPerEm / ratio)};`,
      `descent-override: ${percent(-descent / unitsPerEm / ratio)};`,
      'line-gap-override: 0%;',
    ]),
  );
  const stack = [family, ...fallbacks.map(({ local: { names } }) => `${family} in ${names[0]}`)];
  const last = isSerif ? 'serif' : 'sans-serif';
  return {
    faces: [...faces, ...adjusted].join(''),
    stack: [...stack.map((name) => `'${name}'`), last].join(', '),
  };
}

function faceOf(family: string, lines: readonly string[]): string {
  return `@font-face {\n  font-family: '${family}';\n  ${lines.join('\n  ')}\n}\n`;
}

function formatOf(path: string): string {
  if (/\.woff2$/i.test(path)) return 'woff2';
  return /\.otf$/i.test(path) ? 'opentype' : 'truetype';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** The file with the letters of English, in the weight that is nearest to that of running text. */
function mainFile(files: readonly FontPart[]): string {
  const usual = files.filter(({ unicodeRange = 'U+0000' }) => /U\+0000/i.test(unicodeRange));
  const far = ({ weights: { least, most } }: FontPart) =>
    Math.max(least - REGULAR, REGULAR - most, 0);
  return (usual.toSorted((a, b) => far(a) - far(b))[0] ?? files[0])?.path ?? '';
}

const REGULAR = 400;

function openFile(path: string): FontFile {
  const file = create(readFileSync(path));
  if (!('characterSet' in file)) throw new Error(`${path} has several fonts, expected one`);
  return file;
}

function averageWidth(font: FontFile): number {
  const all = Object.entries(letters);
  const total = all.reduce((sum, [, often]) => sum + often, 0);
  const width = all.reduce((sum, [letter, often]) => sum + widthOf(font, letter) * often, 0);
  return width / total;
}

function widthOf(font: FontFile, letter: string): number {
  return font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
}

/** By the classes of PANOSE; many fonts have none, and then the name says it. */
function isSerifFont(font: FontFile): boolean {
  const [, style = 0] = font['OS/2'].panose;
  return style >= 2
    ? style < SANS
    : /serif|slab/i.test(font.familyName.replace(/sans[ -]?serif/i, ''));
}

const SANS = 11;

/** The width of a numeral and of a dash, and the height of a numeral, in a font of headings at the size of 500. */
export function numeralsIn({ headings }: Looks['fonts']): {
  digit: number;
  dash: number;
  height: number;
} {
  if (!headings) return { digit: 283.5, dash: 260, height: 350 };
  const font = openFile(mainFile(headings.files));
  const size = 500;
  const zero = font.glyphForCodePoint('0'.charCodeAt(0));
  return {
    digit: Math.round(widthOf(font, '0') * size),
    dash: Math.round(widthOf(font, '–') * size),
    height: Math.round((zero.bbox.maxY / font.unitsPerEm) * size),
  };
}
