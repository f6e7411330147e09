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
  state: 'waiting' | 'sent' | 'given up' | 'withdrawn';
  content: MessageContent;
};

/** The latest mails, newest first, whatever became of them. */
export async function listMessages(db: Db, most: number): Promise<PostedMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'recipient',
      'payload',
      'created_at',
      'sent_at',
      'dead_at',
      'withdrawn_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(posted);
}

export async function findMessage(db: Db, id: string): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'recipient',
      'payload',
      'created_at',
      'sent_at',
      'dead_at',
      'withdrawn_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && posted(row);
}

function posted(
  row: Pick<
    Selectable<OutboxRow>,
    'id' | 'kind' | 'recipient' | 'payload' | 'created_at' | 'sent_at' | 'dead_at' | 'withdrawn_at'
  >,
): PostedMessage {
  const { id, kind, recipient, payload, created_at: postedAt } = row;
  return { id, kind, recipient, postedAt, state: stateOf(row), content: contentOf(payload) };
}

function stateOf(
  row: Pick<Selectable<OutboxRow>, 'sent_at' | 'dead_at' | 'withdrawn_at'>,
): PostedMessage['state'] {
  if (row.sent_at !== null) return 'sent';
  if (row.withdrawn_at !== null) return 'withdrawn';
  return row.dead_at === null ? 'waiting' : 'given up';
}
