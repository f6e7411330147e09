import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AnyRow,
  emptyPassingTables,
  hasRows,
  insertRows,
  isTableName,
  type TableName,
  tablesWithFiles,
} from '#server/database/all-rows.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { knownChecksum, lastMigration, migrate } from '#server/database/migrate.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { BackupIdentity } from './encryption.ts';
import {
  BackupBroken,
  CHECKSUMS,
  Checksums,
  digestOfPart,
  HEADER,
  Header,
  type Part,
  partsOf,
  Row,
} from './backup-file.ts';

export type Contents = { header: Header; rows: number; files: number };

/** The place of the restore has data already. */
export class NotEmpty extends Error {}

/** Reads a whole backup and compares every part with its checksum. Writes nothing. */
export async function checkBackup(
  path: string,
  identities?: readonly BackupIdentity[],
): Promise<Contents> {
  const found = new Map<string, string>();
  let header: Header | undefined;
  let checksums: Record<string, string> | undefined;
  let rows = 0;
  for await (const part of partsOf(path, identities)) {
    if (part.name === CHECKSUMS) checksums = read(part, Checksums);
    else found.set(part.name, digestOfPart(part.bytes));
    if (part.name === HEADER) header = read(part, Header);
    if (placeOf(part.name).isRows) rows += rowsIn(part).length;
  }
  if (!header || !checksums) throw new BackupBroken(`${path} is cut short, or is no backup`);
  const expected = Object.entries(checksums);
  for (const [name, checksum] of expected) {
    if (found.get(name) !== checksum)
      throw new BackupBroken(`${path}: ${name} does not match its checksum`);
  }
  if (found.size !== expected.length)
    throw new BackupBroken(`${path} has parts that ${CHECKSUMS} does not list`);
  if (header.checksum !== (await knownChecksum(header.migration))) {
    throw new BackupBroken(
      `${path} is from another version of this program: restore it with that version`,
    );
  }
  const files = expected.filter(([name]) => placeOf(name).isFile).length;
  return { header, rows, files };
}

type Target = {
  db: Db;
  store: FileStore;
  dataDir: string;
  /** The file store and the sandbox here, which replace those of the backup. */
  here: { file_store: string; sandbox_id: string | null };
  /** The identities that open an encrypted backup. */
  identities?: readonly BackupIdentity[];
};

/**
 * Restores a backup into an empty database of either engine and a file store. It writes the files first and all rows in one
 * transaction, so an interrupted restore has no rows and can be repeated. The restored rows include the accounts of the
 * payments, and the next start compares them with its settings.
 */
export async function restoreBackup(
  path: string,
  { db, store, dataDir, here, identities }: Target,
): Promise<Contents> {
  const contents = await checkBackup(path, identities);
  await refuseUnlessEmpty(db, contents.header.migration);

  const folder = await mkdtemp(join(dataDir, 'restore-'));
  try {
    for await (const { name, bytes } of partsOf(path, identities)) {
      const { isFile, place: key } = placeOf(name);
      if (!isFile) continue;
      const copy = join(folder, key);
      await writeFile(copy, bytes, { mode: 0o600, flush: true });
      await store.put(key, copy, bytes.length);
      await rm(copy);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  await migrate(db, contents.header.migration);
  await inTransaction(db, async (tx) => {
    // The rows of a server that was started here before are not needed, and triggers may act on them.
    await emptyPassingTables(tx);
    await tx.deleteFrom('installation').execute();
    for await (const part of partsOf(path, identities)) {
      const { isRows, place: table } = placeOf(part.name);
      if (isRows && isTableName(table)) await insertRows(tx, table, movedRows(table, part, here));
    }
    await tx.updateTable('installation').set(here).execute();
  });
  await migrate(db);
  return contents;
}

/** Sets the new store of files, and drops removals of files, which are not in the backup. */
function movedRows(table: TableName, part: Part, { file_store }: Target['here']): AnyRow[] {
  const rows = rowsIn(part);
  if (table === 'removals') return rows.filter(({ place }) => place !== 'files');
  if (!tablesWithFiles().includes(table)) return rows;
  return rows.map((row) => (row['file_store'] ? { ...row, file_store } : row));
}

/** Accepts tables without rows: an interrupted restore leaves them. */
async function refuseUnlessEmpty(db: Db, migration: string): Promise<void> {
  const last = await lastMigration(db);
  if (last === undefined) return;
  if (last !== migration || (await hasRows(db))) {
    throw new NotEmpty(
      'There is data already. A backup can only be restored into an empty data folder or database.',
    );
  }
}

/** The kind of a part, and its table or key. The pattern allows no path to another folder. */
function placeOf(name: string): { isRows: boolean; isFile: boolean; place: string } {
  const [kind, place = ''] = /^(?:rows|files)\/[a-z0-9_]+/.exec(name)?.[0].split('/') ?? [];
  return { isRows: kind === 'rows', isFile: kind === 'files', place };
}

function rowsIn({ name, bytes }: Part): AnyRow[] {
  const lines = bytes.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => parsed(name, line, Row));
}

function read<T>({ name, bytes }: Part, schema: Schema<T>): T {
  return parsed(name, bytes.toString('utf8'), schema);
}

type Schema<T> = { parse: (data: unknown) => T };

function parsed<T>(part: string, text: string, schema: Schema<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupBroken(`the part ${part} of the backup cannot be read`, { cause });
  }
}
