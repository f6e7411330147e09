import type { Db } from '#server/database/database.ts';

/** The times of the newest backup, and of the newest that is on another machine. */
export type BackupTimes = { backedUpAt: string | undefined; copiedAt: string | undefined };

export async function findBackupTimes(db: Db): Promise<BackupTimes> {
  const row = await db
    .selectFrom('installation')
    .select(['backed_up_at', 'copied_at'])
    .executeTakeFirst();
  return { backedUpAt: row?.backed_up_at ?? undefined, copiedAt: row?.copied_at ?? undefined };
}

export async function recordBackup(db: Db, at: string): Promise<void> {
  await db.updateTable('installation').set({ backed_up_at: at }).execute();
}

/** Records that the newest backup is on another machine. Returns its time; undefined if there is no backup. */
export async function recordCopy(db: Db): Promise<string | undefined> {
  await db
    .updateTable('installation')
    .set(({ ref }) => ({ copied_at: ref('backed_up_at') }))
    .execute();
  return (await findBackupTimes(db)).copiedAt;
}
