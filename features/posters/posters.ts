import type { FileFacts } from '#server/abstract/abstract-files.ts';
import type { ScanState } from '#server/database/abstract-tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { recordStoredFiles } from '#server/files/recorded-removals.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { PictureSize } from './tables.ts';

const values = valuesOf('posters', { apart: ['scan_due_at', 'scan_tries', 'preview_tries'] });
const pictureValues = valuesOf('poster_pictures');

/** A poster with its file, its video or both; with neither after it was taken down. */
export type Poster = Omit<
  ReturnType<typeof values.read>,
  keyof FileFacts | 'fileId' | 'scan' | 'licence'
> & { file: PosterFile | undefined };

export type PosterFile = FileFacts & {
  /** The public name of the file. */
  id: string;
  licence: string;
  scan: ScanState | 'NOT_SCANNED';
};

/** A picture of the first page. */
export type PosterPicture = ReturnType<typeof pictureValues.read>;
export type Pictures = Partial<Record<PictureSize, PosterPicture>>;

export function findPoster(db: Db, abstractId: string): Promise<Poster | undefined> {
  return db
    .selectFrom('posters')
    .selectAll()
    .where('abstract_id', '=', abstractId)
    .$call(firstRow(read));
}

export function findPosterOfFile(db: Db, fileId: string): Promise<Poster | undefined> {
  return db.selectFrom('posters').selectAll().where('file_id', '=', fileId).$call(firstRow(read));
}

export function listPosters(db: Db): Promise<Poster[]> {
  return db.selectFrom('posters').selectAll().orderBy('abstract_id').$call(allRows(read));
}

export function findPicture(db: Db, id: string): Promise<PosterPicture | undefined> {
  return db
    .selectFrom('poster_pictures')
    .selectAll()
    .where('id', '=', id)
    .$call(firstRow(pictureValues.read));
}

/** The pictures of one poster, or of all, by the id of the abstract. */
export async function picturesByAbstract(
  db: Db,
  abstractId?: string,
): Promise<ReadonlyMap<string, Pictures>> {
  const all = await db
    .selectFrom('poster_pictures')
    .selectAll()
    .$if(abstractId !== undefined, (query) => query.where('abstract_id', '=', abstractId ?? ''))
    .$call(allRows(pictureValues.read));
  const byAbstract = Map.groupBy(all, (each) => each.abstractId);
  return new Map(
    [...byAbstract].map(([id, own]) => [
      id,
      Object.fromEntries(own.map((each) => [each.size, each])),
    ]),
  );
}

export async function insertPicture(tx: Tx, picture: PosterPicture): Promise<void> {
  await tx.insertInto('poster_pictures').values(pictureValues.columns(picture)).execute();
}

/** A file whose pictures are due, and how often it was tried before. */
export type PosterToDraw = {
  abstractId: string;
  fileId: string;
  fileKey: string;
  dueAt: string;
  tries: number;
};

/** The file in this store that has waited for its pictures for the longest time. */
export async function nextToDraw(
  db: Db,
  storeId: string,
  now: string,
): Promise<PosterToDraw | undefined> {
  const row = await db
    .selectFrom('posters')
    .select(['abstract_id', 'file_id', 'file_key', 'preview_due_at', 'preview_tries'])
    .where('preview_due_at', '<=', now)
    .where('file_store', '=', storeId)
    .orderBy('preview_due_at')
    .orderBy('abstract_id')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.file_id === null || row.file_key === null || row.preview_due_at === null) {
    return undefined;
  }
  const { abstract_id: abstractId, file_id: fileId, file_key: fileKey } = row;
  return { abstractId, fileId, fileKey, dueAt: row.preview_due_at, tries: row.preview_tries };
}

/** Counts a try, after which the file is due at `dueAt` again; false if somebody else draws it or it was replaced. */
export function countDrawing(
  db: Db,
  { fileId, tries, dueAt: before }: PosterToDraw,
  dueAt: string,
): Promise<boolean> {
  return db
    .updateTable('posters')
    .set({ preview_due_at: dueAt, preview_tries: tries + 1 })
    .where('file_id', '=', fileId)
    .where('preview_due_at', '=', before)
    .$call(wroteOne);
}

/** The file has its pictures, or will have none. */
export async function endDrawing(db: Db, { fileId }: PosterToDraw): Promise<void> {
  await db
    .updateTable('posters')
    .set({ preview_due_at: null })
    .where('file_id', '=', fileId)
    .execute();
}

type NewFile = FileFacts & { id: string; licence: string };

