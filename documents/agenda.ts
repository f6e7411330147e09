import { inOneLine } from '#contract/content/languages.ts';
import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';
import { addressText, placeOf } from '#contract/content/places.ts';
import type { AgendaDay, Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
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
  const columns = agenda.days.some(({ items }) => items.some(isPlaced)) ? [0, 2, 9] : [0, 2];
  for (const day of agenda.days) {
    const heading = `${day.label} · ${day.dateText}`;
    flow.head = `${conference.name} · ${heading}`;
    flow.y += 26;
    openSection(flow, heading);
    writeCells(flow, cellsOf(content, day, columns.length), columns);
  }
  const note: Cell = [{ text: pages.agenda.note, style: 'body', color: ink.soft }];
  flow.y += 26;
  writeCells(flow, [note], [0]);
  return closeFlow(flow);
}

function isPlaced({ room, track, topic }: AgendaItem): boolean {
  return [room, track, topic].some((name) => name !== undefined);
}

/** A row for each item: its hours, the item, and if any item has one, its place. Parallel items follow one another. */
function cellsOf(
  { labels, conference }: Content,
  { items, placeholder }: AgendaDay,
  columns: number,
): Cell[] {
  const inOrder = items.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  const rows = inOrder.map((item, at): Cell[] => {
    const { start, end, title, text, speakers, chair, room, track, topic } = item;
    const place = placeOf(conference, item.place);
    const begins = start !== inOrder[at - 1]?.start;
    return [
      [{ text: `${start}–${end}`, style: 'item', color: begins ? ink.black : ink.soft }],
      [
        { text: title, style: 'item', tag: 'H3' },
        { text: speakers && inOneLine(speakers, conference.language), style: 'body' },
        { text: chair && fillPlaceholders(labels.programme.chair, { chair }), style: 'body' },
        {
          text:
            place && inOneLine([place.name, addressText(conference, place)], conference.language),
          style: 'body',
        },
        { text, style: 'body', color: ink.soft },
      ],
      [
        { text: room, style: 'label' },
        { text: [track, topic].filter((name) => name !== undefined).join(' · '), style: 'body' },
      ],
    ];
  });
  if (placeholder) rows.push([[], [{ text: placeholder, style: 'item', color: ink.soft }], []]);
  return rows.flatMap((row) => row.slice(0, columns));
}
