import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { tableOf, tablesWithFiles } from '#server/database/all-rows.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { recordRemoval, removeEach, removeRecordedFiles } from '#server/files/recorded-removals.ts';

/** The places of files that rows of the database name. */
export type Places = {
  store: FileStore;
  /** The folder for mails if no mail server is set. */
  mailFolder: string;
};

/**
 * Records all versions of the files of abstracts, and what features keep beside them, for removal, in the transaction that
 * deletes their rows, so that a killed process leaves no unknown file. Only a server that uses the file's store removes
 * the file.
 */
export async function recordFileRemovals(tx: Tx, abstractIds: readonly string[]): Promise<void> {
  if (abstractIds.length === 0) return;
  for (const table of tablesWithFiles()) {
    if (!('abstract_id' in tableOf(table).columns)) continue;
    const { rows } = await sql<{ name: string; file_store: string }>`
      select file_key as name, file_store from ${sql.table(table)}
      where file_key is not null and abstract_id in (${sql.join(abstractIds)})`.execute(tx);
    for (const stored of rows) await recordRemoval(tx, { place: 'files', ...stored });
  }
}

/** Records mails of the mail folder for removal, by the ids of their messages. */
export async function recordMailRemovals(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const name of ids) await recordRemoval(tx, { place: 'mail', name, file_store: null });
}

/**
 * Removes the recorded mails, and the recorded files that are in this store; returns the number of files. A file that
 * cannot be removed does not stop the others; the first such error is thrown at the end.
 */
export async function finishRemovals(db: Db, { store, mailFolder }: Places): Promise<number> {
  const recorded = await db
    .selectFrom('removals')
    .select('name')
    .where('place', '=', 'mail')
    .execute();
  const mails = recorded.length === 0 ? [] : await mailsIn(mailFolder);
  const [ofMails, ofFiles] = await Promise.allSettled([
    removeEach(db, 'mail', recorded, async (name) => {
      for (const file of mails) {
        if (file.startsWith(name)) await rm(join(mailFolder, file), { force: true });
      }
    }),
    removeRecordedFiles(db, store),
  ]);
  for (const each of [ofFiles, ofMails]) if (each.status === 'rejected') throw each.reason;
  return ofFiles.status === 'fulfilled' ? ofFiles.value : 0;
}

/** The names of the mails in the folder, each of which begins with the id of its message. */
export async function mailsIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return [];
    throw error;
  });
}
