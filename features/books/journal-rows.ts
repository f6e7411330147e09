import { type NotNull, sql, type SqlBool } from 'kysely';
import type { Currency } from '#contract/money.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Db } from '#server/database/database.ts';
import { entriesWithOrders } from '#server/payments/entries-with-orders.ts';
import { cameAt, hasReceipt } from '#server/payments/payments.ts';
import { UNPAID } from '#server/payments/payment-states.ts';
import type { EntryKind, ProviderName } from '#server/payments/provider.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { readDocument } from '#server/receipts/receipts.ts';
import { isDayIn, isIn, isMomentIn } from '#server/reports/date-range.ts';
import { inPages, type Paging } from '#server/reports/pages.ts';

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
  const query = db
    .selectFrom('documents')
    .innerJoin('payments', 'payments.id', 'documents.payment_id')
    .innerJoin('orders', 'orders.id', 'documents.order_id')
    .select(['documents.number as id', 'documents.issued_at as created_at', 'content'])
    .select(['payments.provider', 'orders.receipt_token']);
  const pages = inPages(query, ['documents.issued_at', 'documents.number'], paging);
  for await (const page of pages) {
    yield page.map(({ content, provider, receipt_token }) => ({
      document: readDocument(content),
      provider,
      receiptToken: receipt_token,
    }));
  }
}

/** Money that came and that no document is about: a second payment, or one that does not match. */
export function moneyWithoutDocument(db: Db, paging: Paging) {
  const query = db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'payments.created_at', 'payments.currency'])
    .select(['payments.currency_decimals', 'payments.provider', 'orders.reference'])
    .select([
      cameAt.as('at'),
      sql<number>`coalesce(arrived_cents, payments.amount_cents)`.as('cents'),
    ])
    .where('payments.state', 'not in', [...UNPAID])
    .where((is) => is.not(hasReceipt(is)));
  return inPages(query, ['payments.created_at', 'payments.id'], paging, cameAt);
}

