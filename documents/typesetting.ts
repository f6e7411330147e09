import { readFileSync } from 'node:fs';
import type { Looks } from '#contract/content/looks.ts';
import { fallbackFonts, type Forms, formsOf } from './fallback-fonts.ts';
import { type Font, FROM_RIGHT, openFont } from './font.ts';
import { themeFont } from './theme-font.ts';
import { breakLines, canShow, type Fonts, type Line, type Run } from './lines.ts';

const faces = {
  display: { house: 'newsreader-display', role: 'headings', weight: 400 },
  serif: { house: 'newsreader-text', role: 'headings', weight: 400 },
  sans: { house: 'instrument-sans', role: 'text', weight: 400 },
  semibold: { house: 'instrument-sans-semibold', role: 'text', weight: 600 },
} as const;

export const styles = {
  title: { face: 'display', size: 54, leading: 1, tracking: -1.2 },
  heading: { face: 'display', size: 30, leading: 1.08, tracking: -0.5 },
  name: { face: 'serif', size: 14, leading: 1.25, tracking: -0.1 },
  item: { face: 'serif', size: 11.5, leading: 1.25, tracking: -0.05 },
  lead: { face: 'sans', size: 12, leading: 1.5, tracking: 0 },
  mark: { face: 'display', size: 21, leading: 1.2, tracking: 0 },
  body: { face: 'sans', size: 9.5, leading: 1.5, tracking: 0 },
  letter: { face: 'serif', size: 11, leading: 1.4, tracking: 0 },
  tag: { face: 'sans', size: 8.5, leading: 1.4, tracking: 0 },
  label: { face: 'semibold', size: 8.5, leading: 1.4, tracking: 0.1 },
  // `fitted` chooses the sizes of these styles.
  badge: { face: 'display', size: 26, leading: 1.05, tracking: 0 },
  attended: { face: 'display', size: 20, leading: 1.15, tracking: 0 },
  fine: { face: 'sans', size: 9, leading: 1.25, tracking: 0 },
  tagline: { face: 'semibold', size: 10, leading: 1.4, tracking: 0 },
} as const;
export type Style = keyof typeof styles;
export type Face = keyof typeof faces;

/** The opened fonts for some texts. A PDF file and a picture set their texts with them. */
export type Typefaces = {
  fonts: ReadonlyMap<string, Font>;
  /** The other files of a face, whose first file has the letters of English. */
  parts: ReadonlyMap<string, readonly string[]>;
  /** The fonts for characters that our own typefaces lack, by the forms of their Chinese characters. */
  fallbacks: ReadonlyMap<Forms, readonly string[]>;
  forms: Forms;
  /** Whether the document is read from right to left. */
  isMirrored?: boolean;
  /** The widths of runs at size 1. The code measures a text several times before writing it. */
  widths: Map<string, number>;
};

/**
 * Opens the typefaces of the theme or our own, and fonts for the characters of these texts that our own typefaces lack. A document about several
 * people has one text for each person, so that `formsOf` can choose the forms of each person.
 */
export async function openTypefaces(
  texts: readonly string[],
  themeFonts: Looks['fonts'],
): Promise<Typefaces> {
  const fonts = new Map<string, Font>();
  const parts = new Map<string, string[]>();
  const faceFonts: { points: ReadonlySet<number> }[] = [];
  const characters = new Set(texts.join(''));
  for (const [face, { house, role, weight }] of Object.entries(faces)) {
    const own = await ownFont(house);
    const [main = own, ...others] = (await themeFont(themeFonts[role], weight, characters)) ?? [];
    // The sizes of the documents are made for the lines of our own typefaces.
    fonts.set(face, { ...main, ascent: own.ascent });
    const names = others.map((font, nth) => {
      const name = `${face}-${nth}`;
      fonts.set(name, font);
      return name;
    });
    parts.set(face, names);
    const points = new Set([main, ...others].flatMap((font) => [...font.points]));
    faceFonts.push({ points });
  }
  const fallbacks = new Map<Forms, string[]>();
  for (const [forms, alike] of Map.groupBy(texts, formsOf)) {
    const foreign = [...new Set(alike.join(''))].filter((character) =>
      faceFonts.some(({ points }) => !points.has(character.codePointAt(0) ?? 0)),
    );
    const names: string[] = [];
    for (const [nth, bytes] of (await fallbackFonts(foreign.join(''))).entries()) {
      const name = `fallback-${forms}-${nth}`;
      fonts.set(name, await openFont(Buffer.from(bytes)));
      names.push(name);
    }
    fallbacks.set(forms, names);
  }
  return { fonts, parts, fallbacks, forms: formsOf(texts[0] ?? ''), widths: new Map() };
}

export function measure(typefaces: Typefaces, text: string, style: Style, width: number): number {
  const { size, leading } = styles[style];
  return linesOf(typefaces, text, style, width).length * size * leading;
}

