import type { AgendaItem } from './agenda-shape.ts';
import { dayAfter } from './calendar-days.ts';

/** The day of the calendar on which an item ends. */
export function endDateOf(date: string, { start, end }: Pick<AgendaItem, 'start' | 'end'>): string {
  return end > start ? date : dayAfter(date);
}

/** The notes below the title of an item: its room and track, then its speakers and its chair. */
export function notesOf({ room, track, chair, speakers }: AgendaItem): string[] {
  return [
    [room, track].filter((note) => note !== undefined).join(' · '),
    speakers?.join(', ') ?? '',
    chair === undefined ? '' : `Chair: ${chair}`,
  ].filter((note) => note !== '');
}
