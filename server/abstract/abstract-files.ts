import type { FileKind, ScanState } from '#server/database/abstract-tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { valuesOf, type With } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';

const values = valuesOf('abstract_files', { apart: ['abstract_id', 'scan_due_at', 'scan_tries'] });
type Value = ReturnType<typeof values.read>;

/** One version of the file of an abstract, with the finding of a virus scanner, if there is one. */
export type AbstractFile = With<Value, { scan: ScanState | 'NOT_SCANNED' }>;

/** The facts about the bytes of a file that was received and inspected. */
export type FileFacts = Pick<
  Value,
  'fileName' | 'bytes' | 'sha256' | 'fileKey' | 'fileStore' | 'activeContent'
>;

/** Inserts a version. It is due for a scan at once. */
export async function insertAbstractFile(
  tx: Tx,
  file: Omit<AbstractFile, 'scan' | 'scanFinding'> & { abstractId: string },
): Promise<void> {
  const row = values.columns({ ...file, scanDueAt: file.createdAt });
  await tx.insertInto('abstract_files').values(row).execute();
}

/** All versions of these abstracts, the oldest first, by the id of the abstract. */
export async function filesByAbstract(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AbstractFile[]>> {
  const rows = await db
    .selectFrom('abstract_files')
    .selectAll()
    .where('abstract_id', 'in', ['', ...ids])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byAbstract = Map.groupBy(rows, (row) => row.abstract_id);
  return new Map([...byAbstract].map(([id, versions]) => [id, versions.map(read)]));
}

/** The columns of a version beside those of its abstract. */
export const fileColumns = [
  'abstract_files.id as file_id',
  'abstract_files.kind as file_kind',
  'abstract_files.created_at as file_at',
  'abstract_files.actor as file_actor',
  'file_name',
  'bytes',
  'sha256',
  'file_key',
  'file_store',
  'active_content',
  'scan',
  'scan_finding',
] as const;

export type SelectedFile = Pick<
  RowOf<'abstract_files'>,
  | 'file_name'
  | 'bytes'
  | 'sha256'
  | 'file_key'
  | 'file_store'
  | 'active_content'
  | 'scan'
  | 'scan_finding'
> & { file_id: string; file_kind: FileKind; file_at: string; file_actor: string };

export function readFile(row: SelectedFile): AbstractFile {
  const { file_id: id, file_kind: kind, file_at: created_at, file_actor: actor } = row;
  return read({ ...row, id, kind, created_at, actor });
}

function read(row: Parameters<typeof values.read>[0]): AbstractFile {
  const { scan = 'NOT_SCANNED', ...file } = values.read(row);
  return { ...file, scan };
}
