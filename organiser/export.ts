import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { elsewhereWords, filesElsewhere } from '#server/files/files-elsewhere.ts';
import { recordsIn } from './records.ts';

/** Writes every record as one line of JSON; returns how many, and in words which files are elsewhere. */
export async function exportJsonLines(
  db: Db,
  store: FileStore,
  write: (line: string) => Promise<void>,
): Promise<{ count: number; elsewhere: string | undefined }> {
  let count = 0;
  for await (const record of recordsIn(db, store)) {
    await write(`${JSON.stringify(record)}\n`);
    count += 1;
  }
  return { count, elsewhere: elsewhereWords(await filesElsewhere(db, store.id)) };
}
