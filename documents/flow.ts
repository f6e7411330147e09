import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import {
  closeCanvas,
  column,
  group,
  ink,
  onEachPage,
  createCanvas,
  page,
  rule,
  type Canvas,
  span,
  turnPage,
  unread,
  write,
  writeUnread,
} from './canvas.ts';
import { balanced, firstWith, fitted, measure } from './typesetting.ts';

/**
 * A document that is written from top to bottom and continues on the next page if too little room is left. All pages
 * after the first page have the `head` and the `foot`.
 */
export type Flow = {
  canvas: Canvas;
  head: string;
  foot: string;
  /** Draws on each page instead of the head and the foot. Screen readers skip this drawing. */
  onPage?: (canvas: Canvas, nth: number) => void;
  pages: number;
  y: number;
};

type Part = Pick<Parameters<typeof write>[1], 'style' | 'color' | 'tag' | 'to'> & {
  /** Without a text, the part is left out. */
  text: string | undefined;
};
/** One cell of a row: parts below one another. */
export type Cell = readonly Part[];

const top = page.margin + 28;
const bottom = page.height - page.margin - 22;
/** The height of what a page can have between its head and its foot. */
export const pageRoom = bottom - top;
const PADDING = 9;
const GAP = 3;

export async function createFlow(content: Content, title: string): Promise<Flow> {
  const { name, dates, city, country, looks } = content.conference;
  const canvas = await createCanvas({
    title: `${name} · ${title}`,
    date: `${dates.year}-01-01`,
    texts: [JSON.stringify(content)],
    looks,
    language: content.language,
    currency: content.prices.currency,
    isKept: true,
  });
  return flowOn(canvas, {
    head: name,
    foot: `${dates.text} · ${inOneLine([city, country], content.language)}`,
  });
}

export function flowOn(canvas: Canvas, running: Pick<Flow, 'head' | 'foot' | 'onPage'>): Flow {
  return { canvas, ...running, pages: 0, y: top };
}

/** Begins a new page and writes the head and the foot. */
export function nextPage(flow: Flow, ground?: string): void {
  const { canvas, head, foot, onPage } = flow;
  turnPage(canvas, ground);
  flow.pages += 1;
  flow.y = top;
  if (onPage) return unread(canvas.doc, () => onPage(canvas, flow.pages));
  if (flow.pages === 1) return;
  unread(canvas.doc, () => {
    const place = { x: column(0), width: span(10), height: 12, largest: 8, smallest: 5 };
    const above = { face: 'semibold', color: ink.black, x: place.x, y: 34 } as const;
    const { text, size } = fitted(canvas, head, 'tagline', place);
    writeUnread(canvas, text, { ...above, size });
    const below = fitted(canvas, foot, 'fine', place);
    writeUnread(canvas, below.text, { ...FOOT, size: below.size, x: place.x });
  });
}

const FOOT = { face: 'sans', color: ink.soft, y: page.height - 44 } as const;

/** Ends the document and writes page numbers. By default the first page has none; `numberOf` can change the texts. */
export function closeFlow(
  { canvas }: Flow,
  numberOf = (nth: number, _count: number) => (nth === 1 ? '' : String(nth)),
): Promise<Buffer> {
  onEachPage(canvas, (nth, count) =>
    writeUnread(canvas, numberOf(nth, count), { ...FOOT, size: 8, x: column(12), align: 'end' }),
  );
  return closeCanvas(canvas);
}

/** Writes a heading with a bookmark, and perhaps an intro. */
export function openSection(flow: Flow, heading: string, intro?: string): void {
  const { canvas } = flow;
  makeRoom(flow, 150);
  canvas.doc.outline.addItem(heading);
  writeHeading(flow, heading);
  if (intro === undefined) return;
  const words = { text: intro, style: 'lead', color: ink.soft, width: span(10) } as const;
  flow.y = write(canvas, { ...words, x: column(0), y: flow.y }) + 16;
}

/** Writes a line and a heading below it. */
export function writeHeading(flow: Flow, heading: string): void {
  const { canvas } = flow;
  rule(canvas, column(0), flow.y, span(12), ink.black);
  const width = balanced(canvas, heading, 'heading', span(10));
  const place = { x: column(0), y: flow.y + 14 };
  flow.y = write(canvas, { text: heading, style: 'heading', tag: 'H2', width, ...place }) + 12;
}

