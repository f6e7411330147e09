import { asCents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { lostPlacesWords } from '#server/orders/change/lost-places.ts';
import { type Order, payingPayments } from '#server/orders/rows/orders.ts';
import { leftOf } from '#server/orders/change/record-refunds.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import type { Refund } from '#server/payments/refunds.ts';
import { hasMoney } from '#server/payments/payment-states.ts';
import { recordRefund, RefundImpossible } from '#server/payments/send-refunds.ts';
import { accountChanged } from '#server/bank/bank-account.ts';
import { type BankEntry, entriesOfPayment, releaseBankEntry } from '#server/bank/bank-entries.ts';
import { insertBankRefund } from '#server/bank/bank-refunds.ts';
import { recordRefundSent } from './record-refund-entry.ts';

/** The money of an order that a debit takes back: of a payment, or of a credit that is a part of an amount. */
export type TakenBack = {
  paymentId: string | undefined;
  creditId: string | undefined;
  /** Whether the order has no money left then. */
  isAll: boolean;
};

/** Finds the transfer for an order that has as much left as a debit takes back; the same amount comes first. */
export async function findTakenBack(
  db: Db,
  context: PaymentContext,
  { amountCents, currency }: BankEntry,
  order: Order,
): Promise<TakenBack | undefined> {
  const cents = 0 - amountCents;
  if (order.currency.code !== currency.code) return undefined;
  const transfers = (await paymentsOfOrder(db, order.id))
    .filter(({ provider }) => provider === 'transfer')
    .toSorted(
      (one, other) => Number(other.amountCents === cents) - Number(one.amountCents === cents),
    );
  for (const { id, state } of transfers) {
    if (!hasMoney(state) || (await leftOf(db, context, [id])) < cents) continue;
    const left = await leftOf(db, context, await payingPayments(db, order));
    return { paymentId: id, creditId: undefined, isAll: left === cents };
  }
  for (const { id, state } of transfers) {
    const parts = state === 'OPEN' ? await entriesOfPayment(db, id) : [];
    const part = parts.find(({ bookedCents }) => bookedCents === cents);
    if (part) return { paymentId: undefined, creditId: part.id, isAll: false };
  }
  return undefined;
}

/** Sentences about the order whose money is taken back. */
export async function takenBackWords(db: Db, order: Order, from: TakenBack): Promise<string[]> {
  if (from.creditId !== undefined) {
    return [`${order.reference} is not paid yet: the part that had come counts no more.`];
  }
  if (!from.isAll) return [`The rest of ${order.reference} stays paid.`];
  return lostPlacesWords(db, order);
}

/**
 * Records that a debit has taken money of an order back: as a refund whose transfer is made already, so that no file for
 * the bank ever has it. Returns the refund to send, which issues its credit note.
 */
export async function recordTakenBack(
  tx: Tx,
  context: PaymentContext,
  { entry, order, from }: { entry: BankEntry; order: Order; from: TakenBack },
): Promise<Refund[]> {
  const { clock, newId } = context;
  const { name, iban, bic, currency } = entry;
  const now = timestamp(clock());
  const amountCents = asCents(0 - entry.amountCents);
  const id = newId();
  await lockOrders(tx, [order.id]);
  const { paymentId, creditId } = from;
  const refund =
    paymentId === undefined
      ? undefined
      : await recordRefund(tx, context, {
          paymentId,
          amountCents,
          reason: 'organiser',
          isDespiteDispute: false,
        }).catch((error: unknown) => {
          if (!(error instanceof RefundImpossible)) throw error;
          throw accountChanged();
        });
  if (creditId !== undefined) await releaseBankEntry(tx, creditId, now);
  await insertBankRefund(tx, {
    id,
    paymentId,
    refundId: refund?.id,
    bankEntryId: creditId,
    amountCents,
    currency,
    name,
    iban,
    bic,
    reason: order.reference,
    createdAt: now,
  });
  await recordRefundSent(tx, entry, id, now);
  return refund ? [refund] : [];
}
