import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { rowCount } from './queries.ts';
import { features } from '#server/features.ts';
import type { Table } from './define-table.ts';
import { serverTables } from './server-tables.ts';
import { type Tables, trunkTables } from './tables.ts';

export type TableName = keyof Tables;
export type AnyRow = Record<string, string | number | null>;

declare module '#server/features.ts' {
  interface FeatureData {
    tables?: Readonly<Record<string, Table>>;
  }
}

/** All tables of this program. A table comes before the tables that refer to it, so rows can be written in this order. */
export function allTables(): ReadonlyMap<TableName, Table> {
  const ofFeatures = features().map(({ data }) => data?.tables ?? {});
  const all = [trunkTables, serverTables, ...ofFeatures];
  return new Map(all.flatMap((tables) => Object.entries(tables) as [TableName, Table][]));
}

/** The tables of a backup. */
export function keptTables(): TableName[] {
  return [...allTables()].flatMap(([name, { isPassing }]) => (isPassing ? [] : name));
}

/** The names of the tables that are there: a database of an earlier version lacks some. */
async function tablesIn(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}

/** Empties the tables that no backup has. */
export async function emptyPassingTables(tx: Tx): Promise<void> {
  const there = await tablesIn(tx);
  for (const [name, { isPassing }] of allTables()) {
    if (isPassing && there.has(name)) await tx.deleteFrom(name).execute();
  }
}

/** The tables whose rows have a file in the store: `file_key`, `sha256` and `file_store`. */
export function tablesWithFiles(): TableName[] {
  return keptTables().filter((name) => 'file_key' in tableOf(name).columns);
}

/** Whether a row has the file with this key, so that the file stays. */
export async function isFileKept(db: Db, key: string): Promise<boolean> {
  for (const table of tablesWithFiles()) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where file_key = ${key}`.execute(
      db,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

export function isTableName(name: string): name is TableName {
  return keptTables().some((kept) => kept === name);
}

/** The columns of the primary key of a table. */
export function keyOf(table: TableName): readonly string[] {
  const { key, columns } = tableOf(table);
  return key ?? Object.keys(columns).filter((name) => columns[name]?.includes('primary key'));
}

export function tableOf(name: TableName): Table {
  const table = allTables().get(name);
  if (!table) throw new Error(`no feature has the table ${name}`);
  return table;
}

/** `work` reads the state of one moment, although others write meanwhile; it makes no writer wait. */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const begin = isPostgres ? 'begin isolation level repeatable read read only' : 'begin';
  return db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });
}

/** The rows of a table by its key, a few hundred at a time. */
export async function* pagesOf(
  snapshot: Db,
  table: TableName,
  pageSize = 500,
): AsyncGenerator<AnyRow[], void> {
  const columns = keyOf(table);
  const key = sql.join(columns.map((column) => sql.ref(column)));
  let after = sql``;
  for (;;) {
    const { rows } =
      await sql<AnyRow>`select * from ${sql.table(table)} ${after} order by ${key} limit ${sql.lit(pageSize)}`.execute(
        snapshot,
      );
    if (rows.length > 0) yield rows;
    const last = rows[pageSize - 1];
    if (!last) return;
    after = sql`where (${key}) > (${sql.join(columns.map((column) => last[column]))})`;
  }
}

export async function insertRows(tx: Tx, table: TableName, rows: readonly AnyRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
    tx,
  );
}

export function countRows(db: Db, table: TableName): Promise<number> {
  return db.selectFrom(table).$call(rowCount);
}

/** Whether any table has rows, except `installation`: a server writes that row at its first start. */
export async function hasRows(db: Db): Promise<boolean> {
  const there = await tablesIn(db);
  for (const table of keptTables()) {
    if (table === 'installation' || !there.has(table)) continue;
    const row = await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst();
    if (row) return true;
  }
  return false;
}
