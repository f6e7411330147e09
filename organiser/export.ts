import type { Db } from '#server/database/database.ts';
import { recordsIn } from './records.ts';

/** Writes every record as one line of JSON; says how many. */
export async function exportJsonLines(
  db: Db,
  write: (line: string) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const record of recordsIn(db)) {
    await write(`${JSON.stringify(record)}\n`);
    count += 1;
  }
  return count;
}
