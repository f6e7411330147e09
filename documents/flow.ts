import type { Content } from '#contract/content.ts';
import { balanced, column, ink, measure, openSheet, page, rule, type Sheet } from './sheet.ts';
import { span, turnPage, unread, write, writeUnread } from './sheet.ts';

/** A document that is written downwards, and goes on at the next page where too little of this one is left. */
export type Flow = { sheet: Sheet; conference: Content['conference']; pages: number; y: number };

type Part = Pick<Parameters<typeof write>[1], 'style' | 'color' | 'tag' | 'to'> & {
  /** A part without a text is left out. */
  text: string | undefined;
};
/** What stands below one another in one place of a row. */
export type Cell = readonly Part[];

const top = page.margin + 28;
const bottom = page.height - page.margin - 22;
const PADDING = 9;
const GAP = 3;

export async function openFlow(content: Content, title: string): Promise<Flow> {
  const { conference } = content;
  const date = `${conference.dates.year}-01-01`;
  const sheet = await openSheet({
    title: `${conference.name} · ${title}`,
    date,
    texts: [JSON.stringify(content)],
    accent: conference.accent,
  });
  return { sheet, conference, pages: 0, y: top };
}

/** A new page: the name of the conference above, its dates and the number of the page below. */
export function nextPage(flow: Flow, ground?: string): void {
  const { sheet, conference } = flow;
  turnPage(sheet, ground);
  flow.pages += 1;
  flow.y = top;
  if (flow.pages === 1) return;
  const { dates, city, country, name } = conference;
  const foot = page.height - 44;
  unread(sheet.doc, () => {
    const head = { face: 'semibold', size: 8, color: ink.black } as const;
    const feet = { face: 'sans', size: 8, color: ink.soft, y: foot } as const;
    writeUnread(sheet, name, { ...head, x: column(0), y: 34 });
    writeUnread(sheet, `${dates.text} · ${city}, ${country}`, { ...feet, x: column(0) });
    writeUnread(sheet, String(flow.pages), { ...feet, x: column(12), align: 'right' });
  });
}

/** A heading under a rule, and what introduces its rows. */
export function openSection(flow: Flow, heading: string, intro?: string): void {
  const { sheet } = flow;
  makeRoom(flow, 150);
  sheet.doc.outline.addItem(heading);
  rule(sheet, column(0), flow.y, span(12), ink.black);
  const width = balanced(sheet, heading, 'heading', span(10));
  const place = { x: column(0), y: flow.y + 14 };
  flow.y = write(sheet, { text: heading, style: 'heading', tag: 'H2', width, ...place }) + 12;
  if (intro === undefined) return;
  const words = { text: intro, style: 'lead', color: ink.soft, width: span(10) } as const;
  flow.y = write(sheet, { ...words, x: column(0), y: flow.y }) + 16;
}

/** Cells in rows, each below a thin rule at the column that `starts` says. No row is cut by the end of a page. */
export function writeCells(flow: Flow, cells: readonly Cell[], starts: readonly number[]): void {
  const { sheet } = flow;
  const places = starts.map((start, at) => {
    return { x: column(start), width: span((starts[at + 1] ?? 12) - start) };
  });
  for (let first = 0; first < cells.length; first += places.length) {
    const row = places.map((place, at) => ({ ...place, cell: cells[first + at] ?? [] }));
    const height = Math.max(...row.map(({ cell, width }) => heightOf(sheet, cell, width)));
    makeRoom(flow, height);
    for (const { cell, x, width } of row) {
      rule(sheet, x, flow.y, width, ink.rule);
      let y = flow.y + PADDING;
      for (const { text, ...look } of cell) {
        if (text) y = write(sheet, { ...look, text, x, y, width }) + GAP;
      }
    }
    flow.y += height;
  }
}

/** Where, when and in which house. */
export function writeFacts(flow: Flow, { conference, home, pages }: Content): void {
  const { city, country, dates, venue } = conference;
  const facts = [
    fact(home.highlights.locationLabel, `${city}, ${country}`),
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

function heightOf(sheet: Sheet, cell: Cell, width: number): number {
  const heights = cell.map(({ text, style }) =>
    text ? measure(sheet, text, style, width) + GAP : 0,
  );
  return heights.reduce((sum, height) => sum + height, 2 * PADDING);
}

function makeRoom(flow: Flow, height: number): void {
  if (flow.y + height > bottom) nextPage(flow);
}
