import type { Content } from '#contract/content.ts';
import {
  fitted,
  group,
  ink,
  openSheet,
  page as upright,
  rule,
  type Sheet,
  sheetFor,
  streamSheet,
  turnPage,
  unread,
  write,
  writeUnread,
} from './sheet.ts';

/** A line of the list. */
export type Expected = {
  reference: string;
  name: string;
  institute: string;
  type: string;
  nights: number;
  guests: number;
  /** Other things that were bought or asked for. */
  extras: string;
  /** Checked in already: the box is ticked. */
  isPresent: boolean;
};

const page = { width: upright.height, height: upright.width, margin: 36 };
const ROW = 29;
const TOP = 96;
const BOTTOM = page.height - 44;
const GAP = 8;

/** The columns, each with its part of the width. */
const columns = [
  ['present', 26],
  ['reference', 88],
  ['name', 150],
  ['institute', 144],
  ['type', 70],
  ['nights', 36],
  ['guests', 36],
  ['extras', 110],
  ['signature', 109.89],
] as const;
type Column = (typeof columns)[number][0];

/** The list for the registration desk, in the order of the people. */
export async function makeAttendance(
  content: Content,
  people: readonly Expected[],
  date: string,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { conference, pages, mails } = content;
  const sheet = await openSheet({
    title: `${conference.name} · ${pages.documents.attendance.title}`,
    date,
    texts: [JSON.stringify([conference, pages.documents, mails.labels]), ...people.map(textOf)],
    accent: conference.accent,
    layout: 'landscape',
  });
  return streamSheet(sheet, writeList(sheet, content, people));
}

function* writeList(sheet: Sheet, content: Content, people: readonly Expected[]): Generator<void> {
  const perPage = Math.floor((BOTTOM - TOP) / ROW);
  const count = Math.max(1, Math.ceil(people.length / perPage));
  for (let nth = 0; nth < count; nth++) {
    turnPage(sheet);
    const onPage = { nth, count, people: people.length };
    headAndFoot(sheet, content, onPage);
    group(sheet, 'Table', (table) => {
      group(table, 'TR', (row) => heads(row, content));
      const shown = people.slice(nth * perPage, (nth + 1) * perPage);
      for (const [at, person] of shown.entries()) {
        group(sheetFor(table, textOf(person)), 'TR', (row) => line(row, person, TOP + at * ROW));
      }
    });
    yield;
  }
}

type OnPage = { nth: number; count: number; people: number };

function headAndFoot(
  sheet: Sheet,
  { conference, pages }: Content,
  { nth, count, people }: OnPage,
): void {
  const words = pages.documents.attendance;
  const width = page.width - 2 * page.margin;
  const title = { text: words.title, style: 'mark', x: page.margin, y: 30, width } as const;
  if (nth === 0) write(sheet, { ...title, tag: 'H1' });
  unread(sheet.doc, () => {
    const look = { face: 'sans', size: 8, color: ink.soft } as const;
    if (nth > 0) {
      writeUnread(sheet, words.title, {
        ...look,
        face: 'display',
        size: 21,
        color: ink.black,
        x: page.margin,
        y: 30,
      });
    }
    const right = { ...look, x: page.width - page.margin, align: 'right' } as const;
    const { name, dates, city } = conference;
    writeUnread(sheet, `${name} · ${dates.text} · ${city}`, { ...right, y: 34 });
    writeUnread(sheet, `${words.people}: ${people}`, { ...right, y: 46 });
    writeUnread(sheet, `${words.page} ${nth + 1} / ${count}`, { ...right, y: page.height - 30 });
  });
}

function heads(sheet: Sheet, { pages, mails }: Content): void {
  const words = { ...pages.documents.attendance, reference: mails.labels.reference };
  for (const { column, x, width } of places()) {
    const room = { width, height: 12, largest: 8, smallest: 5 };
    const head = fitted(sheet, words[column], 'tagline', room);
    write(sheet, { ...head, tag: 'TH', x, y: TOP - 18, width });
  }
  rule(sheet, page.margin, TOP, page.width - 2 * page.margin, ink.black);
}

function line(sheet: Sheet, person: Expected, y: number): void {
  for (const { column, x, width } of places()) {
    if (column === 'present') box(sheet, x, y + 9, person.isPresent);
    const text = cell(person, column);
    if (text === '') continue;
    const [style, largest] =
      column === 'name' ? (['attended', 11.5] as const) : (['fine', 8.5] as const);
    const shown = fitted(sheet, text, style, { width, height: ROW - 4, largest, smallest: 5 });
    write(sheet, { ...shown, tag: 'TD', x, y: y + (ROW - shown.height) / 2, width });
  }
  rule(sheet, page.margin, y + ROW, page.width - 2 * page.margin, ink.rule);
}

function cell(person: Expected, column: Column): string {
  if (column === 'present' || column === 'signature') return '';
  const value = person[column];
  return value === 0 ? '' : String(value);
}

/** To be ticked. */
function box({ doc }: Sheet, x: number, y: number, isTicked: boolean): void {
  const size = 11;
  unread(doc, () => {
    doc.rect(x, y, size, size).lineWidth(0.8).stroke(ink.black);
    if (!isTicked) return;
    doc
      .moveTo(x + 2.2, y + 5.6)
      .lineTo(x + 4.6, y + 8.4)
      .lineTo(x + 9, y + 2.4);
    doc.lineWidth(1.4).stroke(ink.black);
  });
}

function places(): { column: Column; x: number; width: number }[] {
  let x = page.margin;
  return columns.map(([column, width]) => {
    const place = { column, x, width: width - GAP };
    x += width;
    return place;
  });
}

function textOf(person: Expected): string {
  return Object.values(person).join(' ');
}
