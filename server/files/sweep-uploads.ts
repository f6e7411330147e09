import type { FileStore } from './file-store.ts';
import type { Uploads } from './uploads.ts';

type Sweep = {
  uploads: Uploads;
  store: FileStore;
  /** Whether a committed row has this key. */
  isKept: (key: string) => Promise<boolean>;
};

/** After this time a commit with a lost answer has either succeeded or failed. */
const QUIET_MS = 60_000;

/**
 * Finishes interrupted uploads: it removes a file without a row from the store, and then its marker from the uploads
 * folder. It removes only files that such a marker names, so a store that is shared with another conference, or a
 * restored database, loses nothing. Returns the number of finished uploads.
 */
export async function sweepUploads(
  { uploads, store, isKept }: Sweep,
  quietMs = QUIET_MS,
): Promise<number> {
  const keys = await uploads.takeLeftovers(quietMs);
  let swept = 0;
  try {
    for (const key of keys) {
      if (!(await isKept(key))) await store.remove(key);
      await uploads.forget(key);
      swept += 1;
    }
  } finally {
    for (const key of keys.slice(swept)) uploads.leave(key);
  }
  return swept;
}
