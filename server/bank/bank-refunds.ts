import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf } from '#server/database/tables.ts';

/** A transfer from the conference's account that the treasurer has to make. */
export type BankRefund = {
  id: string;
  /** The payment and the refund of it; both undefined if the money of `bankEntryId` is returned. */
  paymentId: string | undefined;
  refundId: string | undefined;
  bankEntryId: string | undefined;
  amountCents: Cents;
  currency: Currency;
  /** The account that gets the money; the IBAN is undefined if nobody knows it yet. */
  name: string;
  iban: string | undefined;
  bic: string | undefined;
  /** The words for the recipient's statement. */
  reason: string;
  fileId: string | undefined;
  askedAt: string | undefined;
  sentAt: string | undefined;
  failedAt: string | undefined;
  createdAt: string;
};

/** Inserts a transfer to make. A refund that has one already keeps it. */
export async function insertBankRefund(
  tx: Tx,
  refund: Omit<BankRefund, 'fileId' | 'askedAt' | 'sentAt' | 'failedAt'>,
): Promise<void> {
  await tx
    .insertInto('bank_refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId ?? null,
      refund_id: refund.refundId ?? null,
      bank_entry_id: refund.bankEntryId ?? null,
      amount_cents: refund.amountCents,
      currency: refund.currency.code,
      currency_decimals: refund.currency.decimals,
      name: refund.name,
      iban: refund.iban ?? null,
      bic: refund.bic ?? null,
      reason: refund.reason,
      created_at: refund.createdAt,
    })
    .onConflict((conflict) => conflict.column('refund_id').doNothing())
    .execute();
}

export async function findBankRefund(db: Db, id: string): Promise<BankRefund | undefined> {
  const row = await db
    .selectFrom('bank_refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && read(row);
}

/** The transfer that refunds money; undefined if the refund has none yet. */
export async function bankRefundOf(db: Db, refundId: string): Promise<BankRefund | undefined> {
  const row = await db
    .selectFrom('bank_refunds')
    .selectAll()
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return row && read(row);
}

export async function bankRefundsOfPayment(db: Db, paymentId: string): Promise<BankRefund[]> {
  const rows = await oldestFirst(db).where('payment_id', '=', paymentId).execute();
  return rows.map(read);
}

/** The transfers that return money of an entry. */
export async function bankRefundsOfEntry(db: Db, bankEntryId: string): Promise<BankRefund[]> {
  const rows = await oldestFirst(db).where('bank_entry_id', '=', bankEntryId).execute();
  return rows.map(read);
}

/** The transfers that the bank has not made, as far as we know, oldest first. */
export async function unsentBankRefunds(db: Db): Promise<BankRefund[]> {
  const rows = await oldestFirst(db)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
  return rows.map(read);
}

/** The transfers of a file, in the order of the file. */
export async function bankRefundsOfFile(db: Db, fileId: string): Promise<BankRefund[]> {
  const rows = await oldestFirst(db).where('file_id', '=', fileId).execute();
  return rows.map(read);
}

/** The transfers that came back from the recipient's bank, and after which no other returns the same money. */
export async function failedBankRefunds(db: Db): Promise<BankRefund[]> {
  const rows = await oldestFirst(db)
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
    .execute();
  return rows.map(read);
}

/** All transfers that a statement may still show: as made, or as returned. */
export async function listBankRefunds(db: Db): Promise<BankRefund[]> {
  return (await oldestFirst(db).execute()).map(read);
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
export async function changeAccount(
  tx: Tx,
  id: string,
  { name, iban, bic }: Pick<BankRefund, 'name' | 'iban' | 'bic'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_refunds')
    .set({ name, iban: iban ?? null, bic: bic ?? null, file_id: null, asked_at: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that the bank has made a transfer; false if that is known. */
export async function markBankRefundSent(tx: Tx, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_refunds')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that a transfer came back, so the bank has made it; false if that is known. */
export async function markBankRefundFailed(tx: Tx, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_refunds')
    .set(({ fn, val }) => ({ failed_at: now, sent_at: fn.coalesce('sent_at', val(now)) }))
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes the transfer of a refund off the list; false if the bank has made it, or it is off the list. */
export async function cancelBankRefund(tx: Tx, refundId: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_refunds')
    .set({ failed_at: now })
    .where('refund_id', '=', refundId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function oldestFirst(db: Db) {
  return db.selectFrom('bank_refunds').selectAll().orderBy('created_at').orderBy('id');
}

function read(row: RowOf<'bank_refunds'>): BankRefund {
  return {
    id: row.id,
    paymentId: row.payment_id ?? undefined,
    refundId: row.refund_id ?? undefined,
    bankEntryId: row.bank_entry_id ?? undefined,
    amountCents: asCents(row.amount_cents),
    currency: currencyOf(row.currency, row.currency_decimals),
    name: row.name,
    iban: row.iban ?? undefined,
    bic: row.bic ?? undefined,
    reason: row.reason,
    fileId: row.file_id ?? undefined,
    askedAt: row.asked_at ?? undefined,
    sentAt: row.sent_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
    createdAt: row.created_at,
  };
}
