import { useEffect, useSyncExternalStore } from 'react';
import { searchableFact } from '#contract/search.ts';
import type { Value } from '#server/reports/list-cells.ts';
import type { ListHead } from '#server/reports/lists.ts';
import { askLines, Refused } from './ask.ts';

export type Row = {
  /** The key in the address of the row's page. */
  key: string;
  cells: readonly Value[];
  /** All texts of the row with their other spellings, for the search. */
  text: string;
};

export type Listing = {
  head: ListHead | undefined;
  rows: readonly Row[];
  /** The number of rows received so far; undefined once the table is complete. */
  coming: number | undefined;
  trouble: string | undefined;
};

const EMPTY: Listing = { head: undefined, rows: [], coming: 0, trouble: undefined };

/** Tables stay in memory, so that the organiser finds the same table after a visit to a person's page. */
const known = new Map<string, Listing>();
const listeners = new Set<() => void>();
const loading = new Set<string>();

/** A table, which grows while its rows arrive. Each visit reads it again. */
export function useListing(name: string): Listing {
  useEffect(() => void load(name), [name]);
  return useSyncExternalStore(subscribe, () => known.get(name) ?? EMPTY);
}

/** Reads tables again that the organiser has visited, one after the other, because other calls come in between. */
export async function loadAgain(...names: string[]): Promise<void> {
  for (const name of names) if (known.has(name)) await load(name);
}

/** Reads a table. */
async function load(name: string): Promise<void> {
  if (loading.has(name)) return;
  loading.add(name);
  try {
    await read(name);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    set(name, { ...(known.get(name) ?? EMPTY), coming: undefined, trouble: error.message });
  } finally {
    loading.delete(name);
  }
}

async function read(name: string): Promise<void> {
  const before = known.get(name);
  // Rows that are already on the page are replaced all at once, by the complete new table.
  const isFirst = before === undefined || before.rows.length === 0;
  const rows: Row[] = [];
  let head: ListHead | undefined;
  let rowOf: ReturnType<typeof rowsLike> | undefined;
  let shown = 0;
  let since = performance.now();
  for await (const line of askLines(`/listings/${name}`)) {
    if (!head || !rowOf) {
      head = line as ListHead;
      rowOf = rowsLike(before?.rows ?? [], head);
      continue;
    }
    for (const [key, ...cells] of line as Value[][]) rows.push(rowOf(String(key), cells));
    if (performance.now() - since > LONGEST_WORK_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    // Each update redraws the whole table, so not every page of rows causes an update.
    if (isFirst && rows.length >= shown * 8) {
      shown = rows.length;
      set(name, { head, rows: [...rows], coming: rows.length, trouble: undefined });
    } else if (isFirst) {
      const now = known.get(name) ?? EMPTY;
      set(name, { ...now, coming: rows.length });
    }
  }
  set(name, { head, rows, coming: undefined, trouble: undefined });
}

/** After this time the page answers keys and clicks, before it reads more rows. */
const LONGEST_WORK_MS = 20;

/** Creates rows. A row that was in the table before, and has not changed, stays: its text takes the most time. */
export function rowsLike(before: readonly Row[], { columns }: ListHead) {
  const last = new Map(before.map((row) => [row.key, row]));
  // Few texts of a column are different, such as countries, and a table has many rows.
  const spellings = new Map<string, string>();
  const spellingsOf = (cell: string, id = '') => {
    if (id === 'phone') return searchableFact('phone', cell);
    const all = spellings.get(cell) ?? searchableFact('other', cell);
    spellings.set(cell, all);
    return all;
  };
  return (key: string, cells: Value[]): Row => {
    const row = last.get(key);
    if (row?.cells.every((cell, at) => cell === cells[at])) return row;
    const texts = cells.flatMap((cell, at) =>
      // Nobody types a time as the server sends it, or a part of a link, whose token is chance.
      typeof cell === 'string' && columns[at]?.kind !== 'time' && !/^https?:\/\//.test(cell)
        ? spellingsOf(cell, columns[at]?.id)
        : [],
    );
    return { key, cells, text: texts.join('\n') };
  };
}

function set(name: string, listing: Listing): void {
  known.set(name, listing);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
