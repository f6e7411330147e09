import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { type NewId, normalised, timestamp } from '#server/identity.ts';
import { letterKinds } from '#server/mail/mail-kinds.ts';

/** The addresses whose owners want no more letters about other things than their own registration. */
export async function unsubscribedAddresses(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('letter_addresses')
    .select('email')
    .where('unsubscribed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** The token in the unsubscribe address of each reader, by the normalised mail address; the same for every letter. */
export async function unsubscribeTokens(
  tx: Tx,
  emails: readonly string[],
  newId: NewId,
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const addresses = emails.map(normalised);
  await tx
    .insertInto('letter_addresses')
    .values(addresses.map((email) => ({ email, token: newId(), unsubscribed_at: null })))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const rows = await tx
    .selectFrom('letter_addresses')
    .select(['email', 'token'])
    .where('email', 'in', addresses)
    .execute();
  return new Map(rows.map(({ email, token }) => [email, token]));
}

/** Whether this token is of an address; undefined for one that we did not give out. */
export async function findUnsubscribed(
  db: Db,
  token: string,
): Promise<{ isUnsubscribed: boolean } | undefined> {
  const row = await db
    .selectFrom('letter_addresses')
    .select('unsubscribed_at')
    .where('token', '=', token)
    .executeTakeFirst();
  return row && { isUnsubscribed: row.unsubscribed_at !== null };
}

/**
 * Unsubscribes an address, and withdraws the letters with this link that have not gone out; once more changes nothing. False
 * for a token that we did not give out.
 */
export function unsubscribe(db: Db, token: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx
      .updateTable('letter_addresses')
      .set({ unsubscribed_at: timestamp(now) })
      .where('token', '=', token)
      .where('unsubscribed_at', 'is', null)
      .execute();
    const address = await findUnsubscribed(tx, token);
    if (!address) return false;
    await tx
      .updateTable('outbox')
      .set({ withdrawn_at: timestamp(now) })
      .where('kind', 'in', letterKinds)
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('payload', 'like', `%/unsubscribe/${token}%`)
      .execute();
    return true;
  });
}
