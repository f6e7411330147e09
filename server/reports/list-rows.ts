import { sql } from 'kysely';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { fileColumns } from '#server/abstract/abstract-files.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { duplicatesAmong } from '#server/abstract/duplicates.ts';
import type { Db } from '#server/database/database.ts';
import { letterIdOfMail, letterSubjects } from '#server/mail/waiting-mails.ts';
import { entriesWithOrders } from '#server/payments/entries-with-orders.ts';
import { cameAt, hasReceipt } from '#server/payments/payments.ts';
import { readDocument } from '#server/receipts/receipts.ts';
import { bankMoney } from './bank-money.ts';
import { isDayIn, isIn } from './date-range.ts';
import { abstractFacts } from './known-by-features.ts';
import { inPages, type Paging } from './pages.ts';
import { returnedMoney } from '#server/payments/returned-money.ts';
import { isAskedItem, isAskedOrder } from '#server/orders/rows/asked-orders.ts';
import { shownState } from '#server/orders/rows/who-comes.ts';

/** Every amount that an organiser asked for, paid or not. */
export function askedIn(db: Db, paging: Paging = {}) {
  const by = ['orders.created_at', 'orders.id'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('orders')
      .leftJoin('payments', 'payments.id', 'orders.paid_payment_id')
      .leftJoin('payment_links', 'payment_links.order_id', 'orders.id')
      .selectAll('orders')
      .select(['payments.amount_cents as paid_cents', 'payments.refunded_cents'])
      .select(['payments.provider', 'lapses_at'])
      .select((is) => [
        shownState(is).as('shown'),
        is
          .selectFrom('order_items')
          .select('label')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .where(isAskedItem)
          .limit(1)
          .as('words'),
        is
          .selectFrom('order_items')
          .select('item')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .where(isAskedItem)
          .limit(1)
          .as('about'),
      ])
      .where(isAskedOrder)
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('orders.created_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Every attempt to pay; in a range of time, the payments whose money came. */
export function paymentsIn(db: Db, paging: Paging = {}) {
  const by = ['payments.created_at', 'payments.id'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
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
        column.case().when(hasReceipt(column)).then(1).else(0).end().as('has_receipt'),
        column.case().when(isAskedOrder(column)).then(1).else(0).end().as('is_asked'),
      ])
      .where(isBehind)
      .where(isIn(paging.range, cameAt))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Every refund and dispute, also those that have not moved money; in a range of time, those that have. */
export function refundsIn(db: Db, paging: Paging = {}) {
  const by = ['returned.created_at', 'returned.id'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
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
      ])
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('returned.sent_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** The payouts of the providers, each with what is in it. The provider's own entry about a payout is not in it. */
export function payoutsIn(db: Db, paging: Paging = {}) {
  const by = ['payouts.arrives_on', 'payouts.ref'] as const;
  const inIt = sql`from payout_entries as e where e.provider = payouts.provider and e.account = payouts.account
    and e.payout_ref = payouts.ref and not (e.kind = 'payout' and e.source_ref = payouts.ref)`;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
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
      .where(isBehind)
      .where(isDayIn(paging.range, sql.ref('payouts.arrives_on')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Every movement on the accounts of the providers, with the order of its payment if the payment is ours. */
export function payoutEntriesIn(db: Db, paging: Paging = {}) {
  const by = ['entries.occurred_at', 'entries.ref'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    entriesWithOrders(db)
      .leftJoin('payouts', (join) =>
        join
          .onRef('payouts.provider', '=', 'entries.provider')
          .onRef('payouts.account', '=', 'entries.account')
          .onRef('payouts.ref', '=', 'entries.payout_ref'),
      )
      .selectAll('entries')
      .select(['entries.ref as id', 'entries.occurred_at as created_at'])
      .select(['orders.reference', 'payouts.arrives_on'])
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('entries.occurred_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** The entries of the bank account, and the transfers that return money. */
export function bankTransfersIn(db: Db, paging: Paging = {}) {
  const by = ['money.created_at', 'money.id'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom(bankMoney(db, paging.range))
      .selectAll('money')
      .where(isBehind)
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Receipts, credit notes and their cancellations as they were issued. */
export async function* documentsIn(db: Db, paging: Paging = {}) {
  const by = ['documents.issued_at', 'documents.number'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('documents')
      .select(['number as id', 'issued_at as created_at', 'content'])
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('documents.issued_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  for await (const page of pages) yield page.map(({ content }) => readDocument(content));
}

/** The numbers of all documents with their orders and their places in series. */
export function documentNumbersIn(db: Db, paging: Paging = {}) {
  const by = ['documents.issued_at', 'documents.number'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('documents')
      .select(['number as id', 'issued_at as created_at', 'order_id', 'series', 'series_number'])
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('documents.issued_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** Every abstract with its newest file, what features know about it, its authors and its possible duplicates. */
export async function* abstractsIn(db: Db, paging: Paging = {}) {
  const by = ['abstracts.created_at', 'abstracts.id'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
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
      ])
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('abstracts.created_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
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
  const by = ['outbox.created_at', 'outbox.id'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('outbox')
      .select(['outbox.id', 'outbox.created_at', 'kind', 'recipient', 'attempts', 'trouble'])
      .select(['outbox.sent_at', 'dead_at', 'withdrawn_at', 'digest_id'])
      .select(letterIdOfMail.as('letter_id'))
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('outbox.created_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  for await (const page of pages) {
    const letters = page.map(({ letter_id }) => letter_id);
    const subjects = await letterSubjects(db, letters);
    yield page.map((row) => ({ ...row, subject: subjects.get(row.letter_id ?? '') }));
  }
}
