import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { patternOf } from '#server/database/like.ts';
import type { RowOf } from '#server/database/tables.ts';
import { normalised } from '#server/identity.ts';
import { secretKinds } from './mail-kinds.ts';
import { digestEntries } from './outbox.ts';
import { contentOf, type MessageContent } from './message.ts';

/** A mail with its state. */
export type PostedMessage = {
  id: string;
  kind: string;
  recipient: string;
  postedAt: string;
  state: 'waiting' | 'sent' | 'given up' | 'withdrawn' | 'in a digest';
  /** Why the last try failed. */
  trouble: string | undefined;
  content: MessageContent;
};

const COLUMNS = [
  'id',
  'kind',
  'recipient',
  'payload',
  'created_at',
  'sent_at',
  'dead_at',
  'withdrawn_at',
  'trouble',
  'digest_id',
] as const;
type Row = Pick<RowOf<'outbox'>, (typeof COLUMNS)[number]>;

/** The latest mails in any state, newest first; with `text` those with this text in the address, the subject or the words. */
export async function listMessages(db: Db, most: number, text = ''): Promise<PostedMessage[]> {
  const pattern = patternOf(text.toLowerCase());
  const rows = await db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where(
      sql<boolean>`(lower(recipient) like ${pattern} escape '\\' or lower(payload) like ${pattern} escape '\\')`,
    )
    .where('kind', 'not in', ['', ...secretKinds()])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return Promise.all(rows.map((row) => posted(db, row)));
}

/** The mails about an order or abstract, and those about these registrations before their order; oldest first. */
export async function messagesAbout(
  db: Db,
  { reference, ids = [] }: { reference: string; ids?: readonly string[] },
): Promise<PostedMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where((is) =>
      is.or([
        is('reference', '=', reference),
        is(
          'message_key',
          'in',
          ['', ...ids]
            .map((id) => `registration-received:${id}`)
            .flatMap((key) => [key, `${key}:secretary`]),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Promise.all(rows.map((row) => posted(db, row)));
}

/**
 * The letters to these addresses, oldest first, without those that were discarded. The key of a letter about one abstract
 * also has its reference.
 */
export async function lettersTo(db: Db, emails: readonly string[]): Promise<PostedMessage[]> {
  const addresses = new Set(emails.map(normalised).filter(Boolean));
  if (addresses.size === 0) return [];
  const abstracts = await db
    .selectFrom('abstracts')
    .select(['email', 'reference'])
    .where(({ fn }) => fn<string>('lower', ['email']), 'in', [...addresses])
    .execute();
  const ends = [
    ...addresses,
    ...abstracts.map(({ email, reference }) => `${normalised(email)}:${reference}`),
  ];
  const rows = await db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where(
      'message_key',
      'in',
      sql<string>`(
        select 'letter:' || letters.id || ':' || ends.column1
        from letters, (values ${sql.join(ends.map((end) => sql`(${end})`))}) as ends
      )`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Promise.all(rows.map((row) => posted(db, row)));
}

export async function findMessage(db: Db, id: string): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('kind', 'not in', ['', ...secretKinds()])
    .executeTakeFirst();
  return row && posted(db, row);
}

async function posted(db: Db, row: Row): Promise<PostedMessage> {
  const { id, kind, recipient, payload, created_at: postedAt } = row;
  const entries = kind === 'digest-for-secretary' ? await digestEntries(db, id) : [];
  const content = contentOf(payload, entries);
  const trouble = row.trouble ?? undefined;
  return { id, kind, recipient, postedAt, state: stateOf(row), trouble, content };
}

function stateOf(row: Row): PostedMessage['state'] {
  if (row.digest_id !== null) return 'in a digest';
  if (row.sent_at !== null) return 'sent';
  if (row.withdrawn_at !== null) return 'withdrawn';
  return row.dead_at === null ? 'waiting' : 'given up';
}
