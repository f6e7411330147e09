import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Accent } from '#contract/content/accent.ts';
import { fallbackFonts } from './fallback-fonts.ts';
import { type Font, FROM_RIGHT, openFont } from './font.ts';
import { breakLines, type Fonts, type Line, type Run } from './lines.ts';

/** A4 and its margin, in points. */
export const page = { width: 595.28, height: 841.89, margin: 54 } as const;
const GUTTER = 14;

/** The colours of the site in daylight. */
export const ink = {
  paper: '#f6f3ec',
  black: '#14202b',
  soft: '#43505b',
  rule: '#d5d0c4',
  /** The colour of the conference: each sheet knows it. */
  accent: 'accent',
} as const;

const faces = {
  display: 'newsreader-display',
  serif: 'newsreader-text',
  sans: 'instrument-sans',
  semibold: 'instrument-sans-semibold',
} as const;

const styles = {
  title: { face: 'display', size: 54, leading: 1, tracking: -1.2 },
  heading: { face: 'display', size: 30, leading: 1.08, tracking: -0.5 },
  name: { face: 'serif', size: 14, leading: 1.25, tracking: -0.1 },
  lead: { face: 'sans', size: 12, leading: 1.5, tracking: 0 },
  mark: { face: 'display', size: 21, leading: 1.2, tracking: 0 },
  body: { face: 'sans', size: 9.5, leading: 1.5, tracking: 0 },
  tag: { face: 'sans', size: 8.5, leading: 1.4, tracking: 0 },
  label: { face: 'semibold', size: 8.5, leading: 1.4, tracking: 0.1 },
} as const;
type Style = keyof typeof styles;
type Face = keyof typeof faces;

/** With features PDFKit lays a run out in one piece; which ones is the font's own matter (font.ts). */
const WHOLE: PDFKit.Mixins.OpenTypeFeatures[] = ['kern'];

type Tag = 'H1' | 'H2' | 'H3' | 'P';

export type Sheet = {
  doc: PDFKit.PDFDocument;
  /** What a screen reader reads, in the order of writing. */
  tree: PDFKit.PDFStructureElement;
  fonts: ReadonlyMap<string, Font>;
  accent: string;
};

/**
 * Begins a tagged document. Its date is given, not taken from the clock, so that the same content makes the same bytes.
 * `text` is all that will be written on it: fonts are looked for what our own typefaces lack.
 */
export async function openSheet(about: {
  title: string;
  date: string;
  text: string;
  accent: Accent;
}): Promise<Sheet> {
  const { title, date, text, accent } = about;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    autoFirstPage: false,
    info: { Title: title, CreationDate: new Date(`${date}T00:00:00Z`) },
  });
  const fonts = new Map<string, Font>();
  for (const [face, file] of Object.entries(faces)) fonts.set(face, await ownFont(file));
  const foreign = [...new Set(text)].filter((character) =>
    [...fonts.values()].some(({ points }) => !points.has(character.codePointAt(0) ?? 0)),
  );
  for (const [nth, bytes] of (await fallbackFonts(foreign.join(''))).entries()) {
    fonts.set(`fallback-${nth}`, await openFont(Buffer.from(bytes)));
  }
  for (const [name, { file }] of fonts) doc.registerFont(name, file);
  const tree = doc.struct('Document');
  doc.addStructure(tree);
  return { doc, tree, fonts, accent: accent.light };
}

export async function closeSheet({ doc, tree }: Sheet): Promise<Buffer> {
  tree.end();
  doc.end();
  return buffer(doc);
}

/** A new page; `ground` is the colour that it is printed on. */
export function turnPage({ doc }: Sheet, ground?: string): void {
  doc.addPage();
  if (ground) unread(doc, () => doc.rect(0, 0, page.width, page.height).fill(ground));
}

type Words = {
  text: string;
  style: Style;
  x: number;
  y: number;
  width: number;
  color?: string;
  tag?: Tag;
  align?: 'left' | 'right';
  /** The address that the words are a link to. */
  to?: string;
};

/** Sets words, and says how far down they reach. */
export function write(sheet: Sheet, words: Words): number {
  const { doc, tree } = sheet;
  const { text, style, x, y, width, color = ink.black, tag = 'P', align = 'left', to } = words;
  const { face, size, leading, tracking } = styles[style];
  const lines = linesOf(sheet, text, style, width);
  const height = lines.length * size * leading;
  const set = () => {
    doc.fillColor(color === ink.accent ? sheet.accent : color);
    for (const [nth, line] of lines.entries()) {
      const indent = align === 'right' ? width - line.width : 0;
      setLine(sheet, line, { face, size, tracking, x: x + indent, y: y + nth * size * leading });
    }
  };
  const link = to ? linkTo(doc, to, { x, y, width, height }, set) : set;
  // Letters are stored as they stand on the paper; a screen reader gets the text as it is read.
  const isReordered = lines.some(({ runs }) => runs.some(({ font }) => font !== face));
  const element = doc.struct(tag, isReordered ? { actual: text } : {}, link);
  tree.add(element);
  element.end();
  return y + height;
}

