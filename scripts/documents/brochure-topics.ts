import type { Content } from '#contract/content.ts';
import { openSection, runningPage, top } from './running-page.ts';
import { column, ink, rule, type Sheet, span, unread, write } from '#documents/sheet.ts';

export function topicsPage(sheet: Sheet, { conference, home, topics }: Content): void {
  runningPage(sheet, conference, 4);
  const { heading, intro } = home.topics;
  let y = openSection(sheet, top, { heading, intro, number: 4 });
  for (let at = 0; at < topics.length; at += 2) {
    const pair = topics.slice(at, at + 2);
    y = Math.max(...pair.map((topic, side) => topicCard(sheet, topic, column(side * 6), y))) + 26;
  }
}

type Topic = Content['topics'][number];

function topicCard(sheet: Sheet, { title, description, tags }: Topic, x: number, begin: number) {
  const width = span(6) - 10;
  rule(sheet, x, begin, span(6), ink.rule);
  let y = write(sheet, { text: title, style: 'name', tag: 'H3', x, y: begin + 12, width }) + 5;
  y = write(sheet, { text: description, style: 'body', color: ink.soft, x, y, width }) + 6;
  return write(sheet, { text: tags.join('\u00a0· '), style: 'tag', x, y, width });
}

export function sessionsPage(
  sheet: Sheet,
  { conference, home, pages, sessions, partners }: Content,
) {
  runningPage(sheet, conference, 5);
  const { heading, intro } = pages.sessions;
  const begin = openSection(sheet, top, { heading, intro, number: 5 });
  const list = sessions.sessions;
  const half = Math.ceil(list.length / 2);
  const step = 26;
  const { doc, tree } = sheet;
  const parent = doc.struct('L');
  tree.add(parent);
  for (const [at, { name }] of list.entries()) {
    const x = column(at < half ? 0 : 6);
    const y = begin + (at % half) * step;
    rule(sheet, x, y, span(6), ink.rule);
    unread(doc, () => {
      doc.font('sans').fontSize(8.5).fillColor(ink.accent);
      doc.text(String(at + 1).padStart(2, '0'), x, y + 8, { lineBreak: false });
    });
    const place = { x: x + 26, width: span(6) - 26 };
    write(sheet, { text: name, style: 'name', tag: 'LI', parent, y: y + 6, ...place });
  }
  parent.end();

  const end = begin + half * step + 34;
  const marks = openSection(sheet, end, { heading: home.partners.heading, number: 6 });
  const width = span(12) / 5;
  for (const [at, { name }] of partners.entries()) {
    const [x, y] = [column(0) + (at % 5) * width, marks + Math.floor(at / 5) * 42];
    rule(sheet, x, y, width - 14, ink.rule);
    write(sheet, { text: name, style: 'mark', x, y: y + 8, width: width - 14 });
  }
}
