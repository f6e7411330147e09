import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import {
  type Canvas,
  canvasFor,
  column,
  createCanvas,
  group,
  ink,
  laterPart,
  markPage,
  moveToFront,
  page as sheet,
  rule,
  span,
  streamCanvas,
  turnPage,
  unread,
  write,
  writeFitted,
  writeUnread,
  paint,
} from '#documents/canvas.ts';
import { writeContents, writeCover, writeImprint, writeIndex } from './book-front.ts';
import { bookTitleOf, type Contribution, type Paged, textOf } from './contribution.ts';
import { flowOn, nextPage } from '#documents/flow.ts';
import type { PdfPages } from '#documents/pdf-pages.ts';
import { isWide, placeObjects, placePage } from '#documents/place-pdf-page.ts';
import { fitted } from '#documents/typesetting.ts';

export type BookOptions<One extends Contribution> = {
  /** The day on which the book is made. */
  date: string;
  /** Reads the pages of a contribution; undefined if there are none. */
  read: (contribution: One) => Promise<PdfPages | undefined>;
};

/**
 * The book of abstracts: cover, imprint, contents by session, the pages of the authors in the given order, each with a
 * running head, and an index of all authors. The pages of the authors have the numbers from 1, so the number of a page does
 * not depend on the length of the contents. Only one contribution is in memory at a time.
 */
export async function makeBook<One extends Contribution>(
  content: Content,
  contributions: readonly One[],
  options: BookOptions<One>,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { conference, pages } = content;
  const canvas = await createCanvas({
    title: `${conference.name} · ${bookTitleOf(content)}`,
    date: options.date,
    texts: [JSON.stringify([conference, pages.documents.book]), ...contributions.map(textOf)],
    looks: conference.looks,
    language: conference.language,
  });
  return streamCanvas(canvas, writeBook(canvas, content, contributions, options));
}

async function* writeBook<One extends Contribution>(
  canvas: Canvas,
  content: Content,
  contributions: readonly One[],
  { read, date }: BookOptions<One>,
): AsyncGenerator<void> {
  const words = content.pages.documents.book;
  const front = laterPart(canvas);
  const paged: Paged[] = [];
  let pages = 0;
  for (const contribution of contributions) {
    const theirs = await read(contribution);
    const first = pages + 1;
    const part = canvasFor(canvas, textOf(contribution));
    const { session, number = contribution.reference } = contribution;
    const onPage = () => {
      pages += 1;
      writeHead(part, content, `${session.name} · ${number}`, String(pages));
    };
    group(part, 'Sect', (section) =>
      writeContribution(section, content, contribution, { theirs, onPage }),
    );
    paged.push({ ...contribution, first, last: pages });
    yield;
  }
  const body = pages;
  writeIndex(
    flowOn(canvas, {
      ...NO_HEAD,
      onPage(on, nth) {
        pages = body + nth;
        writeHead(on, content, words.authors, String(pages));
      },
    }),
    content,
    paged,
  );
  // The pages that come before the contributions are written last, because they name the numbers of pages.
  const flow = flowOn(front, {
    ...NO_HEAD,
    onPage(on, nth) {
      if (nth > 2) writeHead(on, content, words.contents, roman(nth));
    },
  });
  writeCover(flow, content);
  nextPage(flow);
  writeImprint(flow, content, date);
  writeContents(flow, content, paged);
  front.tree.end();
  moveToFront(canvas, pages);
  writeBookmarks(canvas, content, {
    paged,
    front: flow.pages,
    index: pages > body ? body : undefined,
  });
}

const NO_HEAD = { head: '', foot: '' };

function writeBookmarks(
  { doc }: Canvas,
  { pages }: Content,
  { paged, front, index }: { paged: readonly Paged[]; front: number; index: number | undefined },
): void {
  const { contents, authors } = pages.documents.book;
  const { outline } = doc;
  outline.addItem(contents, { pageNumber: 2, fit: true });
  for (const own of Map.groupBy(paged, ({ session }) => session.id).values()) {
    const [one] = own;
    if (!one) continue;
    const session = outline.addItem(one.session.name, {
      pageNumber: front + one.first - 1,
      fit: true,
    });
    for (const { title, first } of own)
      session.addItem(title, { pageNumber: front + first - 1, fit: true });
  }
  if (index !== undefined) outline.addItem(authors, { pageNumber: front + index, fit: true });
}

