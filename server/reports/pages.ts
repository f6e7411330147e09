import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type DateRange, isIn, isMomentIn } from './date-range.ts';

/** The oldest rows first, or the latest. */
export type Direction = 'asc' | 'desc';

type Position = { created_at: string; id: string };

/** The rows of a list: in which order, how many at once, and of which time by the list's own date. */
export type Paging = { direction?: Direction; size?: number; range?: DateRange | undefined };

/**
 * The rows of a query, ordered by time and id, a page at a time. Every list uses this function. A range selects rows by the
 * time, or by another `moment`; with null the query itself has the range.
 */
export async function* inPages<Base, Tables extends keyof Base, Row extends Position>(
  query: SelectQueryBuilder<Base, Tables, Row>,
  [time, id]: readonly [time: string, id: string],
  { direction = 'asc', size = 500, range }: Paging,
  moment: Expression<string | null> | null = sql.ref(time),
): AsyncGenerator<Row[], void> {
  const position = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
  const way = sql.raw(direction);
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  const wanted = (moment === null ? query : query.where(isIn(range, moment)))
    .orderBy(sql`${sql.ref(time)} ${way}, ${sql.ref(id)} ${way}`)
    .limit(size);
  // A position before all times, or behind all times.
  let last: Position = { created_at: direction === 'asc' ? '' : '9', id: '' };
  for (;;) {
    const rows = await wanted
      .where(sql<SqlBool>`${position} ${sign} (${last.created_at}, ${last.id})`)
      .execute();
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
