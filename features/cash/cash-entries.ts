import type { Db, Tx } from '#server/database/database.ts';
import { lockKey } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const entries = valuesOf('cash_entries', { signed: ['amount_cents', 'rounding_cents'] });
const counts = valuesOf('cash_counts', { signed: ['expected_cents'] });

/** Money that went into a cash box or left it, or that is still to be given back. */
export type CashEntry = ReturnType<typeof entries.read>;

/** A count of a box. */
export type CashCount = ReturnType<typeof counts.read>;

/** Until the transaction ends nothing goes into this box or leaves it. */
export function lockBox(tx: Tx, box: string): Promise<void> {
  return lockKey(tx, `cash:${box}`);
}

/** Inserts an entry; false if its refund has one. */
export function insertCashEntry(
  tx: Tx,
  entry: Parameters<typeof entries.columns>[0] & Omit<CashEntry, OptionalOfEntry>,
): Promise<boolean> {
  return tx
    .insertInto('cash_entries')
    .values(entries.columns(entry))
    .onConflict((conflict) => conflict.column('refund_id').doNothing())
    .$call(wroteOne);
}

type OptionalOfEntry = 'paymentId' | 'refundId' | 'countId' | 'movedAt' | 'failedAt';

/** Inserts a count; false if the same box was counted since `countKey` was made. */
export function insertCashCount(tx: Tx, count: CashCount): Promise<boolean> {
  return tx
    .insertInto('cash_counts')
    .values(counts.columns(count))
    .onConflict((conflict) => conflict.column('count_key').doNothing())
    .$call(wroteOne);
}

export function cashOfPayment(db: Db, paymentId: string): Promise<CashEntry[]> {
  return oldestFirst(db).where('payment_id', '=', paymentId).$call(allRows(entries.read));
}

export function cashOfRefund(db: Db, refundId: string): Promise<CashEntry | undefined> {
  return oldestFirst(db).where('refund_id', '=', refundId).$call(firstRow(entries.read));
}

/** The part that counts for a payment: the money in hand and what was rounded off. */
export function countingOf(all: readonly CashEntry[], kind: CashEntry['kind']): number {
  return all
    .filter((entry) => entry.kind === kind && entry.failedAt === undefined)
    .reduce((sum, { amountCents, roundingCents }) => sum + amountCents + roundingCents, 0);
}

/** Refunds that nobody has given back yet. */
export function cashToGiveBack(db: Db): Promise<CashEntry[]> {
  return oldestFirst(db)
    .where('moved_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('payment_id', 'is not', null)
    .$call(allRows(entries.read));
}

/** All money that moved, oldest first. */
export function allCash(db: Db): Promise<CashEntry[]> {
  return oldestFirst(db).$call(allRows(entries.read));
}

export function allCounts(db: Db): Promise<CashCount[]> {
  return db
    .selectFrom('cash_counts')
    .selectAll()
    .orderBy('counted_at')
    .orderBy('id')
    .$call(allRows(counts.read));
}

/** Records that somebody gave money back; false if that is known, or if it is off the list. */
export function markGivenBack(
  tx: Tx,
  id: string,
  moved: Pick<CashEntry, 'box' | 'actor' | 'movedAt'> &
    Partial<Pick<CashEntry, 'amountCents' | 'roundingCents'>>,
): Promise<boolean> {
  return tx
    .updateTable('cash_entries')
    .set(entries.columns(moved))
    .where('id', '=', id)
    .where('moved_at', 'is', null)
    .where('failed_at', 'is', null)
    .$call(wroteOne);
}

/** Takes a refund off the list; false if the money was given back, or it is off the list. */
export function cancelGivingBack(tx: Tx, refundId: string, now: string): Promise<boolean> {
  return tx
    .updateTable('cash_entries')
    .set({ failed_at: now })
    .where('refund_id', '=', refundId)
    .where('moved_at', 'is', null)
    .where('failed_at', 'is', null)
    .$call(wroteOne);
}

/** The money that should be in a box, the last count of it, and whether anything moved since. */
export async function stateOfBox(
  db: Db,
  box: string,
): Promise<{ cents: number; last: CashCount | undefined; isMoved: boolean }> {
  const own = await oldestFirst(db)
    .where('box', '=', box)
    .where('moved_at', 'is not', null)
    .$call(allRows(entries.read));
  const last = await db
    .selectFrom('cash_counts')
    .selectAll()
    .where('box', '=', box)
    .orderBy('counted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$call(firstRow(counts.read));
  const isMoved = own.some(
    ({ countId, movedAt = '' }) => countId === undefined && movedAt >= (last?.countedAt ?? ''),
  );
  return { cents: own.reduce((sum, { amountCents }) => sum + amountCents, 0), last, isMoved };
}

function oldestFirst(db: Db) {
  return db.selectFrom('cash_entries').selectAll().orderBy('created_at').orderBy('id');
}
