import type { Db } from '#server/database/database.ts';
import type { FileStore } from './file-store.ts';

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