type Look = { face: Face; size: number; tracking?: number; x: number; y: number };
type Unread = Look & { color: string; align?: 'right' };

/** One line within what screen readers pass over, such as the foot of a page; says how wide it is. */
export function writeUnread(sheet: Sheet, text: string, look: Unread): number {
  const { face, size, color, x, align } = look;
  sheet.doc.fillColor(color === ink.accent ? sheet.accent : color);
  const [line] = breakLines(fontsAt(sheet, { face, size, tracking: 0 }), face, text, Infinity);
  if (!line) return 0;
  setLine(sheet, line, { ...look, x: align === 'right' ? x - line.width : x });
  return line.width;
}

function setLine({ doc, fonts }: Sheet, line: Line, { face, size, tracking = 0, x, y }: Look) {
  const baseline = y + (fonts.get(face)?.ascent ?? 0) * size;
  let left = x;
  for (const { font, width, ...run } of line.runs) {
    doc
      .font(font)
      .fontSize(size)
      .text(marked(run), left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: WHOLE,
        // Letters of other scripts may be joined.
        characterSpacing: font === face ? tracking : 0,
      });
    left += width;
  }
}

export function measure(sheet: Sheet, text: string, style: Style, width: number): number {
  const { size, leading } = styles[style];
  return linesOf(sheet, text, style, width).length * size * leading;
}

function linesOf(sheet: Sheet, text: string, style: Style, width: number): Line[] {
  return breakLines(fontsAt(sheet, styles[style]), styles[style].face, text, width);
}

function fontsAt(
  { doc, fonts }: Sheet,
  { face, size, tracking }: { face: Face; size: number; tracking: number },
): Fonts {
  return {
    fallbacks: [...fonts.keys()].filter((name) => !(name in faces)),
    has: (font, point) => fonts.get(font)?.points.has(point) ?? false,
    width({ font, ...run }) {
      doc.font(font).fontSize(size);
      const spacing = font === face ? tracking * run.text.length : 0;
      return doc.widthOfString(marked(run), { features: WHOLE }) + spacing;
    },
  };
}

function marked({ text, isFromRight }: Omit<Run, 'font'>): string {
  return isFromRight ? FROM_RIGHT + text : text;
}

/** The narrowest width that needs no more lines than `width` does, so that no word is left alone on the last one. */
export function balanced(sheet: Sheet, text: string, style: Style, width: number): number {
  const height = measure(sheet, text, style, width);
  let narrow = width;
  while (narrow > width / 2 && measure(sheet, text, style, narrow - 6) === height) narrow -= 6;
  return narrow;
}

/** Where the nth of twelve columns begins, counted from 0; the 12th is where the last one ends. */
export function column(n: number): number {
  const step = (page.width - 2 * page.margin + GUTTER) / 12;
  return page.margin + n * step - (n === 12 ? GUTTER : 0);
}

/** The width of some columns with the gutters between them. */
export function span(columns: number): number {
  return column(columns) - column(0) - (columns === 12 ? 0 : GUTTER);
}

type Box = { x: number; y: number; width: number; height: number };

/** A picture as a decoration. */
export function picture(
  { doc }: Sheet,
  file: string,
  place: { x: number; y: number; width: number },
): void {
  unread(doc, () => doc.image(file, place.x, place.y, { width: place.width }));
}

export function rule({ doc }: Sheet, x: number, y: number, width: number, color: string): void {
  unread(doc, () =>
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(color),
  );
}

/** What is drawn here is no content: screen readers pass over it. */
export function unread(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save();
  draw();
  doc.restore();
  doc.endMarkedContent();
}

const opened = new Map<string, Promise<Font>>();

function ownFont(file: string): Promise<Font> {
  const font =
    opened.get(file) ?? openFont(readFileSync(new URL(`fonts/${file}.ttf`, import.meta.url)));
  opened.set(file, font);
  return font;
}

function linkTo(doc: PDFKit.PDFDocument, to: string, box: Box, set: () => void) {
  return doc.struct('Link', { alt: to }, () => {
    set();
    doc.link(box.x, box.y, box.width, box.height, to);
  });
}
