import type { Db, Tx } from './database.ts';
import { wroteOne } from './queries.ts';
import { timestamp } from '#server/identity.ts';

/** A repeated request within this time, such as a double click or a retry, is the same write. */
export const REPEAT_MS = 10 * 60_000;

/**
 * Claims a key for a subject, in the transaction that writes the subject. Returns the subject that has the key: the
 * caller's own if nobody claimed the key in the last ten minutes, otherwise the earlier one.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  key: string,
  subjectId: string,
  now: Date,
): Promise<string> {
  const isClaimed = await tx
    .insertInto('idempotency_keys')
    .values({ key: key, subject_id: subjectId, claimed_at: timestamp(now) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ subject_id: subjectId, claimed_at: timestamp(now) })
        .where('idempotency_keys.claimed_at', '<', timestamp(now, -REPEAT_MS)),
    )
    .$call(wroteOne);
  if (isClaimed) return subjectId;
  const { subject_id: holder } = await tx
    .selectFrom('idempotency_keys')
    .select('subject_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return holder;
}

/** The subject that claimed a key in the last ten minutes. */
export async function findClaim(db: Db, key: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('subject_id')
    .where('key', '=', key)
    .where('claimed_at', '>=', timestamp(now, -REPEAT_MS))
    .executeTakeFirst();
  return row?.subject_id;
}
