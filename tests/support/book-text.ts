import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { runsOfPdf } from './pdf-text.ts';

type Box = { left: number; bottom: number; right: number; top: number };

/** A page of a book: our own lines of text from top to bottom, the author's content and its place, width and height. */
export type BookPage = {
  lines: string[];
  theirs: string;
  place: Box | undefined;
  width: number;
  height: number;
};

/** The pages of a book of abstracts in their order. */
export async function pagesOfBook(pdf: Buffer): Promise<BookPage[]> {
  const runs = Map.groupBy(runsOfPdf(pdf), ({ page }) => page);
  const book = await PDFDocument.load(pdf);
  return book.getPages().map(({ node }) => {
    const { width, height } = node.MediaBox().asRectangle();
    const contents = node.get(PDFName.of('Contents'));
    const own = contents instanceof PDFRef ? (runs.get(contents.objectNumber) ?? []) : [];
    const lines = Map.groupBy(own, ({ y }) => y);
    const objects = node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    const theirs = objects?.lookup(PDFName.of('Theirs'));
    const content = node.lookup(PDFName.of('Contents'));
    const drawn = content instanceof PDFRawStream ? streamText(content) : '';
    return {
      lines: [...lines].toSorted(([one], [other]) => other - one).map(([, line]) => textOf(line)),
      theirs: theirs instanceof PDFRawStream ? streamText(theirs) : '',
      place: theirs instanceof PDFRawStream ? placeOf(theirs, drawn) : undefined,
      width,
      height,
    };
  });
}

/** The box in which a page draws an author’s page. */
function placeOf({ dict }: PDFRawStream, drawn: string): Box {
  const { x, y, width, height } = dict.lookup(PDFName.of('BBox'), PDFArray).asRectangle();
  const matrix = /^([-\d. ]+) cm\n\/Theirs Do$/m.exec(drawn)?.[1]?.split(' ').map(Number) ?? [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const corners = [
    [x, y],
    [x + width, y + height],
  ].map(([left = 0, low = 0]) => [a * left + c * low + e, b * left + d * low + f] as const);
  const [xs, ys] = [corners.map(([each]) => each), corners.map(([, each]) => each)];
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  };
}

function textOf(line: ReturnType<typeof runsOfPdf>): string {
  return line
    .toSorted((one, other) => one.x - other.x)
    .map(({ glyphs }) => glyphs.map(({ text }) => text).join(''))
    .join(' ');
}

function streamText({ dict, contents }: PDFRawStream): string {
  const isPacked = dict.get(PDFName.of('Filter')) !== undefined;
  return Buffer.from(isPacked ? inflateSync(contents) : contents).toString('latin1');
}
