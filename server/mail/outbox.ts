import * as z from 'zod/mini';
import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';

/** A mail that has to go out because of something that was committed together with it. */
export type Message = {
  /** One mail per event: `payment-confirmed:<order id>`. */
  key: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
};

export type QueuedMessage = { id: string; recipient: string; subject: string; text: string };

const Payload = z.object({ subject: z.string(), text: z.string() });

/** While somebody sends a mail nobody else does; after that the sender counts as dead. */
const LEASE_MS = 2 * 60_000;

/** Puts a mail into the outbox, in the transaction of its cause; a second one for the same event is dropped. */
export async function postMessage(tx: Tx, message: Message, id: string, now: Date): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id,
      message_key: message.key,
      kind: message.kind,
      recipient: message.recipient,
      payload: JSON.stringify({ subject: message.subject, text: message.text }),
      created_at: timestamp(now),
      next_attempt_at: timestamp(now),
      lease_until: null,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('message_key').doNothing())
    .execute();
}

/** Takes the next mail that is due, by compare-and-set on its lease; undefined when there is none. */
export async function leaseMessage(db: Db, now: Date): Promise<QueuedMessage | undefined> {
  const moment = timestamp(now);
  const due = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'payload', 'lease_until'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', moment)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', moment)]))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;

  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set((column) => ({
      lease_until: timestamp(now, LEASE_MS),
      attempts: column('attempts', '+', 1),
    }))
    .where('id', '=', due.id)
    .where('lease_until', due.lease_until === null ? 'is' : '=', due.lease_until)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return leaseMessage(db, now);
  return { id: due.id, recipient: due.recipient, ...Payload.parse(JSON.parse(due.payload)) };
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: timestamp(now) })
    .where('id', '=', id)
    .execute();
}

/** Puts a mail back: the next try comes after a minute, then twice as long each time, at most six hours. */
export async function postpone(db: Db, id: string, now: Date): Promise<void> {
  const { attempts } = await db
    .selectFrom('outbox')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const pause = Math.min(60_000 * 2 ** (attempts - 1), 6 * 60 * 60_000);
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: timestamp(now, pause), lease_until: null })
    .where('id', '=', id)
    .execute();
}

/** Mails that still have to go out, and since when the oldest of them waits. */
export async function countUnsent(db: Db): Promise<{ count: number; oldest: string | undefined }> {
  const { count, oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest ?? undefined };
}
