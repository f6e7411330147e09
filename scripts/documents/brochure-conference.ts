import type { Content } from '#contract/content.ts';
import { openSection, runningPage, top } from './running-page.ts';
import {
  column,
  ink,
  page,
  paint,
  rule,
  type Sheet,
  span,
  unread,
  write,
} from '#documents/sheet.ts';

export function visionPage(sheet: Sheet, { conference, home }: Content): void {
  runningPage(sheet, conference, 2);
  const { vision } = home;
  const { heading, intro, eyebrow } = vision;
  const begin = openSection(sheet, top, { heading, intro, eyebrow, number: 1 });
  pointsOnAChain(sheet, vision.points, begin + 10);

  const beside = { x: column(7), width: span(5) };
  const { quote, name, role } = vision.statement;
  let y = begin + 10;
  const quoteTop = y;
  y = write(sheet, { text: `“${quote}”`, style: 'name', tag: 'BlockQuote', y, ...beside }) + 10;
  y = write(sheet, { text: name, style: 'label', y, ...beside });
  y = write(sheet, { text: role, style: 'body', color: ink.soft, y, ...beside });
  paint(sheet, { x: column(7) - 14, y: quoteTop, width: 1.5, height: y - quoteTop }, ink.accent);
  y += 18;
  for (const badge of vision.badges) {
    y = write(sheet, { text: badge, style: 'name', color: ink.accent, y, ...beside }) + 2;
  }
  figuresBand(sheet, conference.statistics, Math.max(y + 30, 614));
}

function pointsOnAChain({ doc, tree }: Sheet, points: readonly string[], y: number): void {
  const step = 24;
  const x = column(2);
  unread(doc, () => {
    doc.moveTo(x + 4, y - 4).lineTo(x + 4, y + points.length * step - 6);
    doc.lineWidth(0.8).stroke(ink.black);
    for (const at of points.keys()) doc.circle(x + 4, y + at * step + 7, 3.6).fill(ink.accent);
  });
  const list = doc.struct('L');
  tree.add(list);
  for (const [at, text] of points.entries()) {
    const place = { x: x + 20, y: y + at * step, width: span(4) };
    write({ doc, tree }, { text, style: 'body', tag: 'LI', parent: list, ...place });
  }
  list.end();
}

type Statistics = Content['conference']['statistics'];

function figuresBand(sheet: Sheet, statistics: Statistics, y: number): void {
  const band = { x: 0, y, width: page.width, height: 132 };
  paint(sheet, band, '#14202b');
  const width = span(12) / statistics.length;
  for (const [at, { number, label }] of statistics.entries()) {
    const x = column(0) + at * width;
    const place = { x, width: width - 10 };
    if (at > 0)
      paint(sheet, { x: x - 10, y: band.y, width: 0.6, height: band.height }, ink.bandRule);
    const text = `${number.toLocaleString('en')}+`;
    const color = ink.onBand;
    write(sheet, { text, style: 'figure', color, y: band.y + 34, ...place });
    write(sheet, { text: label, style: 'body', color, y: band.y + 78, ...place });
  }
}

export function highlightsPage(sheet: Sheet, { conference, home, agenda, pages }: Content): void {
  runningPage(sheet, conference, 3);
  const { highlights } = home;
  const { heading, intro } = highlights;
  const y = openSection(sheet, top, { heading, intro, number: 2 });
  const { venue, city, country, dates, deadlines } = conference;

  const where = fact(sheet, 0, y, highlights.locationLabel, `${city}, ${country}`, [
    venue.name,
    venue.street,
    `${venue.postalCode} ${city}`,
  ]);
  const when = fact(sheet, 4, y, highlights.datesLabel, dates.text, [highlights.datesNote]);
  const until = deadlineList(sheet, y, highlights.deadlinesLabel, deadlines.landing);

  const why = reasonRow(sheet, Math.max(where, when, until) + 30, highlights.whyAttend);
  const days = openSection(sheet, why + 34, { heading: home.agenda.heading, number: 3 });
  const ends = agenda.days.map((day, at) => programme(sheet, column((at % 2) * 6), days, day));
  write(sheet, {
    text: pages.agenda.note,
    style: 'body',
    color: ink.soft,
    x: column(0),
    y: Math.max(days, ...ends) + 14,
    width: span(12),
  });
}

function fact(sheet: Sheet, at: number, y: number, label: string, text: string, more: string[]) {
  const place = { x: column(at), width: span(4) };
  rule(sheet, place.x, y, place.width, ink.black);
  write(sheet, { text: label, style: 'label', tag: 'H3', color: ink.accent, y: y + 10, ...place });
  const end = write(sheet, { text, style: 'name', y: y + 28, ...place }) + 4;
  const color = ink.soft;
  return write(sheet, { text: more.join('\n'), style: 'body', color, y: end, ...place });
}

type Deadlines = Content['conference']['deadlines']['landing'];

function deadlineList(sheet: Sheet, y: number, label: string, deadlines: Deadlines): number {
  const place = { x: column(8), width: span(4) };
  rule(sheet, place.x, y, place.width, ink.black);
  write(sheet, { text: label, style: 'label', tag: 'H3', color: ink.accent, y: y + 10, ...place });
  for (const [at, { label: text, date }] of deadlines.entries()) {
    const line = y + 28 + at * 22;
    const width = place.width - 60;
    write(sheet, { text, style: 'body', x: place.x, y: line + 3, width });
    write(sheet, {
      text: date,
      style: 'name',
      align: 'right',
      x: place.x + width - 20,
      y: line + 2,
      width: 80,
    });
    rule(sheet, place.x, line + 21, place.width, ink.rule);
  }
  return y + 28 + deadlines.length * 22;
}

type WhyAttend = Content['home']['highlights']['whyAttend'];

function reasonRow(sheet: Sheet, y: number, { heading, reasons }: WhyAttend): number {
  const width = span(12);
  const begin =
    write(sheet, { text: heading, style: 'name', tag: 'H3', x: column(0), y, width }) + 12;
  const ends = reasons.map(({ title, text }, at) => {
    const place = { x: column((at % 3) * 4), width: span(4) };
    rule(sheet, place.x, begin, place.width, ink.rule);
    const end = write(sheet, { text: title, style: 'label', y: begin + 10, ...place }) + 3;
    return write(sheet, { text, style: 'body', color: ink.soft, y: end, ...place });
  });
  return Math.max(begin, ...ends);
}

type Day = Content['agenda']['days'][number];

/** One day, half a page wide. */
function programme(sheet: Sheet, x: number, begin: number, day: Day): number {
  const width = span(6);
  let y = write(sheet, { text: day.label, style: 'label', color: ink.accent, x, y: begin, width });
  y = write(sheet, { text: day.dateText, style: 'name', tag: 'H3', x, y: y + 2, width }) + 8;
  for (const { start, end, title } of day.items) {
    rule(sheet, x, y, width, ink.rule);
    const text = `${start}–${end}`;
    write(sheet, { text, style: 'body', color: ink.soft, x, y: y + 8, width: 70 });
    y = write(sheet, { text: title, style: 'body', x: x + 74, y: y + 8, width: width - 74 }) + 8;
  }
  if (!day.placeholder) return y;
  rule(sheet, x, y, width, ink.rule);
  return write(sheet, {
    text: day.placeholder,
    style: 'body',
    color: ink.soft,
    x,
    y: y + 8,
    width,
  });
}
