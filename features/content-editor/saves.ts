import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow } from '#server/database/queries.ts';

/** A save of a file, which can be taken back. */
export type Save = {
  id: string;
  savedAt: string;
  savedBy: string;
  file: string;
  before: string;
  after: string;
};

/** The page shows as many of the latest saves. */
const MOST_SHOWN = 50;

export function latestSaves(db: Db): Promise<Save[]> {
  return rows(db)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .$call(allRows(asSave));
}

export function findSave(db: Db, id: string): Promise<Save | undefined> {
  return rows(db).where('id', '=', id).$call(firstRow(asSave));
}

/** A save without its texts, which may be long. */
export type Head = { id: string; file: string; isPublished: boolean };

/** All saves, the earliest first. */
export async function savesInOrder(db: Db): Promise<Head[]> {
  const heads = await db
    .selectFrom('content_saves')
    .select(['id', 'file', 'published_at as publishedAt'])
    .orderBy('saved_at')
    .orderBy('id')
    .execute();
  return heads.map(({ id, file, publishedAt }) => ({
    id,
    file,
    isPublished: publishedAt !== null,
  }));
}

/** The saves of a file, the earliest first. */
export function savesOf(db: Db, file: string): Promise<Save[]> {
  return rows(db).where('file', '=', file).orderBy('saved_at').orderBy('id').$call(allRows(asSave));
}

/** The saves with which no pages were built yet. */
export function unpublishedSaves(db: Db): Promise<Save[]> {
  return rows(db).where('published_at', 'is', null).$call(allRows(asSave));
}

/** The texts of the saves since a moment and of those that are not published, and the newest published one of each file. */
export async function textsSince(db: Db, moment: string): Promise<string[]> {
  const saves = await db
    .selectFrom('content_saves')
    .select(['saved_at', 'published_at', 'before_text', 'after_text'])
    .where((where) =>
      where.or([
        where('saved_at', '>', moment),
        where('published_at', 'is', null),
        where.not(isOutdated),
      ]),
    )
    .execute();
  return saves.flatMap(({ before_text: before, after_text: after, ...save }) =>
    save.saved_at > moment || save.published_at === null ? [before, after] : [after],
  );
}

/** In a query of saves: a later save of the same file is published. */
export const isOutdated = sql<boolean>`exists (
  select 1 from content_saves as later
  where later.file = content_saves.file and later.published_at is not null
    and (later.saved_at, later.id) > (content_saves.saved_at, content_saves.id))`;

/** Other servers take these saves from now on. */
export async function publishSaves(db: Db, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('content_saves').set({ published_at: now }).where('id', 'in', ids).execute();
}

/** Whether a save has found the text in the file, or has written it. */
export async function hadText(db: Db, file: string, text: string): Promise<boolean> {
  // No file has this sign, and PostgreSQL takes no text with it.
  if (text.includes('\0')) return false;
  const save = await db
    .selectFrom('content_saves')
    .select('id')
    .where('file', '=', file)
    .where((where) => where.or([where('before_text', '=', text), where('after_text', '=', text)]))
    .limit(1)
    .executeTakeFirst();
  return save !== undefined;
}

export async function keepSave(
  tx: Tx,
  { id, savedAt, savedBy, file, before, after }: Save,
): Promise<void> {
  await tx
    .insertInto('content_saves')
    .values({
      id,
      saved_at: savedAt,
      saved_by: savedBy,
      file,
      before_text: before,
      after_text: after,
    })
    .execute();
}

function rows(db: Db) {
  return db.selectFrom('content_saves').selectAll();
}

function asSave(row: {
  id: string;
  saved_at: string;
  saved_by: string;
  file: string;
  before_text: string;
  after_text: string;
}): Save {
  const {
    id,
    file,
    saved_at: savedAt,
    saved_by: savedBy,
    before_text: before,
    after_text: after,
  } = row;
  return { id, file, savedAt, savedBy, before, after };
}
