import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { letterIdOfMail } from '#server/letters/waiting-mails.ts';

/** The books as organisers read them: latest first, a page at a time, each row as it is in its table. */

const PAGE = 500;

/** Every attempt to pay. */
export const paymentsIn = (db: Db) =>
  pages((before) =>
    db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select([
        'payments.id',
        'payments.created_at',
        'orders.reference',
        'orders.payer_name',
        'orders.payer_email',
      ])
      .select(['payments.provider', 'payments.mode', 'payments.state', 'payments.currency'])
      .select(['payments.amount_cents', 'payments.refunded_cents', 'payments.attempt'])
      .select(['payments.provider_ref', 'payments.provider_payment_ref'])
      .where(isBefore('payments', before))
      .orderBy('payments.created_at', 'desc')
      .orderBy('payments.id', 'desc')
      .limit(PAGE)
      .execute(),
  );

/** Every refund that was requested here. */
export const refundsIn = (db: Db) =>
  pages((before) =>
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select([
        'refunds.id',
        'refunds.created_at',
        'orders.reference',
        'orders.payer_name',
        'orders.payer_email',
      ])
      .select(['refunds.amount_cents', 'payments.currency', 'refunds.state', 'refunds.reason'])
      .select(['payments.provider', 'refunds.provider_ref', 'refunds.trouble'])
      .where(isBefore('refunds', before))
      .orderBy('refunds.created_at', 'desc')
      .orderBy('refunds.id', 'desc')
      .limit(PAGE)
      .execute(),
  );

/** Every abstract, with what was decided about it. */
export const abstractsIn = (db: Db) =>
  pages((before) =>
    db
      .selectFrom('abstracts')
      .leftJoin('decisions', 'decisions.abstract_id', 'abstracts.id')
      .selectAll('abstracts')
      .select(['decisions.outcome', 'decisions.presentation', 'decisions.slot', 'decisions.answer'])
      .where(isBefore('abstracts', before))
      .orderBy('abstracts.created_at', 'desc')
      .orderBy('abstracts.id', 'desc')
      .limit(PAGE)
      .execute(),
  );

/** Every mail that went into the outbox, whatever became of it. */
export const mailsIn = (db: Db) =>
  pages((before) =>
    db
      .selectFrom('outbox')
      .leftJoin('letters', (join) => join.on('letters.id', '=', letterIdOfMail))
      .select(['outbox.id', 'outbox.created_at', 'kind', 'recipient', 'attempts', 'trouble'])
      .select(['outbox.sent_at', 'dead_at', 'withdrawn_at', 'digest_id', 'letters.subject'])
      .where(isBefore('outbox', before))
      .orderBy('outbox.created_at', 'desc')
      .orderBy('outbox.id', 'desc')
      .limit(PAGE)
      .execute(),
  );

type Row = { created_at: string; id: string };

async function* pages<R extends Row>(
  read: (before: Row) => Promise<R[]>,
): AsyncGenerator<R[], void> {
  // Behind every time.
  let before: Row = { created_at: '9', id: '' };
  for (;;) {
    const rows = await read(before);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last;
  }
}

function isBefore(table: 'payments' | 'refunds' | 'abstracts' | 'outbox', { created_at, id }: Row) {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${created_at}, ${id})`;
}
