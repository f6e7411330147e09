import { DAY } from '#contract/time-spans.ts';
import { inTransaction } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  type BalanceReader,
  type PaymentProvider,
  type ProviderEntry,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/payments/provider.ts';
import {
  firstPaymentAt,
  lastEntryAt,
  markReturned,
  payoutsWithEntries,
  type ProviderAccount,
  saveEntries,
  savePayouts,
} from './payouts.ts';
import { withPatience } from './with-patience.ts';

/** PayPal takes at most 31 days at once. */
const WINDOW = 30 * DAY;

/** An account whose movements were read, or why they were not. */
export type Reading = ProviderAccount &
  (
    | { until: Date; trouble?: never }
    /** A sentence for the organiser. The stored movements stay as they are. */
    | { trouble: string; until?: never }
  );

type Reader = { account: ProviderAccount; balance: BalanceReader };

/**
 * Reads what moved on the accounts of the providers, and stores it. The reading begins where the last one ended, and
 * each part is stored at once, so that it continues after an interruption; what is read twice is stored once.
 */
export async function readBalances(context: PaymentContext): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const provider of context.providers.values()) {
    const reader = readerOf(context, provider);
    const firstAt = reader && (await firstPaymentAt(context.db, reader.account));
    if (!reader || firstAt === undefined) continue;
    const { account } = reader;
    try {
      readings.push({ ...account, until: await readBalance(context, reader, firstAt) });
    } catch (error) {
      const trouble = troubleOf(error, reader);
      if (trouble === undefined) throw error;
      readings.push({ ...account, trouble });
    }
  }
  return readings;
}

function readerOf({ mode }: PaymentContext, provider: PaymentProvider): Reader | undefined {
  const { name, account, balance } = provider;
  if (account === undefined || !balance) return undefined;
  return { account: { provider: name, account, mode }, balance };
}

async function readBalance(
  { db, clock, referencePrefix }: PaymentContext,
  { account, balance }: Reader,
  firstAt: string,
): Promise<Date> {
  const now = clock();
  // A day more: the clock of the provider may be another.
  const first = Date.parse(firstAt) - DAY;
  const last = await lastEntryAt(db, account);
  const settled = last === undefined ? first : Date.parse(last) - balance.settlesInDays * DAY;
  const from = Math.max(first, settled);
  const ours = (entries: readonly ProviderEntry[]) =>
    entries.map((entry) => withOurInvoice(entry, referencePrefix));
  let until = now;
  for (const [begin, end] of windowsOf(from, now.getTime())) {
    const read = await withPatience(() => balance.entries(begin, end));
    await inTransaction(db, async (tx) => {
      await saveEntries(tx, account, ours(read.entries));
      await savePayouts(tx, account, read.payouts);
      await markReturned(tx, account, read.returned);
    });
    until = read.until;
  }
  const { listPayouts, entriesOf } = balance;
  if (!listPayouts || !entriesOf) return until;
  const payouts = await withPatience(() => listPayouts(new Date(first)));
  await inTransaction(db, (tx) => savePayouts(tx, account, payouts));
  const known = await payoutsWithEntries(db, account);
  for (const { ref, hasEntries } of payouts) {
    if (!hasEntries || known.has(ref)) continue;
    const entries = await withPatience(() => entriesOf(ref));
    await inTransaction(db, (tx) => saveEntries(tx, account, ours(entries), ref));
  }
  return until;
}

/** Windows of equal length, oldest first. */
function windowsOf(from: number, until: number): [Date, Date][] {
  const count = Math.max(Math.ceil((until - from) / WINDOW), 1);
  const length = (until - from) / count;
  return Array.from({ length: count }, (_, at) => [
    new Date(Math.floor(from + at * length)),
    new Date(Math.ceil(from + (at + 1) * length)),
  ]);
}

/** The text that another shop wrote into its payment is not stored. */
function withOurInvoice(entry: ProviderEntry, prefix: string): ProviderEntry {
  const isOurs = entry.invoice?.startsWith(`${prefix}-`) ?? false;
  return isOurs ? entry : { ...entry, invoice: undefined };
}

/** The sentence about an error of a provider; undefined for any other error. */
function troubleOf(
  error: unknown,
  { account: { provider }, balance: { rights } }: Reader,
): string | undefined {
  if (error instanceof ProviderUnavailable && error.status === 403) {
    return `${provider}: our key may not read the account. It needs ${rights}; features/books/guide.md says where to give it.`;
  }
  if (error instanceof ProviderUnavailable && error.status === 401) {
    return `${provider}: our key was not accepted.`;
  }
  if (error instanceof ProviderUnavailable) {
    return `${provider}: it did not answer, so the figures are those of the last reading. Please try again later.`;
  }
  if (error instanceof ProviderRefused) return `${provider}: ${error.message}`;
  return undefined;
}
