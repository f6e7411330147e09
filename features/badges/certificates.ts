import { inOneLine } from '#contract/content/languages.ts';
import { type Content, inLanguage } from '#contract/content.ts';
import type { Place } from '#documents/emblem.ts';
import { nameplate } from '#documents/nameplate.ts';
import { ink, page as upright, rule, type Canvas, turnPage, write } from '#documents/canvas.ts';
import { fitted } from '#documents/typesetting.ts';
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

  const headline = fitted(canvas, title, 'heading', { ...place, height: 48, ...sizes(40, 20) });
  let y = write(canvas, { ...headline, tag: 'H1', y: 116, ...place }) + 26;
  y = write(canvas, { text: begins, style: 'lead', color: ink.soft, y, ...place }) + 4;
  const holder = fitted(canvas, name, 'badge', { ...place, height: 84, ...sizes(40, 14) });
  y = write(canvas, { ...holder, color: ink.accent, tag: 'H2', y, ...place }) + 6;
  const affiliation = inOneLine([institute, country], language);
  const affiliationText = fitted(canvas, affiliation, 'fine', {
    ...place,
    height: 32,
    ...sizes(12, 8),
  });
  y = write(canvas, { ...affiliationText, y, ...place }) + 16;
  y = write(canvas, { text: tookPart, style: 'lead', color: ink.soft, y, ...place }) + 4;
  const whole = { ...place, height: 48, ...sizes(20, 11) };
  y =
    write(canvas, { ...fitted(canvas, conference.fullTitle, 'attended', whole), y, ...place }) + 6;
  const where = `${days ?? dates.text} · ${inOneLine([venue.name, city, hostCountry], language)}`;
  y = write(canvas, { ...fitted(canvas, where, 'fine', from12(place)), y, ...place }) + 10;
  if (notes.length > 0) {
    const room = { ...place, height: signAt - 12 - y, ...sizes(12, 6) };
    write(canvas, { ...fitted(canvas, notes.join('\n'), 'fine', room), y, ...place });
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
  const end = write(canvas, { ...fitted(canvas, name, 'tagline', oneLine(line)), ...signer });
  if (!signs) return;
  const role = { ...fitted(canvas, signs.role, 'fine', oneLine(line)), color: ink.soft };
  write(canvas, { ...role, ...signer, y: end });
  const right = { x: beside, width: left + width - beside };
  const organiserText = fitted(canvas, organiser.legalName, 'fine', {
    ...right,
    height: 36,
    ...sizes(10, 7),
  });
  rule(canvas, beside, top, right.width, ink.rule);
  write(canvas, { ...organiserText, ...right, color: ink.soft, y: top + 8 });
}

function sizes(largest: number, smallest: number) {
  return { largest, smallest };
}

function from12({ width: room }: { width: number }) {
  return { width: room, height: 32, ...sizes(12, 8) };
}

function oneLine(room: number) {
  return { width: room, height: 15, ...sizes(10, 6) };
}
