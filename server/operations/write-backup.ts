import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { sql } from 'kysely';
import { inSnapshot, keptTables, pagesOf, tablesWithFiles } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import { knownChecksum, lastMigration } from '#server/database/migrate.ts';
import { draftPath } from '#server/files/draft-path.ts';
import { type Elsewhere, filesElsewhere } from '#server/files/files-elsewhere.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { syncFolder } from '#server/files/sync-folder.ts';
import { type BackupLock, lockFor } from './encryption.ts';
import { CHECKSUMS, digestOfPart, HEADER, type Header } from './backup-file.ts';
import { checkBackup } from './restore-backup.ts';

export type Backup = {
  rows: number;
  files: number;
  /** Keys of files that have a row, and that the store lacks or has with other bytes. */
  broken: string[];
  /** Files in another store; they are among the broken ones. */
  elsewhere: Elsewhere;
};

/**
 * Writes all rows of one moment and their files, also while a server runs. Never overwrites a file. With recipients it
 * encrypts the archive for them. The file gets its name only after it was read back and every part had its checksum; for
 * an encrypted file this process still knows the key.
 */
export async function writeBackup(
  db: Db,
  store: FileStore,
  path: string,
  createdAt: string,
  recipients: readonly string[] = [],
): Promise<Backup> {
  const lock = recipients.length > 0 ? await lockFor(recipients) : undefined;
  const draft = draftPath(path);
  try {
    const backup = await write({ db, store, createdAt, lock }, draft);
    const file = await open(draft, 'r');
    await file.sync().finally(() => file.close());
    await checkBackup(draft, lock && [lock.identity]);
    // A link never replaces a file, so two backups with one name do not overwrite each other.
    await link(draft, path);
    await syncFolder(dirname(path));
    return backup;
  } finally {
    await rm(draft, { force: true });
  }
}

type Source = { db: Db; store: FileStore; createdAt: string; lock: BackupLock | undefined };

async function write({ db, store, createdAt, lock }: Source, path: string): Promise<Backup> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  // Otherwise a database that is slower than the disk hides why the file cannot be made.
  await once(file, 'open');
  const archive = pack();
  const writing = lock
    ? pipeline(archive, createGzip(), lock.encrypt, file)
    : pipeline(archive, createGzip(), file);
  writing.catch((error: unknown) => archive.destroy(error instanceof Error ? error : undefined));
  const checksums: Record<string, string> = {};
  const elsewhere = await filesElsewhere(db, store.id);
  const backup: Backup = { rows: 0, files: 0, broken: [], elsewhere };

  const add = async (name: string, bytes: Buffer) => {
    checksums[name] = digestOfPart(bytes);
    const added = new Promise<void>((done, fail) => {
      const entry = archive.entry({ name, mode: 0o600 }, bytes, (error) =>
        error ? fail(error) : done(),
      );
      // Without a listener the process would end at once, and leave the draft on the disk.
      entry.on('error', fail);
    });
    await added.catch(async (error: unknown) => {
      archive.destroy();
      // An archive that has ended does not say why: the file does, as on a full disk.
      await writing;
      throw error;
    });
  };

  const files = new Map<string, string>();
  await inSnapshot(db, async (snapshot) => {
    const migration = (await lastMigration(snapshot)) ?? '';
    const checksum = (await knownChecksum(migration)) ?? '';
    const header: Header = { format: 1, createdAt, migration, checksum };
    await add(HEADER, Buffer.from(JSON.stringify(header)));
    for (const table of keptTables()) {
      let page = 0;
      for await (const rows of pagesOf(snapshot, table)) {
        const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
        await add(`rows/${table}/${(page += 1)}.jsonl`, Buffer.from(lines.join('')));
        backup.rows += rows.length;
      }
    }
    for (const table of tablesWithFiles()) {
      const { rows } = await sql<{ file_key: string; sha256: string }>`
        select file_key, sha256 from ${sql.table(table)} where file_key is not null`.execute(
        snapshot,
      );
      for (const { file_key, sha256 } of rows) files.set(file_key, sha256);
    }
  });

  for (const [key, sha256] of files) {
    const bytes = await store
      .read(key)
      .then(buffer)
      .catch(() => undefined);
    if (bytes) await add(`files/${key}`, bytes);
    if (bytes) backup.files += 1;
    if (!bytes || digestOfPart(bytes) !== sha256) backup.broken.push(key);
  }
  await add(CHECKSUMS, Buffer.from(JSON.stringify(checksums)));
  archive.finalize();
  await writing;
  return backup;
}
