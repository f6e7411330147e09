import type { Font as FontFile } from 'fontkit';

export type Font = {
  /** The font file that PDFKit embeds. */
  file: FontFile;
  /** The characters of the font. */
  points: ReadonlySet<number>;
  /** The height of the font above the baseline, at size 1. */
  ascent: number;
  /** The width of a text at size 1. */
  widthOf(text: string): number;
  /** The outline of a text as an SVG path. `y` is the baseline. */
  outlineOf(text: string, place: { x: number; y: number; size: number }): string;
};

/** Unicode's right-to-left isolate. The code puts it before a text that is read from right to left. */
export const FROM_RIGHT = '\u2067';

/** Glyph numbers of a font have 16 bits; this file assigns larger numbers. */
const OURS = 0x10000;

/**
 * Opens a TrueType font. HarfBuzz shapes the text instead of fontkit, because fontkit throws an error for some letters with
 * marks that occur in names. HarfBuzz takes 9 MB and fontkit has 1.3 MB of code, so the first document loads them.
 */
export async function openFont(bytes: Buffer): Promise<Font> {
  const [harfbuzz, { create }] = await Promise.all([import('harfbuzzjs'), import('fontkit')]);
  const file = create(bytes);
  if (!('characterSet' in file)) throw new Error('The file has several fonts, expected one');
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const shaper = new harfbuzz.Font(face);
  const upright = new harfbuzz.Feature('lnum');

  // Several letters may share a glyph: some Arabic letters differ only in their dots. PDFKit stores one text for each
  // glyph number, so each pair of glyph and text gets its own number. Then text copied from a document is correct.
  const numbers = new Map<string, number>();
  const glyphs: number[] = [];
  const numberOf = (glyph: number, text: string) => {
    // Glyph 0 is the box for missing characters. No document contains it.
    if (glyph === 0) return 0;
    const key = `${glyph} ${text}`;
    const number = numbers.get(key) ?? OURS + glyphs.push(glyph) - 1;
    numbers.set(key, number);
    return number;
  };

  const shape = (marked: string) => {
    const isFromRight = marked.startsWith(FROM_RIGHT);
    const text = isFromRight ? marked.slice(1) : marked;
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isFromRight ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(shaper, buffer, [upright]);
    const positions = buffer.getGlyphPositions();
    return { text, isFromRight, infos: buffer.getGlyphInfos(), positions };
  };

  const layout = (marked: string) => {
    const { text, isFromRight, infos, positions } = shape(marked);
    const letters = lettersOf(text, infos, positions, isFromRight);
    return {
      positions,
      glyphs: infos.map(({ codepoint: glyph }, nth) => ({
        id: numberOf(glyph, letters[nth] ?? ''),
        advanceWidth: file.getGlyph(glyph).advanceWidth,
        codePoints: [...(letters[nth] ?? '')].map((letter) => letter.codePointAt(0) ?? 0),
      })),
      // A getter, because PDFKit scales the positions before it reads the width.
      get advanceWidth() {
        return widthOf(positions);
      },
    };
  };

  return {
    file: Object.assign(file, { layout, createSubset: subsetsOf(file, glyphs) }),
    // HarfBuzz lists the characters, because fontkit's list throws an error if a font has none.
    points: new Set(face.collectUnicodes()),
    ascent: file.ascent / file.unitsPerEm,
    widthOf: (text) => widthOf(shape(text).positions) / file.unitsPerEm,
    outlineOf: (text, place) => outlineIn(file, shape(text), place),
  };
}

type Shaped = {
  infos: readonly { codepoint: number }[];
  positions: readonly { xOffset: number; yOffset: number; xAdvance: number }[];
};

/** Makes the subsets of a font that are embedded. `glyphs` has the glyphs of our own numbers. */
function subsetsOf(file: FontFile, glyphs: readonly number[]): FontFile['createSubset'] {
  const newSubset = file.createSubset.bind(file);
  return () => {
    const subset = newSubset();
    const include = subset.includeGlyph.bind(subset);
    const places = new Map<number, number>();
    const includeGlyph = (number: number) => {
      const glyph = glyphs[number - OURS];
      // The number is a part of a composite glyph.
      if (glyph === undefined) return include(number);
      const place = places.get(number) ?? subset.glyphs.push(glyph) - 1;
      places.set(number, place);
      return place;
    };
    return Object.assign(subset, { includeGlyph });
  };
}

function outlineIn(
  file: FontFile,
  { infos, positions }: Shaped,
  { x, y, size }: Parameters<Font['outlineOf']>[1],
): string {
  const scale = size / file.unitsPerEm;
  let left = x;
  return infos
    .map(({ codepoint: glyph }, nth) => {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[nth] ?? {};
      const at = [left + xOffset * scale, y - yOffset * scale] as const;
      left += xAdvance * scale;
      return file
        .getGlyph(glyph)
        .path.transform(scale, 0, 0, -scale, ...at)
        .toSVG();
    })
    .join('');
}

function widthOf(positions: readonly { xAdvance: number }[]): number {
  return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
}

/**
 * Assigns the letters of a text to its glyphs, so that the glyphs from first to last give the text. In some scripts the
 * glyphs of a syllable are in another order than its letters. The function then assigns the letters in the order of the
 * text. A glyph without a width gets a letter only if no glyph of its syllable has a width.
 */
function lettersOf(
  text: string,
  glyphs: readonly { cluster: number }[],
  positions: readonly { xAdvance: number }[],
  isFromRight: boolean,
): string[] {
  const order = isFromRight ? [...glyphs.keys()].toReversed() : [...glyphs.keys()];
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const letters = glyphs.map(() => '');
  for (const [nth, start] of starts.entries()) {
    const all = order.filter((at) => glyphs[at]?.cluster === start);
    const wide = all.filter((at) => (positions[at]?.xAdvance ?? 0) > 0);
    const places = wide.length > 0 ? wide : all;
    const shared = Array.from(text.slice(start, starts[nth + 1]));
    for (const [index, at] of places.entries()) {
      letters[at] = index === places.length - 1 ? shared.join('') : (shared.shift() ?? '');
    }
  }
  return letters;
}
