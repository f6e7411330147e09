import type { Db, Tx } from '#server/database/database.ts';

/** The facts about the bytes of a file that was received and inspected. */
export type FileFacts = {
  fileName: string;
  bytes: number;
  sha256: string;
  fileKey: string;
  /** The store that has the file. */
  fileStore: string;
  /** Actions of the file besides showing pages, such as JavaScript in a PDF; undefined if it has none. */
  activeContent: string | undefined;
};

/** One version of the file of an abstract, with the finding of a virus scanner, if there is one. */
export type AbstractFile = FileFacts & {
  id: string;
  /** `final`: the version that is printed. */
  kind: 'submitted' | 'final';
  createdAt: string;
  /** `author`, or the organiser who sent the file. */
  actor: string;
  scan: 'CLEAN' | 'INFECTED' | 'NOT_SCANNED' | 'GIVEN_UP';
  scanFinding: string | undefined;
};

/** Inserts a version. It is due for a scan at once. */
export async function insertAbstractFile(
  tx: Tx,
  file: Omit<AbstractFile, 'scan' | 'scanFinding'> & { abstractId: string },
): Promise<void> {
  await tx
    .insertInto('abstract_files')
    .values({
      id: file.id,
      abstract_id: file.abstractId,
      kind: file.kind,
      file_name: file.fileName,
      bytes: file.bytes,
      sha256: file.sha256,
      file_key: file.fileKey,
      file_store: file.fileStore,
      active_content: file.activeContent ?? null,
      created_at: file.createdAt,
      actor: file.actor,
      scan_due_at: file.createdAt,
    })
    .execute();
}

/** All versions of these abstracts, the oldest first, by the id of the abstract. */
export async function filesByAbstract(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AbstractFile[]>> {
  const rows = await db
    .selectFrom('abstract_files')
    .select(['abstract_id', ...fileColumns])
    .where('abstract_id', 'in', ['', ...ids])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byAbstract = Map.groupBy(rows, (row) => row.abstract_id);
  return new Map([...byAbstract].map(([id, versions]) => [id, versions.map(readFile)]));
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

export type SelectedFile = {
  file_id: string;
  file_kind: string;
  file_at: string;
  file_actor: string;
  file_name: string;
  bytes: number;
  sha256: string;
  file_key: string;
  file_store: string;
  active_content: string | null;
  scan: string | null;
  scan_finding: string | null;
};

export function readFile(row: SelectedFile): AbstractFile {
  return {
    id: row.file_id,
    kind: row.file_kind as AbstractFile['kind'],
    fileName: row.file_name,
    bytes: row.bytes,
    sha256: row.sha256,
    fileKey: row.file_key,
    fileStore: row.file_store,
    activeContent: row.active_content ?? undefined,
    createdAt: row.file_at,
    actor: row.file_actor,
    scan: (row.scan ?? 'NOT_SCANNED') as AbstractFile['scan'],
    scanFinding: row.scan_finding ?? undefined,
  };
}
