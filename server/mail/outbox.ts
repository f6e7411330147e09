import { sql } from 'kysely';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { hasRow, inParts, rowCount, wroteOne, wroteRows } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { DAY } from '#contract/time-spans.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { Fact } from './mail-template.ts';
import { allKinds, letterKinds, type MailKind, urgentKinds } from './mail-kinds.ts';
import {
  contentOf,
  digestEntryOf,
  type Message,
  type MessageContent,
  payloadOf,
} from './message.ts';

const { columns } = valuesOf('outbox', { names: { message_key: 'key' } });

export type QueuedMessage = {
  id: string;
  kind: string;
  /** The number of tries, including this one. */
  attempts: number;
  recipient: string;
  content: MessageContent;
};

/** Only one server sends a mail at a time. After this time the server counts as dead: no sending takes as long. */
const LEASE_MS = 2 * 60_000;

/**
 * Puts mails into the outbox in the transaction of their cause, in one statement, unless the outbox has one with the same
 * key. Returns the number of new ones. A mail beyond the limit of its kind is left out, with its copy to the secretary.
 */
export async function postMessages(
  tx: Tx,
  { newId, clock }: { newId: NewId; clock: Clock },
  ...wanted: Message[]
): Promise<number> {
  const now = clock();
  const messages = await withinLimits(tx, wanted, now);
  if (messages.length === 0) return 0;
  return tx
    .insertInto('outbox')
    .values(messages.map((message) => rowOf(message, newId(), timestamp(now))))
    .onConflict((conflict) => conflict.column('message_key').doNothing())
    .$call(wroteRows);
}

async function withinLimits(
  tx: Tx,
  wanted: readonly Message[],
  now: Date,
): Promise<readonly Message[]> {
  const beyond = new Set<string>();
  // Two transactions at the same moment would both post a mail of a kind with one a day. Other kinds have no lock: one
  // mail more does no harm, and transactions that lock other things afterwards could wait for each other.
  const once = wanted.filter(({ limit }) => limit?.most === 1);
  const people = new Set(once.map(({ recipient }) => recipient.toLowerCase()));
  for (const person of [...people].toSorted()) await lockKey(tx, `mails to ${person}`);
  for (const { key, recipient, limit } of wanted) {
    if (!limit) continue;
    const count = await tx
      .selectFrom('outbox')
      .where(({ fn }) => fn<string>('lower', ['recipient']), '=', recipient.toLowerCase())
      .where('created_at', '>', timestamp(now, -DAY))
      .where('kind', 'in', limit.kinds)
      .where('withdrawn_at', 'is', null)
      .$call(rowCount);
    if (count >= limit.most) beyond.add(key).add(`${key}:secretary`);
  }
  return beyond.size === 0 ? wanted : wanted.filter(({ key }) => !beyond.has(key));
}

function rowOf(message: Message, id: string, moment: string) {
  const { key, kind, recipient, reference, notBefore, untilPaid } = message;
  const nextAttemptAt = notBefore ? timestamp(notBefore) : moment;
  const mail = { id, key, kind, recipient, reference, untilPaid, payload: payloadOf(message) };
  return columns({ ...mail, createdAt: moment, nextAttemptAt });
}

/** Replaces a waiting mail by a more complete one, which is due as it says. False if the waiting one was already sent. */
export function replaceWaiting(tx: Tx, message: Message, now: Date): Promise<boolean> {
  return tx
    .updateTable('outbox')
    .set({
      reference: message.reference ?? null,
      payload: payloadOf(message),
      next_attempt_at: timestamp(message.notBefore ?? now),
    })
    .where('message_key', '=', message.key)
    .where('next_attempt_at', '>', timestamp(now))
    .where('attempts', '=', 0)
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .$call(wroteOne);
}

/** All due mails, or those of one rank. */
type Which = keyof typeof kindsOf;
const kindsOf = { any: allKinds, urgent: urgentKinds, letters: letterKinds };

/**
 * Takes the next due mail of these kinds by compare-and-set on its lease; undefined if there is none. Kinds in `held` wait
 * for a digest.
 */
