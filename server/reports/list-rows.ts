import { type ExpressionBuilder, sql } from 'kysely';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { fileColumns } from '#server/abstract/abstract-files.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { duplicatesAmong } from '#server/abstract/duplicates.ts';
import type { Db } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { letterIdOfMail, letterSubjects } from '#server/mail/waiting-mails.ts';
import { entriesWithOrders } from '#server/payments/entries-with-orders.ts';
import { cameAt } from '#server/payments/payments.ts';
import { readDocument } from '#server/receipts/receipts.ts';
import { bankMoney } from './bank-money.ts';
import { isDayIn } from './date-range.ts';
import { abstractFacts } from './known-by-features.ts';
import { inPages, type Paging } from './pages.ts';
import { returnedMoney } from '#server/payments/returned-money.ts';
import { isAskedItem, isAskedOrder } from '#server/orders/rows/asked-orders.ts';
import { shownState } from '#server/orders/rows/who-comes.ts';

/** Every amount that an organiser asked for, paid or not. */
export function askedIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.id', 'orders.paid_payment_id')
    .leftJoin('payment_links', 'payment_links.order_id', 'orders.id')
    .selectAll('orders')
    .select(['payments.amount_cents as paid_cents', 'payments.refunded_cents'])
    .select(['payments.provider', 'lapses_at'])
    .select((is) => [
      shownState(is).as('shown'),
      askedItem(is, 'label').as('words'),
      askedItem(is, 'item').as('about'),
    ])
    .where(isAskedOrder);
  return inPages(query, ['orders.created_at', 'orders.id'], paging);
}

function askedItem(is: ExpressionBuilder<Tables, 'orders'>, column: 'label' | 'item') {
  return is
    .selectFrom('order_items')
    .select(column)
    .whereRef('order_items.order_id', '=', 'orders.id')
    .where(isAskedItem)
    .limit(1);
}

/** Every attempt to pay; in a range of time, the payments whose money came. */
export function paymentsIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.reference', 'payer_name', 'payer_email', 'product_name'])
    .select((column) => [
      cameAt.as('paid_at'),
      column
        .selectFrom('disputes')
        .select('disputes.state')
        .whereRef('disputes.payment_id', '=', 'payments.id')
        .orderBy('disputes.opened_at', 'desc')
        .limit(1)
        .as('dispute'),
      // PostgreSQL would read all documents for a page if it were asked whether one exists.
      column
        .selectFrom('documents')
        .select('documents.number')
        .whereRef('documents.order_id', '=', 'payments.order_id')
        .whereRef('documents.payment_id', '=', 'payments.id')
        .limit(1)
        .as('receipt'),
      column.case().when(isAskedOrder(column)).then(1).else(0).end().as('is_asked'),
    ]);
  return inPages(query, ['payments.created_at', 'payments.id'], paging, cameAt);
}

/** Every refund and dispute, also those that have not moved money; in a range of time, those that have. */
export function refundsIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom(returnedMoney(db))
    .innerJoin('payments', 'payments.id', 'returned.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('returned')
    .select(['orders.reference', 'payer_name', 'payer_email', 'payments.currency'])
    .select(['payments.currency_decimals', 'payments.provider', 'provider_payment_ref'])
    .select((is) => [
      is.case().when(isAskedOrder(is)).then(1).else(0).end().as('is_asked'),
      is
        .selectFrom('orders as undoing')
        .select(({ fn }) => fn.min('undoing.reference').as('reference'))
        .whereRef('undoing.undoes', '=', 'returned.id')
        .where('undoing.cancelled_at', 'is', null)
        .as('asked_again'),
    ]);
  return inPages(
    query,
    ['returned.created_at', 'returned.id'],
    paging,
    sql.ref('returned.sent_at'),
  );
}

