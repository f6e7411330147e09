import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const { read, columns } = valuesOf('bank_refunds');

/** A transfer from the conference's account that the treasurer has to make. */
export type BankRefund = ReturnType<typeof read>;

/** Inserts a transfer to make. A refund that has one already keeps it. */
export async function insertBankRefund(
  tx: Tx,
  refund: Omit<BankRefund, 'fileId' | 'askedAt' | 'sentAt' | 'failedAt' | 'keptAt'>,
): Promise<void> {
  // The transfer that it replaces may have been in a file, or have failed.
  const never = { sentAt: undefined, failedAt: undefined, keptAt: undefined };
  const unsent = { fileId: undefined, askedAt: undefined, ...never };
  await tx
    .insertInto('bank_refunds')
    .values(columns({ ...refund, ...unsent }))
    .onConflict((conflict) => conflict.column('refund_id').doNothing())
    .execute();
}

export function findBankRefund(db: Db, id: string): Promise<BankRefund | undefined> {
  return db.selectFrom('bank_refunds').selectAll().where('id', '=', id).$call(firstRow(read));
}

/** The transfer that refunds money; undefined if the refund has none yet. */
export function bankRefundOf(db: Db, refundId: string): Promise<BankRefund | undefined> {
  return db
    .selectFrom('bank_refunds')
    .selectAll()
    .where('refund_id', '=', refundId)
    .$call(firstRow(read));
}

export function bankRefundsOfPayment(db: Db, paymentId: string): Promise<BankRefund[]> {
  return oldestFirst(db).where('payment_id', '=', paymentId).$call(allRows(read));
}

/** The transfers that return money of an entry. */
export function bankRefundsOfEntry(db: Db, bankEntryId: string): Promise<BankRefund[]> {
  return oldestFirst(db).where('bank_entry_id', '=', bankEntryId).$call(allRows(read));
}

/** The transfers that the bank has not made, as far as we know, oldest first. */
export function unsentBankRefunds(db: Db): Promise<BankRefund[]> {
  return oldestFirst(db)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .$call(allRows(read));
}

/** The transfers of a file, in the order of the file. */
export function bankRefundsOfFile(db: Db, fileId: string): Promise<BankRefund[]> {
  return oldestFirst(db).where('file_id', '=', fileId).$call(allRows(read));
}

/** The transfers that came back from the recipient's bank, and after which no other returns the same money. */
export function failedBankRefunds(db: Db): Promise<BankRefund[]> {
  return oldestFirst(db)
    .where('failed_at', 'is not', null)
    .where('sent_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_refunds as later')
            .select('later.id')
            .where((is) =>
              is.or([
                is('later.bank_entry_id', '=', is.ref('bank_refunds.bank_entry_id')),
                is('later.payment_id', '=', is.ref('bank_refunds.payment_id')),
              ]),
            )
            .whereRef('later.id', '!=', 'bank_refunds.id')
            .whereRef('later.created_at', '>=', 'bank_refunds.failed_at'),
        ),
      ),
    )
    .$call(allRows(read));
}

/** All transfers that a statement may still show: as made, or as returned. */
export function listBankRefunds(db: Db): Promise<BankRefund[]> {
  return oldestFirst(db).$call(allRows(read));
}

/** Records that a transfer is in a file for the bank. */
export async function markInFile(
  tx: Tx,
  ids: readonly string[],
  { fileId, askedAt }: { fileId: string; askedAt: string },
): Promise<void> {
  await tx
    .updateTable('bank_refunds')
    .set({ file_id: fileId, asked_at: askedAt })
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute();
}

/** Sets the account of a transfer that the bank has not made; it is in no file any more. */
export function changeAccount(
  tx: Tx,
  id: string,
  { name, iban, bic }: Pick<BankRefund, 'name' | 'iban' | 'bic'>,
): Promise<boolean> {
  return tx
    .updateTable('bank_refunds')
    .set({ name, iban: iban ?? null, bic: bic ?? null, file_id: null, asked_at: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .$call(wroteOne);
}

/** Records that the bank has made a transfer; false if that is known. */
export function markBankRefundSent(tx: Tx, id: string, now: string): Promise<boolean> {
  return tx
    .updateTable('bank_refunds')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .$call(wroteOne);
}

/** Records that a transfer came back, so the bank has made it; false if that is known. */
export function markBankRefundFailed(tx: Tx, id: string, now: string): Promise<boolean> {
  return tx
    .updateTable('bank_refunds')
    .set(({ fn, val }) => ({ failed_at: now, sent_at: fn.coalesce('sent_at', val(now)) }))
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .$call(wroteOne);
}

/** Takes money off the list that its payer has given to the conference; false if the bank has transferred it meanwhile. */
export function keepBankRefund(tx: Tx, id: string, now: string): Promise<boolean> {
  return tx
    .updateTable('bank_refunds')
    .set({ failed_at: now, kept_at: now })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .$call(wroteOne);
}

/** Takes the transfer of a refund off the list; false if the bank has made it, or it is off the list. */
export function cancelBankRefund(tx: Tx, refundId: string, now: string): Promise<boolean> {
  return tx
    .updateTable('bank_refunds')
    .set({ failed_at: now })
    .where('refund_id', '=', refundId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .$call(wroteOne);
}

function oldestFirst(db: Db) {
  return db.selectFrom('bank_refunds').selectAll().orderBy('created_at').orderBy('id');
}
