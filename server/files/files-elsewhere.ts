import { sql } from 'kysely';
import { type TableName, tablesWithFiles } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import { counted } from '#server/counted.ts';

export type Elsewhere = { count: number; stores: string[] };

/** Counts files, and files to remove, that are not in this store. */
export async function filesElsewhere(db: Db, store: string): Promise<Elsewhere> {
  const found: Stored[] = [];
  for (const table of [...tablesWithFiles(), 'removals' as const]) {
    found.push(...(await storesOf(db, table, store)));
  }
  return sumOf(found);
}

/** Counts files to remove that are not in this store. */
export async function removalsElsewhere(db: Db, store: string): Promise<Elsewhere> {
  return sumOf(await storesOf(db, 'removals', store));
}

/** A sentence for the organiser; undefined if no files are elsewhere. */
export function elsewhereWords({ count, stores }: Elsewhere): string | undefined {
  if (count === 0) return undefined;
  const files = counted(count, 'file is', 'files are');
  return `${files} not in the store that the settings name but in the ${stores.join(' and the ')}`;
}

/** The second half of such a sentence, about files to remove. */
export const WHO_REMOVES =
  'a server with that store removes them within the hour, and so does this command with its settings';

type Stored = { fileStore: string; count: number };

/** A mail to remove has no file store, so it is not counted. */
async function storesOf(db: Db, table: TableName, not: string): Promise<Stored[]> {
  const { rows } = await sql<{ file_store: string; count: number }>`
    select file_store, count(*) as count from ${sql.table(table)}
    where file_store != ${not} group by file_store`.execute(db);
  return rows.map(({ file_store, count }) => ({ fileStore: file_store, count: Number(count) }));
}

function sumOf(others: readonly Stored[]): Elsewhere {
  return {
    count: others.reduce((sum, { count }) => sum + count, 0),
    stores: [...new Set(others.map(({ fileStore }) => fileStore))],
  };
}
