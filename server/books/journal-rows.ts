import { type NotNull, sql } from 'kysely';
import type { Currency } from '#contract/money.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Db } from '#server/database/database.ts';
import type { BankEntryState } from '#server/database/tables.ts';
import { entriesWithOrders } from '#server/payments/entries-with-orders.ts';
import { cameAt, hasReceipt } from '#server/payments/payments.ts';
import { type PaymentState, UNPAID } from '#server/payments/payment-states.ts';
import type { EntryKind, ProviderName } from '#server/payments/provider.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { readDocument } from '#server/receipts/receipts.ts';
import { isDayIn, isIn } from '#server/reports/date-range.ts';
import { inPages, type Paging } from '#server/reports/pages.ts';
import { returnedMoney } from '#server/payments/returned-money.ts';

/** A document with the provider of its payment, and the token in the address of the page of the receipt. */
export type JournalDocument = {
  document: ReceiptDocument;
  provider: ProviderName;
  receiptToken: string;
};

/** All documents, in the order in which they were issued. */
export async function* documentsWithPayments(
  db: Db,
  paging: Paging,
): AsyncGenerator<JournalDocument[]> {
  const by = ['documents.issued_at', 'documents.number'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('documents')
      .innerJoin('payments', 'payments.id', 'documents.payment_id')
      .innerJoin('orders', 'orders.id', 'documents.order_id')
      .select(['documents.number as id', 'documents.issued_at as created_at', 'content'])
      .select(['payments.provider', 'orders.receipt_token'])
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('documents.issued_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  for await (const page of pages) {
    yield page.map(({ content, provider, receipt_token }) => ({
      document: readDocument(content),
      provider: provider as ProviderName,
      receiptToken: receipt_token,
    }));
  }
}

/** Rows of payments, whose provider is one of ours. */
async function* ofProviders<Row extends { provider: string }>(pages: AsyncIterable<Row[]>) {
  for await (const page of pages) {
    yield page.map((row) => ({ ...row, provider: row.provider as ProviderName }));
  }
}

/** Money that came and that no document is about: a second payment, or one that does not match. */
export function moneyWithoutDocument(db: Db, paging: Paging) {
  const by = ['payments.created_at', 'payments.id'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.id', 'payments.created_at', 'payments.currency'])
      .select(['payments.currency_decimals', 'payments.provider', 'orders.reference'])
      .select([
        cameAt.as('at'),
        sql<number>`coalesce(arrived_cents, payments.amount_cents)`.as('cents'),
      ])
      .where('payments.state', 'not in', [...UNPAID] satisfies PaymentState[])
      .where((is) => is.not(hasReceipt(is)))
      .where(isBehind)
      .where(isIn(paging.range, cameAt))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  return ofProviders(pages);
}

/** The returned part of such money. */
export function returnsWithoutDocument(db: Db, paging: Paging) {
  const by = ['returned.created_at', 'returned.id'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom(returnedMoney(db))
      .innerJoin('payments', 'payments.id', 'returned.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['returned.id', 'returned.created_at', 'returned.sent_at as at'])
      .select(['returned.refunded_cents as cents', 'payments.currency', 'payments.provider'])
      .select(['payments.currency_decimals', 'orders.reference'])
      .where('returned.refunded_cents', '!=', 0)
      .where((is) => is.not(hasReceipt(is)))
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('returned.sent_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  return ofProviders(pages);
}

/** A movement on the account of a provider, in the currency of the conference. */
export type Movement = {
  id: string;
  created_at: string;
  /** The day on which a payout arrives at the bank; null for everything else. */
  arrivesOn: string | null;
  provider: ProviderName;
  kind: EntryKind;
  sourceRef: string | null;
  /** The reference of the order; null if the movement is about no payment of this conference. */
  reference: string | null;
  grossCents: number;
  feeCents: number;
  netCents: number;
};

/** The movements on the accounts of the providers, as they were read last. */
export async function* movementsIn(
  db: Db,
  { mode, currency }: { mode: PaymentMode; currency: Currency },
  paging: Paging,
): AsyncGenerator<Movement[]> {
  const by = ['entries.occurred_at', 'entries.ref'] as const;
  const pages = inPages(by, paging, ({ isBehind, inOrder, most }) =>
    entriesWithOrders(db)
      .leftJoin('payouts', (join) =>
        join
          .onRef('payouts.provider', '=', 'entries.provider')
          .onRef('payouts.account', '=', 'entries.account')
          .onRef('payouts.ref', '=', 'entries.source_ref'),
      )
      .select(['entries.ref as id', 'entries.occurred_at as created_at', 'entries.provider'])
      .select('payouts.arrives_on')
      .select(['entries.kind', 'entries.source_ref', 'orders.reference'])
      .select(['entries.gross_cents', 'entries.fee_cents', 'entries.net_cents'])
      .where('entries.mode', '=', mode)
      .where('entries.currency', '=', currency.code)
      .where(isBehind)
      .where(({ or, and, eb }) =>
        or([
          and([eb('arrives_on', 'is not', null), isDayIn(paging.range, sql.ref('arrives_on'))]),
          and([eb('arrives_on', 'is', null), isIn(paging.range, sql.ref('entries.occurred_at'))]),
        ]),
      )
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
  for await (const page of pages) {
    yield page.map((row) => ({
      id: row.id,
      created_at: row.created_at,
      arrivesOn: row.arrives_on,
      provider: row.provider as ProviderName,
      kind: row.kind as EntryKind,
      sourceRef: row.source_ref,
      reference: row.reference,
      grossCents: Number(row.gross_cents),
      feeCents: Number(row.fee_cents),
      netCents: Number(row.net_cents),
    }));
  }
}

/** The part of credits that counts for no payment and is returned, by the moment of the booking as its document. */
export function looseCreditsIn(db: Db, { code }: Pick<Currency, 'code'>, paging: Paging) {
  const by = ['entry.created_at', 'entry.id'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('bank_entries as entry')
      .leftJoin('orders', 'orders.id', 'entry.order_id')
      .select(['entry.id', 'entry.created_at', 'entry.name', 'orders.reference'])
      .select(sql<number>`entry.amount_cents - entry.booked_cents`.as('cents'))
      .where('entry.currency', '=', code)
      .where('entry.state', 'in', ['booked', 'returned'] satisfies BankEntryState[])
      .where('entry.amount_cents', '>', 0)
      .whereRef('entry.amount_cents', '>', 'entry.booked_cents')
      // A refund that came back is the payment's money again.
      .where('entry.bank_refund_id', 'is', null)
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('entry.created_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}

/** The transfers that returned such money. */
export function looseReturnsIn(db: Db, { code }: Pick<Currency, 'code'>, paging: Paging) {
  const by = ['bank_refunds.created_at', 'bank_refunds.id'] as const;
  return inPages(by, paging, ({ isBehind, inOrder, most }) =>
    db
      .selectFrom('bank_refunds')
      .select(['id', 'created_at', 'sent_at as at', 'amount_cents as cents'])
      .select(['reason as reference', 'name'])
      .where('currency', '=', code)
      .where('payment_id', 'is', null)
      .where('sent_at', 'is not', null)
      .$narrowType<{ at: NotNull }>()
      .where('failed_at', 'is', null)
      .where(isBehind)
      .where(isIn(paging.range, sql.ref('sent_at')))
      .orderBy(inOrder)
      .limit(most)
      .execute(),
  );
}
