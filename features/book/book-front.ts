import { inOneLine } from '#contract/content/languages.ts';
import { dayText } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { addressLines } from '#contract/content/places.ts';
import { indexLetter, indexNameOf, normalised, sortNameOf } from '#contract/person-name.ts';
import { type Canvas, canvasFor, column, ink, page, span, write } from '#documents/canvas.ts';
import { bookTitleOf, type Paged, textOf } from './contribution.ts';
import {
  type Flow,
  makeRoom,
  nextPage,
  within,
  writeFacts,
  writeHeading,
} from '#documents/flow.ts';
import { nameplate } from '#documents/nameplate.ts';
import { printEmblem } from '#documents/print-emblem.ts';
import { measure, widthOf } from '#documents/typesetting.ts';

export function writeCover(flow: Flow, content: Content): void {
  const { conference } = content;
  const { canvas } = flow;
  nextPage(flow, ink.paper);
  nameplate(canvas, conference.name, conference.dates.year);
  printEmblem(canvas, conference.name, { x: page.width / 2, y: 318, radius: 158 });
  const place = { x: column(0), width: span(11) };
  const title = bookTitleOf(content);
  const facts = 706;
  const y = facts - 44 - measure(canvas, title, 'title', place.width);
  const whole = { text: conference.fullTitle, style: 'label', color: ink.accent } as const;
  write(canvas, {
    ...whole,
    y: y - measure(canvas, whole.text, 'label', place.width) - 12,
    ...place,
  });
  write(canvas, { text: title, style: 'title', tag: 'H1', y, ...place });
  flow.y = facts;
  writeFacts(flow, content);
}

export function writeImprint(flow: Flow, content: Content, date: string): void {
  const { conference, language, pages } = content;
  const { organiser, secretary, dates, venue, city, country } = conference;
  const { book: words } = pages.documents;
  const { book } = conference.abstracts;
  const { canvas } = flow;
  const place = { x: column(0), width: span(8) };
  const publisher =
    book.publisher === undefined
      ? [organiser.legalName, ...addressLines(organiser, conference)]
      : [book.publisher, book.place ?? []].flat();
  const parts: [label: string, text: string | undefined, to?: string | undefined][] = [
    [
      '',
      `${conference.name}\n${conference.fullTitle}\n${dates.text} · ${inOneLine([venue.name, city, country], language)}`,
    ],
    [words.editors, book.editors && inOneLine(book.editors, language)],
    [words.publisher, publisher.join('\n')],
    [words.contact, secretary.email, `mailto:${secretary.email}`],
    [words.isbn, book.isbn],
    [words.published, dayText(book.published ?? date, content.language)],
    [words.licence, book.licence?.text, book.licence?.url],
    ['', words.note],
  ];
  const shown = parts.filter(([, text]) => text !== undefined);
  const heightOf = ([label, text = '']: (typeof parts)[number]) =>
    (label === '' ? 0 : 14) + measure(canvas, text, 'body', place.width) + 16;
  const heading = measure(canvas, bookTitleOf(content), 'mark', place.width) + 18;
  const height = heading + shown.reduce((sum, part) => sum + heightOf(part), 0);
  let y = page.height - page.margin - height;
  y = write(canvas, { text: bookTitleOf(content), style: 'mark', tag: 'H2', y, ...place }) + 18;
  for (const [label, text = '', to] of shown) {
    if (label !== '')
      y = write(canvas, { text: label, style: 'label', color: ink.accent, y, ...place }) + 2;
    const link = to === undefined ? {} : { to };
    y = write(canvas, { text, style: 'body', color: ink.soft, y, ...place, ...link }) + 16;
  }
}

/** The contents by session: number, title, authors, time and room, and the page. */
export function writeContents(flow: Flow, content: Content, paged: readonly Paged[]): void {
  nextPage(flow);
  writeHeading(flow, content.pages.documents.book.contents);
  const hasNumbers = paged.some(({ number }) => number !== undefined);
  for (const [, own] of Map.groupBy(paged, ({ session }) => session.id)) {
    within(flow, 'Sect', () => {
      makeRoom(flow, 110);
      const heading = { text: own[0]?.session.name ?? '', style: 'mark', tag: 'H3' } as const;
      const place = { x: column(0), y: flow.y + 14, width: span(11) };
      flow.y = write(flow.canvas, { ...heading, ...place }) + 4;
      for (const contribution of own) {
        writeEntry(flow, contribution, { start: hasNumbers ? 1 : 0, language: content.language });
      }
    });
  }
}

const ENTRY = { title: 'letter', small: 'tag' } as const;

