import type { Content } from '#contract/content.ts';
import {
  bookmark,
  type Canvas,
  canvasFor,
  column,
  createCanvas,
  group,
  ink,
  laterPart,
  markPage,
  moveToFront,
  onEachPage,
  page as sheet,
  rule,
  span,
  streamCanvas,
  turnPage,
  write,
  writeUnread,
} from './canvas.ts';
import { writeContents, writeCover, writeImprint, writeIndex } from './book-front.ts';
import { flowOn, nextPage } from './flow.ts';
import type { PdfPages } from './pdf-pages.ts';
import { isWide, placeObjects, placePage } from './place-pdf-page.ts';
import { fitted } from './typesetting.ts';

/** A contribution in the book of abstracts. */
export type Contribution = {
  reference: string;
  title: string;
  authors: readonly { name: string; affiliation: string }[];
  session: { id: string; name: string };
  /** The number of the poster. */
  number: string | undefined;
  /** The time and room of the talk, in words. */
  when: string | undefined;
};

/** A contribution with its numbers of pages. */
export type Paged = Contribution & { first: number; last: number };

export type BookOptions = {
  /** The day on which the book is made. */
  date: string;
  /** Reads the pages of a contribution; undefined if there are none. */
  read: (contribution: Contribution) => Promise<PdfPages | undefined>;
};

/**
 * The book of abstracts: cover, imprint, contents by session, the pages of the authors in the given order, each with a
 * running head, and an index of all authors. The pages of the authors have the numbers from 1, so the number of a page does
 * not depend on the length of the contents. Only one contribution is in memory at a time.
 */
export async function makeBook(
  content: Content,
  contributions: readonly Contribution[],
  options: BookOptions,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { conference, pages } = content;
  const canvas = await createCanvas({
    title: `${conference.name} · ${bookTitleOf(content)}`,
    date: options.date,
    texts: [JSON.stringify([conference, pages.documents.book]), ...contributions.map(textOf)],
    accent: conference.accent,
    isKept: true,
  });
  return streamCanvas(canvas, writeBook(canvas, content, contributions, options));
}

export function bookTitleOf({ conference, pages }: Pick<Content, 'conference' | 'pages'>): string {
  return conference.abstracts.book.title ?? pages.documents.book.title;
}

function textOf({ title, authors, session, number, when }: Contribution): string {
  const people = authors.flatMap(({ name, affiliation }) => [name, affiliation]);
  return [title, ...people, session.name, number, when].join(' ');
}

async function* writeBook(
  canvas: Canvas,
  content: Content,
  contributions: readonly Contribution[],
  { read, date }: BookOptions,
): AsyncGenerator<void> {
  const { book } = content.pages.documents;
  const front = laterPart(canvas);
  const paged: Paged[] = [];
  /** The text at the right of each running head, in the order in which pages are written. */
  const heads: string[] = [];
  for (const contribution of contributions) {
    const first = heads.length + 1;
    const theirs = await read(contribution);
    const part = canvasFor(canvas, textOf(contribution));
    group(part, 'Sect', (section) => writeContribution(section, content, contribution, theirs));
    const last = first + (theirs?.pages.length ?? 1) - 1;
    const { session, number = contribution.reference } = contribution;
    heads.push(...Array.from({ length: last - first + 1 }, () => `${session.name} · ${number}`));
    paged.push({ ...contribution, first, last });
    yield;
  }
  const body = heads.length;
  const index = pagesBy(canvas, () => writeIndex(flowOn(canvas, NO_HEAD), content, paged));
  heads.push(...Array.from({ length: index }, () => book.authors));
  // From here on the pages are those before the contributions.
  const flow = flowOn(front, NO_HEAD);
  writeCover(flow, content);
  nextPage(flow);
  writeImprint(flow, content, date);
  const listed = pagesBy(canvas, () => writeContents(flow, content, paged));
  front.tree.end();
  heads.push('', '', ...Array.from({ length: listed }, () => book.contents));

  writeHeads(canvas, content, { heads, numbered: body + index });
  const { doc } = canvas;
  const top = body + index;
  bookmark(canvas, book.contents, top + 2);
  for (const [, own] of Map.groupBy(paged, ({ session }) => session.id)) {
    const [one] = own;
    if (!one) continue;
    const session = bookmark(canvas, one.session.name, one.first - 1);
    for (const { title, first } of own) bookmark(canvas, title, first - 1, session);
  }
  if (index > 0) bookmark(canvas, book.authors, body);
  doc.switchToPage(top);
  moveToFront(canvas, top);
}

