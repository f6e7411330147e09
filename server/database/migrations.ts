import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every change of the tables, oldest first. A released migration is never edited: a later one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-moments-of-money': { up: momentsOfMoney },
  '0003-who-asked': { up: whoAsked },
};

async function initial(db: Kysely<unknown>): Promise<void> {
  await participants(db);
  await money(db);
  await bank(db);
  await places(db);
  await mailAndReceipts(db);
  await abstracts(db);
  await peerReviews(db);
  await organising(db);
  await bookkeeping(db);
  await severalServers(db);
  await indexes(db);
}

/** The people who take part, and their answers to the questions of the conference. */
async function participants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('participants')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dedupe_key', 'text', (c) => c.notNull())
    .addColumn('person_key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sort_name', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('institute', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('presentation_type', 'text')
    .addColumn('registration_type', 'text')
    .addColumn('accompanying_person', 'integer')
    .addColumn('extra_nights', 'integer')
    .addColumn('page_token', 'text', (c) => c.notNull().unique())
    .addColumn('cancelled_at', 'text')
    .addColumn('checked_in_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('participants_by_time')
    .on('participants')
    .columns(['created_at', 'id'])
    .execute();

  await db.schema
    .createIndex('participants_by_content')
    .on('participants')
    .columns(['dedupe_key', 'created_at'])
    .execute();

  await db.schema
    .createIndex('participants_by_person')
    .on('participants')
    .column('person_key')
    .execute();

  await db.schema
    .createTable('answers')
    .addColumn('participant_id', 'text', (c) =>
      c.notNull().references('participants.id').onDelete('cascade'),
    )
    .addColumn('question_id', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('answers_once', ['participant_id', 'question_id'])
    .execute();

  await db.schema
    .createTable('agreements')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.unique())
    .execute();

  await pricesOfPersons(db);

  await db.schema
    .createIndex('agreements_by_payer')
    .on('agreements')
    .columns(['email', 'amount_cents'])
    .execute();
}

/** Members, personal links that carry a price, and proofs that participants send. */
async function pricesOfPersons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('members')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number_hash', 'text', (c) => c.unique())
    .addColumn('address_hash', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema.createIndex('members_by_address').on('members').column('address_hash').execute();

  await db.schema
    .createTable('member_list')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('hash_key', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('presentation_type', 'text', (c) => c.notNull())
    .addColumn('unit_cents', 'integer', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('lapses_at', 'text', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.notNull())
    .addColumn('withdrawn_at', 'text')
    .addColumn('order_id', 'text', (c) => c.unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('proofs')
    .addColumn('participant_id', 'text', (c) =>
      c.primaryKey().references('participants.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text')
    .addColumn('bytes', 'integer')
    .addColumn('sha256', 'text')
    .addColumn('file_key', 'text', (c) => c.unique())
    .addColumn('file_store', 'text')
    .addColumn('active_content', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('scan', 'text')
    .addColumn('scan_finding', 'text')
    .addColumn('scan_due_at', 'text')
    .addColumn('scan_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('reason', 'text')
    .addColumn('claimed_at', 'text')
    .addColumn('change_id', 'text')
    .execute();
}

/** Orders, each attempt to collect their money, and refunds. */
async function money(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('offered_by', 'text')
    .addColumn('dedupe_key', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('person_key', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('fee_cents', 'integer', (c) => c.notNull())
    .addColumn('fee_basis_points', 'integer', (c) => c.notNull())
    .addColumn('fee_fixed_cents', 'integer', (c) => c.notNull())
    .addColumn('fee_tax_basis_points', 'integer')
    .addColumn('fee_words', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('currency_decimals', 'integer', (c) => c.notNull())
    .addColumn('product_name', 'text', (c) => c.notNull())
    .addColumn('payer_name', 'text', (c) => c.notNull())
    .addColumn('payer_email', 'text', (c) => c.notNull())
    .addColumn('payer_phone', 'text', (c) => c.notNull())
    .addColumn('payer_institute', 'text', (c) => c.notNull())
    .addColumn('payer_country', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('order_reference', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('paid_payment_id', 'text', (c) => c.unique())
    .addColumn('receipt_token', 'text', (c) => c.notNull().unique())
    .addColumn('page_token', 'text', (c) => c.unique())
    .addColumn('cancelled_at', 'text')
    .addColumn('invited_until', 'text')
    .addColumn('undoes', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema.createIndex('orders_by_person').on('orders').columns(['person_key']).execute();

  // `on conflict` clauses repeat this condition. A purchase is a new order if the earlier one is refunded or cancelled.
  await sql`create unique index orders_once_per_purchase on orders (dedupe_key)
    where state <> 'REFUNDED' and cancelled_at is null`.execute(db);

  await db.schema
    .createTable('order_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('participant_id', 'text')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('was', 'text', (c) => c.notNull())
    .addColumn('becomes', 'text', (c) => c.notNull())
    .addColumn('difference_cents', 'integer', (c) => c.notNull())
    .addColumn('fee_difference_cents', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.unique())
    .addColumn('paid_payment_id', 'text', (c) => c.unique())
    .addColumn('lapses_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('closed_at', 'text')
    .execute();

  await db.schema
    .createIndex('order_changes_by_person')
    .on('order_changes')
    .column('participant_id')
    .execute();

  await db.schema
    .createIndex('order_changes_by_order')
    .on('order_changes')
    .column('order_id')
    .execute();

  await db.schema
    .createIndex('order_changes_by_state')
    .on('order_changes')
    .column('state')
    .execute();

  await db.schema
    .createTable('order_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('participant_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('choice', 'text')
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('words', 'text')
    .addColumn('stated_by_payer', 'text')
    .addColumn('phase', 'text')
    .addColumn('from_day', 'text')
    .addColumn('until_day', 'text')
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('unit_cents', 'integer', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('tax_basis_points', 'integer')
    .addColumn('member_key', 'text')
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('change_id', 'text', (c) => c.references('order_changes.id'))
    .addColumn('replaced_by', 'text', (c) => c.references('order_changes.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('order_items_by_order')
    .on('order_items')
    .columns(['order_id', 'state', 'position'])
    .execute();

  await db.schema
    .createIndex('order_items_by_person')
    .on('order_items')
    // The three others let the figures of everybody do without the rows.
    .columns(['participant_id', 'kind', 'state', 'order_id'])
    .execute();

  await db.schema
    .createIndex('order_items_by_change')
    .on('order_items')
    .column('change_id')
    .execute();

  await db.schema
    .createIndex('order_items_by_replacement')
    .on('order_items')
    .column('replaced_by')
    .execute();

  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('change_id', 'text', (c) => c.references('order_changes.id'))
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('account', 'text')
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('provider_ref', 'text')
    .addColumn('checkout_url', 'text')
    .addColumn('provider_payment_ref', 'text')
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('arrived_cents', 'integer')
    .addColumn('delayed_by', 'text')
    .addColumn('overpaid_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('currency_decimals', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('failure_code', 'text')
    .addColumn('declines', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('refunded_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_until', 'text')
    .addColumn('next_check_at', 'text')
    .addColumn('checks', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('payments_once_per_ref', ['provider', 'provider_ref'])
    .addUniqueConstraint('payments_once_per_money', ['provider', 'provider_payment_ref'])
    .addUniqueConstraint('payments_once_per_attempt', ['order_id', 'attempt'])
    .execute();

  await db.schema
    .createIndex('payments_by_check')
    .on('payments')
    .columns(['next_check_at'])
    .execute();

  await db.schema.createIndex('payments_by_time').on('payments').columns(['created_at']).execute();

  await db.schema.createIndex('payments_by_change').on('payments').column('change_id').execute();

  await db.schema
    .createTable('payment_history')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('evidence', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('payment_history_by_payment')
    .on('payment_history')
    .columns(['payment_id', 'at'])
    .execute();

  await db.schema
    .createTable('webhook_events')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('ref', 'text')
    .addColumn('payment_ref', 'text')
    .addColumn('dispute_ref', 'text')
    .addColumn('warning_ref', 'text')
    .addColumn('live', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('done_at', 'text')
    .addColumn('outcome', 'text')
    .addPrimaryKeyConstraint('webhook_events_once', ['provider', 'event_id'])
    .execute();

  await db.schema
    .createIndex('webhook_events_by_turn')
    .on('webhook_events')
    .columns(['done_at', 'received_at'])
    .execute();

  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('provider_ref', 'text', (c) => c.unique())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('refusals', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text')
    .addColumn('asked_at', 'text')
    .addColumn('trouble', 'text')
    .addColumn('despite_dispute', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('participant_id', 'text')
    .addColumn('change_id', 'text', (c) => c.references('order_changes.id'))
    .addColumn('settled_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema.createIndex('refunds_by_payment').on('refunds').columns(['payment_id']).execute();

  await db.schema.createIndex('refunds_by_state').on('refunds').columns(['state']).execute();

  await db.schema
    .createTable('disputes')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_ref', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('opened_at', 'text', (c) => c.notNull())
    .addColumn('closed_at', 'text')
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('disputes_once', ['provider', 'provider_ref'])
    .execute();

  await db.schema
    .createIndex('disputes_by_payment')
    .on('disputes')
    .columns(['payment_id'])
    .execute();

  await db.schema
    .createTable('payouts')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_automatic', 'integer', (c) => c.notNull())
    // Sums of many payments: in a currency with small units they exceed an integer of PostgreSQL.
    .addColumn('amount_cents', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('currency_decimals', 'integer', (c) => c.notNull())
    .addColumn('arrives_on', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payouts_once', ['provider', 'account', 'ref'])
    .execute();

  await db.schema
    .createIndex('payouts_by_day')
    .on('payouts')
    .columns(['arrives_on', 'ref'])
    .execute();

  await db.schema
    .createTable('payout_entries')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payout_ref', 'text')
    .addColumn('payment_ref', 'text')
    .addColumn('source_ref', 'text')
    .addColumn('invoice', 'text')
    .addColumn('gross_cents', 'bigint', (c) => c.notNull())
    .addColumn('fee_cents', 'bigint', (c) => c.notNull())
    .addColumn('net_cents', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('currency_decimals', 'integer', (c) => c.notNull())
    .addColumn('occurred_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payout_entries_once', ['provider', 'account', 'ref'])
    .execute();

  await db.schema
    .createIndex('payout_entries_by_time')
    .on('payout_entries')
    .columns(['occurred_at', 'ref'])
    .execute();

  await db.schema
    .createIndex('payout_entries_by_payout')
    .on('payout_entries')
    .columns(['payout_ref'])
    .execute();

  await db.schema
    .createIndex('payout_entries_by_payment')
    .on('payout_entries')
    .columns(['payment_ref'])
    .execute();

  await db.schema
    .createIndex('payout_entries_by_source')
    .on('payout_entries')
    .columns(['source_ref'])
    .execute();

  await db.schema
    .createTable('reviews')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) =>
      c.notNull().references('payments.id').onDelete('cascade'),
    )
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('noted_at', 'text', (c) => c.notNull())
    .addColumn('settled_at', 'text')
    .addColumn('settled_by', 'text')
    .addUniqueConstraint('reviews_once', ['payment_id', 'kind', 'about'])
    .execute();
}

/** The entries of the conference's bank account, and the transfers that the treasurer has to make. */
async function bank(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bank_entries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('entry_key', 'text', (c) => c.notNull().unique())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('booked_on', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('currency_decimals', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('iban', 'text')
    .addColumn('bic', 'text')
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('end_to_end', 'text')
    .addColumn('bank_reference', 'text')
    .addColumn('is_reversal', 'integer', (c) => c.notNull())
    .addColumn('format', 'text')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    // No foreign key: bank_refunds refers to this table.
    .addColumn('bank_refund_id', 'text')
    .addColumn('booked_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('bank_entries_by_payment')
    .on('bank_entries')
    .column('payment_id')
    .execute();

  await db.schema
    .createIndex('bank_entries_by_order')
    .on('bank_entries')
    .column('order_id')
    .execute();

  await db.schema
    .createIndex('bank_entries_by_state')
    .on('bank_entries')
    .columns(['state', 'booked_on'])
    .execute();

  await db.schema
    .createIndex('bank_entries_by_day')
    .on('bank_entries')
    .columns(['booked_on', 'id'])
    .execute();

  await db.schema
    .createTable('bank_refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    .addColumn('refund_id', 'text', (c) => c.unique())
    .addColumn('bank_entry_id', 'text', (c) => c.references('bank_entries.id'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('currency_decimals', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('iban', 'text')
    .addColumn('bic', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('file_id', 'text')
    .addColumn('asked_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  for (const column of ['payment_id', 'bank_entry_id', 'file_id'] as const) {
    await db.schema
      .createIndex(`bank_refunds_by_${column.replace(/_id$/, '')}`)
      .on('bank_refunds')
      .column(column)
      .execute();
  }

  await db.schema
    .createTable('bank_columns')
    .addColumn('heads', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('heading', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('bank_columns_once', ['heads', 'role'])
    .execute();
}

/** Limits of places that an organiser has changed with a command, and the people who wait for a place. */
async function places(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_limits')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('instead_of', 'integer', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('waiting_list')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dedupe_key', 'text', (c) => c.notNull())
    .addColumn('person_key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('presentation_type', 'text', (c) => c.notNull())
    .addColumn('registration_type', 'text', (c) => c.notNull())
    .addColumn('nights', 'integer', (c) => c.notNull())
    .addColumn('guests', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('offered_at', 'text')
    .addColumn('offered_until', 'text')
    .addColumn('order_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('waiting_list_by_turn')
    .on('waiting_list')
    .columns(['state', 'created_at', 'id'])
    .execute();

  await db.schema
    .createIndex('waiting_list_by_time')
    .on('waiting_list')
    .columns(['created_at', 'id'])
    .execute();

  await db.schema
    .createIndex('waiting_list_by_order')
    .on('waiting_list')
    .columns(['order_id', 'state'])
    .execute();

  // `on conflict` clauses repeat this condition. A person who left, or let an offer lapse, can join again.
  await sql`create unique index waiting_list_once on waiting_list (dedupe_key)
    where state in ('WAITING', 'OFFERED')`.execute(db);

  await db.schema
    .createTable('waiting_list_extras')
    .addColumn('entry_id', 'text', (c) =>
      c.notNull().references('waiting_list.id').onDelete('cascade'),
    )
    .addColumn('extra', 'text', (c) => c.notNull())
    .addColumn('choice', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('waiting_list_extras_once', ['entry_id', 'extra', 'choice'])
    .execute();
}

async function mailAndReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message_key', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('lease_until', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('dead_at', 'text')
    .addColumn('trouble', 'text')
    .addColumn('until_paid', 'text')
    .addColumn('withdrawn_at', 'text')
    .addColumn('digest_id', 'text')
    .execute();

  await db.schema
    .createIndex('outbox_by_time')
    .on('outbox')
    .columns(['created_at', 'id'])
    .execute();

  await db.schema
    .createTable('documents')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('series', 'text')
    .addColumn('series_number', 'integer')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('is_of_former_payer', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('issued_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('documents_once_in_series', ['series', 'series_number'])
    .execute();

  await db.schema.createIndex('documents_by_order').on('documents').columns(['order_id']).execute();

  await db.schema
    .createIndex('documents_by_time')
    .on('documents')
    .columns(['issued_at', 'number'])
    .execute();

  await db.schema
    .createTable('document_series')
    .addColumn('series', 'text', (c) => c.primaryKey())
    .addColumn('last_number', 'integer', (c) => c.notNull())
    .addColumn('deleted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('invoice_recipients')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.unique().references('orders.id').onDelete('cascade'))
    .addColumn('agreement_id', 'text', (c) =>
      c.unique().references('agreements.id').onDelete('cascade'),
    )
    .addColumn('legal_name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('vat_id', 'text')
    .addColumn('purchase_order', 'text')
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull())
    .execute();
}

async function abstracts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('abstracts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dedupe_key', 'text', (c) => c.notNull().unique())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('title_prefix', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('organization', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('interest_area_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text')
    .addColumn('keywords', 'text')
    .addColumn('wish', 'text')
    .addColumn('publish_at', 'text')
    .addColumn('withdrawn_at', 'text')
    .addColumn('file_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('abstract_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('abstract_id', 'text', (c) =>
      c.notNull().references('abstracts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('file_key', 'text', (c) => c.notNull().unique())
    .addColumn('file_store', 'text', (c) => c.notNull())
    .addColumn('active_content', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('scan', 'text')
    .addColumn('scan_finding', 'text')
    .addColumn('scan_due_at', 'text')
    .addColumn('scan_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('abstract_authors')
    .addColumn('abstract_id', 'text', (c) =>
      c.notNull().references('abstracts.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('affiliation', 'text', (c) => c.notNull())
    .addColumn('orcid', 'text')
    .addColumn('presents', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('abstract_authors_key', ['abstract_id', 'position'])
    .execute();

  await db.schema
    .createIndex('abstracts_by_time')
    .on('abstracts')
    .columns(['created_at'])
    .execute();

  await db.schema
    .createIndex('abstract_files_by_scan')
    .on('abstract_files')
    .columns(['scan_due_at'])
    .execute();
}

/** Reviewers, the abstracts assigned to them, and their scores. */
async function peerReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reviewers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('institute', 'text', (c) => c.notNull())
    .addColumn('conflicts', 'text', (c) => c.notNull())
    .addColumn('sessions', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('peer_reviews')
    .addColumn('abstract_id', 'text', (c) =>
      c.notNull().references('abstracts.id').onDelete('cascade'),
    )
    .addColumn('reviewer_id', 'text', (c) =>
      c.notNull().references('reviewers.id').onDelete('cascade'),
    )
    .addColumn('assigned_at', 'text', (c) => c.notNull())
    .addColumn('comment_for_committee', 'text')
    .addColumn('comment_for_author', 'text')
    .addColumn('declined', 'integer', (c) => c.notNull())
    .addColumn('collected_at', 'text')
    .addPrimaryKeyConstraint('peer_reviews_key', ['abstract_id', 'reviewer_id'])
    .execute();

  await db.schema
    .createIndex('peer_reviews_by_reviewer')
    .on('peer_reviews')
    .columns(['reviewer_id'])
    .execute();

  await db.schema
    .createTable('peer_review_scores')
    .addColumn('abstract_id', 'text', (c) => c.notNull())
    .addColumn('reviewer_id', 'text', (c) => c.notNull())
    .addColumn('criterion', 'text', (c) => c.notNull())
    .addColumn('score', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('peer_review_scores_key', ['abstract_id', 'reviewer_id', 'criterion'])
    .addForeignKeyConstraint(
      'peer_review_scores_review',
      ['abstract_id', 'reviewer_id'],
      'peer_reviews',
      ['abstract_id', 'reviewer_id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();

  await db.schema
    .createTable('peer_review_notes')
    .addColumn('abstract_id', 'text', (c) => c.notNull())
    .addColumn('reviewer_id', 'text', (c) => c.notNull())
    .addColumn('heading', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('peer_review_notes_key', ['abstract_id', 'reviewer_id', 'heading'])
    .addForeignKeyConstraint(
      'peer_review_notes_review',
      ['abstract_id', 'reviewer_id'],
      'peer_reviews',
      ['abstract_id', 'reviewer_id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
}

/** Links, new addresses, decisions, visa letters, mass letters, and the log of what organisers did. */
async function organising(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_links')
    .addColumn('order_id', 'text', (c) =>
      c.primaryKey().references('orders.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('lapses_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('address_confirmations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('participant_id', 'text')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('phone', 'text')
    .addColumn('institute', 'text')
    .addColumn('country', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('decisions')
    .addColumn('abstract_id', 'text', (c) =>
      c.primaryKey().references('abstracts.id').onDelete('cascade'),
    )
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('presentation', 'text')
    .addColumn('slot', 'text')
    .addColumn('day', 'text')
    .addColumn('starts', 'text')
    .addColumn('ends', 'text')
    .addColumn('room', 'text')
    .addColumn('track', 'text')
    .addColumn('chair', 'text')
    .addColumn('number', 'text')
    .addColumn('decided_at', 'text', (c) => c.notNull())
    .addColumn('told_at', 'text')
    .addColumn('told_outcome', 'text')
    .addColumn('comment', 'text')
    .addColumn('confirmed_at', 'text')
    .execute();

  await db.schema
    .createTable('agenda_entries')
    .addColumn('abstract_id', 'text', (c) =>
      c.primaryKey().references('abstracts.id').onDelete('cascade'),
    )
    .addColumn('day', 'text')
    .addColumn('starts', 'text')
    .addColumn('ends', 'text')
    .addColumn('title', 'text')
    .addColumn('room', 'text')
    .addColumn('track', 'text')
    .addColumn('topic', 'text')
    .addColumn('chair', 'text')
    .addColumn('speakers', 'text')
    .execute();

  await db.schema
    .createTable('visa_requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('participant_id', 'text', (c) =>
      c.notNull().references('participants.id').onDelete('cascade'),
    )
    .addColumn('name', 'text')
    .addColumn('nationality', 'text')
    .addColumn('passport', 'text')
    .addColumn('birth_date', 'text')
    .addColumn('expiry_date', 'text')
    .addColumn('consulate', 'text')
    .addColumn('requested_at', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('reason', 'text')
    .addColumn('letter', 'text', (c) => c.unique())
    .addColumn('presentation_type', 'text')
    .addColumn('paid_cents', 'integer')
    .addColumn('withdrawn_at', 'text')
    .execute();

  await db.schema
    .createIndex('visa_requests_by_person')
    .on('visa_requests')
    .column('participant_id')
    .execute();

  // Two tabs that ask at the same moment cannot make two requests.
  await sql`create unique index visa_requests_once on visa_requests (participant_id)
    where withdrawn_at is null`.execute(db);

  await db.schema
    .createTable('letters')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('selection', 'text', (c) => c.notNull())
    .addColumn('recipients', 'integer', (c) => c.notNull())
    .addColumn('sent_by', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('letter_addresses')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('unsubscribed_at', 'text')
    .execute();

  await db.schema
    .createTable('consents')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('activities')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('participant_id', 'text')
    .addColumn('words', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('activities_by_reference')
    .on('activities')
    .column('reference')
    .execute();
}

/** The accounts of the database, idempotency keys, and files that purge or erase still have to remove. */
async function bookkeeping(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('stripe_account', 'text')
    .addColumn('stripe_key', 'text')
    .addColumn('paypal_client', 'text')
    .addColumn('sandbox_id', 'text')
    .addColumn('file_store', 'text', (c) => c.notNull())
    .addColumn('backed_up_at', 'text')
    .addColumn('copied_at', 'text')
    .addColumn('desk_key', 'text')
    .execute();

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('removals')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('file_store', 'text')
    .addPrimaryKeyConstraint('removals_once', ['place', 'name'])
    .execute();
}

/** Tables by which several servers on one database cooperate. */
async function severalServers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('servers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('file_store', 'text', (c) => c.notNull())
    .addColumn('sandbox_id', 'text')
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('full_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('payment_networks')
    .addColumn('payment_id', 'text', (c) => c.primaryKey())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('alarms')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('noted_at', 'text', (c) => c.notNull())
    .addColumn('told_at', 'text')
    .execute();
}

/** With these indexes no query of a request, a job or a command scans a whole table: query-plans.slow.test.ts. */
async function indexes(db: Kysely<unknown>): Promise<void> {
  // SQLite assumes that an index with mostly nulls is selective, so these indexes leave the nulls out.
  const isUnsent = 'sent_at is null and withdrawn_at is null';
  const all = {
    participants_by_address: 'participants (lower(email), created_at)',
    abstracts_by_address: 'abstracts (lower(email), created_at)',
    waiting_list_by_address: 'waiting_list (lower(email), created_at)',
    reviewers_by_address: 'reviewers (lower(email), created_at)',
    abstracts_by_file: 'abstracts (file_id)',
    abstracts_by_withdrawal: 'abstracts (withdrawn_at) where withdrawn_at is not null',
    abstract_files_by_abstract: 'abstract_files (abstract_id)',
    abstract_files_by_finding: 'abstract_files (scan)',
    abstract_files_by_time: 'abstract_files (created_at)',
    orders_by_state: 'orders (state, created_at)',
    orders_offered: 'orders (created_at) where offered_by is not null',
    orders_undoing: 'orders (undoes) where undoes is not null',
    order_items_by_member: 'order_items (member_key) where member_key is not null',
    invitations_by_address: 'invitations (lower(email), created_at)',
    proofs_by_state: 'proofs (state)',
    proofs_to_scan: 'proofs (scan_due_at) where scan_due_at is not null',
    proofs_with_files: 'proofs (sent_at) where file_key is not null',
    order_items_by_thing: `order_items ((kind || ':' || item))`,
    order_items_agreed: `order_items (kind, order_id) where kind = 'agreed'`,
    order_items_asked: `order_items (item, order_id) where kind = 'asked'`,
    payments_by_state: 'payments (state, created_at)',
    payments_without_money: `payments (created_at)
      where state not in ('PAID', 'PART_REFUNDED', 'REFUNDED')`,
    payments_by_provider: 'payments (provider, created_at)',
    payment_networks_by_time: 'payment_networks (created_at)',
    payment_networks_by_network: 'payment_networks (network)',
    webhook_events_by_time: 'webhook_events (provider, received_at)',
    disputes_by_state: 'disputes (state)',
    bank_refunds_waiting: `bank_refunds (created_at, id) where sent_at is null and failed_at is null`,
    bank_refunds_failed: 'bank_refunds (created_at, id) where failed_at is not null',
    reviews_by_settling: 'reviews (settled_at)',
    reviews_by_subject: 'reviews (about)',
    outbox_by_kind: `outbox (kind, next_attempt_at)
      where ${isUnsent} and dead_at is null and digest_id is null`,
    outbox_by_recipient: `outbox (recipient) where ${isUnsent}`,
    outbox_by_reference: 'outbox (reference) where reference is not null',
    outbox_by_digest: 'outbox (digest_id) where digest_id is not null',
    outbox_by_payment: 'outbox (until_paid) where until_paid is not null',
    outbox_by_letter: `outbox (substr(message_key, 8, 26)) where kind = 'letter'`,
    outbox_by_sending: 'outbox (sent_at) where sent_at is not null',
    outbox_by_death: 'outbox (dead_at) where dead_at is not null',
    address_confirmations_by_order: 'address_confirmations (order_id)',
    address_confirmations_by_person: 'address_confirmations (participant_id)',
    address_confirmations_by_address: 'address_confirmations (lower(email), created_at)',
    unsubscribed: 'letter_addresses (email) where unsubscribed_at is not null',
    visa_requests_waiting: `visa_requests (requested_at, id)
      where withdrawn_at is null and outcome is null and passport is not null`,
    visa_requests_by_age: `visa_requests ((coalesce(decided_at, requested_at)))
      where passport is not null`,
    activities_by_time: 'activities (at, id)',
  };
  for (const [name, columns] of Object.entries(all)) {
    await sql.raw(`create index ${name} on ${columns}`).execute(db);
  }
}

/**
 * The moments by which the journal and the sheet of transfers of a closed month stay as they were. Entries of before have
 * none of them, and stay where they were; the refunded sum of before belongs to the last refund.
 */
async function momentsOfMoney(db: Kysely<unknown>): Promise<void> {
  for (const column of ['waited_from', 'decided_at', 'released_at', 'listed_on']) {
    await db.schema.alterTable('bank_entries').addColumn(column, 'text').execute();
  }
  // Documents of before have their taxes; an order of before states tax if an item has a rate.
  await db.schema
    .alterTable('orders')
    .addColumn('states_tax', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('payment_history').addColumn('refunded_cents', 'integer').execute();
  await sql`
    update payment_history set refunded_cents = (
      select payments.refunded_cents from payments where payments.id = payment_history.payment_id
    ) where id in (
      select max(last.id) from payment_history as last
      where last.to_state in ('PART_REFUNDED', 'REFUNDED') and last.at = (
        select max(h.at) from payment_history as h
        where h.payment_id = last.payment_id and h.to_state in ('PART_REFUNDED', 'REFUNDED')
      ) group by last.payment_id
    )`.execute(db);
}

/** The columns by which a thing stays with the person who asked for it, and uploads are counted. */
async function whoAsked(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('participants').addColumn('private_from', 'text').execute();
  await db.schema.alterTable('participants').addColumn('changed_part', 'text').execute();
  await db.schema.alterTable('orders').addColumn('changed_part', 'text').execute();
  await db.schema.alterTable('address_confirmations').addColumn('by_payer', 'integer').execute();
  // The text of the page has the name of the person who ordered, which a later holder must not get.
  await sql`update orders set order_reference = null where order_reference is not null`.execute(db);
  await db.schema.alterTable('waiting_list').addColumn('confirmed_at', 'text').execute();
  // Nobody asked the earlier entries for a confirmation.
  await sql`update waiting_list set confirmed_at = created_at`.execute(db);
  await db.schema
    .createTable('uploads')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .execute();
  await sql.raw('create index uploads_by_time on uploads (received_at)').execute(db);
  await sql
    .raw('create index outbox_by_reader on outbox (lower(recipient), created_at)')
    .execute(db);
  await db.schema
    .createIndex('activities_by_action')
    .on('activities')
    .columns(['action', 'reference'])
    .execute();
}
