import { Readable } from 'node:stream';
import { readBytes } from '#server/abstract/abstract-bytes.ts';
import { lockAbstracts } from '#server/abstract/abstracts.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import { MINUTE } from '#contract/time-spans.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Upload } from '#server/files/uploads.ts';
import { timestamp } from '#server/identity.ts';
import type { JobDeps } from '#server/operations/watch.ts';
import { removeFiles } from './change-poster.ts';
import { type DrawnPicture, drawPoster } from './draw-poster.ts';
import {
  countDrawing,
  endDrawing,
  findPoster,
  insertPicture,
  nextToDraw,
  type PosterToDraw,
  removePictures,
} from './posters.ts';

type Deps = Pick<JobDeps, 'files'> & {
  context: Pick<JobDeps['context'], 'db' | 'clock' | 'newId'>;
};

/** A file that ended the process, or took too much while the machine was busy, is tried again so often. */
const MOST_TRIES = 3;
const PAUSE_MS = 5 * MINUTE;
const MOST_PICTURE_BYTES = 5e6;

/** Makes the pictures of the posters that wait for them, one after the other; returns the number of posters. */
export async function makePreviews(deps: Deps, stopped?: AbortSignal): Promise<number> {
  const { context, files } = deps;
  let made = 0;
  while (!stopped?.aborted) {
    const now = context.clock();
    const due = await nextToDraw(context.db, files.store.id, timestamp(now));
    if (!due) return made;
    // The count is written first: a file that ends this process is not drawn for ever.
    if (!(await countDrawing(context.db, due, timestamp(now, PAUSE_MS)))) continue;
    await makePreview(deps, due);
    made += 1;
  }
  return made;
}

async function makePreview(deps: Deps, due: PosterToDraw): Promise<void> {
  const { db } = deps.context;
  const { store } = deps.files;
  if (due.tries >= MOST_TRIES) return endDrawing(db, due);
  // A store that does not answer throws, and the poster is due again.
  const drawn = await drawPoster(await readBytes(store, due));
  if (drawn === 'limit') return;
  if (typeof drawn !== 'string') {
    // An earlier try may have kept one of the pictures.
    await inTransaction(db, (tx) => removePictures(tx, due.abstractId));
    await removeFiles(db, store);
    for (const picture of drawn) await keepPicture(deps, due, picture);
  }
  await endDrawing(db, due);
}

/** Keeps a picture, unless its poster was taken away or replaced meanwhile. */
async function keepPicture(
  { context: { db, clock, newId }, files: { store, uploads } }: Deps,
  { abstractId, fileId }: PosterToDraw,
  { size, width, height, bytes }: DrawnPicture,
): Promise<void> {
  const key = newId();
  try {
    await uploads.claimRoom(key, bytes.length, 'previews');
    const coming = Readable.from([Buffer.from(bytes)]);
    const upload: Upload = await uploads.receive(key, coming, MOST_PICTURE_BYTES);
    await keepFile({ db, uploads, store, clock }, upload, async (tx) => {
      await lockAbstracts(tx, [abstractId]);
      const poster = await findPoster(tx, abstractId);
      if (poster?.file?.id !== fileId) return { fileKey: '' };
      const facts = { bytes: upload.bytes, sha256: upload.sha256, fileStore: store.id };
      const picture = { id: newId(), abstractId, size, width, height, fileKey: key, ...facts };
      await insertPicture(tx, picture);
      return picture;
    });
  } finally {
    await uploads.forget(key);
  }
}