export async function leaseMessage(
  db: Db,
  now: Date,
  { which = 'any', held = [] }: { which?: Which; held?: readonly string[] } = {},
): Promise<QueuedMessage | undefined> {
  const moment = timestamp(now);
  const kinds = kindsOf[which]().filter((kind) => !held.includes(kind));
  // Without features no kind is sent last.
  if (kinds.length === 0) return undefined;
  const due = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'payload', 'attempts', 'lease_until'])
    .where('id', 'in', firstOfEach(kinds, moment))
    .orderBy('next_attempt_at')
    // If both were written together, the payer's mail is sent before the secretary's.
    .orderBy('kind')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;

  const isLeased = await db
    .updateTable('outbox')
    .set((column) => ({
      lease_until: timestamp(now, LEASE_MS),
      attempts: column('attempts', '+', 1),
    }))
    .where('id', '=', due.id)
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('lease_until', due.lease_until === null ? 'is' : '=', due.lease_until)
    .$call(wroteOne);
  if (!isLeased) return leaseMessage(db, now, { which, held });
  const isDigest = due.kind === 'digest-for-secretary';
  const entries = isDigest ? await leaseEntries(db, due.id, now) : [];
  if (isDigest && entries.length === 0) {
    // All people in this digest were erased.
    await db.updateTable('outbox').set({ withdrawn_at: moment }).where('id', '=', due.id).execute();
    return leaseMessage(db, now, { which, held });
  }
  const { id, kind, recipient, attempts, payload } = due;
  return { id, kind, recipient, attempts: attempts + 1, content: contentOf(payload, entries) };
}

/** The first due mail of each kind, so that the query does not read many waiting mails of another kind. */
function firstOfEach(kinds: readonly string[], moment: string) {
  return sql<string>`(select (
    select id from outbox where kind = kinds.column1
      and sent_at is null and dead_at is null and withdrawn_at is null and digest_id is null
      and next_attempt_at <= ${moment} and (lease_until is null or lease_until < ${moment})
    order by next_attempt_at limit 1
  ) from (values ${sql.join(kinds.map((kind) => sql`(${kind})`))}) as kinds)`;
}

/** Leases the mails in a digest too, so that an erasure waits for them. */
async function leaseEntries(db: Db, id: string, now: Date): Promise<Fact[]> {
  await db
    .updateTable('outbox')
    .set({ lease_until: timestamp(now, LEASE_MS) })
    .where('digest_id', '=', id)
    .execute();
  return digestEntries(db, id);
}

/** The lines of a digest, oldest first. */
export async function digestEntries(db: Db, id: string): Promise<Fact[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('payload')
    .where('digest_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => digestEntryOf(payload));
}

/**
 * Withdraws mails about a missing payment, or those of one kind that still have to wait, in the transaction that records
 * the payment or says otherwise how it comes.
 */
export async function withdrawMessages(
  tx: Tx,
  paid: string,
  now: Date,
  kind?: MailKind,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ withdrawn_at: timestamp(now) })
    .where('until_paid', '=', paid)
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .$if(kind !== undefined, (query) =>
      query.where('kind', '=', kind ?? '').where('next_attempt_at', '>', timestamp(now)),
    )
    .execute();
}

/**
 * Withdraws the waiting mails to an address that is no longer valid, if they are about one of these ids: the keys of mails
 * contain them. Returns the number of mails.
 */
export function withdrawFrom(
  tx: Tx,
  { recipient, about }: { recipient: string; about: readonly string[] },
  now: Date,
): Promise<number> {
  return tx
    .updateTable('outbox')
    .set({ withdrawn_at: timestamp(now) })
    .where('recipient', '=', recipient)
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((is) => is.or(about.map((id) => is('message_key', 'like', `%:${id}%`))))
    .$call(wroteRows);
}

/** Whether a mail of a kind about a reference went out. */
export function wasSent(tx: Tx, reference: string, kind: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('outbox')
      .select('id')
      .where('reference', '=', reference)
      .where('kind', '=', kind)
      .where('sent_at', 'is not', null),
  );
}

