import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Tx } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';

/** Where the files are that rows name. */
export type Places = {
  store: FileStore;
  /** The folder that mails are written to where no mail server is set. */
  mailFolder: string;
};

type Place = 'files' | 'mail';

/** Notes files that have to go, in the transaction in which their rows go: no kill in between leaves one that nobody knows. */
export async function noteRemovals(tx: Tx, place: Place, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await tx
      .insertInto('removals')
      .values({ place, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Removes what was noted, now or by one who was interrupted; says how many files of the store there were. One that cannot be
 * removed keeps no other from it; the first such error is thrown at the end.
 */
export async function finishRemovals(db: Db, { store, mailFolder }: Places): Promise<number> {
  const noted = await db.selectFrom('removals').selectAll().execute();
  if (noted.length === 0) return 0;
  const mails = await mailsIn(mailFolder);
  const faults: unknown[] = [];
  for (const { place, name } of noted) {
    try {
      if (place === 'files') await store.remove(name);
      for (const file of place === 'mail' ? mails : []) {
        if (file.startsWith(name)) await rm(join(mailFolder, file), { force: true });
      }
      await db.deleteFrom('removals').where('place', '=', place).where('name', '=', name).execute();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return noted.filter(({ place }) => place === 'files').length;
}

/** The names of the mails in the folder, each of which begins with the id of its message. */
export async function mailsIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return [];
    throw error;
  });
}
