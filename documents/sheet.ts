import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

/** A4 and its margin, in points. */
export const page = { width: 595.28, height: 841.89, margin: 54 } as const;
const GUTTER = 14;

/** The colours of the site in daylight. */
export const ink = {
  paper: '#f6f3ec',
  black: '#14202b',
  soft: '#43505b',
  rule: '#d5d0c4',
  accent: '#b93a16',
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

type Tag = 'H1' | 'H2' | 'H3' | 'P';

export type Sheet = {
  doc: PDFKit.PDFDocument;
  /** What a screen reader reads, in the order of writing. */
  tree: PDFKit.PDFStructureElement;
};

/**
 * Begins a tagged document. Its date is given, not taken from the clock, so that the same content makes the same bytes.
 */
export function openSheet({ title, date }: { title: string; date: string }): Sheet {
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
  for (const [face, file] of Object.entries(faces)) {
    doc.registerFont(face, fileURLToPath(new URL(`./fonts/${file}.ttf`, import.meta.url)));
  }
  const tree = doc.struct('Document');
  doc.addStructure(tree);
  return { doc, tree };
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
  const set = () => {
    doc.fillColor(color);
    doc.text(text, x, y, { ...typeset(doc, style), width, align });
  };
  const height = measure(sheet, text, style, width);
  const link = to ? linkTo(doc, to, { x, y, width, height }, set) : set;
  const element = doc.struct(tag, {}, link);
  tree.add(element);
  element.end();
  return y + height;
}

export function measure({ doc }: Sheet, text: string, style: Style, width: number): number {
  const options = typeset(doc, style);
  const lines = Math.round(
    doc.heightOfString(text, { ...options, width }) /
      (doc.currentLineHeight(true) + options.lineGap),
  );
  return lines * styles[style].size * styles[style].leading;
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

function typeset(doc: PDFKit.PDFDocument, style: Style) {
  const { face, size, leading, tracking } = styles[style];
  doc.font(face).fontSize(size);
  return {
    lineGap: size * leading - doc.currentLineHeight(true),
    characterSpacing: tracking,
    features: ['kern', 'liga', 'lnum'] satisfies PDFKit.Mixins.OpenTypeFeatures[],
  };
}

function linkTo(doc: PDFKit.PDFDocument, to: string, box: Box, set: () => void) {
  return doc.struct('Link', { alt: to }, () => {
    set();
    doc.link(box.x, box.y, box.width, box.height, to);
  });
}
