import type { Content } from '#contract/content.ts';
import { type Canvas, closeCanvas, createCanvas, unread, write } from '#documents/canvas.ts';
import { measure } from '#documents/typesetting.ts';

type Poster = {
  /** Posters with other numbers look different. */
  nth: number;
  title: string;
  authors: string;
  text: string;
};

/** A1, upright or lying, in points. */
const [SHORT, LONG] = [1684, 2384];
const EDGE = 90;

/** An invented poster: a head in a colour, columns of text, and drawings of measurements. */
export async function makeDemoPoster(
  { conference: { looks }, language }: Pick<Content, 'conference' | 'language'>,
  { nth, title, authors, text }: Poster,
  date: string,
): Promise<Buffer> {
  const texts = [title, authors, text];
  const canvas = await createCanvas({ title, date, texts, looks, language });
  const { doc } = canvas;
  const size: [number, number] = nth % 4 === 3 ? [LONG, SHORT] : [SHORT, LONG];
  doc.addPage({ size, margin: 0 });
  const [width, height] = size;
  const colour = COLOURS[nth % COLOURS.length] ?? '';
  const light = { color: '#ffffff', x: EDGE, width: width - 2 * EDGE };
  const head = measure(canvas, title, 'title', light.width) * (120 / 54) + 260;
  unread(doc, () => doc.rect(0, 0, width, head).fill(colour));
  const below = write(canvas, {
    text: title,
    style: 'title',
    size: 110,
    y: 90,
    tag: 'H1',
    ...light,
  });
  write(canvas, { text: authors, style: 'name', size: 40, y: below + 30, ...light });
  const columns = width > height ? 3 : 2;
  const wide = (width - 2 * EDGE - (columns - 1) * 70) / columns;
  const parts = text.split('\n\n');
  for (let column = 0; column < columns; column++) {
    const x = EDGE + column * (wide + 70);
    let y = head + 80;
    for (let turn = 0; y < height - 700; turn++) {
      y = drawing(canvas, { x, y, width: wide, height: 380 }, { nth: nth + column + turn, colour });
      const words = parts[(column + turn) % parts.length] ?? '';
      y = write(canvas, { text: words, style: 'item', size: 34, x, y: y + 40, width: wide }) + 70;
    }
  }
  return closeCanvas(canvas);
}

const COLOURS = ['#12466b', '#7a2e2a', '#2c5a3d', '#4b3a78', '#9a5a10', '#1d6670'];

type Box = { x: number; y: number; width: number; height: number };

/** Points along a curve, or bars, and returns the lower edge. */
function drawing(
  { doc }: Canvas,
  { x, y, width, height }: Box,
  { nth, colour }: { nth: number; colour: string },
): number {
  unread(doc, () => {
    doc.rect(x, y, width, height).fill('#f1efe9');
    const count = 24;
    for (let at = 0; at < count; at++) {
      const share = Math.abs(Math.sin(at / (3 + (nth % 5)) + nth)) * 0.8 + 0.1;
      const left = x + 30 + (at * (width - 60)) / count;
      const top = y + height - 30 - share * (height - 60);
      if (nth % 2 === 0) doc.rect(left, top, (width - 60) / count - 8, y + height - 30 - top);
      else doc.circle(left + 8, top, 11);
      doc.fill(at % 6 === 5 ? '#d9822b' : colour);
    }
  });
  return y + height;
}
