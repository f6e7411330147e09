import type { Content } from '#contract/content.ts';
import { nameplate } from '#documents/nameplate.ts';
import {
  ink,
  page,
  type Canvas,
  turnPage,
  unread,
  write,
  writeCode,
  writeFitted,
  leftOf,
  writeUnread,
  paint,
} from '#documents/canvas.ts';
import { fitted, widthOf } from '#documents/typesetting.ts';
import { printEmblem } from '#documents/print-emblem.ts';
import { partFor, printPeople } from '#documents/print-people.ts';

export type BadgePerson = {
  name: string;
  institute: string;
  country: string;
  /** The type of participation, such as "Speaker"; empty if it is unknown. */
  type: string;
  /** Answers that badges print: "Photographs: No". */
  answers: readonly string[];
  reference: string;
  /** The text of the emblem. */
  emblem: string;
};

const MM = 72 / 25.4;

/** The part of the width of a code that stays free around it, for scanners. */
const FREE = 0.16;

/** The layouts of badges on A4: small badges for perforated sheets, large badges for lanyards. */
const formats = {
  card: {
    columns: 2,
    rows: 5,
    width: 90 * MM,
    height: 55 * MM,
    padding: 14,
    /** The free height for the hole of a lanyard. */
    above: 0,
    scale: 0.54,
    code: 46,
    /** Whether the lines below the name are beside the code, and the emblem is in the head; otherwise it is beside the code. */
    isBesideCode: true,
    /** The radius of the emblem. */
    radius: 13,
    name: { y: 39, height: 46, largest: 26, smallest: 9 },
    institute: { largest: 9, smallest: 6 },
    country: 8,
    answers: { height: 9, largest: 7, smallest: 4.5 },
    type: 10,
  },
  a6: {
    columns: 2,
    rows: 2,
    width: page.width / 2,
    height: page.height / 2,
    padding: 26,
    above: 34,
    scale: 0.9,
    code: 92,
    isBesideCode: false,
    radius: 31,
    name: { y: 76, height: 96, largest: 42, smallest: 14 },
    institute: { largest: 15, smallest: 9 },
    country: 12,
    answers: { height: 28, largest: 11, smallest: 7 },
    type: 15,
  },
} as const;
export type BadgeFormat = keyof typeof formats;
type Format = (typeof formats)[BadgeFormat];

/** The number of badges on a page of A4. */
export function badgesPerSheet(format: BadgeFormat): number {
  return formats[format].columns * formats[format].rows;
}

/** Badges on pages of A4 with cutting marks, in the given order of people. */
export function makeBadges(
  content: Content,
  people: readonly BadgePerson[],
  { format: named, date }: { format: BadgeFormat; date: string },
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { title } = content.pages.documents.badges;
  return printPeople(content, { title, people, date }, (canvas) =>
    writeBadges(canvas, content, people, formats[named]),
  );
}

function* writeBadges(
  canvas: Canvas,
  content: Content,
  people: readonly BadgePerson[],
  format: Format,
): Generator<void> {
  const { columns, rows, width, height } = format;
  const [left, top] = [(page.width - columns * width) / 2, (page.height - rows * height) / 2];
  for (let first = 0; first < people.length; first += columns * rows) {
    turnPage(canvas);
    for (const [nth, person] of people.slice(first, first + columns * rows).entries()) {
      const place = {
        x: left + (nth % columns) * width,
        y: top + Math.floor(nth / columns) * height,
      };
      partFor(canvas, person, 'Sect', (part) =>
        badge(part, content, person, { ...format, ...place }),
      );
    }
    markCuts(canvas, { ...format, left, top });
    yield;
  }
}

type Place = Format & { x: number; y: number };