const NO_HEAD = { head: '', foot: '' };

/** The number of pages that `draw` adds. */
function pagesBy({ doc }: Canvas, draw: () => void): number {
  const before = doc.bufferedPageRange().count;
  draw();
  return doc.bufferedPageRange().count - before;
}

function writeContribution(
  canvas: Canvas,
  content: Content,
  contribution: Contribution,
  theirs: PdfPages | undefined,
): void {
  const { reference } = contribution;
  if (!theirs) {
    turnPage(canvas);
    markPage(canvas, reference);
    return writeMissing(canvas, content, contribution);
  }
  const references = placeObjects(canvas, theirs.objects);
  for (const [nth, each] of theirs.pages.entries()) {
    turnPage(canvas, undefined, isWide(each) ? 'landscape' : 'portrait');
    if (nth === 0) markPage(canvas, reference);
    placePage(canvas, each, references);
  }
}

/** A page of our own for a contribution without pages. */
function writeMissing(
  canvas: Canvas,
  { pages }: Content,
  { reference, title, authors, number, when }: Contribution,
): void {
  const place = { x: column(0), width: span(10) };
  const above = [reference, number, when].filter((each) => each !== undefined).join(' · ');
  let y = write(canvas, { text: above, style: 'label', color: ink.accent, y: 110, ...place }) + 10;
  y = write(canvas, { text: title, style: 'heading', tag: 'H2', y, ...place }) + 20;
  for (const { name, affiliation } of authors) {
    y = write(canvas, { text: name, style: 'name', y, ...place });
    if (affiliation === '') continue;
    y = write(canvas, { text: affiliation, style: 'body', color: ink.soft, y, ...place }) + 6;
  }
  rule(canvas, column(0), y + 18, span(12), ink.rule);
  const note = pages.documents.book.missing;
  write(canvas, { text: note, style: 'body', color: ink.soft, y: y + 30, ...place });
}

/** Writes head and foot of all pages but the cover and the imprint. */
function writeHeads(
  canvas: Canvas,
  content: Content,
  { heads, numbered }: { heads: readonly string[]; numbered: number },
): void {
  const { name, dates, city, country } = content.conference;
  const foot = `${bookTitleOf(content)} · ${dates.text} · ${city}, ${country}`;
  onEachPage(canvas, (nth) => {
    const words = heads[nth - 1] ?? '';
    if (words === '') return;
    const { width, height } = canvas.doc.page;
    const [left, right] = [sheet.margin, width - sheet.margin];
    const line = { face: 'sans', color: ink.soft } as const;
    const part = canvasFor(canvas, words);
    const own = writeUnread(part, name, {
      ...{ face: 'semibold', color: ink.black, size: 8 },
      ...{ x: left, y: 22 },
    });
    const frame = { width: right - left - own - 24, height: 12, largest: 8, smallest: 5 };
    const { text, size } = fitted(part, words, 'fine', frame);
    writeUnread(part, text, { ...line, size, x: right, y: 22, align: 'right' });
    canvas.doc.moveTo(left, 36).lineTo(right, 36).lineWidth(0.6).stroke(ink.rule);
    writeUnread(part, foot, { ...line, size: 7, x: left, y: height - 29 });
    const number = nth <= numbered ? String(nth) : roman(nth - numbered);
    const look = { face: 'semibold', color: ink.black, size: 9, align: 'right' } as const;
    writeUnread(part, number, { ...look, x: right, y: height - 31 });
  });
}

/** The number of a page before the contributions: iv. */
function roman(number: number): string {
  let rest = number;
  return numerals.map(([value, sign]) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return sign.repeat(count);
  }).join('');
}

const numerals = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;
