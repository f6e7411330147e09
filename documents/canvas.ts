import { buffer } from 'node:stream/consumers';
import { dayText } from '#contract/content/calendar-days.ts';
import { directionOf, inOneLine } from '#contract/content/languages.ts';
import type { Looks, ReadDrawing } from '#contract/content/looks.ts';
import { asCents, type Currency, moneyText, percentText } from '#contract/money.ts';
import { attachEInvoice } from './e-invoices/attach-e-invoice.ts';
import { formsOf } from './fallback-fonts.ts';
import type { Line } from './lines.ts';
import { qrCode } from './qr-code.ts';
import { rasterise } from './rasterise.ts';
import {
  type Face,
  fitted,
  type Frame,
  lineOf,
  linesOf,
  marked,
  openTypefaces,
  type Style,
  styles,
  type Typefaces,
} from './typesetting.ts';
import { escapedXml } from './xml.ts';

/** A4 and its margin, in points. */
export const page = { width: 595.28, height: 841.89, margin: 54 } as const;
const GUTTER = 14;

/** Names of the colours of the site in its light scheme. `paint` gives the colour that the conference has for a name. */
export const ink = {
  paper: 'paper',
  black: 'ink',
  soft: 'soft',
  rule: 'rule',
  accent: 'accent',
} as const;
type Ink = (typeof ink)[keyof typeof ink];

/** The colour of the conference for a name of `ink`; other colours stay. */
export function paint({ looks }: Pick<Canvas, 'looks'>, color: string): string {
  return isInk(color) ? looks.palette.light[color] : color;
}

function isInk(color: string): color is Ink {
  return Object.values<string>(ink).includes(color);
}

/** PDFKit lays a run out in one piece only if a feature is set. The feature has no other effect: font.ts ignores it. */
const WHOLE: PDFKit.Mixins.OpenTypeFeatures[] = ['kern'];

type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD';

export type Canvas = Typefaces & {
  doc: PDFKit.PDFDocument;
  /** The structure for screen readers, in the order of writing. */
  tree: PDFKit.PDFStructureElement;
  looks: Looks;
  /** The document is read from right to left: x is counted from the right edge of the page. */
  isMirrored: boolean;
  /** The drawings of the theme as PNG files. */
  drawings: { logo?: Picture | undefined; emblem?: Picture | undefined };
};

type Picture = { png: Buffer; width: number; height: number };

/**
 * Creates a tagged document. The caller gives the date, so that the same content makes the same bytes on every day.
 * `texts` has every text of the document; the function finds fonts for characters that our own typefaces lack. A document
 * about several people has one text for each person, so that `canvasFor` can choose the forms of each person.
 */
export async function createCanvas(about: {
  title: string;
  date: string;
  texts: readonly string[];
  looks: Looks;
  language: string;
  /** The currency of its amounts, if it has any. */
  currency?: Currency;
  layout?: 'portrait' | 'landscape';
  /** Whether all pages stay in memory until `onEachPage` has written on them. A long document would need much memory. */
  isKept?: boolean;
  /** The XML of an e-invoice. The document then is PDF/A-3, with this file inside. */
  eInvoice?: string | undefined;
}): Promise<Canvas> {
  const { title, date, texts, looks, language, currency, eInvoice } = about;
  const { layout = 'portrait', isKept = false } = about;
  const day = new Date(`${date}T00:00:00Z`);
  // PDFKit and fontkit are 1.7 MB of code, so the first document loads them.
  const { default: PDFDocument } = await import('pdfkit');
  /** PDFKit writes the title as it is into the metadata, which are XML. */
  class TitledDocument extends PDFDocument {
    override endMetadata(): void {
      this.info.Title = escapedXml(this.info.Title ?? '');
      super.endMetadata();
    }
  }
  const doc = new TitledDocument({
    size: 'A4',
    layout,
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    autoFirstPage: false,
    bufferPages: isKept,
    info: { Title: title, CreationDate: day },
    ...(eInvoice !== undefined && { subset: 'PDF/A-3b' }),
  });
  if (eInvoice !== undefined) attachEInvoice(doc, eInvoice, day);
  const [first = '', ...others] = texts;
  const typefaces = await openTypefaces(
    [first + formatsIn(language, currency), ...others],
    looks.fonts,
  );
  for (const [name, { file }] of typefaces.fonts) doc.registerFont(name, file);
  const tree = doc.struct('Document');
  doc.addStructure(tree);
  const isMirrored = directionOf(language) === 'rtl';
  // Two pages side by side begin with the right one.
  if (isMirrored) doc._root.data.ViewerPreferences.data['Direction'] = 'R2L';
  return { ...typefaces, doc, tree, looks, isMirrored, drawings: await drawingsOf(looks) };
}

