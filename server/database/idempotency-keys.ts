import type { Tx } from './database.ts';
import { timestamp } from '#server/identity.ts';

/** How long the same write, sent again, is the same write: a double click, a retry after a lost answer. */
export const REPEAT_MS = 10 * 60_000;

/**
 * Claims a key for a subject, in the transaction that writes the subject. Gives back the subject that holds the key:
 * the caller's own if it is the first within ten minutes, else the one that was written then.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  key: string,
  subjectId: string,
  now: Date,
): Promise<string> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ key: key, subject_id: subjectId, claimed_at: timestamp(now) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ subject_id: subjectId, claimed_at: timestamp(now) })
        .where('idempotency_keys.claimed_at', '<', timestamp(now, -REPEAT_MS)),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return subjectId;
  const { subject_id: holder } = await tx
    .selectFrom('idempotency_keys')
    .select('subject_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return holder;
}
