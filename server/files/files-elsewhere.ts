import type { Db } from '#server/database/database.ts';

export type Elsewhere = { count: number; stores: string[] };

/** Files of abstracts, and files that have to go, that another store has than this one. */
export async function filesElsewhere(db: Db, store: string): Promise<Elsewhere> {
  return sumOf([
    ...(await storesOf(db, 'abstracts', store)),
    ...(await storesOf(db, 'removals', store)),
  ]);
}

/** Those alone that have to go. */
export async function removalsElsewhere(db: Db, store: string): Promise<Elsewhere> {
  return sumOf(await storesOf(db, 'removals', store));
}

/** For an organiser; undefined where there are none. */
export function elsewhereWords({ count, stores }: Elsewhere): string | undefined {
  if (count === 0) return undefined;
  const files = count === 1 ? '1 file of an abstract is' : `${count} files of abstracts are`;
  return `${files} not in the store that the settings name but in the ${stores.join(' and the ')}`;
}

/** After these words, about files that have to go. */
export const WHO_REMOVES =
  'a server with that store removes them within the hour, and so does this command with its settings';

type Stored = { fileStore: string; count: number };

/** A mail that has to go is in no store. */
async function storesOf(db: Db, table: 'abstracts' | 'removals', not: string): Promise<Stored[]> {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['file_store', fn.countAll().as('count')])
    .where('file_store', '!=', not)
    .groupBy('file_store')
    .execute();
  return rows.map(({ file_store, count }) => ({
    fileStore: file_store ?? '',
    count: Number(count),
  }));
}

function sumOf(others: readonly Stored[]): Elsewhere {
  return {
    count: others.reduce((sum, { count }) => sum + count, 0),
    stores: [...new Set(others.map(({ fileStore }) => fileStore))],
  };
}
