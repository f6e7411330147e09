import type { Db } from '#server/database/database.ts';

export type Elsewhere = { count: number; stores: string[] };

/** Counts files of abstracts, and files to remove, that are in another store than this one. */
export async function filesElsewhere(db: Db, store: string): Promise<Elsewhere> {
  return sumOf([
    ...(await storesOf(db, 'abstracts', store)),
    ...(await storesOf(db, 'removals', store)),
  ]);
}

/** Counts only the files to remove. */
export async function removalsElsewhere(db: Db, store: string): Promise<Elsewhere> {
  return sumOf(await storesOf(db, 'removals', store));
}

/** The sentence for an organiser; undefined if there are none. */
export function elsewhereWords({ count, stores }: Elsewhere): string | undefined {
  if (count === 0) return undefined;
  const files = count === 1 ? '1 file of an abstract is' : `${count} files of abstracts are`;
  return `${files} not in the store that the settings name but in the ${stores.join(' and the ')}`;
}

/** Follows these sentences, about files to remove. */
export const WHO_REMOVES =
  'a server with that store removes them within the hour, and so does this command with its settings';

type Stored = { fileStore: string; count: number };

/** A mail to remove is in no store. */
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
