import type { Insertable } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import type { FileStore } from './file-store.ts';

/** Records a file or a mail for removal, in the transaction that deletes its row. */
export async function recordRemoval(
  tx: Tx,
  removal: Insertable<Tables['removals']>,
): Promise<void> {
  await tx
    .insertInto('removals')
    .values(removal)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records the files of rows for removal; a row may have none. */
export async function recordStoredFiles(
  tx: Tx,
  rows: readonly { file_key: string | null; file_store: string | null }[],
): Promise<void> {
  for (const { file_key: name, file_store } of rows) {
    if (name !== null) await recordRemoval(tx, { place: 'files', name, file_store });
  }
}

/**
 * Removes the files that are recorded for removal and are in this store, also those of an interrupted run; returns their
 * number. A file that cannot be removed does not stop the others; the first such error is thrown at the end.
 */
export async function removeRecordedFiles(db: Db, store: FileStore): Promise<number> {
  const recorded = await db
    .selectFrom('removals')
    .select('name')
    .where('place', '=', 'files')
    .where('file_store', '=', store.id)
    .execute();
  return removeEach(db, 'files', recorded, (name) => store.remove(name));
}

/** Removes each recorded file of a place, and then its record. */
export async function removeEach(
  db: Db,
  place: 'files' | 'mail',
  recorded: readonly { name: string }[],
  remove: (name: string) => Promise<void>,
): Promise<number> {
  const faults: unknown[] = [];
  for (const { name } of recorded) {
    try {
      await remove(name);
      await db.deleteFrom('removals').where('place', '=', place).where('name', '=', name).execute();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return recorded.length;
}