/** Keeps a poster in place of the file before. The caller has locked the row of the abstract. */
export async function putPosterFile(
  tx: Tx,
  abstractId: string,
  { id: fileId, ...file }: NewFile,
  { consent, now }: { consent: string; now: string },
): Promise<void> {
  await recordRemovals(tx, abstractId);
  const due = { scanDueAt: now, previewDueAt: now };
  const fresh = { scan: undefined, scanFinding: undefined, ...NOT_DOWN };
  const row = values.columns({ abstractId, consent, sentAt: now, fileId, ...file, ...due });
  await tx
    .insertInto('posters')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('abstract_id')
        .doUpdateSet({ ...row, ...values.columns(fresh), scan_tries: 0, preview_tries: 0 }),
    )
    .execute();
}

/** Another file or link is not what was taken down. */
const NOT_DOWN = { takenDownAt: undefined, takenDownBy: undefined, reason: undefined };

/** Keeps the link to a video in place of the link before. The caller has locked the row of the abstract. */
export async function putPosterVideo(
  tx: Tx,
  abstractId: string,
  videoUrl: string,
  { consent, now }: { consent: string; now: string },
): Promise<void> {
  const row = values.columns({ abstractId, consent, sentAt: now, videoUrl });
  await tx
    .insertInto('posters')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('abstract_id').doUpdateSet({ ...row, ...values.columns(NOT_DOWN) }),
    )
    .execute();
}

const NO_FILE = {
  file_id: null,
  file_name: null,
  bytes: null,
  sha256: null,
  file_key: null,
  file_store: null,
  active_content: null,
  scan: null,
  scan_finding: null,
  scan_due_at: null,
  licence: null,
  preview_due_at: null,
};

export type PosterPart = 'file' | 'video';

/** Takes the file or the video of a poster away; false if there was none. Without both there is no row. */
export async function removePosterPart(
  tx: Tx,
  { abstractId, file, videoUrl }: Poster,
  part: PosterPart,
): Promise<boolean> {
  if ((part === 'file' ? file : videoUrl) === undefined) return false;
  if ((part === 'file' ? videoUrl : file) === undefined) return removePoster(tx, abstractId);
  if (part === 'file') await recordRemovals(tx, abstractId);
  return tx
    .updateTable('posters')
    .set(part === 'file' ? NO_FILE : { video_url: null })
    .where('abstract_id', '=', abstractId)
    .$call(wroteOne);
}

/** Deletes a poster, and records its files for removal; false if it was gone. */
export async function removePoster(tx: Tx, abstractId: string): Promise<boolean> {
  await recordRemovals(tx, abstractId);
  return tx.deleteFrom('posters').where('abstract_id', '=', abstractId).$call(wroteOne);
}

/** The file and the video go, and the reason stays for the author; false if it was taken down before. */
export async function takeDownPoster(
  tx: Tx,
  abstractId: string,
  { at, by, reason }: { at: string; by: string; reason: string },
): Promise<boolean> {
  await recordRemovals(tx, abstractId);
  return tx
    .updateTable('posters')
    .set({ ...NO_FILE, video_url: null, taken_down_at: at, taken_down_by: by, reason })
    .where('abstract_id', '=', abstractId)
    .where('taken_down_at', 'is', null)
    .$call(wroteOne);
}

/** Records the file of a poster and its pictures for removal, and deletes the rows of the pictures. */
async function recordRemovals(tx: Tx, abstractId: string): Promise<void> {
  const files = await tx
    .selectFrom('posters')
    .select(['file_key', 'file_store'])
    .where('abstract_id', '=', abstractId)
    .execute();
  await recordStoredFiles(tx, files);
  await removePictures(tx, abstractId);
}

/** Deletes the pictures of a poster, and records their files for removal. */
export async function removePictures(tx: Tx, abstractId: string): Promise<void> {
  const pictures = await tx
    .deleteFrom('poster_pictures')
    .where('abstract_id', '=', abstractId)
    .returning(['file_key', 'file_store'])
    .execute();
  await recordStoredFiles(tx, pictures);
}

function read(row: RowOf<'posters'>): Poster {
  const { fileId, fileName, bytes, sha256, fileKey, fileStore, ...more } = values.read(row);
  const { activeContent, scan = 'NOT_SCANNED', licence = '', ...poster } = more;
  const isThere = fileName !== undefined && bytes !== undefined && sha256 !== undefined;
  const isKept = fileId !== undefined && fileKey !== undefined && fileStore !== undefined;
  const stored = isThere && isKept && { fileName, bytes, sha256, fileKey, fileStore };
  return {
    ...poster,
    file: stored ? { id: fileId, ...stored, activeContent, licence, scan } : undefined,
  };
}