/** Returns of such money; negative where it came back. */
export function returnsWithoutDocument(db: Db, paging: Paging) {
  const changes = db
    .selectFrom('payment_history')
    .select(['id', 'payment_id', 'at'])
    .select(
      sql<number>`refunded_cents - lag(refunded_cents, 1, 0) over (partition by payment_id order by at, id)`.as(
        'cents',
      ),
    )
    .where('refunded_cents', 'is not', null)
    .as('change');
  const query = db
    .selectFrom(changes)
    .innerJoin('payments', 'payments.id', 'change.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['change.id', 'change.at as created_at', 'change.at', 'change.cents'])
    .select(['payments.currency', 'payments.provider'])
    .select(['payments.currency_decimals', 'orders.reference'])
    .where('change.cents', '!=', 0)
    .where((is) => is.not(hasReceipt(is)));
  return inPages(query, ['change.at', 'change.id'], paging);
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
  const query = entriesWithOrders(db)
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
    .where(({ or, and, eb }) =>
      or([
        and([eb('arrives_on', 'is not', null), isDayIn(paging.range, sql.ref('arrives_on'))]),
        and([eb('arrives_on', 'is', null), isIn(paging.range, sql.ref('entries.occurred_at'))]),
      ]),
    );
  const pages = inPages(query, ['entries.occurred_at', 'entries.ref'], paging, null);
  for await (const page of pages) {
    yield page.map((row) => ({
      id: row.id,
      created_at: row.created_at,
      arrivesOn: row.arrives_on,
      provider: row.provider,
      kind: row.kind,
      sourceRef: row.source_ref,
      reference: row.reference,
      grossCents: Number(row.gross_cents),
      feeCents: Number(row.fee_cents),
      netCents: Number(row.net_cents),
    }));
  }
}

/** Money on the bank account that no document names: an amount, since a moment. */
export type LooseTransfer = {
  id: string;
  at: string;
  cents: number;
  reference: string | null;
  name: string;
  words: string;
};

/**
 * Entries while they wait for a person, and the part of credits that counts for no payment and is returned. Each has its
 * own moments, so what is decided later has a posting of its own day, and none of before changes.
 */
export async function* looseEntriesIn(
  db: Db,
  { code }: Pick<Currency, 'code'>,
  paging: Paging,
): AsyncGenerator<LooseTransfer[]> {
  const isLoose = sql<SqlBool>`(entry.state in ('booked', 'returned') and entry.bank_refund_id is null
    and entry.amount_cents > entry.booked_cents)`;
  // An entry that was joined with one of a statement was decided before.
  const looseAt = sql<string>`coalesce(released_at, case when listed_on is null then decided_at end, entry.created_at)`;
  const query = db
    .selectFrom('bank_entries as entry')
    .leftJoin('orders', 'orders.id', 'entry.order_id')
    .select(['entry.id', 'entry.created_at', 'entry.name', 'orders.reference'])
    .select(['entry.amount_cents', 'entry.booked_cents', 'waited_from', 'decided_at'])
    .select(sql<string | null>`case when ${isLoose} then ${looseAt} end`.as('loose_at'))
    .where('entry.currency', '=', code)
    .where((is) => is.or([is('waited_from', 'is not', null), isLoose]))
    .where((is) =>
      is.or([
        isIn(paging.range, sql.ref('waited_from')),
        isIn(paging.range, sql.ref('decided_at')),
        isIn(paging.range, looseAt),
      ]),
    );
  const pages = inPages(query, ['entry.created_at', 'entry.id'], paging, null);
  for await (const page of pages) {
    yield page.flatMap((row) => {
      const { id, name, reference, amount_cents: cents, booked_cents: booked } = row;
      const { waited_from: from, decided_at: until, loose_at: since } = row;
      const moments = [
        ...(from === null ? [] : [{ at: from, cents, words: 'that waits' }]),
        ...(from === null || until === null
          ? []
          : [{ at: until, cents: -cents, words: 'that waited' }]),
        ...(since === null ? [] : [{ at: since, cents: cents - booked, words: 'to be returned' }]),
      ];
      return moments
        .filter(({ at }) => isMomentIn(paging.range, at))
        .map((moment) => ({ ...moment, id, name, reference }));
    });
  }
}

/** The missing rests of transfers that were accepted as paid, and those of them that count no more. */
export async function* acceptedRestsIn(
  db: Db,
  { code }: Pick<Currency, 'code'>,
  paging: Paging,
): AsyncGenerator<LooseTransfer[]> {
  const query = db
    .selectFrom('bank_entries as entry')
    .leftJoin('orders', 'orders.id', 'entry.order_id')
    .select(['entry.id', 'entry.created_at', 'orders.reference', 'entry.words'])
    .select('entry.booked_cents')
    .where('entry.source', '=', 'accepted')
    .where('entry.state', '=', 'booked')
    .where('entry.currency', '=', code)
    .where((is) => isIn(paging.range, is.ref('entry.created_at')));
  const pages = inPages(query, ['entry.created_at', 'entry.id'], paging, null);
  for await (const page of pages) {
    yield page.map(({ id, created_at: at, booked_cents: cents, reference, words }) => ({
      id,
      at,
      cents,
      reference,
      name: '',
      words,
    }));
  }
}

/** The money that was too much, and that payers gave to the conference. */
export async function* keptMoneyIn(
  db: Db,
  { code }: Pick<Currency, 'code'>,
  paging: Paging,
): AsyncGenerator<LooseTransfer[]> {
  const query = db
    .selectFrom('bank_refunds')
    .select(['id', 'created_at', 'kept_at', 'amount_cents', 'reason as reference', 'name'])
    .where('currency', '=', code)
    .where('kept_at', 'is not', null)
    .$narrowType<{ kept_at: NotNull }>()
    .where((is) => isIn(paging.range, is.ref('kept_at')));
  const pages = inPages(query, ['bank_refunds.created_at', 'bank_refunds.id'], paging, null);
  for await (const page of pages) {
    yield page.map(({ kept_at: at, amount_cents: cents, ...kept }) => ({
      ...kept,
      at,
      cents,
      words: '',
    }));
  }
}

/** The transfers that returned such money, and those of them that came back. */
export async function* looseReturnsIn(
  db: Db,
  { code }: Pick<Currency, 'code'>,
  paging: Paging,
): AsyncGenerator<LooseTransfer[]> {
  const query = db
    .selectFrom('bank_refunds')
    .select(['id', 'created_at', 'sent_at', 'failed_at', 'amount_cents'])
    .select(['reason as reference', 'name'])
    .where('currency', '=', code)
    .where('payment_id', 'is', null)
    .where('sent_at', 'is not', null)
    .$narrowType<{ sent_at: NotNull }>()
    .where((is) =>
      is.or([isIn(paging.range, sql.ref('sent_at')), isIn(paging.range, sql.ref('failed_at'))]),
    );
  const pages = inPages(query, ['bank_refunds.created_at', 'bank_refunds.id'], paging, null);
  for await (const page of pages) {
    yield page.flatMap(({ sent_at: sent, failed_at: failed, amount_cents: cents, ...refund }) =>
      [
        { at: sent, cents: -cents, words: 'returned' },
        ...(failed === null ? [] : [{ at: failed, cents, words: 'that came back' }]),
      ]
        .filter(({ at }) => isMomentIn(paging.range, at))
        .map((moment) => ({ ...moment, ...refund })),
    );
  }
}
