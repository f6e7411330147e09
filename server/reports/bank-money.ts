import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/**
 * The rows of the list of bank transfers: the entries of the account, and the transfers that we have to make or have
 * made. The sum of “Booked” is the money of payments by transfer, “To return” what the treasurer still has to transfer,
 * “Returned” what the bank has transferred.
 */
export function bankMoney(db: Db) {
  const entries = db
    .selectFrom('bank_entries')
    .leftJoin('orders', 'orders.id', 'bank_entries.order_id')
    .select(['bank_entries.id', sql<string | null>`booked_on`.as('day'), 'bank_entries.created_at'])
    .select([sql<string>`'entry'`.as('kind'), 'bank_entries.amount_cents', 'booked_cents'])
    .select([sql<number>`0`.as('to_return_cents'), sql<number>`0`.as('returned_cents')])
    .select(['bank_entries.name', 'bank_entries.iban', 'words'])
    .select([sql<string | null>`orders.reference`.as('reference')])
    .select([sql<string>`upper(bank_entries.state)`.as('state'), 'bank_entries.currency'])
    .select([
      'bank_entries.currency_decimals',
      sql<string>`source`.as('source'),
      sql<string | null>`null`.as('file_id'),
    ]);
  const refunds = db
    .selectFrom('bank_refunds')
    .select(['id', sql<string | null>`substr(coalesce(sent_at, asked_at), 1, 10)`.as('day')])
    .select(['created_at', sql<string>`'refund'`.as('kind'), 'amount_cents'])
    .select([sql<number>`0`.as('booked_cents'), toReturn.as('to_return_cents')])
    .select([returned.as('returned_cents'), 'name', 'iban', sql<string>`''`.as('words')])
    .select([
      sql<string | null>`reason`.as('reference'),
      state.as('state'),
      'currency',
      'currency_decimals',
    ])
    .select([sql<string>`''`.as('source'), 'file_id']);
  return entries.unionAll(refunds).as('money');
}

const isGone = sql`sent_at is not null and failed_at is null`;
const toReturn = sql<number>`case when sent_at is null and failed_at is null then amount_cents else 0 end`;
const returned = sql<number>`case when ${isGone} then amount_cents else 0 end`;
const state = sql<string>`case when sent_at is null and failed_at is not null then 'CANCELLED'
  when failed_at is not null then 'CAME_BACK' when sent_at is not null then 'SENT'
  when asked_at is not null then 'IN_FILE' when iban is null then 'IBAN_MISSING' else 'WAITING' end`;
