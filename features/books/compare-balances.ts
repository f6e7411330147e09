import type { Db } from '#server/database/database.ts';
import { UNPAID } from '#server/payments/payment-states.ts';
import { cameAt } from '#server/payments/payments.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import type { ProviderCurrency } from '#server/payments/provider-currency.ts';
import { type DateRange, isIn } from '#server/reports/date-range.ts';
import { type Entry, entriesOf, type Payout, payoutsOf, type ProviderAccount } from './payouts.ts';
import type { Reading } from './read-balances.ts';

/** Amounts of some entries, and how many they are. */
type Sums = { count: number; grossCents: number; feeCents: number; netCents: number };

/** A payout with the entries in it. */
export type PayoutFacts = Payout & {
  /** The entries in it, without its own; empty if the provider does not say. */
  entries: Entry[];
  sums: Sums;
  /** Whether the entries add up to the amount; undefined without entries. */
  addsUp: boolean | undefined;
};

/** A payment whose money at the provider is not that of our ledger. */
export type BookDifference = {
  provider: ProviderName;
  invoice: string;
  reference: string;
  currency: ProviderCurrency;
  ourCents: number;
  theirCents: number;
};

/** Entries of one account in one currency that belong together. */
export type Remainder = Sums & {
  provider: ProviderName;
  account: string;
  currency: ProviderCurrency;
};

export type Comparison = {
  payouts: PayoutFacts[];
  /** Entries with our invoice, or about their payments, whose payments our ledger does not have. */
  onlyOnAccount: Entry[];
  /** Payments whose money is not on the account, or not as much, or more. */
  differences: BookDifference[];
  /** Payments that the provider does not list yet, because its list is late. */
  notListedYet: number;
  /** Payments that the provider converted into another currency, so that no amounts can be compared. */
  converted: number;
  foreign: Remainder[];
  /** Fees and adjustments that belong to no payment of ours. */
  ofTheAccount: Remainder[];
  /**
   * The balance of all that was read and is in no payout. `ofUsCents` is the part of our payments; undefined if money was
   * paid out of which the provider does not say where it came from.
   */
  open: (Remainder & { ofUsCents: number | undefined })[];
};

/**
 * Compares our ledger with what the providers say about their accounts, as it was read last. A range of time selects
 * payouts by the day of their arrival, entries by their time, and payments by when they were paid; the open balance is
 * always that of now. An open dispute explains money that Stripe holds back.
 */
export async function compareBalances(
  db: Db,
  readings: readonly Reading[],
  prefix: string,
  range: DateRange | undefined,
): Promise<Comparison> {
  const result: Comparison = {
    payouts: [],
    onlyOnAccount: [],
    differences: [],
    notListedYet: 0,
    converted: 0,
    foreign: [],
    ofTheAccount: [],
    open: [],
  };
  for (const reading of readings) {
    const { provider, account, mode } = reading;
    const about = { provider, account, mode };
    const all = await entriesOf(db, about);
    const within = all.filter(({ at }) => !range || (at >= range.from && at < range.until));
    const byPayout = Map.groupBy(all, ({ payoutRef }) => payoutRef);
    for (const payout of await payoutsOf(db, about)) {
      const { arrivesOn, ref } = payout;
      if (range && (arrivesOn < range.first || arrivesOn > range.last)) continue;
      result.payouts.push(payoutFacts(payout, byPayout.get(ref) ?? []));
    }
    const isOurInvoice = ({ invoice }: Entry) => invoice?.startsWith(`${prefix}-`) ?? false;
    const withInvoice = new Set(all.filter(isOurInvoice).map(({ paymentRef }) => paymentRef));
    const unknown = within.filter(({ paymentId }) => paymentId === undefined);
    const isMeant = (one: Entry) =>
      isOurInvoice(one) || (one.paymentRef !== undefined && withInvoice.has(one.paymentRef));
    result.onlyOnAccount.push(...unknown.filter(isMeant));
    const others = unknown.filter((one) => !isMeant(one) && one.kind !== 'payout');
    const isShop = ({ kind }: Entry) => ['payment', 'refund', 'dispute'].includes(kind);
    result.foreign.push(...remaindersOf(about, others.filter(isShop)));
    result.ofTheAccount.push(
      ...remaindersOf(
        about,
        others.filter((one) => !isShop(one)),
      ),
    );
    const open = byPayout.get(undefined) ?? [];
    result.open.push(...openBalances(about, open));
    if (reading.until) {
      const { differences, later, converted } = await paymentDifferences(db, reading, all, range);
      result.differences.push(...differences);
      result.notListedYet += later;
      result.converted += converted;
    }
  }
  result.payouts.sort((one, other) => (one.arrivesOn < other.arrivesOn ? -1 : 1));
  return result;
}

