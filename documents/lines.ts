import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';

/** The fonts of a document, with their characters and widths. */
export type Fonts = {
  /** The fonts for characters that the typeface of a text lacks, in order of preference. */
  fallbacks: readonly string[];
  /** Whether the document is read from right to left. */
  isMirrored?: boolean;
  has(font: string, point: number): boolean;
  width(run: Run): number;
};

/** A part of a line that one font sets in one direction. */
export type Run = { font: string; text: string; isFromRight: boolean };
export type Line = { runs: MeasuredRun[]; width: number };
type MeasuredRun = Run & { width: number };

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Breaks a text into lines of at most the given width, and each line into runs by font and direction. The runs are in
 * their order on paper, from left to right (Unicode's bidirectional algorithm).
 */
export function breakLines(fonts: Fonts, font: string, text: string, width: number): Line[] {
  return text
    .split(/\r?\n|[\u2028\u2029]/)
    .flatMap((paragraph) => breakParagraph(fonts, font, shown(fonts, font, paragraph), width));
}

const fromRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function breakParagraph(fonts: Fonts, font: string, text: string, width: number): Line[] {
  // In a document that is read from right to left, a text with one such letter is read so, even if it begins with a name
  // in Latin letters. Hours, telephone numbers and Latin texts keep their own direction.
  const direction = fonts.isMirrored && fromRight.test(text) ? 'rtl' : 'auto';
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
  const isLeftToRight = (paragraphs[0]?.level ?? 0) === 0;
  const parts = partsOf(fonts, font, text, levels);
  const measure = (start: number, end: number) => widthOf(runsOf(fonts, parts, start, end));

  const lines: Line[] = [];
  const endLine = (start: number, end: number) => {
    // In a line that is read from right to left, a final blank would be drawn at the left edge.
    const last = isLeftToRight ? end : start + text.slice(start, end).trimEnd().length;
    lines.push({
      runs: runsOf(fonts, parts, start, last),
      width: measure(start, start + text.slice(start, end).trimEnd().length),
    });
  };
  let [start, end, used] = [0, 0, 0];
  for (const stop of stopsOf(text, (from, to) => measure(from, to) <= width)) {
    const added = measure(end, stop);
    if (used + added > width && end > start) {
      endLine(start, end);
      [start, used] = [end, 0];
    }
    [end, used] = [stop, used + added];
  }
  endLine(start, end);
  return lines;
}

/** The positions at which a line may end: between words, or within a word that is wider than a line. */
function stopsOf(text: string, fits: (start: number, end: number) => boolean): number[] {
  const stops: number[] = [];
  const breaker = new LineBreaker(text);
  for (let start = 0, stop = breaker.nextBreak(); stop; stop = breaker.nextBreak()) {
    const end = stop.position;
    // Korean has blanks between its words, and the breaker also stops within them.
    if (withinKorean.test(text.slice(end - 1, end + 1))) continue;
    stops.push(...stopsWithin(text, start, end, fits));
    start = end;
  }
  return stops;
}

const withinKorean = /[\p{L}\p{N}]\p{Script=Hangul}|\p{Script=Hangul}[\p{L}\p{N}]/u;

/** Thai and its neighbours are written without blanks between words. */
const unspaced = /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;

function stopsWithin(
  text: string,
  start: number,
  end: number,
  fits: (start: number, end: number) => boolean,
  segmenter = unspaced.test(text.slice(start, end)) ? words : graphemes,
): number[] {
  if (fits(start, end)) return [end];
  return [...segmenter.segment(text.slice(start, end))].flatMap(({ index, segment }) => {
    const [first, last] = [start + index, start + index + segment.length];
    return segmenter === words ? stopsWithin(text, first, last, fits, graphemes) : [last];
  });
}

/** Characters that stay together. The level is odd if they are read from right to left. */
type Part = { start: number; text: string; font: string; level: number };

function partsOf(fonts: Fonts, font: string, text: string, levels: Uint8Array): Part[] {
  const candidates = [font, ...fonts.fallbacks];
  const fontFor = (cluster: string) =>
    candidates.find((each) => points(cluster).every((point) => fonts.has(each, point)));
  return [...graphemes.segment(text)].flatMap(({ segment, index }) => {
    const level = levels[index] ?? 0;
    const whole = fontFor(segment);
    if (whole) return [{ start: index, text: segment, font: whole, level }];
    let start = index;
    return [...segment].map((character) => {
      const part = { start, text: character, font: fontFor(character) ?? font, level };
      start += character.length;
      return part;
    });
  });
}

function runsOf(fonts: Fonts, parts: readonly Part[], start: number, end: number): MeasuredRun[] {
  const runs: Part[] = [];
  for (const part of parts) {
    if (part.start < start || part.start >= end) continue;
    const last = runs.at(-1);
    if (last?.font === part.font && last.level === part.level) last.text += part.text;
    else runs.push({ ...part });
  }
  return inVisualOrder(runs).map(({ font, text, level }) => {
    const run = { font, text, isFromRight: level % 2 === 1 };
    return { ...run, width: fonts.width(run) };
  });
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, reverses each sequence at that level or above. */
function inVisualOrder(runs: readonly Part[]): Part[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((ordered[start]?.level ?? 0) < level) continue;
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

function widthOf(runs: readonly MeasuredRun[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0);
}

const RAISED = /[\u00b2\u00b3\u00b9\u2070-\u207f]/;

/**
 * Replaces characters that no font has: small digits with plain ones, as in H2O and 10^5, and others, such as an emoji,
 * with their Unicode numbers: [U+1F600].
 */
function shown(fonts: Fonts, font: string, text: string): string {
  return text.replaceAll(/[\u00b2\u00b3\u00b9\u2070-\u207f]+|./gsu, (part) => {
    if (canShow(fonts, font, part)) return part;
    const plain = part.normalize('NFKC');
    return canShow(fonts, font, plain)
      ? `${RAISED.test(part) ? '^' : ''}${plain}`
      : [...part].map(unicodeNumber).join('');
  });
}

function unicodeNumber(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Whether the fonts have all visible characters of a text. */
export function canShow(fonts: Fonts, font: string, text: string): boolean {
  const candidates = [font, ...fonts.fallbacks];
  return points(text).every((point) => candidates.some((each) => fonts.has(each, point)));
}

/** The visible characters of a text, which need a glyph in a font. */
function points(text: string): number[] {
  return [...text.replaceAll(/[\p{Default_Ignorable_Code_Point}\s]/gu, '')].map(
    (character) => character.codePointAt(0) ?? 0,
  );
}
