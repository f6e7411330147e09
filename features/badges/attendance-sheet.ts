import { withColon } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import {
  group,
  ink,
  page as upright,
  rule,
  type Canvas,
  turnPage,
  unread,
  write,
  leftOf,
  writeFitted,
  writeUnread,
  paint,
} from '#documents/canvas.ts';
import { fitted } from '#documents/typesetting.ts';
import { partFor, printPeople } from '#documents/print-people.ts';

/** A person who is expected at the conference: one line of the list. */
export type Expected = {
  reference: string;
  name: string;
  institute: string;
  type: string;
  nights: number;
  guests: number;
  /** Extras that the person ordered, and requests. */
  extras: string;
  /** Whether the person has checked in. The box of this person is ticked. */
  isPresent: boolean;
};

const page = { width: upright.height, height: upright.width, margin: 36 };
const ROW = 29;
const TOP = 96;
const BOTTOM = page.height - 44;
const GAP = 8;

/** The columns with their widths in points. */
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

/**
 * The list for the registration desk, in the given order of people. Its head counts the participants, not those who come
 * with them.
 */
export function makeAttendance(
  content: Content,
  people: readonly Expected[],
  date: string,
  participants = people.length,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { title } = content.pages.documents.attendance;
  return printPeople(content, { title, people, date, layout: 'landscape' }, (canvas) =>
    writeList(canvas, content, people, participants),
  );
}

function* writeList(
  canvas: Canvas,
  content: Content,
  people: readonly Expected[],
  participants: number,
): Generator<void> {
  const perPage = Math.floor((BOTTOM - TOP) / ROW);
  const count = Math.max(1, Math.ceil(people.length / perPage));
  for (let nth = 0; nth < count; nth++) {
    turnPage(canvas);
    const onPage = { nth, count, participants };
    headAndFoot(canvas, content, onPage);
    group(canvas, 'Table', (table) => {
      group(table, 'TR', (row) => heads(row, content));
      const shown = people.slice(nth * perPage, (nth + 1) * perPage);
      for (const [at, person] of shown.entries()) {
        partFor(table, person, 'TR', (row) => line(row, person, TOP + at * ROW));
      }
    });
    yield;
  }
}

type OnPage = { nth: number; count: number; participants: number };

function headAndFoot(
  canvas: Canvas,
  { conference, pages, language }: Content,
  { nth, count, participants }: OnPage,
): void {
  const words = pages.documents.attendance;
  const width = page.width - 2 * page.margin;
  const title = { text: words.title, style: 'mark', x: page.margin, y: 30, width } as const;
  if (nth === 0) write(canvas, { ...title, tag: 'H1' });
  unread(canvas.doc, () => {
    const look = { face: 'sans', size: 8, color: ink.soft } as const;
    if (nth > 0) {
      writeUnread(canvas, words.title, {
        ...look,
        face: 'display',
        size: 21,
        color: ink.black,
        x: page.margin,
        y: 30,
      });
    }
    const right = { ...look, x: page.width - page.margin, align: 'end' } as const;
    const { name, dates, city } = conference;
    writeUnread(canvas, `${name} · ${dates.text} · ${city}`, { ...right, y: 34 });
    writeUnread(canvas, withColon(words.people, String(participants), language), {
      ...right,
      y: 46,
    });
    writeUnread(canvas, `${words.page} ${nth + 1} / ${count}`, { ...right, y: page.height - 30 });
  });
}

function heads(canvas: Canvas, { pages, mails }: Content): void {
  const words = { ...pages.documents.attendance, reference: mails.labels.reference };
  for (const { column, x, width } of places()) {
    const head = { text: words[column], style: 'tagline', tag: 'TH' } as const;
    const room = { width, height: 12, largest: 8, smallest: 5 };
    writeFitted(canvas, { ...head, ...room, x, y: TOP - 18 });
  }
  rule(canvas, page.margin, TOP, page.width - 2 * page.margin, ink.black);
}

function line(canvas: Canvas, person: Expected, y: number): void {
  for (const { column, x, width } of places()) {
    if (column === 'present') box(canvas, x, y + 9, person.isPresent);
    const text = cell(person, column);
    if (text === '') continue;
    const [style, largest] =
      column === 'name' ? (['attended', 11.5] as const) : (['fine', 8.5] as const);
    // A reference stays on one line.
    const height = column === 'reference' ? 12 : ROW - 4;
    const shown = fitted(canvas, text, style, { width, height, largest, smallest: 5 });
    write(canvas, { ...shown, tag: 'TD', x, y: y + (ROW - shown.height) / 2, width });
  }
  rule(canvas, page.margin, y + ROW, page.width - 2 * page.margin, ink.rule);
}

function cell(person: Expected, column: Column): string {
  if (column === 'present' || column === 'signature') return '';
  const value = person[column];
  return value === 0 ? '' : String(value);
}

/** The box that somebody at the desk ticks. */
function box(canvas: Canvas, begin: number, y: number, isTicked: boolean): void {
  const { doc } = canvas;
  const size = 11;
  const x = leftOf(canvas, begin, size);
  unread(doc, () => {
    doc.rect(x, y, size, size).lineWidth(0.8).stroke(paint(canvas, ink.black));
    if (!isTicked) return;
    doc
      .moveTo(x + 2.2, y + 5.6)
      .lineTo(x + 4.6, y + 8.4)
      .lineTo(x + 9, y + 2.4);
    doc.lineWidth(1.4).stroke(paint(canvas, ink.black));
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