/** The lines of a text, broken at a width. */
export function linesOf(
  typefaces: Typefaces,
  text: string,
  style: Style,
  width: number,
  size: number = styles[style].size,
): Line[] {
  return breakLines(
    fontsAt(typefaces, { ...styles[style], size }),
    styles[style].face,
    text,
    width,
  );
}

/** A text on one line, in a face and size of its own. */
export function lineOf(
  typefaces: Typefaces,
  text: string,
  { face, size }: { face: Face; size: number },
): Line | undefined {
  return breakLines(fontsAt(typefaces, { face, size, tracking: 0 }), face, text, Infinity)[0];
}

export type Fitted = { text: string; style: Style; size: number; height: number };
export type Frame = { width: number; height: number; largest: number; smallest: number };

/**
 * Finds the largest size at which a text fits into a frame without a broken word. A text that is too long at the smallest
 * size is cut and ends with three dots.
 */
export function fitted(
  typefaces: Typefaces,
  text: string,
  style: Style,
  { width, height, largest, smallest }: Frame,
): Fitted {
  const { leading } = styles[style];
  const tallAt = (size: number, shown = text) =>
    linesOf(typefaces, shown, style, width, size).length * size * leading;
  const widest = Math.max(
    ...text
      .split(/\s+|(?<=-)/)
      .map((word) => widthOf(typefaces, { text: word, style, size: largest })),
  );
  const sizes = Array.from(
    { length: Math.floor((largest - smallest) * 2) + 1 },
    (_, nth) => largest - nth / 2,
  );
  const nth = firstWith(sizes.length, (at) => fits(sizes[at] ?? 0));
  const size = sizes[nth];
  if (size !== undefined) return { text, style, size, height: tallAt(size) };
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const cut = (count: number) =>
    count === 0 ? text : `${letters.slice(0, -count).join('').trimEnd()}…`;
  const shown = cut(firstWith(letters.length, (count) => tallAt(smallest, cut(count)) <= height));
  return { text: shown, style, size: smallest, height: tallAt(smallest, shown) };

  function fits(tried: number): boolean {
    return (widest / largest) * tried <= width && tallAt(tried) <= height;
  }
}

/** Binary search: the first good number below `count`, or `count`. All numbers after a good number must be good, too. */
export function firstWith(count: number, isGood: (nth: number) => boolean): number {
  let [first, end] = [0, count];
  while (first < end) {
    const middle = first === 0 && end === count ? 0 : (first + end) >> 1;
    if (isGood(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** The width of the widest line of a text that is not wrapped. */
export function widthOf(
  typefaces: Typefaces,
  { text, style, size }: Pick<Fitted, 'text' | 'style' | 'size'>,
): number {
  return Math.max(...linesOf(typefaces, text, style, Infinity, size).map(({ width }) => width));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text without signs that no font has, such as emojis. */
export function withoutUnknown(typefaces: Typefaces, text: string, style: Style): string {
  const { face } = styles[style];
  const fonts = fontsAt(typefaces, { face, size: 1, tracking: 0 });
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
    .filter((sign) => canShow(fonts, face, sign))
    .join('');
}

/** The narrowest width with the same number of lines, so that the last line does not have a single word. */
export function balanced(typefaces: Typefaces, text: string, style: Style, width: number): number {
  const height = measure(typefaces, text, style, width);
  let narrow = width;
  while (narrow > width / 2 && measure(typefaces, text, style, narrow - 6) === height) narrow -= 6;
  return narrow;
}

function fontsAt(
  { fonts, parts, fallbacks, forms, widths, isMirrored = false }: Typefaces,
  { face, size, tracking }: { face: Face; size: number; tracking: number },
): Fonts {
  const others = [...fallbacks].flatMap(([each, names]) => (each === forms ? [] : names));
  return {
    // A part of a text, such as the name of its author, may look like one of another country.
    fallbacks: [...(parts.get(face) ?? []), ...(fallbacks.get(forms) ?? []), ...others],
    isMirrored,
    has: (font, point) => fonts.get(font)?.points.has(point) ?? false,
    width({ font, ...run }) {
      const text = marked(run);
      const key = `${font} ${text}`;
      let width = widths.get(key);
      if (width === undefined) {
        width = fonts.get(font)?.widthOf(text) ?? 0;
        widths.set(key, width);
      }
      return width * size + (font === face ? tracking * run.text.length : 0);
    },
  };
}

/** The text of a run as the functions of a font take it. */
export function marked({ text, isFromRight }: Pick<Run, 'text' | 'isFromRight'>): string {
  return isFromRight ? FROM_RIGHT + text : text;
}

const opened = new Map<string, Promise<Font>>();

function ownFont(file: string): Promise<Font> {
  const font =
    opened.get(file) ?? openFont(readFileSync(new URL(`fonts/${file}.ttf`, import.meta.url)));
  opened.set(file, font);
  return font;
}
