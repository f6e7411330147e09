import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { Tables } from './tables.ts';

/** Tables that only running servers use. No backup contains them. */
type Passing = 'servers' | 'leases' | 'rate_limits' | 'uploads' | 'payment_networks' | 'alarms';
export type TableName = Exclude<keyof Tables, Passing>;
export type AnyRow = Record<string, string | number | null>;

/** Every table of a backup with its key. A table comes before the tables that refer to it, so rows can be written. */
const keys: Record<TableName, readonly string[]> = {
  participants: ['id'],
  answers: ['participant_id', 'question_id'],
  agreements: ['id'],
  orders: ['id'],
  order_changes: ['id'],
  order_items: ['id'],
  members: ['id'],
  member_list: ['id'],
  invitations: ['id'],
  proofs: ['participant_id'],
  place_limits: ['kind'],
  waiting_list: ['id'],
  waiting_list_extras: ['entry_id', 'extra', 'choice'],
  payments: ['id'],
  payment_history: ['id'],
  webhook_events: ['provider', 'event_id'],
  refunds: ['id'],
  disputes: ['provider', 'provider_ref'],
  reviews: ['id'],
  bank_columns: ['heads', 'role'],
  payouts: ['provider', 'account', 'ref'],
  payout_entries: ['provider', 'account', 'ref'],
  bank_entries: ['id'],
  bank_refunds: ['id'],
  outbox: ['id'],
  idempotency_keys: ['key'],
  abstracts: ['id'],
  abstract_files: ['id'],
  abstract_authors: ['abstract_id', 'position'],
  documents: ['number'],
  document_series: ['series'],
  invoice_recipients: ['id'],
  payment_links: ['order_id'],
  address_confirmations: ['id'],
  decisions: ['abstract_id'],
  agenda_entries: ['abstract_id'],
  reviewers: ['id'],
  peer_reviews: ['abstract_id', 'reviewer_id'],
  peer_review_scores: ['abstract_id', 'reviewer_id', 'criterion'],
  peer_review_notes: ['abstract_id', 'reviewer_id', 'heading'],
  visa_requests: ['id'],
  letters: ['id'],
  letter_addresses: ['email'],
  consents: ['email'],
  activities: ['id'],
  removals: ['place', 'name'],
  installation: ['id'],
};

export const tableNames = Object.keys(keys).filter(isTableName);

export function isTableName(name: string): name is TableName {
  return Object.hasOwn(keys, name);
}

/** `work` reads the state of one moment, although others write meanwhile; it makes no writer wait. */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const begin = isPostgres ? 'begin isolation level repeatable read read only' : 'begin';
  return db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });
}

/** The rows of a table by its key, a few hundred at a time. */
export async function* pagesOf(
  snapshot: Db,
  table: TableName,
  pageSize = 500,
): AsyncGenerator<AnyRow[], void> {
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  let after = sql``;
  for (;;) {
    const { rows } =
      await sql<AnyRow>`select * from ${sql.table(table)} ${after} order by ${key} limit ${sql.lit(pageSize)}`.execute(
        snapshot,
      );
    if (rows.length > 0) yield rows;
    const last = rows[pageSize - 1];
    if (!last) return;
    after = sql`where (${key}) > (${sql.join(keys[table].map((column) => last[column]))})`;
  }
}

export async function insertRows(tx: Tx, table: TableName, rows: readonly AnyRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
    tx,
  );
}

export async function countRows(db: Db, table: TableName): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether any table has rows, except `installation`: a server writes that row at its first start. */
export async function hasRows(db: Db): Promise<boolean> {
  for (const table of tableNames) {
    if (table === 'installation') continue;
    const row = await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst();
    if (row) return true;
  }
  return false;
}