/** Dates, lists and amounts are written with names of months, digits and signs that no text of the conference may have. */
function formatsIn(language: string, currency: Currency | undefined): string {
  const months = Array.from({ length: 12 }, (_, nth) =>
    dayText(`2026-${String(nth + 1).padStart(2, '0')}-01`, language),
  );
  const numbers = [new Intl.NumberFormat(language).format(9_876_543_210)];
  if (currency) numbers.push(moneyText(asCents(123_456), currency), percentText(2.5, language));
  return inOneLine([...months, ...numbers], language);
}

/** The left edge on paper of something that begins at x, in the direction of reading. */
export function leftOf({ doc, isMirrored }: Canvas, x: number, width: number): number {
  return isMirrored ? doc.page.width - x - width : x;
}

const drawn = new Map<string, Promise<Buffer>>();

/** PDFKit draws no SVG, so the drawings of a theme become pictures with enough points for paper. */
async function drawingsOf({ logo, emblemDrawing }: Looks): Promise<Canvas['drawings']> {
  const pictureOf = async (drawing: ReadDrawing | undefined): Promise<Picture | undefined> => {
    if (!drawing) return undefined;
    const { svg, width, height } = drawing;
    const png =
      drawn.get(svg) ?? rasterise({ svg, width: 1200 }).then((bytes) => Buffer.from(bytes));
    drawn.set(svg, png);
    return { png: await png, width, height };
  };
  return { logo: await pictureOf(logo?.light), emblem: await pictureOf(emblemDrawing) };
}

/** The canvas with the fonts for one of its texts: Chinese characters look different in Korea and in Japan. */
export function canvasFor(canvas: Canvas, text: string): Canvas {
  return { ...canvas, forms: formsOf(text) };
}

export async function closeCanvas({ doc, tree }: Canvas): Promise<Buffer> {
  tree.end();
  doc.end();
  return buffer(doc);
}

/** The bytes of a document while it is written: the function yields each page before it begins the next page. */
export async function* streamCanvas(
  { doc, tree }: Canvas,
  pages: Iterable<void> | AsyncIterable<void>,
): AsyncGenerator<string | Uint8Array, void> {
  for await (const _page of pages) {
    const bytes: string | Uint8Array | null = doc.read();
    if (bytes !== null) yield bytes;
  }
  tree.end();
  doc.end();
  yield* doc;
}

/** Begins a new page; `ground` is the colour of the background. */
export function turnPage(canvas: Canvas, ground?: string, layout?: 'portrait' | 'landscape'): void {
  const { doc, widths } = canvas;
  doc.addPage(layout && { size: 'A4', layout, margin: 0 });
  widths.clear();
  if (ground) {
    unread(doc, () => doc.rect(0, 0, page.width, page.height).fill(paint(canvas, ground)));
  }
}

/** Names the current page for links. */
export function markPage({ doc }: Canvas, name: string): void {
  doc.addNamedDestination(name, 'XYZ', 0, 0, null);
}

/** Draws on each page of a document with `isKept`. Screen readers skip this drawing. */
export function onEachPage({ doc }: Canvas, draw: (nth: number, count: number) => void): void {
  const { start, count } = doc.bufferedPageRange();
  for (let nth = 0; nth < count; nth++) {
    doc.switchToPage(start + nth);
    unread(doc, () => draw(nth + 1, count));
  }
}

/** Groups everything that `within` writes for screen readers, for example one person's badge or a row of a table. */
export function group(
  canvas: Canvas,
  tag: 'Sect' | 'Table' | 'TR',
  within: (canvas: Canvas) => void,
): void {
  const element = canvas.doc.struct(tag);
  canvas.tree.add(element);
  within({ ...canvas, tree: element });
  element.end();
}

/**
 * Begins a part whose place for screen readers is here, but that is written later, such as the contents of a book. The
 * caller ends its structure.
 */
export function laterPart(canvas: Canvas): Canvas {
  const element = canvas.doc.struct('Part');
  canvas.tree.add(element);
  return { ...canvas, tree: element };
}

/**
 * Moves all pages from page `first` on, counted from 0, to the front. They get Roman numbers, and the other pages the
 * numbers from 1.
 */
export function moveToFront({ doc }: Canvas, first: number): void {
  const catalog = doc._root.data;
  const kids = catalog.Pages.data.Kids;
  const moved = kids.splice(first);
  kids.unshift(...moved);
  catalog.PageLabels = { Nums: [0, { S: 'r' }, moved.length, { S: 'D' }] };
}

type Words = {
  text: string;
  style: Style;
  /** Replaces the size of the style. */
  size?: number;
  x: number;
  y: number;
  width: number;
  color?: string;
  tag?: Tag;
  /** At the end of the line in the direction of reading: on the right, and in a mirrored document on the left. */
  align?: 'end';
  /** The address of the link, if the text is a link: #NAME leads to a page with `markPage`. */
  to?: string;
};

