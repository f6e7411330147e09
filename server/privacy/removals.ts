import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { removeEach, removeRecordedFiles } from '#server/files/recorded-removals.ts';

/** The places of files that rows of the database name. */
export type Places = {
  store: FileStore;
  /** The folder for mails if no mail server is set. */
  mailFolder: string;
};

/**
 * Records all versions of the files of abstracts for removal, in the transaction that deletes their rows, so that a
 * killed process leaves no unknown file. Only a server that uses the file's store removes the file.
 */
export async function recordFileRemovals(tx: Tx, abstractIds: readonly string[]): Promise<void> {
  if (abstractIds.length === 0) return;
  const stored = await tx
    .selectFrom('abstract_files')
    .select(['file_key', 'file_store'])
    .where('abstract_id', 'in', abstractIds)
    .execute();
  for (const { file_key: name, file_store } of stored) {
    await record(tx, { place: 'files', name, file_store });
  }
}

/** Records mails of the mail folder for removal, by the ids of their messages. */
export async function recordMailRemovals(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const name of ids) await record(tx, { place: 'mail', name, file_store: null });
}

async function record(tx: Tx, removal: Insertable<Tables['removals']>): Promise<void> {
  await tx
    .insertInto('removals')
    .values(removal)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
