import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type DateRange, isMomentIn } from './date-range.ts';

/** The oldest rows first, or the latest. */
export type Direction = 'asc' | 'desc';

type Position = { created_at: string; id: string };

/** The parts of a query for one page: a condition, an order and the greatest number of rows. */
export type Page = {
  isBehind: RawBuilder<SqlBool>;
  inOrder: RawBuilder<unknown>;
  most: number;
};

/** The rows of a list: in which order, how many at once, and of which time by the list's own date. */
export type Paging = { direction?: Direction; size?: number; range?: DateRange | undefined };

/** The rows of a query, ordered by time and id, a page at a time. Every list uses this function. */
export async function* inPages<Row extends Position>(
  [time, id]: readonly [time: string, id: string],
  { direction = 'asc', size = 500 }: Paging,
  read: (page: Page) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  const position = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
  const way = sql.raw(direction);
  const inOrder = sql`${sql.ref(time)} ${way}, ${sql.ref(id)} ${way}`;
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  // A position before all times, or behind all times.
  let last: Position = { created_at: direction === 'asc' ? '' : '9', id: '' };
  for (;;) {
    const isBehind = sql<SqlBool>`${position} ${sign} (${last.created_at}, ${last.id})`;
    const rows = await read({ isBehind, inOrder, most: size });
    if (rows.length > 0) yield rows;
    const end = rows[size - 1];
    if (!end) return;
    last = end;
  }
}

/** The rows of a short list, which is read at once, and their number. A range selects rows by a moment. */
export function inOnePage<Row>(
  read: (db: Db) => Promise<Row[]>,
  momentOf: (row: Row) => string | undefined,
) {
  return {
    count: async (db: Db) => (await read(db)).length,
    async *pages(db: Db, { direction, range }: Paging): AsyncGenerator<Row[], void> {
      const rows = (await read(db)).filter((row) => isMomentIn(range, momentOf(row) ?? ''));
      yield direction === 'desc' ? rows.toReversed() : rows;
    },
  };
}
