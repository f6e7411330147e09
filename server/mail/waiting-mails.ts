import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';

declare module '#server/features.ts' {
  interface FeatureMails {
    /** The subjects of letters to many people, by the ids in the keys of their mails. */
    letterSubjects?: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  }
}

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
    .select(({ fn }) => [
      'outbox.kind',
      letterIdOfMail.as('letter_id'),
      fn.countAll().as('count'),
      fn.min('outbox.created_at').as('oldest'),
    ])
    .where('outbox.sent_at', 'is', null)
    .where('outbox.dead_at', 'is', null)
    .where('outbox.withdrawn_at', 'is', null)
    .where('outbox.digest_id', 'is', null)
    .$if(held.length > 0, (query) => query.where('outbox.kind', 'not in', held))
    .groupBy(['outbox.kind', letterIdOfMail])
    .orderBy('oldest')
    .orderBy('outbox.kind')
    .orderBy('letter_id')
    .execute();
  const letters = rows.map(({ letter_id: id }) => id);
  const subjects = await letterSubjects(db, letters);
  return rows.map(({ kind, letter_id: id, count, oldest }) => {
    const subject = subjects.get(id ?? '');
    const letter = id === null || subject === undefined ? undefined : { id, subject };
    return { kind, count: Number(count), oldest, letter };
  });
}

/** The subjects of letters by the ids of `letterIdOfMail`. */
export async function letterSubjects(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  const found = await Promise.all(
    features().map(({ mails }) => mails?.letterSubjects?.(db, named) ?? []),
  );
  return new Map(found.flatMap((each) => [...each]));
}
