import type { FileFacts } from '#server/abstract/abstract-files.ts';
import type { ScanState } from '#server/database/abstract-tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow, inParts, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { recordRemoval } from '#server/files/recorded-removals.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { MaterialKind } from './tables.ts';

const values = valuesOf('talk_material', { apart: ['scan_due_at', 'scan_tries'] });

/** Slides, a recording or a link, with its address or its file; neither after it was taken down. */
export type TalkMaterial = Omit<ReturnType<typeof values.read>, keyof FileFacts | 'scan'> & {
  file: MaterialFile | undefined;
};
type MaterialFile = FileFacts & { scan: ScanState | 'NOT_SCANNED' };

/** A contribution has so many at most. */
export const MOST_MATERIAL = 8;

export type NewMaterial = {
  id: string;
  abstractId: string;
  kind: MaterialKind;
  title: string;
  licence: string;
  consent: string;
  shownFrom: string | undefined;
  createdAt: string;
} & ({ url: string; file?: undefined } | { url?: undefined; file: FileFacts });

/** Keeps material with the next number of its contribution, whose row the caller has locked; false if it has too many. */
export async function insertMaterial(tx: Tx, { file, ...entries }: NewMaterial): Promise<boolean> {
  const before = await materialOfAbstract(tx, entries.abstractId);
  const shown = before.filter(({ takenDownAt }) => takenDownAt === undefined);
  if (shown.length >= MOST_MATERIAL) return false;
  const number = 1 + Math.max(0, ...before.map((each) => each.number));
  const row = { ...entries, ...file, number, ...(file && { scanDueAt: entries.createdAt }) };
  await tx.insertInto('talk_material').values(values.columns(row)).execute();
  return true;
}

export function materialOfAbstract(db: Db, abstractId: string): Promise<TalkMaterial[]> {
  return db
    .selectFrom('talk_material')
    .selectAll()
    .where('abstract_id', '=', abstractId)
    .orderBy('number')
    .$call(allRows(read));
}

/** The material of some abstracts, in its order. */
export async function materialOfAbstracts(
  db: Db,
  abstractIds: readonly string[],
): Promise<TalkMaterial[]> {
  const all: TalkMaterial[] = [];
  for (const ids of inParts(abstractIds)) {
    const some = db.selectFrom('talk_material').selectAll().where('abstract_id', 'in', ids);
    all.push(...(await some.orderBy('number').$call(allRows(read))));
  }
  return all;
}

export function listMaterial(db: Db): Promise<TalkMaterial[]> {
  return db
    .selectFrom('talk_material')
    .selectAll()
    .orderBy('abstract_id')
    .orderBy('number')
    .$call(allRows(read));
}

export function findMaterial(db: Db, id: string): Promise<TalkMaterial | undefined> {
  return db.selectFrom('talk_material').selectAll().where('id', '=', id).$call(firstRow(read));
}

/** Deletes the row, and records its file for removal; false if it was gone. */
export async function removeMaterial(tx: Tx, material: TalkMaterial): Promise<boolean> {
  await recordFile(tx, material);
  return tx.deleteFrom('talk_material').where('id', '=', material.id).$call(wroteOne);
}

/** The address and the file go, and the reason stays for the author; false if it was taken down before. */
export async function takeDownMaterial(
  tx: Tx,
  material: TalkMaterial,
  { at, by, reason }: { at: string; by: string; reason: string },
): Promise<boolean> {
  await recordFile(tx, material);
  return tx
    .updateTable('talk_material')
    .set({
      url: null,
      file_name: null,
      bytes: null,
      sha256: null,
      file_key: null,
      file_store: null,
      active_content: null,
      scan_due_at: null,
      taken_down_at: at,
      taken_down_by: by,
      reason,
    })
    .where('id', '=', material.id)
    .where('taken_down_at', 'is', null)
    .$call(wroteOne);
}

async function recordFile(tx: Tx, { file }: TalkMaterial): Promise<void> {
  if (file)
    await recordRemoval(tx, { place: 'files', name: file.fileKey, file_store: file.fileStore });
}

function read(row: RowOf<'talk_material'>): TalkMaterial {
  const { fileName, bytes, sha256, fileKey, fileStore, ...more } = values.read(row);
  const { activeContent, scan = 'NOT_SCANNED', ...material } = more;
  const isThere = fileName !== undefined && bytes !== undefined && sha256 !== undefined;
  return {
    ...material,
    file:
      isThere && fileKey !== undefined && fileStore !== undefined
        ? { fileName, bytes, sha256, fileKey, fileStore, activeContent, scan }
        : undefined,
  };
}
