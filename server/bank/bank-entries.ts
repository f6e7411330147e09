import { asCents, type Cents, type Currency, signedAmountWithCode } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne, inParts } from '#server/database/queries.ts';
import type { NewId } from '#server/identity.ts';
import type { BankEntryState } from '#server/database/bank-tables.ts';
import { valuesOf, type Without } from '#server/database/row-values.ts';

const { read, columns } = valuesOf('bank_entries', {
  names: { entry_key: 'key' },
  signed: ['amount_cents'],
  apart: ['decided_at', 'released_at', 'listed_on'],
});

/** One credit or debit of the conference's bank account. */
export type BankEntry = Without<ReturnType<typeof read>, 'orderId' | 'waitedFrom'>;

/** Inserts an entry; false if an entry with the same key is there. */
export function insertBankEntry(tx: Tx, entry: BankEntry): Promise<boolean> {
  return tx
    .insertInto('bank_entries')
    .values(columns(entry))
    .onConflict((conflict) => conflict.column('entry_key').doNothing())
    .$call(wroteOne);
}

export function findBankEntry(db: Db, id: string): Promise<BankEntry | undefined> {
  return db.selectFrom('bank_entries').selectAll().where('id', '=', id).$call(firstRow(read));
}

/** The entries that count for a payment, oldest first. */
export function entriesOfPayment(db: Db, paymentId: string): Promise<BankEntry[]> {
  return oldestFirst(db).where('payment_id', '=', paymentId).$call(allRows(read));
}

export function entriesInState(db: Db, state: BankEntryState): Promise<BankEntry[]> {
  return oldestFirst(db).where('state', '=', state).$call(allRows(read));
}

/** The entries of some days, both included. */
export function entriesBetween(db: Db, from: string, until: string): Promise<BankEntry[]> {
  return oldestFirst(db)
    .where('booked_on', '>=', from)
    .where('booked_on', '<=', until)
    .$call(allRows(read));
}

/** Records what an open entry is about; false if somebody has decided it meanwhile. */
export function decideBankEntry(
  tx: Tx,
  id: string,
  decided: Pick<BankEntry, 'state' | 'orderId' | 'paymentId' | 'bankRefundId' | 'bookedCents'>,
  now: string,
): Promise<boolean> {
  return tx
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
    .$call(wroteOne);
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

/** The entries with these keys, by their key. */
export async function entriesWithKeys(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, BankEntry>> {
  const found = new Map<string, BankEntry>();
  for (const some of inParts(keys)) {
    const rows = await db
      .selectFrom('bank_entries')
      .selectAll()
      .where('entry_key', 'in', some)
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
export function deleteBankEntry(tx: Tx, id: string): Promise<boolean> {
  return tx
    .deleteFrom('bank_entries')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$call(wroteOne);
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
  return db
    .selectFrom('bank_entries')
    .selectAll()
    .orderBy('booked_on')
    .orderBy('created_at')
    .orderBy('id');
}
