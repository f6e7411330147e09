import type { Db } from '#server/database/database.ts';

/** A series with its documents. */
export type SeriesState = {
  /** Such as `2026-{n}`. */
  series: string;
  /** The last number that was given out. */
  last: number;
  /** The number of documents that are there. */
  count: number;
  /** The number of documents that were deleted after the retention period. */
  deleted: number;
  /** The numbers that are missing; without a deleted document none may be. */
  missing: number[];
};

/** Every series, by name: whether the documents 1 to the last number are there. The database keeps numbers unique. */
export async function listSeries(db: Db): Promise<SeriesState[]> {
  const counters = await db.selectFrom('document_series').selectAll().orderBy('series').execute();
  const states: SeriesState[] = [];
  for (const { series, last_number: last, deleted } of counters) {
    const { count, highest } = await db
      .selectFrom('documents')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('series_number').as('highest')])
      .where('series', '=', series)
      .executeTakeFirstOrThrow();
    const isComplete = Number(count) + deleted === last && Number(highest ?? 0) <= last;
    const missing = isComplete ? [] : await missingIn(db, series, Math.max(last, Number(highest)));
    states.push({ series, last, count: Number(count), deleted, missing });
  }
  return states;
}

/** Whether a document of a series is missing, or has a number that was never given out. */
export function isIncomplete({ last, count, deleted }: SeriesState): boolean {
  return count + deleted !== last;
}

async function missingIn(db: Db, series: string, last: number): Promise<number[]> {
  const rows = await db
    .selectFrom('documents')
    .select('series_number as nth')
    .where('series', '=', series)
    .execute();
  const there = new Set(rows.map(({ nth }) => nth));
  const all = Array.from({ length: last }, (_, at) => at + 1);
  return all.filter((nth) => !there.has(nth));
}
