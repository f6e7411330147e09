import type { Db, Tx } from '#server/database/database.ts';

/** Organisers hold every mail, or letters to many. They stay in the outbox. */
export type Hold = 'all' | 'letters';

/** A lease that nobody takes: its row is there for every server, and in no backup. */
const NAME = 'mails-held';
const FOR_EVER = '9999-12-31T00:00:00.000Z';

/** The hold that is on now; undefined while all mails go out. */
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
