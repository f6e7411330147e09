import type { Selectable } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { OutboxRow } from '#server/database/tables.ts';
import { contentOf, type MessageContent } from './message.ts';

/** A mail with what became of it. */
export type PostedMessage = {
  id: string;
  kind: string;
  recipient: string;
  postedAt: string;
  state: 'waiting' | 'sent' | 'given up';
  content: MessageContent;
};

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

/** The mails about an order or what it pays for, oldest first. */
export async function messagesAbout(
  db: Db,
  { reference, subjectId }: { reference: string; subjectId: string },
): Promise<PostedMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'payload', 'created_at', 'sent_at', 'dead_at'])
    .where((is) =>
      is.or([is('payload', 'like', `%${reference}%`), is('message_key', 'like', `%${subjectId}%`)]),
    )
    .orderBy('created_at')
    .orderBy('id')
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

function posted(
  row: Pick<
    Selectable<OutboxRow>,
    'id' | 'kind' | 'recipient' | 'payload' | 'created_at' | 'sent_at' | 'dead_at'
  >,
): PostedMessage {
  const { id, kind, recipient, payload, created_at: postedAt } = row;
  const state = row.dead_at !== null ? 'given up' : row.sent_at !== null ? 'sent' : 'waiting';
  return { id, kind, recipient, postedAt, state, content: contentOf(payload) };
}