function badge(
  canvas: Canvas,
  { conference, pages }: Content,
  { name, institute, country, type, answers, reference, emblem }: BadgePerson,
  { x, y, width, height, padding, above, scale, code, ...look }: Place,
): void {
  const left = x + padding;
  const right = x + width - padding;
  const bottom = y + height - padding;
  const whole = width - 2 * padding;
  const top = y + padding - 3 + above;
  const codeTop = bottom - code - code * 0.17;
  const { isBesideCode, radius } = look;
  const corner = isBesideCode ? { x: right - 2 * radius, y: top - 1 } : { x: left, y: codeTop };
  printEmblem(canvas, emblem, { x: corner.x + radius, y: corner.y + radius, radius });
  const head = isBesideCode ? whole - 2 * radius - 8 * scale : whole;
  writeHead(canvas, conference, { x: left, y: top, scale, width: head });

  const codeEnd = codeTop - code * FREE;
  const nameTop = y + look.name.y + above;
  const nameHeight = Math.min(look.name.height, codeEnd - nameTop);
  const shown = { ...look.name, text: name, style: 'badge', tag: 'H1', width: whole } as const;
  const below = writeFitted(canvas, { ...shown, height: nameHeight, x: left, y: nameTop }) + 4;

  const beside = whole - code * (1 + FREE);
  const [room, end] = isBesideCode ? [beside, bottom - look.type * 1.7 - 5] : [whole, codeEnd];
  const said = answers.join(' · ');
  const saidHeight = said === '' ? 0 : look.answers.height;
  const fine = { style: 'fine', x: left, width: room } as const;
  const countryHeight = look.country * 1.4;
  const instituteHeight = end - below - countryHeight - saidHeight;
  const affiliation = { text: institute, ...fine, ...look.institute, height: instituteHeight };
  const countryTop = writeFitted(canvas, { ...affiliation, y: below });
  const sizes = { height: countryHeight, largest: look.country, smallest: 5 };
  const from = { text: country, ...fine, ...sizes, color: ink.soft };
  const saidTop = writeFitted(canvas, { ...from, y: countryTop });
  if (said !== '') writeFitted(canvas, { text: said, ...fine, ...look.answers, y: saidTop });
  if (type !== '')
    writeType(canvas, type, { x: left, bottom, size: look.type, width: beside - code * 0.1 });

  const number = { face: 'sans', size: code * 0.125, color: ink.soft, align: 'end' } as const;
  const words = `${pages.documents.badges.code} ${reference}`;
  writeCode(canvas, { text: reference, words, x: right - code, y: codeTop, size: code });
  // A screen reader reads the text of the code instead.
  unread(canvas.doc, () =>
    writeUnread(canvas, reference, { ...number, x: right, y: bottom - code * 0.13 }),
  );
}

/** The name of the conference, and at the end of the line its days and its city. */
function writeHead(
  canvas: Canvas,
  { name, dates, city }: Content['conference'],
  { x, y, scale, width }: { x: number; y: number; scale: number; width: number },
): void {
  const nameplateWidth = width * 0.64;
  nameplate(canvas, name, dates.year, { x, y, scale, width: nameplateWidth });
  unread(canvas.doc, () => {
    const where = { face: 'sans', color: ink.soft, align: 'end', x: x + width } as const;
    const [largest, height] = [11 * scale, 15 * scale];
    // The frame is lower than two lines of the smallest size, so the text stays on one line.
    const frame = { width: width - nameplateWidth, height, largest, smallest: largest * 0.62 };
    for (const [nth, words] of [dates.text, city].entries()) {
      const { text, size } = fitted(canvas, words, 'fine', frame);
      writeUnread(canvas, text, { ...where, size, y: y + nth * height });
    }
  });
}

/** The type of participation, in white on the accent. */
function writeType(
  canvas: Canvas,
  type: string,
  { x, bottom, size, width }: { x: number; bottom: number; size: number; width: number },
): void {
  const [inset, height] = [size * 0.7, size * 1.7];
  const frame = { width: width - 2 * inset, height: size * 1.4, largest: size, smallest: 5 };
  const words = fitted(canvas, type, 'tagline', frame);
  const written = Math.min(widthOf(canvas, words), frame.width);
  const box = { x, y: bottom - height, width: written + 2 * inset, height };
  unread(canvas.doc, () =>
    canvas.doc
      .roundedRect(leftOf(canvas, box.x, box.width), box.y, box.width, box.height, 1.5)
      .fill(paint(canvas, ink.accent)),
  );
  const y = box.y + (height - words.height) / 2 + words.size * 0.08;
  write(canvas, { ...words, x: x + inset, y, width: frame.width, color: '#ffffff' });
}

/** Cutting marks in the margin of the page. If badges fill the page, the marks are at the edges and in the middle. */
function markCuts(
  canvas: Canvas,
  { columns, rows, width, height, left, top }: Format & { left: number; top: number },
): void {
  const { doc } = canvas;
  const [long, away] = [4 * MM, 1.5 * MM];
  const isInside = left < long;
  const edges = (count: number) => Array.from({ length: count + 1 }, (_, nth) => nth);
  unread(doc, () => {
    for (const nth of edges(columns)) {
      const x = left + nth * width;
      const first = isInside ? 0 : top - away - long;
      for (const y of [first, page.height - first - long]) doc.moveTo(x, y).lineTo(x, y + long);
    }
    for (const nth of edges(rows)) {
      const y = top + nth * height;
      const first = isInside ? 0 : left - away - long;
      for (const x of [first, page.width - first - long]) doc.moveTo(x, y).lineTo(x + long, y);
    }
    if (isInside) {
      const [x, y] = [page.width / 2, page.height / 2];
      doc.moveTo(x - long / 2, y).lineTo(x + long / 2, y);
      doc.moveTo(x, y - long / 2).lineTo(x, y + long / 2);
    }
    doc.lineWidth(0.3).stroke(paint(canvas, ink.soft));
  });
}