/** Writes a text and returns the y of its lower end. */
export function write(canvas: Canvas, words: Words): number {
  const { doc, tree } = canvas;
  const { text, style, y, width, color = ink.black, tag = 'P', align, to } = words;
  const x = leftOf(canvas, words.x, width);
  const isRight = (align === 'end') !== canvas.isMirrored;
  const { face, leading, tracking } = styles[style];
  const { size = styles[style].size } = words;
  const lines = linesOf(canvas, text, style, width, size);
  const height = lines.length * size * leading;
  const set = () => {
    doc.fillColor(paint(canvas, color));
    for (const [nth, line] of lines.entries()) {
      const indent = isRight ? width - line.width : 0;
      setLine(canvas, line, { face, size, tracking, x: x + indent, y: y + nth * size * leading });
    }
  };
  const link = to ? linkTo(doc, to, { x, y, width, height }, set) : set;
  // The file has the letters in the order on paper; `actual` gives a screen reader the text in reading order.
  const isReordered = lines.some(({ runs }) => runs.some(({ font }) => font !== face));
  const element = doc.struct(tag, isReordered ? { actual: text } : {}, link);
  tree.add(element);
  element.end();
  return y + height;
}

/** Writes a text at the largest size at which it fits into its frame, and returns the y of its lower end. */
export function writeFitted(canvas: Canvas, words: Omit<Words, 'size'> & Frame): number {
  return write(canvas, { ...words, ...fitted(canvas, words.text, words.style, words) });
}

type Look = { face: Face; size: number; tracking?: number; x: number; y: number };
type Unread = Look & { color: string; align?: 'end' };

/** Writes one line that screen readers skip, such as the foot of a page, and returns its width. */
export function writeUnread(canvas: Canvas, text: string, look: Unread): number {
  const line = lineOf(canvas, text, look);
  if (line) writeUnreadLine(canvas, line, look);
  return line?.width ?? 0;
}

/** Writes a line that is broken already. Its runs are in their order on paper, so their texts together are not its text. */
export function writeUnreadLine(canvas: Canvas, line: Line, look: Unread): void {
  canvas.doc.fillColor(paint(canvas, look.color));
  const x = look.x - (look.align === 'end' ? line.width : 0);
  setLine(canvas, line, { ...look, x: leftOf(canvas, x, line.width) });
}

function setLine({ doc, fonts }: Canvas, line: Line, { face, size, tracking = 0, x, y }: Look) {
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
        // Letters of other scripts may be joined, and tracking would separate them.
        characterSpacing: font === face ? tracking : 0,
      });
    left += width;
  }
}

/** The left edge of column n of twelve columns, counted from 0; `column(12)` is the right edge of the last column. */
export function column(n: number): number {
  const step = (page.width - 2 * page.margin + GUTTER) / 12;
  return page.margin + n * step - (n === 12 ? GUTTER : 0);
}

/** The width of a number of columns, including the gutters between them. */
export function span(columns: number): number {
  return column(columns) - column(0) - (columns === 12 ? 0 : GUTTER);
}

type Box = { x: number; y: number; width: number; height: number };

/** Draws a picture that screen readers skip. */
export function picture(
  canvas: Canvas,
  file: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const { doc } = canvas;
  unread(doc, () => doc.image(file, leftOf(canvas, x, width), y, { width }));
}

/** Draws a QR code with `text`; a screen reader reads `words` instead. */
export function writeCode(
  canvas: Canvas,
  shown: { text: string; words: string; x: number; y: number; size: number; boostEcc?: boolean },
): void {
  const { text, words, y, size, boostEcc = true, ...place } = shown;
  const { doc, tree } = canvas;
  const x = leftOf(canvas, place.x, size);
  const code = qrCode(text, { boostEcc });
  const square = size / code.size;
  const about = { alt: words, bbox: [x, y, x + size, y + size] };
  const figure = doc.struct('Figure', about, () => {
    for (const run of code.runs) {
      doc.rect(x + run.x * square, y + run.y * square, run.width * square, square);
    }
    // Scanners and printers work best with pure black.
    doc.fill('#000000');
  });
  tree.add(figure);
  figure.end();
}

export function rule(canvas: Canvas, x: number, y: number, width: number, color: string): void {
  const left = leftOf(canvas, x, width);
  unread(canvas.doc, () =>
    canvas.doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .stroke(paint(canvas, color)),
  );
}

/** Marks a drawing as decoration, so that screen readers skip it. */
export function unread(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save();
  draw();
  doc.restore();
  doc.endMarkedContent();
}

/** The words of a link and its field, of which a screen reader learns only if it belongs to the structure. */
function linkTo(doc: PDFKit.PDFDocument, to: string, box: Box, set: () => void) {
  const { x, y, width, height } = box;
  const element = doc.struct('Link', { alt: to });
  element.add(set);
  // PDFKit writes a String as text and a string as a name, and its types know only the latter.
  const about: Pick<PDFKit.Mixins.AnnotationOption, 'structParent'> = Object.assign(
    { structParent: element },
    { Contents: new String(to) },
  );
  if (to.startsWith('#')) doc.goTo(x, y, width, height, to.slice(1), about);
  else doc.link(x, y, width, height, to, about);
  element.end();
  return element;
}