function writeContribution(
  canvas: Canvas,
  content: Content,
  contribution: Contribution,
  { theirs, onPage }: { theirs: PdfPages | undefined; onPage: () => void },
): void {
  const { reference } = contribution;
  if (!theirs) {
    turnPage(canvas);
    unread(canvas.doc, onPage);
    markPage(canvas, reference);
    writeMissing(canvas, content, contribution);
    return writeAddress(canvas, contribution);
  }
  const references = placeObjects(canvas, theirs);
  for (const [nth, each] of theirs.pages.entries()) {
    turnPage(canvas, undefined, isWide(each) ? 'landscape' : 'portrait');
    unread(canvas.doc, onPage);
    if (nth === 0) markPage(canvas, reference);
    placePage(canvas, each, references);
    if (nth === 0) writeAddress(canvas, contribution);
  }
}

/** The address of a contribution between its first page and the foot, printed and as a link. */
function writeAddress(canvas: Canvas, { address }: Contribution): void {
  if (address === undefined) return;
  const { width, height } = canvas.doc.page;
  const place = { x: sheet.margin, y: height - 39, width: width - 2 * sheet.margin };
  const frame = { ...place, height: 9, largest: 7, smallest: 3 };
  const look = { style: 'fine', color: ink.accent, to: address } as const;
  writeFitted(canvas, { text: address, ...look, ...frame });
}

/** A page of our own for a contribution without pages. Long titles and many authors are smaller, so that all are on it. */
function writeMissing(
  canvas: Canvas,
  { language, pages }: Content,
  { reference, title, authors, number, when }: Contribution,
): void {
  const place = { x: column(0), width: span(10) };
  const above = [reference, number, when].filter((each) => each !== undefined).join(' · ');
  let y = write(canvas, { text: above, style: 'label', color: ink.accent, y: 110, ...place }) + 10;
  const titleFrame = { ...place, height: 150, largest: 30, smallest: 10 };
  y = writeFitted(canvas, { text: title, style: 'heading', tag: 'H2', y, ...titleFrame }) + 20;
  const people = authors
    .map(({ name, affiliation }) => inOneLine([name, affiliation], language))
    .join('\n');
  const peopleFrame = { ...place, height: 725 - y, largest: 11, smallest: 4 };
  y = writeFitted(canvas, { text: people, style: 'letter', y, ...peopleFrame }) + 18;
  rule(canvas, column(0), y, span(12), ink.rule);
  const note = pages.documents.book.missing;
  write(canvas, { text: note, style: 'body', color: ink.soft, y: y + 12, ...place });
}

/** Writes the running head and the foot of a page: conference, `words`, and the number of the page. */
function writeHead(canvas: Canvas, content: Content, words: string, number: string): void {
  const { name, dates, city, country } = content.conference;
  const { width, height } = canvas.doc.page;
  const [left, right] = [sheet.margin, width - sheet.margin];
  const strong = { face: 'semibold', color: ink.black } as const;
  const soft = { face: 'sans', color: ink.soft } as const;
  const own = writeUnread(canvas, name, { ...strong, size: 8, x: left, y: 22 });
  const frame = { width: right - left - own - 24, height: 12, largest: 8, smallest: 5 };
  const { text, size } = fitted(canvas, words, 'fine', frame);
  writeUnread(canvas, text, { ...soft, size, x: right, y: 22, align: 'end' });
  canvas.doc.moveTo(left, 36).lineTo(right, 36).lineWidth(0.6).stroke(paint(canvas, ink.rule));
  const foot = `${bookTitleOf(content)} · ${dates.text} · ${inOneLine([city, country], content.language)}`;
  writeUnread(canvas, foot, { ...soft, size: 7, x: left, y: height - 29 });
  writeUnread(canvas, number, { ...strong, size: 9, x: right, y: height - 31, align: 'end' });
}

/** The number of a page before the contributions: iv. */
function roman(number: number): string {
  let rest = number;
  return numerals
    .map(([value, sign]) => {
      const count = Math.floor(rest / value);
      rest -= count * value;
      return sign.repeat(count);
    })
    .join('');
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