/** The payouts of the providers, each with what is in it. The provider's own entry about a payout is not in it. */
export function payoutsIn(db: Db, paging: Paging = {}) {
  const inIt = sql`from payout_entries as e where e.provider = payouts.provider and e.account = payouts.account
    and e.payout_ref = payouts.ref and not (e.kind = 'payout' and e.source_ref = payouts.ref)`;
  const query = db
    .selectFrom('payouts')
    .select(['ref as id', 'arrives_on as created_at', 'provider', 'account', 'mode', 'state'])
    .select(['amount_cents', 'currency', 'currency_decimals', 'created_at as made_at'])
    .select([
      sql<number | string | null>`(select cast(sum(e.gross_cents) as bigint) ${inIt})`.as(
        'gross_cents',
      ),
      sql<number | string | null>`(select cast(sum(e.fee_cents) as bigint) ${inIt})`.as(
        'fee_cents',
      ),
      sql<number>`(select cast(count(*) as integer) ${inIt})`.as('entries'),
    ])
    .where(isDayIn(paging.range, sql.ref('payouts.arrives_on')));
  return inPages(query, ['payouts.arrives_on', 'payouts.ref'], paging, null);
}

/** Every movement on the accounts of the providers, with the order of its payment if the payment is ours. */
export function payoutEntriesIn(db: Db, paging: Paging = {}) {
  const query = entriesWithOrders(db)
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.provider', '=', 'entries.provider')
        .onRef('payouts.account', '=', 'entries.account')
        .onRef('payouts.ref', '=', 'entries.payout_ref'),
    )
    .selectAll('entries')
    .select(['entries.ref as id', 'entries.occurred_at as created_at'])
    .select(['orders.reference', 'payouts.arrives_on']);
  return inPages(query, ['entries.occurred_at', 'entries.ref'], paging);
}

/** The entries of the bank account, and the transfers that return money. */
export function bankTransfersIn(db: Db, paging: Paging = {}) {
  const query = db.selectFrom(bankMoney(paging.range)).selectAll('money');
  return inPages(query, ['money.created_at', 'money.id'], paging, null);
}

/** Receipts, credit notes and their cancellations as they were issued. */
export async function* documentsIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom('documents')
    .select(['number as id', 'issued_at as created_at', 'content']);
  const pages = inPages(query, ['documents.issued_at', 'documents.number'], paging);
  for await (const page of pages) yield page.map(({ content }) => readDocument(content));
}

/** The numbers of all documents with their orders and their places in series. */
export function documentNumbersIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom('documents')
    .select(['number as id', 'issued_at as created_at', 'order_id', 'series', 'series_number']);
  return inPages(query, ['documents.issued_at', 'documents.number'], paging);
}

/** Every abstract with its newest file, what features know about it, its authors and its possible duplicates. */
export async function* abstractsIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom('abstracts')
    .innerJoin('abstract_files', 'abstract_files.id', 'abstracts.file_id')
    .selectAll('abstracts')
    .select(fileColumns)
    .select((is) => [
      is
        .selectFrom('abstract_files as version')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('version.abstract_id', '=', 'abstracts.id')
        .as('versions'),
    ]);
  const pages = inPages(query, ['abstracts.created_at', 'abstracts.id'], paging);
  const duplicates = duplicatesAmong(await listAbstracts(db));
  for await (const page of pages) {
    const ids = page.map(({ id }) => id);
    const entered = await authorsByAbstract(db, ids);
    const factsOf = await abstractFacts(db, ids);
    yield page.map((row) => ({
      ...row,
      ...factsOf(row.id),
      withdrawnAt: row.withdrawn_at ?? undefined,
      // PostgreSQL gives counts as text.
      versions: Number(row.versions),
      authors: authorsOf({ ...row, organizationName: row.organization }, entered),
      duplicates: duplicates.get(row.id),
    }));
  }
}

/** Every mail of the outbox, sent or not, with the subject of its letter to many people. */
export async function* mailsIn(db: Db, paging: Paging = {}) {
  const query = db
    .selectFrom('outbox')
    .select(['outbox.id', 'outbox.created_at', 'kind', 'recipient', 'attempts', 'trouble'])
    .select(['outbox.sent_at', 'dead_at', 'withdrawn_at', 'digest_id'])
    .select(letterIdOfMail.as('letter_id'));
  const pages = inPages(query, ['outbox.created_at', 'outbox.id'], paging);
  for await (const page of pages) {
    const letters = page.map(({ letter_id }) => letter_id);
    const subjects = await letterSubjects(db, letters);
    yield page.map((row) => ({ ...row, subject: subjects.get(row.letter_id ?? '') }));
  }
}
