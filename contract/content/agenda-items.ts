import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';
import { dayAfter } from './calendar-days.ts';
import type { programme } from './labels/programme.ts';
import { fillPlaceholders } from './placeholders.ts';

/**
 * The name of an item in addresses, in calendars and in a visitor's browser: its id, or a digest of its day and its title.
 * `nth` counts the items before it on the day that have the same title. An id never begins with "_".
 */
export function keyOf(
  { label }: { label: string },
  { id, title }: Pick<AgendaItem, 'id' | 'title'>,
  nth: number,
): string {
  return id ?? `_${digestOf([label, title, String(nth)].join('\n'))}`;
}

/** The items of a day with their keys. */
export function keyedItems<Item extends Pick<AgendaItem, 'id' | 'title'>>(day: {
  label: string;
  items: readonly Item[];
}): { key: string; item: Item }[] {
  return day.items.map((item, at) => {
    const before = day.items.slice(0, at).filter(({ title }) => title === item.title);
    return { key: keyOf(day, item, before.length), item };
  });
}

/** FNV-1a with 64 bits, in small letters and digits. It is short and needs no package, so browsers and the server share it. */
function digestOf(text: string): string {
  let digest = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
  }
  return digest.toString(36);
}

/** The address of an item on the page of the agenda. */
export function itemPathOf(key: string): string {
  return `/agenda#${key}`;
}

/** The address of what an item is about: the page to which it leads, or else its place on the page of the agenda. */
export function pagePathOf(key: string, { link }: Pick<AgendaItem, 'link'>): string {
  return link ?? itemPathOf(key);
}

/** The address of a calendar file with this item alone. */
export function calendarPathOf(key: string): string {
  return `/agenda/${key}.ics`;
}

/** The day of the calendar on which an item ends. */
export function endDateOf(date: string, { start, end }: Pick<AgendaItem, 'start' | 'end'>): string {
  return end > start ? date : dayAfter(date);
}

/** The notes below the title of an item: its room and track, then its speakers and its chair. */
export function notesOf(
  labels: typeof programme,
  { room, track, chair, speakers }: AgendaItem,
): string[] {
  return [
    [room, track].filter((note) => note !== undefined).join(' · '),
    speakers?.join(', ') ?? '',
    chair === undefined ? '' : fillPlaceholders(labels.chair, { chair }),
  ].filter((note) => note !== '');
}
