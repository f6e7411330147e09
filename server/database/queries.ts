import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely';

// Each ends a query: `db.selectFrom('orders').selectAll().where('id', '=', id).$call(firstRow(read))`.

type Reading<Row> = {
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
};

/** The first row as a value; undefined without rows. */
export function firstRow<Row, Value>(
  read: (row: Row) => Value,
): (query: Reading<Row>) => Promise<Value | undefined> {
  return async (query) => {
    const row = await query.executeTakeFirst();
    return row && read(row);
  };
}

/** All rows as values. */
export function allRows<Row, Value>(
  read: (row: Row) => Value,
): (query: Reading<Row>) => Promise<Value[]> {
  return async (query) => (await query.execute()).map((row) => read(row));
}

/** The number of rows. */
export async function rowCount<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll().as('count'))
    .$castTo<{ count: number | string | bigint }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether there is a row. */
export async function hasRow(query: Pick<Reading<unknown>, 'executeTakeFirst'>): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** Writes, and returns whether exactly one row was written: a condition can be false by now. */
export async function wroteOne(query: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>;
}): Promise<boolean> {
  return (await wroteRows(query)) === 1;
}

/** Writes, and returns the number of rows. */
export async function wroteRows(query: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>;
}): Promise<number> {
  const result = await query.executeTakeFirst();
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows);
  if ('numDeletedRows' in result) return Number(result.numDeletedRows);
  return Number(result.numInsertedOrUpdatedRows);
}

/** Some items at a time, because SQLite takes no more than 32,766 values in a statement. */
export function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += 500) yield items.slice(at, at + 500);
}
