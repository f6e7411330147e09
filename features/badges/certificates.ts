import { inOneLine } from '#contract/content/languages.ts';
import { type Content, inLanguage } from '#contract/content.ts';
import type { Place } from '#documents/emblem.ts';
import { nameplate } from '#documents/nameplate.ts';
import {
  ink,
  page as upright,
  rule,
  type Canvas,
  turnPage,
  write,
  writeFitted,
} from '#documents/canvas.ts';
import { printEmblem } from '#documents/print-emblem.ts';
import { partFor, printPeople } from '#documents/print-people.ts';

export type Attendee = {
  name: string;
  institute: string;
  country: string;
  reference: string;
  /** The language of the certificate; by default the first one. */
  language?: string;
  /** The text of the emblem. */
  emblem: string;
  /** The days of a ticket that is not for the whole conference. */
  days?: string;
  /** Lines below the days. */
  notes?: readonly string[];
};

const page = { width: upright.height, height: upright.width };
const left = 72;
/** The width of the text; the emblem is beside it. */
const width = 480;
/** The line for the signature. */
const signAt = page.height - 128;
const strip = { x: 590, y: -8, width: page.width - 590, height: page.height + 16 };
/** The lines around the emblem become denser towards the right edge. */
const art: Place = {
  x: 712,
  y: 170,
  radius: 88,
  around: { box: strip, density: (x) => (1.6 * (x - strip.x)) / strip.width },
};

/** The look of the affiliation, and of the dates and the venue. */
const small = { style: 'fine', ...frame(32, 12, 8) } as const;

/** Certificates of attendance, one page of A4 for each person, in the given order. */
export function makeCertificates(
  content: Content,
  people: readonly Attendee[],
  date: string,
): Promise<AsyncGenerator<string | Uint8Array, void>> {
  const { title } = content.pages.documents.certificate;
  return printPeople(content, { title, people, date, layout: 'landscape' }, (canvas) =>
    writeCertificates(canvas, content, people),
  );
}

function* writeCertificates(
  canvas: Canvas,
  content: Content,
  people: readonly Attendee[],
): Generator<void> {
  for (const person of people) {
    turnPage(canvas);
    partFor(canvas, person, 'Sect', (part) =>
      certificate(part, inLanguage(content, person.language ?? content.language), person),
    );
    yield;
  }
}

function certificate(
  canvas: Canvas,
  { conference, pages }: Content,
  { name, institute, country, reference, emblem, days, notes = [] }: Attendee,
): void {
  const { title, begins, tookPart, reference: referenceLabel } = pages.documents.certificate;
  const { dates, venue, city, country: hostCountry, language } = conference;
  const place = { x: left, width };
  printEmblem(canvas, emblem, art);
  nameplate(canvas, conference.name, dates.year, { x: left, y: 54, scale: 1, width });

  const headline = { text: title, style: 'heading', tag: 'H1', ...frame(48, 40, 20) } as const;
  let y = writeFitted(canvas, { ...headline, y: 116, ...place }) + 26;
  y = write(canvas, { text: begins, style: 'lead', color: ink.soft, y, ...place }) + 4;
  const holder = { text: name, style: 'badge', tag: 'H2', color: ink.accent } as const;
  y = writeFitted(canvas, { ...holder, ...frame(84, 40, 14), y, ...place }) + 6;
  const affiliation = inOneLine([institute, country], language);
  y = writeFitted(canvas, { text: affiliation, ...small, y, ...place }) + 16;
  y = write(canvas, { text: tookPart, style: 'lead', color: ink.soft, y, ...place }) + 4;
  const whole = { text: conference.fullTitle, style: 'attended', ...frame(48, 20, 11) } as const;
  y = writeFitted(canvas, { ...whole, y, ...place }) + 6;
  const where = `${days ?? dates.text} · ${inOneLine([venue.name, city, hostCountry], language)}`;
  y = writeFitted(canvas, { text: where, ...small, y, ...place }) + 10;
  if (notes.length > 0) {
    const below = { text: notes.join('\n'), style: 'fine', y, ...place } as const;
    writeFitted(canvas, { ...below, ...frame(signAt - 12 - y, 12, 6) });
  }

  sign(canvas, conference);
  const number = `${referenceLabel} ${reference}`;
  write(canvas, {
    text: number,
    style: 'tag',
    color: ink.soft,
    y: page.height - 66,
    x: left,
    width,
  });
}

/** A line for the signature, and below the line the name of the signer. */
function sign(canvas: Canvas, { certificate: signs, organiser }: Content['conference']): void {
  const top = signAt;
  const [line, beside] = [250, left + 270];
  rule(canvas, left, top, line, ink.black);
  const signer = { x: left, width: line, y: top + 7 };
  const name = signs?.signer ?? organiser.legalName;
  const oneLine = frame(15, 10, 6);
  const end = writeFitted(canvas, { text: name, style: 'tagline', ...oneLine, ...signer });
  if (!signs) return;
  const soft = { style: 'fine', color: ink.soft } as const;
  writeFitted(canvas, { text: signs.role, ...soft, ...oneLine, ...signer, y: end });
  const right = { x: beside, width: left + width - beside, y: top + 8 };
  rule(canvas, beside, top, right.width, ink.rule);
  writeFitted(canvas, { text: organiser.legalName, ...soft, ...frame(36, 10, 7), ...right });
}

function frame(height: number, largest: number, smallest: number) {
  return { height, largest, smallest };
}
