import type { Places } from '#server/orders/sell/places.ts';

/** The waiting people who get their places now, and what is left for a visitor who comes after everybody. */
export type Served<Entry> = {
  served: Entry[];
  /** The free places of each limited kind. */
  left: ReadonlyMap<string, number>;
  /** The kinds for which somebody still waits: nobody behind gets a place of them. */
  awaited: ReadonlySet<string>;
};

/**
 * Gives free places to the people of a queue, first come first. Somebody who does not get all wanted places gets none,
 * and keeps everybody behind from the kinds that were missing, but not from other kinds. `free` has the limited kinds;
 * of every other kind there is enough.
 */
export function serveQueue<Entry extends { wanted: Places }>(
  free: ReadonlyMap<string, number>,
  queue: readonly Entry[],
): Served<Entry> {
  const left = new Map(free);
  const awaited = new Set<string>();
  const served: Entry[] = [];
  for (const entry of queue) {
    const wanted = Object.entries(entry.wanted);
    const missing = wanted.filter(
      ([kind, count]) => awaited.has(kind) || count > (left.get(kind) ?? Infinity),
    );
    for (const [kind] of missing) awaited.add(kind);
    if (missing.length > 0) continue;
    served.push(entry);
    for (const [kind, count] of wanted) {
      const before = left.get(kind);
      if (before !== undefined) left.set(kind, before - count);
    }
  }
  return { served, left, awaited };
}
