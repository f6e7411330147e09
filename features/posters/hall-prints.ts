import type { Content } from '#contract/content.ts';
import {
  type Canvas,
  ink,
  leftOf,
  page,
  paint,
  rule,
  turnPage,
  unread,
  write,
  writeFitted,
} from '#documents/canvas.ts';
import { nameplate } from '#documents/nameplate.ts';
import { partFor, printPeople } from '#documents/print-people.ts';
import type { HallPoster } from './hall-posters.ts';
import { boardsOf, boardWords, hoursOf } from './poster-boards.ts';

type Prints = {
  posters: readonly HallPoster[];
  date: string;
};
export type Paper = 'a3' | 'a4';

/** The plan of the hall: each wall with its boards, and the number, title and presenters of each poster. */
export function makeWallPlan(
  content: Content,
  { posters, date, paper }: Prints & { paper: Paper },
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { title } = content.yourAbstract.posters.hall;
  return printPeople(content, { title, date, people: textsOf(content, posters) }, (canvas) =>
    planPages(canvas, content, { posters, paper }),
  );
}

/** The texts of the document, for its fonts. */
function textsOf({ yourAbstract }: Content, posters: readonly HallPoster[]) {
  return [
    { words: JSON.stringify(yourAbstract.posters) },
    ...posters.map(({ number, title, presenters }) => ({ number, title, presenters })),
  ];
}

const [COLUMNS, ROWS] = [6, 3];
/** The width and height of A3 lying, in points. A4 has the same plan at seven tenths of the size. */
const A3 = { width: 1190.55, height: 841.89, edge: 48 };

function* planPages(
  canvas: Canvas,
  content: Content,
  { posters, paper }: { posters: readonly HallPoster[]; paper: Paper },
): Generator<void> {
  const { name, abstracts } = content.conference;
  const { walls = [] } = abstracts.posters ?? {};
  const scale = paper === 'a3' ? 1 : Math.SQRT1_2;
  const [width, edge] = [A3.width * scale, A3.edge * scale];
  for (const wall of walls) {
    const boards = Array.from({ length: wall.boards }, (_, at) => at + 1);
    for (let from = 0; from < boards.length; from += COLUMNS * ROWS) {
      const shown = boards.slice(from, from + COLUMNS * ROWS);
      canvas.doc.addPage({ size: paper.toUpperCase(), layout: 'landscape', margin: 0 });
      canvas.widths.clear();
      const whole = { x: edge, width: width - 2 * edge };
      write(canvas, {
        text: wall.name,
        style: 'title',
        size: 46 * scale,
        y: edge,
        tag: 'H1',
        ...whole,
      });
      const head = { style: 'tag', size: 12 * scale, color: ink.soft, align: 'end' } as const;
      write(canvas, { text: name, y: edge + 8 * scale, ...head, ...whole });
      for (const [at, board] of shown.entries()) {
        const sides = boardsOf({ walls: [wall] }).filter((each) => each.board === board);
        const hanging = sides.map((side) =>
          posters.find((each) => each.board && isSame(each.board, side)),
        );
        drawBoard(canvas, content, { at, board, scale, hanging });
      }
      yield;
    }
  }
}

function isSame(one: NonNullable<HallPoster['board']>, other: typeof one): boolean {
  return one.wall === other.wall && one.board === other.board && one.side === other.side;
}

type Drawn = {
  /** The place on the page. */
  at: number;
  board: number;
  scale: number;
  /** The posters on the front, and on the back if there is one. */
  hanging: readonly (HallPoster | undefined)[];
};

