import type { Db } from '#server/database/database.ts';
import { counted } from '#server/counted.ts';

export type Elsewhere = { count: number; stores: string[] };

/** Counts files of abstracts and participants, and files to remove, that are not in this store. */
export async function filesElsewhere(db: Db, store: string): Promise<Elsewhere> {
  return sumOf([
    ...(await storesOf(db, 'abstract_files', store)),
    ...(await storesOf(db, 'proofs', store)),
    ...(await storesOf(db, 'removals', store)),
  ]);
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
async function storesOf(
  db: Db,
  table: 'abstract_files' | 'proofs' | 'removals',
  not: string,
): Promise<Stored[]> {
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
