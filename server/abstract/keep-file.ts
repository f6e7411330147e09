import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { countUpload } from '#server/files/upload-counts.ts';
import type { Upload, Uploads } from '#server/files/uploads.ts';
import type { Clock } from '#server/identity.ts';

type Keeping = { db: Db; uploads: Uploads; store: FileStore; clock: Clock };

/**
 * Puts a file into the store, and then commits the row that `work` writes. A crash between the two leaves a file whose
 * row the sweep looks for. If the row that `work` returns has another file, the new one is removed.
 */
export async function keepFile<T extends { fileKey: string }>(
  deps: Keeping,
  upload: Upload,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    await deps.store.put(upload.key, upload.path, upload.bytes);
  } catch (error) {
    // The store may have the file despite the error: the sweep looks later.
    deps.uploads.leave(upload.key);
    throw storeIsAway(error);
  }
  const kept = await commit(deps, upload, work);
  if (kept.fileKey !== upload.key) await discard(deps, upload.key);
  return kept;
}

async function commit<T>(deps: Keeping, upload: Upload, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isCommitting = false;
  try {
    return await inTransaction(deps.db, async (tx) => {
      const kept = await work(tx);
      await countUpload(tx, upload, deps.clock());
      isCommitting = true;
      return kept;
    });
  } catch (error) {
    // A commit whose answer was lost may have happened, so the file has to stay until the sweep has looked for its row.
    if (isCommitting) deps.uploads.leave(upload.key);
    else await discard(deps, upload.key);
    throw error;
  }
}

/** Removes a file without a row from the store. If the removal fails, the file's marker stays for the sweep. */
async function discard({ store, uploads }: Keeping, key: string): Promise<void> {
  await store.remove(key).catch(() => uploads.leave(key));
}

function storeIsAway(cause: unknown): AppError {
  return new AppError('store-unavailable', 'filesNotSaved', { retryAfter: 60, cause });
}