function writeEntry(
  flow: Flow,
  contribution: Paged,
  { start, language }: { start: number; language: string },
): void {
  const { reference, title, authors, number, when, first } = contribution;
  const names = inOneLine(
    authors.map(({ name }) => name),
    language,
  );
  const canvas = canvasFor(flow.canvas, textOf(contribution));
  const width = span(11 - start);
  const height =
    measure(canvas, title, ENTRY.title, width) +
    [names, when].reduce(
      (sum, text) => sum + (text ? measure(canvas, text, ENTRY.small, width) : 0),
      0,
    );
  makeRoom(flow, height + 12);
  const { y } = flow;
  const to = `#${reference}`;
  if (number !== undefined) {
    const look = { style: 'label', color: ink.accent, width: span(start) } as const;
    write(canvas, { text: number, ...look, x: column(0), y: y + 7 });
  }
  const place = { x: column(start), width };
  let below = write(canvas, { text: title, style: ENTRY.title, ...place, y: y + 5, to });
  below = write(canvas, { text: names, style: ENTRY.small, color: ink.soft, ...place, y: below });
  if (when !== undefined) {
    below = write(canvas, { text: when, style: ENTRY.small, color: ink.soft, ...place, y: below });
  }
  const numeral = { text: String(first), style: ENTRY.title, align: 'end', to } as const;
  write(canvas, { ...numeral, x: column(11), width: span(1), y: y + 5 });
  flow.y = below + 6;
}

const COLUMNS = [0, 4, 8] as const;
const TOP = page.margin + 28;
const BOTTOM = page.height - page.margin - 22;
const INDENT = 10;

/** All authors by family name, in three columns, each with the pages of their contributions. */
export function writeIndex(flow: Flow, content: Content, paged: readonly Paged[]): void {
  const people = authorsOf(paged, content.language);
  if (people.length === 0) return;
  nextPage(flow);
  writeHeading(flow, content.pages.documents.book.authors);
  let [nth, top, letter] = [0, flow.y, ''];
  for (const person of people) {
    const { canvas } = flow;
    const part = canvasFor(canvas, person.places.map(textOf).join(' '));
    const own = indexLetter(person.sortName);
    const isNew = own !== letter;
    const numbers = measureNumbers(part, person.places);
    const nameWidth = widthOf(part, { text: person.name, style: 'body', size: 9.5 });
    const width = span(4) - 8;
    const isOneLine = nameWidth + 8 + numbers <= width;
    const height = measure(part, person.name, 'body', width) + (isOneLine ? 0 : 14);
    if (flow.y + height + (isNew ? 40 : 0) > BOTTOM) {
      nth += 1;
      if (nth === COLUMNS.length) {
        nextPage(flow);
        [nth, top] = [0, TOP];
      }
      flow.y = top;
    }
    const x = column(COLUMNS[nth] ?? 0);
    if (isNew) {
      const y = flow.y === top ? top : flow.y + 8;
      flow.y = write(part, {
        text: own,
        style: 'label',
        color: ink.accent,
        x,
        y,
        width,
        tag: 'H3',
      });
      letter = own;
    }
    const end = write(part, { text: person.name, style: 'body', x, y: flow.y, width });
    const place = isOneLine ? { x: x + nameWidth + 8, y: flow.y } : { x: x + INDENT, y: end };
    flow.y = writeNumbers(part, person.places, { ...place, end: x + width });
  }
}

type Person = { name: string; sortName: string; places: Paged[] };

function authorsOf(paged: readonly Paged[], language: string): Person[] {
  const alphabet = new Intl.Collator(language);
  const people = new Map<string, Person>();
  for (const contribution of paged) {
    for (const { name, isGroup } of contribution.authors) {
      const sortName = isGroup ? name : sortNameOf(name);
      const indexName = isGroup ? name : indexNameOf(name);
      // Father and son are two people, whom the order of a list does not tell apart.
      const key = normalised(indexName);
      const person = people.get(key) ?? {
        name: indexName,
        sortName,
        places: [],
      };
      if (!person.places.includes(contribution)) person.places.push(contribution);
      people.set(key, person);
    }
  }
  return [...people.values()].toSorted((one, other) =>
    alphabet.compare(one.sortName, other.sortName),
  );
}

const NUMBER = { style: 'body', size: 9.5 } as const;

function measureNumbers(canvas: Canvas, places: readonly Paged[]): number {
  return widthOf(canvas, { text: places.map(({ first }) => first).join(', '), ...NUMBER });
}

/** Writes the numbers of pages, each as a link, and returns the y below them. */
function writeNumbers(
  canvas: Canvas,
  places: readonly Paged[],
  { x, y, end }: { x: number; y: number; end: number },
): number {
  let [left, top] = [x, y];
  for (const [at, { first, reference }] of places.entries()) {
    const text = at === places.length - 1 ? String(first) : `${first},`;
    const width = widthOf(canvas, { text, ...NUMBER }) + 1;
    if (left > x && left + width > end) [left, top] = [x, top + 14];
    const words = { text, style: 'body', color: ink.soft, to: `#${reference}` } as const;
    write(canvas, { ...words, x: left, y: top, width });
    left += width + 2;
  }
  return top + 14.25;
}
