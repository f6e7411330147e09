import { sql } from 'kysely';
import { DAY } from '#contract/time-spans.ts';
import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { wroteOne, wroteRows } from '#server/database/queries.ts';
import { normalised, timestamp } from '#server/identity.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { Report } from './read-report.ts';

export type Bounce = RowOf<'mail_bounces'>;

/** A mail server gives a mail up after five days. A later report is not believed. */
const REPORTED_MS = 21 * DAY;

/** So many mails of a month that did not arrive count as an address that gets none. */
const [MANY, MANY_MS] = [3, 30 * DAY];

/**
 * Records that a mail came back, once for each mail; a complaint also ends the consent to further invitations. False if
 * the mail was not sent lately, or if this is known already.
 */
export function recordBounce(
  db: Db,
  { id, kind, status }: Report & { id: string },
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const mail = await tx
      .selectFrom('outbox')
      .select('recipient')
      .where('id', '=', id)
      .where('sent_at', '>', timestamp(now, -REPORTED_MS))
      .executeTakeFirst();
    if (!mail) return false;
    const email = normalised(mail.recipient);
    const row = { email, kind, status, at: timestamp(now), lifted_at: null };
    const isNew = await tx
      .insertInto('mail_bounces')
      .values({ message_id: id, ...row })
      .onConflict((conflict) =>
        conflict
          .column('message_id')
          .doUpdateSet(row)
          .where(() => sql`mail_bounces.kind <> 'complaint' and excluded.kind = 'complaint'`),
      )
      .$call(wroteOne);
    if (isNew && kind === 'complaint') await endConsent(tx, email, now);
    return isNew;
  });
}

async function endConsent(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ answer: 'no', answered_at: timestamp(now) })
    .where('email', '=', email)
    .where('answer', '=', 'yes')
    .execute();
}

/** Whether an address gets only mails for which its reader waits. */
export async function isSuppressed(db: Db, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('mail_bounces')
    .select(['kind', 'at'])
    .where('email', '=', normalised(email))
    .where('lifted_at', 'is', null)
    .execute();
  const failed = rows.filter(({ kind, at }) => kind === 'mail' && at > timestamp(now, -MANY_MS));
  return failed.length >= MANY || rows.some(({ kind }) => kind !== 'mail');
}

/** Lets an address get all mails again. Returns the number of reports that no longer count. */
export function liftBounces(tx: Tx, email: string, now: Date): Promise<number> {
  return tx
    .updateTable('mail_bounces')
    .set({ lifted_at: timestamp(now) })
    .where('email', '=', normalised(email))
    .where('lifted_at', 'is', null)
    .$call(wroteRows);
}

export type ListedBounce = Bounce & { reference: string | null; mail: string };

/** All bounces with the kind and the order or abstract of the mail, newest first. */
export function listBounces(db: Db): Promise<ListedBounce[]> {
  return db
    .selectFrom('mail_bounces')
    .innerJoin('outbox', 'outbox.id', 'mail_bounces.message_id')
    .selectAll('mail_bounces')
    .select(['outbox.reference', 'outbox.kind as mail'])
    .orderBy('at', 'desc')
    .orderBy('message_id')
    .execute();
}

/** The bounces that count, by address. */
export async function openBounces(
  db: Db,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Bounce[]>> {
  const wanted = ['', ...new Set(emails.map(normalised))];
  const rows = await db
    .selectFrom('mail_bounces')
    .selectAll()
    .where('lifted_at', 'is', null)
    .where('email', 'in', wanted)
    .orderBy('at')
    .execute();
  return Map.groupBy(rows, ({ email }) => email);
}

const WORDS: Record<Bounce['kind'], string> = {
  address: 'mails come back',
  mail: 'a mail did not arrive',
  complaint: 'called a mail spam',
};

/** “mails come back (5.1.1: there is no such mailbox)” */
export function bounceWords({ kind, status }: Pick<Bounce, 'kind' | 'status'>): string {
  const reason = REASONS[status];
  const why = [status, reason].filter(Boolean).join(': ');
  return `${WORDS[kind]}${why === '' ? '' : ` (${why})`}`;
}

const REASONS: Readonly<Record<string, string>> = {
  '5.1.1': 'there is no such mailbox',
  '5.1.2': 'there is no such domain',
  '5.1.10': 'there is no such mailbox',
  '5.2.1': 'the mailbox is closed',
  '5.2.2': 'the mailbox is full',
  '4.2.2': 'the mailbox is full',
  '5.2.3': 'the mail is too large',
  '4.4.1': 'the mail server did not answer',
  '4.4.7': 'nobody took it for days',
  '5.4.4': 'there is no such domain',
};
