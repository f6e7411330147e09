import { inflateSync } from 'node:zlib';

/** One piece of text that a PDF draws: the number of the page's object, the start, the font, its size, the glyphs and their text. */
export type PdfRun = {
  page: number;
  x: number;
  y: number;
  font: string;
  size: number;
  glyphs: { id: number; text: string }[];
};

/** The runs of text in a PDF of documents/canvas.ts, as a program reads them when a user copies the text. */
export function runsOfPdf(pdf: Buffer): PdfRun[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<number, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(id))?.dictionary ?? '';
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
      fonts.set(name, textsOf(objects.get(Number(toUnicode))?.stream ?? ''));
    }
  }
  return [...objects].flatMap(([page, { stream }]) =>
    [...stream.matchAll(/^BT\n([^]*?)^ET$/gm)].map(([, block = '']) => {
      const [, x, y] = /^1 0 0 1 (\S+) (\S+) Tm/m.exec(block) ?? [];
      const [, font = '', size] = /\/(F\d+) (\S+) Tf/.exec(block) ?? [];
      const texts = fonts.get(font);
      const ids = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(
        ([, digits = '']) => digits.match(/.{4}/g) ?? [],
      );
      const glyphs = ids.map((digits) => {
        const id = Number.parseInt(digits, 16);
        return { id, text: texts?.get(id) ?? '' };
      });
      return { page, x: Number(x), y: Number(y), font, size: Number(size), glyphs };
    }),
  );
}

/** The lines of the document from the left to the right, or from the right to the left. */
export function linesOfPdf(pdf: Buffer, from: 'left' | 'right' = 'left'): string[] {
  const sign = from === 'left' ? 1 : -1;
  const lines = Map.groupBy(runsOfPdf(pdf), ({ page, y }) => `${page} ${y}`).values();
  return [...lines].map((runs) =>
    runs
      .toSorted((one, other) => sign * (one.x - other.x))
      .flatMap(({ glyphs }) => (from === 'left' ? glyphs : glyphs.toReversed()))
      .map(({ text }) => text)
      .join(''),
  );
}

/** The fill colours, as #rrggbb. */
export function coloursOfPdf(pdf: Buffer): string[] {
  const streams = [...objectsOf(pdf).values()].map(({ stream }) => stream);
  return [...streams.join('\n').matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) scn$/gm)].map(
    ([, ...parts]) =>
      `#${parts
        .map((part) =>
          Math.round(Number(part) * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
  );
}

/** The rectangles that a document draws, each from its upper left corner on a page that is not rotated. */
export function rectanglesOfPdf(
  pdf: Buffer,
): { x: number; y: number; width: number; height: number }[] {
  const streams = [...objectsOf(pdf).values()].map(({ stream }) => stream);
  return [...streams.join('\n').matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(
    ([, ...numbers]) => {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
      return { x, y, width, height };
    },
  );
}

/** The lines of several points that a document draws. */
export function polylinesOfPdf(pdf: Buffer): [x: number, y: number][][] {
  const streams = [...objectsOf(pdf).values()].map(({ stream }) => stream);
  return [...streams.join('\n').matchAll(/^\S+ \S+ m\n(?:\S+ \S+ l\n)+/gm)].map(([line]) =>
    [...line.matchAll(/^(\S+) (\S+) [ml]$/gm)].map(([, x, y]) => [Number(x), Number(y)]),
  );
}

/** The stream is as bytes in latin1. */
type PdfObject = { dictionary: string; stream: string };

/** The objects of a PDF of documents/canvas.ts by their numbers, with the streams decompressed. */
export function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  const begin = /^(\d+) 0 obj\n/gm;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const end = text.slice(begin.lastIndex).search(/^(?:stream|endobj)$/m) + begin.lastIndex;
    const dictionary = text.slice(begin.lastIndex, end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const start = end + 'stream\n'.length;
    const bytes = pdf.subarray(start, start + length);
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(Number(found[1]), { dictionary, stream: stream.toString('latin1') });
    begin.lastIndex = length > 0 ? start + length : end;
  }
  return objects;
}

/** The text of each glyph in a font's ToUnicode. */
function textsOf(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[(.*?)\]/g)) {
    for (const [nth, [, digits = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const units = digits.replaceAll(' ', '').match(/.{4}/g) ?? [];
      const codes = units.map((unit) => Number.parseInt(unit, 16));
      texts.set(Number.parseInt(first, 16) + nth, String.fromCharCode(...codes));
    }
  }
  return texts;
}
