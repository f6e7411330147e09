import { type Db, inTransaction } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import { getOrder } from '#server/orders/orders.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { findPaymentByMoney, findPaymentByRef, type Payment } from '#server/payments/payments.ts';
import {
  bareStatus,
  type PaymentProvider,
  ProviderRefused,
  type ProviderStatus,
} from '#server/payments/provider.ts';
import { bankRefundOf, bankRefundsOfPayment, insertBankRefund } from './bank-refunds.ts';
import { entriesOfPayment, sumOfEntries } from './bank-entries.ts';

type Deps = { db: Db; mode: PaymentMode; clock: Clock; newId: NewId };

/**
 * Bank transfers as a provider: the entries of the bank account are its money, and the transfers that the treasurer has
 * to make are its refunds. It asks no network. It knows the payments of each account that the conference ever named.
 */
export function transferProvider({ db, mode, clock, newId }: Deps): PaymentProvider {
  const isLive = mode === 'live';
  const statusOf = (payment: Payment) => readStatus(db, payment, { isLive, now: clock() });
  return {
    name: 'transfer',
    live: isLive,
    account: undefined,
    // The payer returns to the page of the order, which shows the account, the amount and the last day.
    open: async ({ paymentId, successUrl }) => ({ ref: `transfer_${paymentId}`, url: successUrl }),
    async close(ref) {
      const payment = await findPaymentByRef(db, ref);
      return payment !== undefined && (await sumOfEntries(db, payment.id)) === 0;
    },
    async getStatus(ref) {
      const payment = await findPaymentByRef(db, ref);
      return payment ? statusOf(payment) : bareStatus('expired');
    },
    async refund(paymentRef, { id: refundId, amountCents, currency }) {
      const payment = await findPaymentByMoney(db, 'transfer', paymentRef);
      if (!payment) {
        throw new ProviderRefused('unknown_transfer', 'no such transfer', { status: 404 });
      }
      const { reference } = await getOrder(db, payment.orderId);
      const from = (await entriesOfPayment(db, payment.id)).at(-1);
      return inTransaction(db, async (tx) => {
        await insertBankRefund(tx, {
          id: newId(),
          paymentId: payment.id,
          refundId,
          bankEntryId: undefined,
          amountCents,
          currency,
          name: from?.name ?? '',
          iban: from?.iban,
          bic: from?.bic,
          reason: reference,
          createdAt: timestamp(clock()),
        });
        const refund = await bankRefundOf(tx, refundId);
        if (!refund) throw new Error(`the refund ${refundId} was not recorded`);
        return { ref: refund.id };
      });
    },
    async listRefunds(ref) {
      const payment = await findPaymentByRef(db, ref);
      const refunds = payment ? await bankRefundsOfPayment(db, payment.id) : [];
      return refunds.map(({ id, refundId, amountCents, failedAt }) => ({
        ref: id,
        refundId,
        amountCents,
        hasFailed: failedAt !== undefined,
      }));
    },
    getDispute: async () => undefined,
    listDisputes: async function* () {},
    parseWebhook: async () => undefined,
  };
}

/**
 * A transfer is paid when its entries reach the amount. A part of the amount keeps it open, also after its last day: a
 * person decides whether the payer sends the rest or gets the part back.
 */
async function readStatus(
  db: Db,
  payment: Payment,
  { isLive, now }: { isLive: boolean; now: Date },
): Promise<ProviderStatus> {
  const { id, orderId, amountCents, currency, state, expiresAt, ref } = payment;
  const came = await sumOfEntries(db, id);
  if (came < amountCents) {
    const isEnded = came === 0 && (isOver(state) || expiresAt <= timestamp(now));
    return bareStatus(isEnded ? 'expired' : 'open');
  }
  const refunds = await bankRefundsOfPayment(db, id);
  return {
    state: 'paid',
    orderId,
    amountCents,
    currency: currency.code,
    live: isLive,
    paymentRef: ref,
    refundedCents: refunds
      .filter(({ failedAt }) => failedAt === undefined)
      .reduce((sum, refund) => sum + refund.amountCents, 0),
  };
}
