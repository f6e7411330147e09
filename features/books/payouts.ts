import { sql } from 'kysely';
import { inParts } from '#server/database/queries.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';
import { entriesWithOrders } from '#server/payments/entries-with-orders.ts';
import type {
  PayoutState,
  ProviderEntry,
  ProviderName,
  ProviderPayout,
} from '#server/payments/provider.ts';
import type { ProviderCurrency } from '#server/payments/provider-currency.ts';

const payoutValues = valuesOf('payouts', { signed: ['amount_cents'], apart: ['currency'] });
const entryValues = valuesOf('payout_entries', {
  names: { occurred_at: 'at' },
  signed: ['gross_cents', 'fee_cents', 'net_cents'],
  apart: ['currency'],
});

/** An account at a provider. Accounts and modes are never mixed. */
export type ProviderAccount = { provider: ProviderName; account: string; mode: PaymentMode };

/** Saves payouts as the provider reports them. A payout that the bank returned stays returned. */
export async function savePayouts(
  tx: Tx,
  account: ProviderAccount,
  payouts: readonly ProviderPayout[],
): Promise<void> {
  for (const payout of inOrder(payouts)) {
    const { ref, state, currency, createdAt, ...values } = payout;
    await tx
      .insertInto('payouts')
      .values(payoutValues.columns({ ...account, ...values, ref, state, currency, createdAt }))
      .onConflict((conflict) =>
        conflict.columns(['provider', 'account', 'ref']).doUpdateSet({
          ...payoutValues.columns(values),
          state: sql<PayoutState>`case when payouts.state = ${RETURNED} then payouts.state else excluded.state end`,
        }),
      )
      .execute();
  }
}

const RETURNED = 'FAILED' satisfies PayoutState;

/** Marks payouts that the bank returned, if the provider reports the return by itself. */
export async function markReturned(
  tx: Tx,
  { provider, account }: ProviderAccount,
  refs: readonly string[],
): Promise<void> {
  if (refs.length === 0) return;
  await tx
    .updateTable('payouts')
    .set({ state: RETURNED })
    .where('provider', '=', provider)
    .where('account', '=', account)
    .where('ref', 'in', refs)
    .execute();
}

/**
 * Saves entries, as often as somebody reads them: a repetition changes nothing, except that it names the payout. Rows
 * are written in the order of their ids, so that two organisers do not wait for each other in a circle.
 */
export async function saveEntries(
  tx: Tx,
  account: ProviderAccount,
  entries: readonly ProviderEntry[],
  payoutRef?: string,
): Promise<void> {
  const once = [...new Map(entries.map((entry) => [entry.ref, entry])).values()];
  const rows = inOrder(await withPaymentsOfRefunds(tx, account, once)).map((entry) =>
    entryValues.columns({ ...account, ...entry, payoutRef }),
  );
  for (const some of inParts(rows)) {
    await tx
      .insertInto('payout_entries')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['provider', 'account', 'ref']).doUpdateSet((is) => ({
          payout_ref: is.fn.coalesce('excluded.payout_ref', 'payout_entries.payout_ref'),
          kind: is.ref('excluded.kind'),
          payment_ref: is.ref('excluded.payment_ref'),
          gross_cents: is.ref('excluded.gross_cents'),
          fee_cents: is.ref('excluded.fee_cents'),
          net_cents: is.ref('excluded.net_cents'),
        })),
      )
      .execute();
  }
}

/**
 * PayPal's entry about a refund that came back names the refund, and not the payment. Such an entry gets the payment of
 * the refund, and counts as one about a refund.
 */
async function withPaymentsOfRefunds(
  tx: Tx,
  { provider, account }: ProviderAccount,
  entries: readonly ProviderEntry[],
): Promise<ProviderEntry[]> {
  const refs = entries.flatMap(({ kind, paymentRef }) =>
    kind === 'adjustment' ? (paymentRef ?? []) : [],
  );
  const known = new Map<string | undefined, Pick<ProviderEntry, 'paymentRef'>>();
  for (const entry of entries) if (entry.kind === 'refund') known.set(entry.sourceRef, entry);
  for (const some of inParts(refs)) {
    const rows = await tx
      .selectFrom('payout_entries')
      .select(['source_ref', 'payment_ref'])
      .where('provider', '=', provider)
      .where('account', '=', account)
      .where('kind', '=', 'refund')
      .where('source_ref', 'in', some)
      .execute();
    for (const { source_ref, payment_ref } of rows) {
      known.set(source_ref ?? '', { paymentRef: payment_ref ?? undefined });
    }
  }
  return entries.map((entry) => {
    const refund = entry.kind === 'adjustment' ? known.get(entry.paymentRef ?? '') : undefined;
    return refund ? { ...entry, kind: 'refund', paymentRef: refund.paymentRef } : entry;
  });
}

function inOrder<Item extends { ref: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
}

/** The ids of the payouts whose entries are stored. */
export async function payoutsWithEntries(
  db: Db,
  { provider, account }: ProviderAccount,
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('payout_entries')
    .select('payout_ref')
    .distinct()
    .where('provider', '=', provider)
    .where('account', '=', account)
    .where('payout_ref', 'is not', null)
    .execute();
  return new Set(rows.map(({ payout_ref: ref }) => ref));
}

/** The time of the first payment with an account; undefined if there is none. */
export async function firstPaymentAt(
  db: Db,
  account: ProviderAccount,
): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('provider', '=', account.provider)
    .where('account', '=', account.account)
    .where('mode', '=', account.mode)
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** The time of the latest stored entry of an account. */
export async function lastEntryAt(
  db: Db,
  { provider, account }: ProviderAccount,
): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('payout_entries')
    .select(({ fn }) => fn.max('occurred_at').as('at'))
    .where('provider', '=', provider)
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** An entry with the order of its payment, if the payment is ours. */
export type Entry = ProviderAccount &
  ProviderEntry & {
    payoutRef: string | undefined;
    paymentId: string | undefined;
    reference: string | undefined;
  };

/** The entries of an account, oldest first. */
export async function entriesOf(
  db: Db,
  { provider, account, mode }: ProviderAccount,
): Promise<Entry[]> {
  const rows = await entriesWithOrders(db)
    .selectAll('entries')
    .select(['payments.id as payment_id', 'orders.reference'])
    .where('entries.provider', '=', provider)
    .where('entries.account', '=', account)
    .orderBy('entries.occurred_at')
    .orderBy('entries.ref')
    .execute();
  return rows.map((row) => ({
    ...entryValues.read(row),
    mode,
    paymentId: row.payment_id ?? undefined,
    reference: row.reference ?? undefined,
    currency: currencyIn(row),
  }));
}

function currencyIn({
  currency: code,
  currency_decimals: decimals,
}: RowOf<'payouts' | 'payout_entries'>): ProviderCurrency {
  return { code, decimals };
}

export type Payout = ProviderAccount & Omit<ProviderPayout, 'hasEntries'>;

/** The payouts of an account by the day of their arrival. */
export async function payoutsOf(
  db: Db,
  { provider, account, mode }: ProviderAccount,
): Promise<Payout[]> {
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where('provider', '=', provider)
    .where('account', '=', account)
    .orderBy('arrives_on')
    .orderBy('ref')
    .execute();
  return rows.map((row) => ({ ...payoutValues.read(row), mode, currency: currencyIn(row) }));
}