function drawBoard(canvas: Canvas, content: Content, { at, board, scale, hanging }: Drawn): void {
  const { doc } = canvas;
  const said = content.yourAbstract.posters;
  const [edge, gap, top] = [A3.edge * scale, 16 * scale, 118 * scale];
  const width = (A3.width * scale - 2 * edge - (COLUMNS - 1) * gap) / COLUMNS;
  const height = (A3.height * scale - top - edge - (ROWS - 1) * gap) / ROWS;
  const x = edge + (at % COLUMNS) * (width + gap);
  const y = top + Math.floor(at / COLUMNS) * (height + gap);
  unread(doc, () =>
    doc
      .rect(leftOf(canvas, x, width), y, width, height)
      .lineWidth(0.8)
      .stroke(paint(canvas, ink.black)),
  );
  const inner = { x: x + 8 * scale, width: width - 16 * scale };
  const each = (height - 18 * scale) / hanging.length;
  for (const [nth, poster] of hanging.entries()) {
    const part = { ...poster, board: String(board) };
    partFor(canvas, part, 'Sect', (own) => {
      const line = y + 6 * scale + nth * (each + 6 * scale);
      if (nth > 0) rule(own, x, line - 3 * scale, width, ink.rule);
      const side = hanging.length === 1 ? '' : ` ${said.sides[nth === 0 ? 'front' : 'back']}`;
      const mark = { style: 'tag', size: 9 * scale, color: ink.soft } as const;
      write(own, { text: `${board}${side}`, y: line, align: 'end', ...mark, ...inner });
      if (!poster) {
        write(own, { text: said.hall.free, y: line, ...mark, ...inner });
        return;
      }
      const number = {
        text: poster.number,
        style: 'mark',
        size: 22 * scale,
        color: ink.accent,
      } as const;
      const below = write(own, { ...number, y: line + scale, ...inner });
      const room = Math.max(each - 30 * scale, 20 * scale);
      const sizes = { largest: 13 * scale, smallest: 6 * scale };
      const titled = { text: poster.title, style: 'badge', height: room * 0.62, ...sizes } as const;
      const end = writeFitted(own, { ...titled, y: below, ...inner });
      const who = { text: poster.presenters, style: 'fine', height: room * 0.3 } as const;
      writeFitted(own, { ...who, largest: 9 * scale, smallest: 5 * scale, y: end + 2, ...inner });
    });
  }
}

/** A large label for each poster, two on a page of A4, to cut apart and to pin above the poster. */
export function makeLabels(
  content: Content,
  { posters, date }: Prints,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { labels } = content.yourAbstract.posters.hall;
  return printPeople(
    content,
    { title: labels, date, people: textsOf(content, posters) },
    (canvas) => labelPages(canvas, content, posters),
  );
}

function* labelPages(
  canvas: Canvas,
  content: Content,
  posters: readonly HallPoster[],
): Generator<void> {
  const half = page.height / 2;
  for (const [at, poster] of posters.entries()) {
    if (at % 2 === 0) {
      turnPage(canvas);
      rule(canvas, 0, half, page.width, ink.rule);
    }
    const { number, title, presenters, board, slot } = poster;
    const y = (at % 2) * half;
    const whole = { x: page.margin, width: page.width - 2 * page.margin };
    partFor(canvas, { number, title, presenters }, 'Sect', (own) => {
      const { name, dates } = content.conference;
      nameplate(own, name, dates.year, { x: page.margin, y: y + 34, scale: 0.8, width: 260 });
      const place = board ? boardWords(content, board) : '';
      const soft = { style: 'lead', color: ink.soft } as const;
      let top = y + 36;
      for (const words of [hoursOf(content, slot) ?? '', place]) {
        if (words !== '')
          top = write(own, { text: words, y: top, align: 'end', ...soft, ...whole });
      }
      const big = { text: number, style: 'badge', color: ink.accent, tag: 'H1' } as const;
      const below = writeFitted(own, {
        ...big,
        y: y + 74,
        height: 150,
        largest: 140,
        smallest: 40,
        ...whole,
      });
      const end = writeFitted(own, {
        text: title,
        style: 'badge',
        y: below + 4,
        height: 110,
        largest: 30,
        smallest: 13,
        ...whole,
      });
      const who = {
        text: presenters,
        style: 'fine',
        height: 40,
        largest: 17,
        smallest: 9,
      } as const;
      writeFitted(own, { ...who, y: end + 10, ...whole });
    });
    if (at % 2 === 1 || at === posters.length - 1) yield;
  }
}