/**
 * Writes cells in rows. Each cell has a thin rule above it and begins at a column of `starts`. A page break cuts only rows
 * that are higher than a page.
 */
export function writeCells(flow: Flow, cells: readonly Cell[], starts: readonly number[]): void {
  const places = starts.map((start, at) => {
    return { x: column(start), width: span((starts[at + 1] ?? 12) - start) };
  });
  for (let first = 0; first < cells.length; first += places.length) {
    writeRow(
      flow,
      places.map((place, at) => ({ ...place, cell: cells[first + at] ?? [] })),
    );
  }
}

type Placed = { x: number; width: number; cell: Cell };

function writeRow(flow: Flow, row: readonly Placed[]): void {
  const { canvas } = flow;
  const height = Math.max(...row.map(({ cell, width }) => heightOf(canvas, cell, width)));
  if (height > bottom - top) {
    makeRoom(flow, LEAST);
    const room = bottom - flow.y - 2 * PADDING;
    const cut = row.map(({ cell, ...place }) => {
      const [here, later] = cutCell(canvas, cell, { width: place.width, height: room });
      return { here: { ...place, cell: here }, later: { ...place, cell: later } };
    });
    drawRow(
      flow,
      cut.map(({ here }) => here),
    );
    nextPage(flow);
    return writeRow(
      flow,
      cut.map(({ later }) => later),
    );
  }
  makeRoom(flow, height);
  drawRow(flow, row);
  flow.y += height;
}

/** A row that is higher than a page begins on the current page only if this height is free. */
const LEAST = 150;

function drawRow({ canvas, y: start }: Flow, row: readonly Placed[]): void {
  for (const { cell, x, width } of row) {
    rule(canvas, x, start, width, ink.rule);
    let y = start + PADDING;
    for (const { text, ...look } of cell) {
      if (text) y = write(canvas, { ...look, text, x, y, width }) + GAP;
    }
  }
}

/** Splits a cell into the part that fits on the page, and the rest. */
function cutCell(
  canvas: Canvas,
  cell: Cell,
  { width, height }: { width: number; height: number },
): [Cell, Cell] {
  let room = height;
  for (const [at, part] of cell.entries()) {
    const words = (part.text ?? '').split(/(?<=\s)/);
    const fitting = firstWith(
      words.length,
      (nth) => measure(canvas, words.slice(0, nth + 1).join(''), part.style, width) > room,
    );
    if (fitting < words.length) {
      const here = { ...part, text: words.slice(0, fitting).join('') };
      const later = { ...part, text: words.slice(fitting).join('') };
      return [
        [...cell.slice(0, at), here],
        [later, ...cell.slice(at + 1)],
      ];
    }
    room -= part.text ? measure(canvas, part.text, part.style, width) + GAP : 0;
  }
  return [cell, []];
}

/** Writes the city, the dates and the venue. */
export function writeFacts(flow: Flow, { conference, home, pages }: Content): void {
  const { city, country, dates, venue } = conference;
  const facts = [
    fact(home.highlights.locationLabel, inOneLine([city, country], conference.language)),
    fact(home.highlights.datesLabel, dates.text),
    fact(pages.contact.venueHeading, venue.name),
  ];
  writeCells(flow, facts, [0, 4, 8]);
}

export function fact(label: string, text: string): Cell {
  return [
    { text: label, style: 'label', color: ink.accent },
    { text, style: 'name' },
  ];
}

function heightOf(canvas: Canvas, cell: Cell, width: number): number {
  const heights = cell.map(({ text, style }) =>
    text ? measure(canvas, text, style, width) + GAP : 0,
  );
  return heights.reduce((sum, height) => sum + height, 2 * PADDING);
}

/** Groups everything that `draw` writes for screen readers, also across pages. */
export function within(flow: Flow, tag: Parameters<typeof group>[1], draw: () => void): void {
  const { canvas } = flow;
  group(canvas, tag, (part) => {
    flow.canvas = part;
    draw();
  });
  flow.canvas = canvas;
}

/** Begins a new page if less than this height is free, and returns whether it began one. */
export function makeRoom(flow: Flow, height: number): boolean {
  if (flow.y + height <= bottom) return false;
  nextPage(flow);
  return true;
}