/**
 * Withdraws the waiting mails about an abstract that are no longer true: those of some kinds, those to an address, or
 * both. The key of a mail to many people that is about one abstract ends with its reference. Returns the kinds of these
 * mails.
 */
export async function withdrawAbout(
  tx: Tx,
  reference: string,
  { kinds, recipient }: { kinds?: readonly string[]; recipient?: string },
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .updateTable('outbox')
    .set({ withdrawn_at: timestamp(now) })
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((is) => {
      const isAbout = is('reference', '=', reference);
      if (recipient === undefined) return isAbout;
      const endsWithIt = is('message_key', 'like', `%:${reference}`);
      return is.and([is('recipient', '=', recipient), is.or([isAbout, endsWithIt])]);
    })
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .returning('kind')
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Gives the mails about these ids the new key of an unpaid order. */
export async function changeUnpaidKey(
  tx: Tx,
  { from, to, about }: { from: string; to: string; about: readonly string[] },
): Promise<void> {
  // Mails to many people have the address of their reader in the key.
  const toMany = letterKinds();
  await tx
    .updateTable('outbox')
    .set({ until_paid: to })
    .where('until_paid', '=', from)
    .where('sent_at', 'is', null)
    .where((is) =>
      is.or([
        ...(toMany.length > 0 ? [is('kind', 'in', toMany)] : []),
        ...about.map((id) => is('message_key', 'like', `%:${id}%`)),
      ]),
    )
    .execute();
}

/** Withdraws a mail to an address from which mails came back. */
export async function withdrawReturned(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ withdrawn_at: timestamp(now), trouble: 'ERETURNED' })
    .where('id', '=', id)
    .execute();
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: timestamp(now), trouble: null })
    .where((is) => is.or([is('id', '=', id), is('digest_id', '=', id)]))
    .execute();
}

/** Puts a mail back until `next`, or gives it up without a next time. Commands show `trouble`. */
export async function putBack(
  db: Db,
  id: string,
  { next, trouble, now }: { next: Date | undefined; trouble: string; now: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      lease_until: null,
      trouble,
      ...(next ? { next_attempt_at: timestamp(next) } : { dead_at: timestamp(now) }),
    })
    .where((is) => is.or([is('id', '=', id), is('digest_id', '=', id)]))
    .execute();
}

/** Those of these mails, by their keys, that the outbox does not have. */
export async function unwrittenAmong<Keyed extends { key: string }>(
  db: Db,
  mails: readonly Keyed[],
): Promise<Keyed[]> {
  const written = new Set<string>();
  for (const some of inParts(mails)) {
    const keys = some.map(({ key }) => key);
    const rows = await db
      .selectFrom('outbox')
      .select('message_key')
      .where('message_key', 'in', keys)
      .execute();
    for (const row of rows) written.add(row.message_key);
  }
  return mails.filter(({ key }) => !written.has(key));
}

export async function isWritten(db: Db, key: string): Promise<boolean> {
  return (await unwrittenAmong(db, [{ key }])).length === 0;
}

/** Whether a mail to this address has asked for a payment since a moment. */
export function hasAskedToPay(db: Db, recipient: string, since: string): Promise<boolean> {
  return db
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '>', since)
    .where('until_paid', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where(({ fn }) => fn<string>('lower', ['recipient']), '=', recipient.toLowerCase())
    .limit(1)
    .$call(hasRow);
}

/** The number of waiting mails and the time of the oldest one, without the kinds in `held`. */
export async function countUnsent(
  db: Db,
  held: readonly string[],
): Promise<{ count: number; oldest: string | undefined }> {
  const { count, oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('digest_id', 'is', null)
    .$if(held.length > 0, (query) => query.where('kind', 'not in', held))
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest ?? undefined };
}

/** The number of mails that were sent since a moment. */
export function countSent(db: Db, since: Date): Promise<number> {
  return db
    .selectFrom('outbox')
    .where('sent_at', '>', timestamp(since))
    .where('digest_id', 'is', null)
    .$call(rowCount);
}
