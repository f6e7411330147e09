import { type AgendaItem, lastHour, overlap } from '#contract/content/shapes/agenda-shape.ts';

/** More columns would be too narrow for titles: such a day is a list on every screen. */
const MOST_COLUMNS = 6;
/** A longer item takes less room in the table than its hours; its hours are written beside it. */
const MOST_ROWS = 12;

type Hours = Pick<AgendaItem, 'start' | 'end'>;
type Item = Hours & Pick<AgendaItem, 'room' | 'track'>;

/** The first of its columns, from 1, and how many columns and rows it takes. A row belongs to one starting time. */
export type Place = { column: number; columns: number; rows: number };
/** The columns of one track or room. */
export type Lane = { name: string; columns: number };
export type Lanes<I> = { lanes: Lane[]; columns: number; placed: { item: I; place: Place }[] };

/**
 * The items of a day by their starting times, and their places in a table: a column for each track, or for each room if
 * the day has no tracks. An item without one, such as a break, goes across if nothing else runs at its time. A day on
 * which everything runs one after the other has no columns.
 */
export function lanesOf<I extends Item>(items: readonly I[]): Lanes<I> {
  const inTime = items.toSorted((one, other) => order(one.start, other.start));
  const nameOf = laneNames(items);
  const columns: I[][] = [];
  const runs = new Map<I, { column: number; columns: number }>();
  const put = (item: I, first: number, count: number) => {
    for (let at = first; at < first + count; at += 1) (columns[at] ??= []).push(item);
    runs.set(item, { column: first + 1, columns: count });
  };
  const isFree = (at: number, item: I) => !columns[at]?.some((other) => overlap(other, item));

  const lanes = [...new Set(items.flatMap((item) => nameOf(item) ?? []))].map((name) => {
    const own = inTime.filter((item) => nameOf(item) === name);
    const first = columns.length;
    const [alone, beside] = parted(own, (item) => isAlone(item, own));
    for (const item of beside) {
      let at = first;
      while (!isFree(at, item)) at += 1;
      put(item, at, 1);
    }
    const count = Math.max(1, columns.length - first);
    for (const item of alone) put(item, first, count);
    return { name, columns: count };
  });

  const unnamed = inTime.filter((item) => nameOf(item) === undefined);
  const [across, beside] = parted(unnamed, (item) => isAlone(item, items));
  for (const item of beside) {
    const free = longestRun(columns.map((_, at) => isFree(at, item)));
    put(item, free.first, free.count);
  }
  for (const item of across) runs.set(item, { column: 1, columns: columns.length });

  const starts = [...new Set(inTime.map(({ start }) => start))];
  const placed = inTime.map((item) => {
    const rows = starts.filter((start) => start >= item.start && start < lastHour(item)).length;
    const run = runs.get(item) ?? { column: 1, columns: 1 };
    return { item, place: { ...run, rows: Math.min(rows, MOST_ROWS) } };
  });
  const isTable = columns.length > 1 && columns.length <= MOST_COLUMNS;
  return {
    lanes: isTable ? lanes : [],
    columns: isTable ? columns.length : 0,
    // Items that begin together are read from the first column to the last.
    placed: placed.toSorted(
      (one, other) =>
        order(one.item.start, other.item.start) || one.place.column - other.place.column,
    ),
  };
}

/** The track of an item. On a day without tracks, its room if something else runs at the same time. */
function laneNames(items: readonly Item[]): (item: Item) => string | undefined {
  if (items.some(({ track }) => track !== undefined)) return ({ track }) => track;
  return (item) => (isAlone(item, items) ? undefined : item.room);
}

/** Whether nothing else runs at the time of an item. */
export function isAlone(item: Hours, among: readonly Hours[]): boolean {
  return !among.some((other) => other !== item && overlap(other, item));
}

/** The longest run of free columns; without a free column, one more column. */
function longestRun(free: readonly boolean[]): { first: number; count: number } {
  let best = { first: free.length, count: 0 };
  for (const [first] of free.entries()) {
    const next = free.indexOf(false, first);
    const count = (next === -1 ? free.length : next) - first;
    if (count > best.count) best = { first, count };
  }
  return best.count > 0 ? best : { first: free.length, count: 1 };
}

function parted<I>(items: readonly I[], belongs: (item: I) => boolean): [I[], I[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
