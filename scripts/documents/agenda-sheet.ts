import type { AgendaDay, Content } from '#contract/content.ts';
import type { AgendaItem } from '#contract/content/agenda-shape.ts';
import { factsOf, nameplate } from '#documents/nameplate.ts';
import { drawLattice } from './lattice.ts';
import { closeSheet, column, ink, measure, openSheet, page, rule } from '#documents/sheet.ts';
import { type Sheet, span, turnPage, unread, write } from '#documents/sheet.ts';

const bottom = page.height - page.margin - 20;
const aside = column(2) + 40;
const width = column(12) - aside;

/** All days, hour by hour, on white, for printing. */
export async function makeAgenda(content: Content): Promise<Buffer> {
  const { conference, pages, agenda } = content;
  const title = `${conference.name} · ${pages.documents.agendaTitle}`;
  const sheet = openSheet({ title, date: `${conference.dates.year}-01-01` });
  let y = head(sheet, content);
  for (const day of agenda.days) y = programme(sheet, day, y) + 34;

  const { note } = pages.agenda;
  y = withRoom(sheet, y, measure(sheet, note, 'body', span(12)));
  write(sheet, { text: note, style: 'body', color: ink.soft, x: column(0), y, width: span(12) });
  return closeSheet(sheet);
}

function head(sheet: Sheet, content: Content): number {
  const { conference, pages } = content;
  turnPage(sheet);
  drawLattice(sheet, {
    seed: 64,
    x: page.width * 0.45,
    y: -6,
    width: page.width * 0.55,
    height: 216,
    bond: 13,
    density: (x, y) => Math.min(1, Math.max(0, x * 2.2 - y * 2.1 + 0.1)),
    heavy: 1,
    dots: 6,
  });
  nameplate(sheet, conference.name, conference.dates.year);
  const place = { x: column(0), width: span(8) };
  const color = ink.accent;
  const title = pages.documents.agendaTitle;
  const end = write(sheet, { text: title, style: 'title', tag: 'H1', y: 128, ...place });
  write(sheet, { text: conference.fullTitle, style: 'label', color, y: 108, ...place });

  const facts = Math.max(end + 34, 224);
  rule(sheet, column(0), facts, span(12), ink.black);
  for (const [at, [label, fact]] of factsOf(content).entries()) {
    const third = { x: column(at * 4), width: span(4) };
    write(sheet, { text: label, style: 'label', color: ink.soft, y: facts + 12, ...third });
    write(sheet, { text: fact, style: 'name', y: facts + 27, ...third });
  }
  return facts + 84;
}

function programme(sheet: Sheet, day: AgendaDay, begin: number): number {
  let y = withRoom(sheet, begin, 120);
  sheet.doc.outline.addItem(`${day.label} · ${day.dateText}`);
  rule(sheet, column(0), y, span(12), ink.black);
  const color = ink.accent;
  write(sheet, { text: day.label, style: 'label', color, x: column(0), y: y + 15, width: 90 });
  const heading = { text: day.dateText, style: 'mark', tag: 'H2' } as const;
  y = write(sheet, { ...heading, x: aside, y: y + 8, width }) + 12;
  for (const item of day.items) y = entry(sheet, item, y);
  if (!day.placeholder) return y;
  rule(sheet, column(0), y, span(12), ink.rule);
  growingChain(sheet, aside, y + 16);
  return write(sheet, {
    text: day.placeholder,
    style: 'name',
    color: ink.soft,
    x: aside,
    y: y + 34,
    width,
  });
}

function entry(sheet: Sheet, { start, end, title, text }: AgendaItem, begin: number): number {
  const height =
    measure(sheet, title, 'name', width) + (text ? measure(sheet, text, 'body', width) : 0) + 24;
  let y = withRoom(sheet, begin, height);
  rule(sheet, column(0), y, span(12), ink.rule);
  y += 10;
  const time = `${start}–${end}`;
  write(sheet, { text: time, style: 'name', color: ink.soft, x: column(0), y, width: 110 });
  y = write(sheet, { text: title, style: 'name', tag: 'H3', x: aside, y, width }) + 3;
  if (text) y = write(sheet, { text, style: 'body', color: ink.soft, x: aside, y, width });
  return y + 12;
}

/** Where to continue: here, or at the top of a new page if too little of this one is left. */
function withRoom(sheet: Sheet, y: number, height: number): number {
  if (y + height <= bottom) return y;
  turnPage(sheet);
  return page.margin;
}

/** A chain that has not reached its length, for a programme that is not complete. */
function growingChain({ doc }: Sheet, x: number, y: number): void {
  const atom = (at: number) => [x + at * 11, y + (at % 2 === 0 ? 6 : 0)] as const;
  unread(doc, () => {
    doc
      .lineJoin('round')
      .lineCap('round')
      .moveTo(...atom(0));
    for (let at = 1; at <= 6; at++) doc.lineTo(...atom(at));
    doc.lineWidth(1.2).stroke(ink.black);
    doc.moveTo(...atom(6));
    for (let at = 7; at <= 18; at++) doc.lineTo(...atom(at));
    doc.lineWidth(0.7).dash(0.6, { space: 3 }).stroke(ink.soft);
    doc
      .undash()
      .circle(...atom(6), 3)
      .fill(ink.accent);
  });
}
