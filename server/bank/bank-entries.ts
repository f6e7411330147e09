import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency, signedAmountWithCode } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { NewId } from '#server/identity.ts';
import type {
  BankEntrySource,
  BankEntryState,
  StatementFormat,
} from '#server/database/bank-tables.ts';
import type { RowOf } from '#server/database/tables.ts';

/** One credit or debit of the conference's bank account. */
export type BankEntry = {
  id: string;
  /** A digest by which the same entry of two statements is recognised. */
  key: string;
  /** The IBAN of the conference's account. */
  account: string;
  bookedOn: string;
  /** Negative for a debit. */
  amountCents: number;
  currency: Currency;
  /** The other side. */
  name: string;
  iban: string | undefined;
  bic: string | undefined;
  /** The remittance information. */
  words: string;
  endToEnd: string | undefined;
  /** The bank's own reference, and the format of the statement, if one has shown the entry. */
  bankReference: string | undefined;
  /** Whether the bank takes an earlier entry back. */
  isReversal: boolean;
  format: StatementFormat | undefined;
  source: BankEntrySource;
  state: BankEntryState;
  /** The order that a credit is about, also if its money is returned. */
  orderId?: string | undefined;
  /** The payment that a credit is about; `bookedCents` count for it. */
  paymentId: string | undefined;
  /** The refund of ours that this debit is. */
  bankRefundId: string | undefined;
  /** The part of the amount that counts for the payment. */
  bookedCents: Cents;
  /** Since when the entry waited for a person. */
  waitedFrom?: string | undefined;
  actor: string;
  createdAt: string;
};