function payoutFacts(payout: Payout, inIt: readonly Entry[]): PayoutFacts {
  const entries = inIt.filter(
    ({ kind, sourceRef }) => kind !== 'payout' || sourceRef !== payout.ref,
  );
  const sums = sumsOf(entries);
  const addsUp = entries.length === 0 ? undefined : sums.netCents === payout.amountCents;
  return { ...payout, entries, sums, addsUp };
}

function sumsOf(entries: readonly Entry[]): Sums {
  const sum = (of: (entry: Entry) => number) => entries.reduce((all, each) => all + of(each), 0);
  return {
    count: entries.length,
    grossCents: sum(({ grossCents }) => grossCents),
    feeCents: sum(({ feeCents }) => feeCents),
    netCents: sum(({ netCents }) => netCents),
  };
}

function remaindersOf(
  { provider, account }: ProviderAccount,
  entries: readonly Entry[],
): Remainder[] {
  return [...Map.groupBy(entries, ({ currency }) => currency.code).values()].flatMap((some) => {
    const [first] = some;
    return first ? [{ provider, account, currency: first.currency, ...sumsOf(some) }] : [];
  });
}

/** The rest on an account in each currency, with our part of it. */
function openBalances(about: ProviderAccount, open: readonly Entry[]): Comparison['open'] {
  return remaindersOf(about, open).map((remainder) => {
    const some = open.filter(({ currency }) => currency.code === remainder.currency.code);
    const ours = some.filter(({ paymentId }) => paymentId !== undefined);
    const isUnclear = some.some(({ kind }) => kind === 'payout');
    return { ...remainder, ofUsCents: isUnclear ? undefined : sumsOf(ours).netCents };
  });
}

/** The paid payments of an account in our ledger, with the money that a dispute holds. */
function paidBy(
  db: Db,
  { provider, account, mode }: ProviderAccount,
  range: DateRange | undefined,
) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'orders.reference', 'payments.attempt', 'payments.refunded_cents'])
    .select(['payments.currency', 'payments.currency_decimals'])
    .select((is) => [
      is.fn.coalesce('payments.arrived_cents', 'payments.amount_cents').as('arrived'),
      is
        .selectFrom('payment_history')
        .select(({ fn }) => fn.max('payment_history.at').as('at'))
        .whereRef('payment_history.payment_id', '=', 'payments.id')
        .as('changed_at'),
      is
        .selectFrom('disputes')
        .select(({ fn }) => fn.sum('disputes.amount_cents').as('cents'))
        .whereRef('disputes.payment_id', '=', 'payments.id')
        .where('disputes.state', '=', 'OPENED')
        .as('disputed'),
    ])
    .where('payments.provider', '=', provider)
    .where('payments.account', '=', account)
    .where('payments.mode', '=', mode)
    .where('payments.state', 'not in', [...UNPAID])
    .where(isIn(range, cameAt))
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .execute();
}

/** The payments of an account whose entries do not add up to the money of our ledger. */
async function paymentDifferences(
  db: Db,
  { provider, account, mode, until }: ProviderAccount & { until: Date },
  entries: readonly Entry[],
  range: DateRange | undefined,
) {
  const rows = await paidBy(db, { provider, account, mode }, range);
  const byPayment = Map.groupBy(entries, ({ paymentId }) => paymentId);
  const differences: BookDifference[] = [];
  let later = 0;
  let converted = 0;
  for (const row of rows) {
    const about = (byPayment.get(row.id) ?? []).filter(({ kind }) =>
      ['payment', 'refund', 'dispute'].includes(kind),
    );
    if (about.some(({ currency }) => currency.code !== row.currency)) {
      converted += 1;
      continue;
    }
    const ourCents = Number(row.arrived) - row.refunded_cents;
    const theirCents = sumsOf(about).grossCents;
    const held = Number(row.disputed ?? 0);
    // Stripe takes disputed money until the decision, at most what was left at that time; PayPal only holds it.
    const takenCents = -sumsOf(about.filter(({ kind }) => kind === 'dispute')).grossCents;
    const isHeld = held > 0 && takenCents <= held && theirCents + takenCents === ourCents;
    if (theirCents === ourCents || isHeld) continue;
    if ((row.changed_at ?? '') > until.toISOString()) {
      later += 1;
      continue;
    }
    differences.push({
      provider,
      invoice: `${row.reference}-${row.attempt}`,
      reference: row.reference,
      currency: { code: row.currency, decimals: row.currency_decimals },
      ourCents,
      theirCents,
    });
  }
  return { differences, later, converted };
}
