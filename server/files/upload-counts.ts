import type { Db, Tx } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';

/** Counts an upload for the quotas, also if the next one replaces its file. */
export async function countUpload(
  tx: Tx,
  { key, bytes }: { key: string; bytes: number },
  now: Date,
): Promise<void> {
  // No quota looks further back.
  await tx.deleteFrom('uploads').where('received_at', '<=', timestamp(now, -DAY)).execute();
  await tx
    .insertInto('uploads')
    .values({ key, bytes, received_at: timestamp(now) })
    .execute();
}

/** The number of uploads since a moment, from everybody, and their bytes. */
export async function countUploads(db: Db, since: Date): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('bytes').as('bytes')])
    .where('received_at', '>', timestamp(since))
    .executeTakeFirst();
  // PostgreSQL gives counts and sums as text.
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}
