import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { type NewId, normalised, timestamp } from '#server/identity.ts';
import { letterKinds } from '#server/mail/mail-kinds.ts';

/** The addresses that have unsubscribed from letters about other things than the reader's own registration. */
export async function unsubscribedAddresses(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('letter_addresses')
    .select('email')
    .where('unsubscribed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/**
 * The token in each address's link to unsubscribe, by the normalised address. All letters to an address have the same
 * token.
 */
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

/** Whether the address with this token has unsubscribed; undefined for an unknown token. */
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
 * Unsubscribes an address, withdraws its consent to invitations, and withdraws unsent letters with its link. A second call changes nothing. False for an
 * unknown token.
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
      .deleteFrom('consents')
      .where('email', 'in', (of) =>
        of.selectFrom('letter_addresses').select('email').where('token', '=', token),
      )
      .execute();
    await tx
      .updateTable('outbox')
      .set({ withdrawn_at: timestamp(now) })
      .where('kind', 'in', letterKinds())
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('payload', 'like', `%/unsubscribe/${token}%`)
      .execute();
    return true;
  });
}
