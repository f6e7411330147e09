import { type Canvas, page as sheet } from './canvas.ts';
import type { PdfPage, PdfPages, PdfValue } from './pdf-pages.ts';

type Reference = ReturnType<PDFKit.PDFDocument['ref']>;

/** Writes the objects of somebody's PDF into our document, which does not keep their streams. */
export function placeObjects(
  { doc }: Pick<Canvas, 'doc'>,
  { objects, layers }: PdfPages,
): Reference[] {
  // PDFKit packs a stream unless its dictionary names a filter from the beginning.
  const written = objects.map(({ value, stream = new Uint8Array() }) => ({
    value,
    stream,
    data: dataBefore(value, stream),
  }));
  const references = written.map(({ data }) => doc.ref(data));
  for (const [at, { value, stream, data }] of written.entries()) {
    const whole = dataOf(value, references);
    if (Array.isArray(data)) data.push(...(Array.isArray(whole) ? whole : []));
    else Object.assign(data, whole, stream.length === 0 && { Filter: undefined });
    // PDFKit writes an empty stream as a dictionary.
    if (objects[at]?.stream) references[at]?.write(stream.length > 0 ? stream : ' ');
    references[at]?.end(undefined);
  }
  const catalog = doc._root.data;
  for (const { group, isShown } of layers) {
    catalog.OCProperties ??= { OCGs: [], D: { OFF: [] } };
    catalog.OCProperties.OCGs.push(references[group]);
    if (!isShown) catalog.OCProperties.D.OFF.push(references[group]);
  }
  return references;
}

function dataBefore(value: PdfValue, stream: Uint8Array): unknown[] | Record<string, unknown> {
  if (Array.isArray(value)) return [];
  if (stream.length === 0) return {};
  const isDictionary = typeof value === 'object' && value !== null && 'entries' in value;
  const entries = isDictionary && Array.isArray(value.entries) ? value.entries : [];
  return Object.fromEntries(entries.filter(([key]) => key === 'Filter'));
}

/** The value as PDFKit takes it. */
function dataOf(value: PdfValue, references: readonly Reference[]): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((each) => dataOf(each, references));
  if ('ref' in value) return references[value.ref] ?? null;
  return Object.fromEntries(value.entries.map(([key, each]) => [key, dataOf(each, references)]));
}

/** The free space around somebody's page: on A4 it leaves nine tenths of the page, with a head and a foot. */
const AROUND = { side: sheet.width * 0.05, top: 44, bottom: sheet.height * 0.1 - 44 };

/** Whether somebody's page is wider than high, as readers see it. */
export function isWide(page: PdfPage): boolean {
  const { width, height } = shownSize(page);
  return width > height;
}

function shownSize({ box, turn, unit }: PdfPage): { width: number; height: number } {
  const [left, bottom, right, top] = box;
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Draws somebody's page into the frame of the current page, not larger than it is. */
export function placePage(
  { doc, tree }: Canvas,
  page: PdfPage,
  references: readonly Reference[],
): void {
  const { width, height } = doc.page;
  const size = shownSize(page);
  const room = {
    width: width - 2 * AROUND.side,
    height: height - AROUND.top - AROUND.bottom,
  };
  const scale = Math.min(1, room.width / size.width, room.height / size.height);
  const left = (width - scale * size.width) / 2;
  // A page that is lower than the frame begins at its upper end.
  const low = height - AROUND.top - scale * size.height;
  doc.page.xobjects['Theirs'] = references[page.form];
  const element = doc.struct('P', {}, () => {
    doc.save();
    // PDFKit draws from the upper left corner, and PDF from the lower left one.
    doc.transform(1, 0, 0, -1, 0, height);
    doc.addContent(`${matrixOf(page, { scale: scale * page.unit, left, low }).join(' ')} cm`);
    doc.addContent('/Theirs Do');
    doc.restore();
  });
  tree.add(element);
  element.end();
}

/** Draws somebody's page on a page of the same size. */
export function drawPage(
  doc: Canvas['doc'],
  page: PdfPage,
  references: readonly Reference[],
): void {
  const { width, height } = shownSize(page);
  doc.addPage({ size: [width, height], margin: 0 });
  doc.page.xobjects['Theirs'] = references[page.form];
  doc.save();
  // PDFKit draws from the upper left corner, and PDF from the lower left one.
  doc.transform(1, 0, 0, -1, 0, height);
  doc.addContent(`${matrixOf(page, { scale: page.unit, left: 0, low: 0 }).join(' ')} cm`);
  doc.addContent('/Theirs Do');
  doc.restore();
}

type Place = { scale: number; left: number; low: number };

function matrixOf({ box, turn }: PdfPage, { scale, left, low }: Place): string[] {
  const [x0, y0, x1, y1] = box.map((each) => each * scale);
  const [a = 0, b = 0, c = 0, d = 0] = [x0, y0, x1, y1];
  const matrices = {
    0: [scale, 0, 0, scale, left - a, low - b],
    90: [0, -scale, scale, 0, left - b, low + c],
    180: [-scale, 0, 0, -scale, left + c, low + d],
    270: [0, scale, -scale, 0, left + d, low - a],
  };
  return matrices[turn].map((each) => each.toFixed(5));
}
