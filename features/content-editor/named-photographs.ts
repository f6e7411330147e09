import { DAY } from '#contract/time-spans.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { textsSince } from './saves.ts';

const NAMED = /\/portraits\/([a-z0-9-]{1,60}-[0-9a-f]{8}\.webp)(?![\w.-])/g;

/** The names of the photographs in a text of a file. */
export function photographsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NAMED), ([, file = '']) => file))];
}

/** How long a photograph waits after the last file has named it: meanwhile a save may be taken back. */
export const FORGOTTEN_AFTER_MS = 30 * DAY;

/** The kept photographs that no file named since a moment, and that no published file names now. */
export async function forgottenPhotographs(db: Db, before: string): Promise<string[]> {
  const kept = await db.selectFrom('content_photographs').select('file').orderBy('file').execute();
  if (kept.length === 0) return [];
  const texts = await textsSince(db, before);
  const named = new Set(texts.flatMap(photographsIn));
  return kept.map(({ file }) => file).filter((file) => !named.has(file));
}

/** Forgets photographs that no save names meanwhile. */
export async function forgetPhotographs(
  tx: Tx,
  files: readonly string[],
  before: string,
): Promise<number> {
  await lockKey(tx, 'content');
  const still = await forgottenPhotographs(tx, before);
  const gone = files.filter((file) => still.includes(file));
  if (gone.length > 0) {
    await tx.deleteFrom('content_photographs').where('file', 'in', gone).execute();
  }
  return gone.length;
}