/** Inserts an entry; false if an entry with the same key is there. */
export async function insertBankEntry(tx: Tx, entry: BankEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_entries')
    .values({
      id: entry.id,
      entry_key: entry.key,
      account: entry.account,
      booked_on: entry.bookedOn,
      amount_cents: entry.amountCents,
      currency: entry.currency.code,
      currency_decimals: entry.currency.decimals,
      name: entry.name,
      iban: entry.iban ?? null,
      bic: entry.bic ?? null,
      words: entry.words,
      end_to_end: entry.endToEnd ?? null,
      bank_reference: entry.bankReference ?? null,
      is_reversal: Number(entry.isReversal),
      format: entry.format ?? null,
      source: entry.source,
      state: entry.state,
      order_id: entry.orderId ?? null,
      payment_id: entry.paymentId ?? null,
      bank_refund_id: entry.bankRefundId ?? null,
      booked_cents: entry.bookedCents,
      waited_from: entry.waitedFrom ?? null,
      actor: entry.actor,
      created_at: entry.createdAt,
    })
    .onConflict((conflict) => conflict.column('entry_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findBankEntry(db: Db, id: string): Promise<BankEntry | undefined> {
  const row = await db
    .selectFrom('bank_entries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && read(row);
}

/** The entries that count for a payment, oldest first. */
export async function entriesOfPayment(db: Db, paymentId: string): Promise<BankEntry[]> {
  const rows = await oldestFirst(db).where('payment_id', '=', paymentId).execute();
  return rows.map(read);
}

export async function entriesInState(db: Db, state: BankEntryState): Promise<BankEntry[]> {
  const rows = await oldestFirst(db).where('state', '=', state).execute();
  return rows.map(read);
}

/** The entries of some days, both included. */
export async function entriesBetween(db: Db, from: string, until: string): Promise<BankEntry[]> {
  const rows = await oldestFirst(db)
    .where('booked_on', '>=', from)
    .where('booked_on', '<=', until)
    .execute();
  return rows.map(read);
}

/** Records what an open entry is about; false if somebody has decided it meanwhile. */
export async function decideBankEntry(
  tx: Tx,
  id: string,
  decided: Pick<BankEntry, 'state' | 'orderId' | 'paymentId' | 'bankRefundId' | 'bookedCents'>,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_entries')
    .set({
      state: decided.state,
      order_id: decided.orderId ?? null,
      payment_id: decided.paymentId ?? null,
      bank_refund_id: decided.bankRefundId ?? null,
      booked_cents: decided.bookedCents,
      decided_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that the money of a booked entry counts for its payment no more, because it is returned. */
export async function releaseBankEntry(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('bank_entries')
    .set({ state: 'returned', booked_cents: 0, released_at: now })
    .where('id', '=', id)
    .execute();
}

/** The part of the bank account's money that counts for a payment. */
export async function sumOfEntries(db: Db, paymentId: string): Promise<Cents> {
  const { sum } = await db
    .selectFrom('bank_entries')
    .select(({ fn }) => fn.sum('booked_cents').as('sum'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return asCents(Number(sum ?? 0));
}

/** SQLite and PostgreSQL limit the number of values in one query. */
const AT_ONCE = 500;

/** The entries with these keys, by their key. */
export async function entriesWithKeys(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, BankEntry>> {
  const found = new Map<string, BankEntry>();
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('bank_entries')
      .selectAll()
      .where('entry_key', 'in', keys.slice(at, at + AT_ONCE))
      .execute();
    for (const row of rows) found.set(row.entry_key, read(row));
  }
  return found;
}

/**
 * Divides an open entry into one entry for each amount. The first keeps the key, by which another statement recognises
 * the whole entry.
 */
export async function splitBankEntry(
  tx: Tx,
  entry: BankEntry,
  cents: readonly number[],
  newId: NewId,
): Promise<BankEntry[]> {
  const whole = wholeKeyOf(entry);
  // A part of an entry may be divided again.
  const known = await tx
    .selectFrom('bank_entries')
    .select('id')
    .where('entry_key', 'like', `${whole}/%`)
    .execute();
  const parts = cents.map((amountCents, at) =>
    at === 0
      ? { ...entry, amountCents }
      : { ...entry, amountCents, id: newId(), key: `${whole}/${known.length + at + 1}` },
  );
  if (parts.reduce((sum, { amountCents }) => sum + amountCents, 0) !== entry.amountCents) {
    throw new Error(`the parts of the entry ${entry.id} are not its amount`);
  }
  const [first, ...others] = parts;
  if (!first || others.length === 0) return parts;
  await tx
    .updateTable('bank_entries')
    .set({ amount_cents: first.amountCents })
    .where('id', '=', entry.id)
    .where('state', '=', 'open')
    .execute();
  for (const other of others) {
    if (await insertBankEntry(tx, other)) continue;
    throw new Error(`the part ${other.key} of an entry is there already`);
  }
  return parts;
}

/** The key of the entry of a statement to which a part belongs. */
function wholeKeyOf({ key }: Pick<BankEntry, 'key'>): string {
  return key.split('/')[0] ?? key;
}

/** The entries of a statement again from the parts into which they were divided; `first` is the part with the key. */
export function wholeEntries(entries: readonly BankEntry[]): (BankEntry & { first: BankEntry })[] {
  const parts = Map.groupBy(entries, wholeKeyOf);
  return [...parts].flatMap(([whole, own]) => {
    const first = own.find(({ key }) => key === whole);
    const amountCents = own.reduce((sum, part) => sum + part.amountCents, 0);
    return first ? [{ ...first, amountCents, first }] : [];
  });
}

/** Counts an open entry in foreign money as the amount that it is worth in the currency of the orders. */
export async function creditAs(
  tx: Tx,
  entry: BankEntry,
  { cents, currency }: { cents: Cents; currency: Currency },
): Promise<BankEntry> {
  const was = signedAmountWithCode(entry.amountCents, entry.currency);
  const isSame = entry.currency.code === currency.code;
  const words = isSame ? entry.words : `${entry.words} (${was})`;
  // It waited in its own currency, and never with this amount.
  const waitedFrom = isSame ? entry.waitedFrom : undefined;
  await tx
    .updateTable('bank_entries')
    .set({
      amount_cents: cents,
      currency: currency.code,
      currency_decimals: currency.decimals,
      words,
      waited_from: waitedFrom ?? null,
    })
    .where('id', '=', entry.id)
    .where('state', '=', 'open')
    .execute();
  return { ...entry, amountCents: cents, currency, words, waitedFrom };
}

/**
 * Gives an entry that was booked by hand what the statement says about it. It stays in the list under its own day, and
 * has the time for which the statement's entry waited.
 */
export async function joinBankEntry(
  tx: Tx,
  id: string,
  entry: Pick<
    BankEntry,
    | 'key'
    | 'bookedOn'
    | 'name'
    | 'iban'
    | 'bic'
    | 'words'
    | 'endToEnd'
    | 'bankReference'
    | 'format'
    | 'waitedFrom'
  >,
  now: string,
): Promise<void> {
  const { key, bookedOn, name, iban, bic, words, endToEnd, bankReference, format } = entry;
  const { waitedFrom } = entry;
  await tx
    .updateTable('bank_entries')
    .set((column) => ({
      entry_key: key,
      listed_on: column.fn.coalesce('listed_on', 'booked_on'),
      ...(waitedFrom !== undefined && { waited_from: waitedFrom, decided_at: now }),
      booked_on: bookedOn,
      words,
      end_to_end: endToEnd ?? null,
      bank_reference: bankReference ?? null,
      format: format ?? null,
      source: 'statement',
      ...(name !== '' && { name }),
      ...(iban !== undefined && { iban, bic: bic ?? null }),
    }))
    .where('id', '=', id)
    .where('source', '=', 'hand')
    .execute();
}

/** Removes an open entry, because a row that was made by hand is the same; false if it is not open any more. */
export async function deleteBankEntry(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('bank_entries')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Forgets the people of entries. Their keys stay, so that no statement brings them again. */
export async function forgetBankEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('bank_entries')
    .set({ name: '', iban: null, bic: null, words: '', end_to_end: null, bank_reference: null })
    .where('id', 'in', ids)
    .execute();
}

function oldestFirst(db: Db) {
  return db.selectFrom('bank_entries').selectAll().orderBy('booked_on').orderBy('id');
}

function read(row: RowOf<'bank_entries'>): BankEntry {
  return {
    id: row.id,
    key: row.entry_key,
    account: row.account,
    bookedOn: row.booked_on,
    amountCents: row.amount_cents,
    currency: currencyOf(row.currency, row.currency_decimals),
    name: row.name,
    iban: row.iban ?? undefined,
    bic: row.bic ?? undefined,
    words: row.words,
    endToEnd: row.end_to_end ?? undefined,
    bankReference: row.bank_reference ?? undefined,
    isReversal: row.is_reversal === 1,
    format: row.format ?? undefined,
    source: row.source,
    state: row.state,
    orderId: row.order_id ?? undefined,
    paymentId: row.payment_id ?? undefined,
    bankRefundId: row.bank_refund_id ?? undefined,
    bookedCents: asCents(row.booked_cents),
    waitedFrom: row.waited_from ?? undefined,
    actor: row.actor,
    createdAt: row.created_at,
  };
}
