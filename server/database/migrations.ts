import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every change of the tables, oldest first. One that was released is never edited: the next one mends it. */
export const migrations: Record<string, Migration> = {
  '0001-registrations-and-money': { up: registrationsAndMoney },
  '0002-abstracts': { up: abstracts },
  '0003-order-lines': { up: orderLines },
  '0004-registration-extras': { up: registrationExtras },
  '0005-receipts-and-dead-letters': { up: receiptsAndDeadLetters },
  '0006-refused-refunds': { up: refusedRefunds },
  '0007-as-quick-when-large': { up: asQuickWhenLarge },
  '0008-payments-by-time': { up: paymentsByTime },
  '0009-scans': { up: scans },
  '0010-removals': { up: removals },
  '0011-unseen-payments': { up: unseenPayments },
};

async function registrationsAndMoney(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('registrations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('content_key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('institute', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('presentation_type', 'text', (c) => c.notNull())
    .addColumn('registration_type', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('registrations_by_content')
    .on('registrations')
    .columns(['content_key', 'created_at'])
    .execute();

  await db.schema
    .createTable('discounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('institute', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('content_key', 'text', (c) => c.notNull().unique())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('fee_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('product_name', 'text', (c) => c.notNull())
    .addColumn('price_snapshot', 'text', (c) => c.notNull())
    .addColumn('customer', 'text', (c) => c.notNull())
    .addColumn('order_reference', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('paid_payment_id', 'text', (c) => c.unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('provider_ref', 'text')
    .addColumn('checkout_url', 'text')
    .addColumn('provider_payment_ref', 'text')
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('failure_code', 'text')
    .addColumn('disputed', 'integer', (c) => c.notNull().defaultTo(0))
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
    .createTable('payment_log')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('evidence', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('payment_log_by_payment')
    .on('payment_log')
    .columns(['payment_id', 'at'])
    .execute();

  await db.schema
    .createTable('provider_events')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('ref', 'text')
    .addColumn('payment_ref', 'text')
    .addColumn('live', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('done_at', 'text')
    .addColumn('outcome', 'text')
    .addPrimaryKeyConstraint('provider_events_once', ['provider', 'event_id'])
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
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message_key', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('lease_until', 'text')
    .addColumn('sent_at', 'text')
    .execute();
  await db.schema
    .createIndex('outbox_by_turn')
    .on('outbox')
    .columns(['sent_at', 'next_attempt_at'])
    .execute();

  await db.schema
    .createTable('repeats')
    .addColumn('repeat_key', 'text', (c) => c.primaryKey())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'text', (c) => c.notNull())
    .execute();
}

async function abstracts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('abstracts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('content_key', 'text', (c) => c.notNull().unique())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('title_prefix', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('organization', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('interest_area_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('file_key', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('abstracts_by_time')
    .on('abstracts')
    .columns(['created_at'])
    .execute();
}

type OrdersThen = { id: string; product_name: string; amount_cents: number; lines: string };

/** What was bought. Orders from before have one line: their product at the whole amount. */
async function orderLines(db: Kysely<{ orders: OrdersThen }>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('lines', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  for (const order of await db.selectFrom('orders').selectAll().execute()) {
    const lines = JSON.stringify([{ words: order.product_name, cents: order.amount_cents }]);
    await db.updateTable('orders').set({ lines }).where('id', '=', order.id).execute();
  }
}

async function registrationExtras(db: Kysely<unknown>): Promise<void> {
  for (const column of ['accompanying_person', 'extra_nights']) {
    await db.schema.alterTable('registrations').addColumn(column, 'integer').execute();
  }
}

async function receiptsAndDeadLetters(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('dead_at', 'text').execute();
  await db.schema.alterTable('outbox').addColumn('trouble', 'text').execute();

  await db.schema
    .createTable('receipts')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id'))
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('papers')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('papers_by_order').on('papers').columns(['order_id']).execute();

  for (const table of ['registrations', 'discounts']) {
    await db.schema.createIndex(`${table}_by_time`).on(table).columns(['created_at']).execute();
  }
}

async function refusedRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('refunds')
    .addColumn('refusals', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('refunds').addColumn('next_try_at', 'text').execute();
}

/** What the reconciler and the return of money look for, once a minute or once a visitor. */
async function asQuickWhenLarge(db: Kysely<unknown>): Promise<void> {
  const indexes = {
    payments_by_check: ['payments', 'next_check_at'],
    provider_events_by_turn: ['provider_events', 'done_at', 'received_at'],
    refunds_by_payment: ['refunds', 'payment_id'],
    refunds_by_state: ['refunds', 'state'],
  } as const;
  for (const [name, [table, ...columns]] of Object.entries(indexes)) {
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

/** What the ceiling of payments counts. */
async function paymentsByTime(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('payments_by_time').on('payments').columns(['created_at']).execute();
}

/** What a virus scanner found. Files from before are due from the start, should there be a scanner. */
async function scans(
  db: Kysely<{ abstracts: { created_at: string; scan_due_at: string | null } }>,
) {
  const { schema } = db;
  await schema.alterTable('abstracts').addColumn('scan', 'text').execute();
  await schema.alterTable('abstracts').addColumn('scan_finding', 'text').execute();
  await schema.alterTable('abstracts').addColumn('scan_due_at', 'text').execute();
  await schema
    .alterTable('abstracts')
    .addColumn('scan_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable('abstracts')
    .set((column) => ({ scan_due_at: column.ref('created_at') }))
    .execute();
  await schema.createIndex('abstracts_by_scan').on('abstracts').columns(['scan_due_at']).execute();
}

/** Files whose rows are gone: what purge and erase still have to remove, should they be interrupted. */
async function removals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removals')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('removals_once', ['place', 'name'])
    .execute();
}

/** Whose looks had stopped although the last one may have failed: each is due once more. */
async function unseenPayments(
  db: Kysely<{
    payments: { state: string; next_check_at: string | null; expires_at: string };
  }>,
): Promise<void> {
  await db
    .updateTable('payments')
    .set((column) => ({ next_check_at: column.ref('expires_at') }))
    .where('next_check_at', 'is', null)
    .where('state', 'in', ['OPEN', 'APPROVED', 'CAPTURING', 'PENDING'])
    .execute();
}
