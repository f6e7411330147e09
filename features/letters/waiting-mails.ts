import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** The waiting mails of one kind, or of one letter to many people. */
export type WaitingMails = {
  kind: string;
  count: number;
  oldest: string;
  letter: { id: string; subject: string } | undefined;
};

/** The id of the letter that a mail is part of; its key is `letter:<26 letters of the id>:…`. */
export const letterIdOfMail = sql<
  string | null
>`case when outbox.kind = 'letter' then substr(outbox.message_key, 8, 26) end`;

/** In a query of the outbox: the mails of one letter. The index needs exactly this condition about `kind`. */
export function isOfLetter(id: string) {
  return sql<boolean>`outbox.kind = 'letter' and substr(outbox.message_key, 8, 26) = ${id}`;
}

/** Waiting mails, oldest first, without the kinds that are `held` for a digest. */
export async function listWaiting(db: Db, held: readonly string[]): Promise<WaitingMails[]> {
  const rows = await db
    .selectFrom('outbox')
    .leftJoin('letters', (join) => join.on('letters.id', '=', letterIdOfMail))
    .select(({ fn }) => [
      'outbox.kind',
      'letters.id',
      'letters.subject',
      fn.countAll().as('count'),
      fn.min('outbox.created_at').as('oldest'),
    ])
    .where('outbox.sent_at', 'is', null)
    .where('outbox.dead_at', 'is', null)
    .where('outbox.withdrawn_at', 'is', null)
    .where('outbox.digest_id', 'is', null)
    .$if(held.length > 0, (query) => query.where('outbox.kind', 'not in', held))
    .groupBy(['outbox.kind', 'letters.id', 'letters.subject'])
    .orderBy('oldest')
    .orderBy('outbox.kind')
    .orderBy('letters.id')
    .execute();
  return rows.map(({ kind, id, subject, count, oldest }) => ({
    kind,
    count: Number(count),
    oldest,
    letter: id === null || subject === null ? undefined : { id, subject },
  }));
}
