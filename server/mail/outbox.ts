import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Tx } from '#server/database/database.ts';
import type { OutboxRow } from '#server/database/tables.ts';
import { type NewId, timestamp } from '#server/identity.ts';
import { type MailKind, urgentKinds } from './mail-kinds.ts';
import { Letter, letterAsHtml, letterAsText } from './letter.ts';
import type { Attachment, Mail } from './mailer.ts';

/** A mail that has to go out because of something that was committed together with it. */
export type Message = {
  /** One mail per event: `payment-confirmed:<order id>`. */
  key: string;
  kind: MailKind;
  recipient: string;
  /** Whom an answer goes to; absent: the conference's own address. */
  replyTo?: string;
  subject: string;
  letter: Letter;
  attachments?: Attachment[];
};

export type QueuedMessage = {
  id: string;
  kind: string;
  /** How often it was tried, this time included. */
  attempts: number;
  recipient: string;
  content: MessageContent;
};

const Attachments = z.optional(
  z.array(z.object({ fileName: z.string(), type: z.string(), content: z.string() })),
);
const Content = z.union([
  z.object({
    subject: z.string(),
    letter: Letter,
    replyTo: z.optional(z.string()),
    attachments: Attachments,
  }),
  // Of a server from before there were letters.
  z.object({ subject: z.string(), text: z.string() }),
]);

/** A mail as it is sent. */
export type MessageContent = Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'> & {
  replyTo: string | undefined;
};

/** While somebody sends a mail nobody else does; after that the sender counts as dead. Longer than any sending takes. */
const LEASE_MS = 2 * 60_000;

/** Puts a mail into the outbox, in the transaction of its cause; a second one for the same event is dropped. */
export function postMessage(tx: Tx, message: Message, id: string, now: Date): Promise<void> {
  return postMessages(tx, [message], () => id, now);
}

/** Several mails of one event, in one statement. */
export async function postMessages(
  tx: Tx,
  messages: readonly Message[],
  newId: NewId,
  now: Date,
): Promise<void> {
  if (messages.length === 0) return;
  await tx
    .insertInto('outbox')
    .values(messages.map((message) => rowOf(message, newId(), timestamp(now))))
    .onConflict((conflict) => conflict.column('message_key').doNothing())
    .execute();
}

function rowOf(message: Message, id: string, moment: string) {
  const { subject, letter, replyTo, attachments } = message;
  const content: z.input<typeof Content> = { subject, letter, replyTo, attachments };
  return {
    id,
    message_key: message.key,
    kind: message.kind,
    recipient: message.recipient,
    payload: JSON.stringify(content),
    created_at: moment,
    next_attempt_at: moment,
    lease_until: null,
    sent_at: null,
    dead_at: null,
    trouble: null,
  };
}

/** Takes the next mail that is due, or the next urgent one, by compare-and-set on its lease; undefined when there is none. */
export async function leaseMessage(
  db: Db,
  now: Date,
  which: 'urgent' | 'any' = 'any',
): Promise<QueuedMessage | undefined> {
  const moment = timestamp(now);
  const due = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'payload', 'attempts', 'lease_until'])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('next_attempt_at', '<=', moment)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', moment)]))
    .$if(which === 'urgent', (query) => query.where('kind', 'in', urgentKinds))
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
    .where('sent_at', 'is', null)
    .where('lease_until', due.lease_until === null ? 'is' : '=', due.lease_until)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return leaseMessage(db, now, which);
  const { id, kind, recipient, attempts, payload } = due;
  return { id, kind, recipient, attempts: attempts + 1, content: read(payload) };
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: timestamp(now), trouble: null })
    .where('id', '=', id)
    .execute();
}

/** Puts a mail back until `next`, or for good where there is no next time; `trouble` is for the desk. */
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
    .where('id', '=', id)
    .execute();
}

/** Mails that still have to go out, and since when the oldest of them waits. */
export async function countUnsent(db: Db): Promise<{ count: number; oldest: string | undefined }> {
  const { count, oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest ?? undefined };
}

/** How many mails went out since a moment. */
export async function countSent(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('sent_at', '>', timestamp(since))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A mail that was given up: nobody tries it again unless the organiser says so. */
export type DeadLetter = {
  id: string;
  kind: string;
  recipient: string;
  attempts: number;
  diedAt: string;
  trouble: string;
};

export async function listDeadLetters(db: Db): Promise<DeadLetter[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'attempts', 'dead_at', 'trouble'])
    .where('dead_at', 'is not', null)
    .orderBy('dead_at')
    .execute();
  return rows.map(({ dead_at: diedAt, trouble, ...row }) => ({
    ...row,
    diedAt: diedAt ?? '',
    trouble: trouble ?? '',
  }));
}

/** Gives every dead letter another ten tries, from now on; says how many there were. */
export async function reviveDeadLetters(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ dead_at: null, attempts: 0, next_attempt_at: timestamp(now) })
    .where('dead_at', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The latest mails, newest first, whatever became of them. */
export async function listMessages(db: Db, most: number): Promise<PostedMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'payload', 'created_at', 'sent_at', 'dead_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(posted);
}

export async function findMessage(db: Db, id: string): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'payload', 'created_at', 'sent_at', 'dead_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && posted(row);
}

/** A mail with what became of it. */
export type PostedMessage = {
  id: string;
  kind: string;
  recipient: string;
  postedAt: string;
  state: 'waiting' | 'sent' | 'given up';
  content: MessageContent;
};

function posted(
  row: Pick<
    Selectable<OutboxRow>,
    'id' | 'kind' | 'recipient' | 'payload' | 'created_at' | 'sent_at' | 'dead_at'
  >,
): PostedMessage {
  const { id, kind, recipient, payload, created_at: postedAt } = row;
  const state = row.dead_at !== null ? 'given up' : row.sent_at !== null ? 'sent' : 'waiting';
  return { id, kind, recipient, postedAt, state, content: read(payload) };
}

function read(payload: string): MessageContent {
  const content = Content.parse(JSON.parse(payload));
  const { subject } = content;
  if ('text' in content) {
    return { subject, text: content.text, html: undefined, attachments: [], replyTo: undefined };
  }
  const { letter, replyTo, attachments = [] } = content;
  const [text, html] = [letterAsText(letter), letterAsHtml(subject, letter)];
  return { subject, text, html, replyTo, attachments };
}
