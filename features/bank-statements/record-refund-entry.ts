import { asCents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { findOrderByReference } from '#server/orders/rows/orders.ts';
import { type BankEntry, decideBankEntry } from '#server/bank/bank-entries.ts';
import {
  type BankRefund,
  findBankRefund,
  markBankRefundFailed,
  markBankRefundSent,
} from '#server/bank/bank-refunds.ts';

/** Records that an open debit is a refund of ours. Returns the refund. */
export async function recordRefundSent(
  tx: Tx,
  entry: BankEntry,
  refundId: string,
  now: string,
): Promise<BankRefund> {
  await markBankRefundSent(tx, refundId, now);
  return join(tx, entry, refundId, now);
}

/** Records that an open credit is a refund of ours that came back. Returns the refund. */
export async function recordRefundFailed(
  tx: Tx,
  entry: BankEntry,
  refundId: string,
  now: string,
): Promise<BankRefund> {
  await markBankRefundFailed(tx, refundId, now);
  return join(tx, entry, refundId, now);
}

async function join(tx: Tx, { id }: BankEntry, refundId: string, now: string): Promise<BankRefund> {
  const refund = await findBankRefund(tx, refundId);
  if (!refund) throw new Error(`the refund ${refundId} is missing`);
  const decided = {
    state: 'booked',
    orderId: (await findOrderByReference(tx, refund.reason))?.id,
    paymentId: undefined,
    bankRefundId: refundId,
    bookedCents: asCents(0),
  } as const;
  await decideBankEntry(tx, id, decided, now);
  return refund;
}
