import { notesOf } from '#contract/content/agenda-items.ts';
import type { AgendaDay, Content } from '#contract/content.ts';
import {
  type Cell,
  closeFlow,
  nextPage,
  createFlow,
  openSection,
  writeCells,
  writeFacts,
} from './flow.ts';
import { nameplate } from './nameplate.ts';
import { column, ink, span, write } from './canvas.ts';

/** The agenda of all days as a PDF for printing, on white paper. */
export async function makeAgenda(content: Content): Promise<Buffer> {
  const { conference, pages, agenda } = content;
  const title = pages.documents.agendaTitle;
  const flow = await createFlow(content, title);
  const { canvas } = flow;
  nextPage(flow);
  nameplate(canvas, conference.name, conference.dates.year);
  const place = { x: column(0), width: span(12) };
  const whole = { text: conference.fullTitle, style: 'label', color: ink.accent } as const;
  const y = write(canvas, { ...whole, y: 108, ...place }) + 8;
  flow.y = write(canvas, { text: title, style: 'title', tag: 'H1', y, ...place }) + 30;
  writeFacts(flow, content);
  for (const day of agenda.days) {
    flow.y += 26;
    openSection(flow, `${day.label} · ${day.dateText}`);
    writeCells(flow, hoursOf(day), [0, 3]);
  }
  const note: Cell = [{ text: pages.agenda.note, style: 'body', color: ink.soft }];
  flow.y += 26;
  writeCells(flow, [note], [0]);
  return closeFlow(flow);
}

function hoursOf({ items, placeholder }: AgendaDay): Cell[] {
  const hours = items.flatMap((item): Cell[] => [
    [{ text: `${item.start}–${item.end}`, style: 'name', color: ink.soft }],
    [
      { text: item.title, style: 'name', tag: 'H3' },
      ...notesOf(item).map((text) => ({ text, style: 'body' }) as const),
      { text: item.text, style: 'body', color: ink.soft },
    ],
  ]);
  if (!placeholder) return hours;
  return [...hours, [], [{ text: placeholder, style: 'name', color: ink.soft }]];
}
