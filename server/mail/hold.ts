import type { Db, Tx } from '#server/database/database.ts';

/** Organisers hold all mails, or only letters to many people. Held mails stay in the outbox. */
export type Hold = 'all' | 'letters';

/** The hold is a row of `leases`, so that all servers see it and no backup contains it. */
const NAME = 'mails-held';
const FOR_EVER = '9999-12-31T00:00:00.000Z';

/** The present hold; undefined while all mails are sent. */
export async function findHold(db: Db): Promise<Hold | undefined> {
  const row = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && (row.holder === 'letters' ? 'letters' : 'all');
}

export async function holdMails(tx: Tx, hold: Hold): Promise<void> {
  const lease = { holder: hold, until: FOR_EVER };
  await tx
    .insertInto('leases')
    .values({ name: NAME, ...lease })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(lease))
    .execute();
}

export async function releaseMails(tx: Tx): Promise<void> {
  await tx.deleteFrom('leases').where('name', '=', NAME).execute();
}
