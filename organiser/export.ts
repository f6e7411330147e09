import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { recordsIn } from './records.ts';

/** Writes every record as one line of JSON; returns how many. */
export async function exportJsonLines(
  db: Db,
  store: FileStore,
  write: (line: string) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const record of recordsIn(db, store)) {
    await write(`${JSON.stringify(record)}\n`);
    count += 1;
  }
  return count;
}
