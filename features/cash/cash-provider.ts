import type { PaymentMode } from '#server/config/payment-mode.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import {
  findPaymentByMoney,
  findPaymentByRef,
  lockPayment,
  type Payment,
  readPayment,
} from '#server/payments/payments.ts';
import {
  bareStatus,
  type PaymentProvider,
  ProviderRefused,
  type ProviderStatus,
} from '#server/payments/provider.ts';
import {
  cancelGivingBack,
  cashOfPayment,
  cashOfRefund,
  countingOf,
  insertCashEntry,
} from './cash-entries.ts';

type Deps = { db: Db; mode: PaymentMode; clock: Clock; newId: NewId };

/**
 * Cash as a provider, as the bank account is one (decision 55): the entries of the boxes are its money, and what somebody
 * has to give back by hand are its refunds. It asks no network, and a payment of it has its money from the beginning.
 */
export function cashProvider({ db, mode, clock, newId }: Deps): PaymentProvider {
  const isLive = mode === 'live';
  const entriesOf = async (ref: string) => {
    const payment = await findPaymentByRef(db, ref);
    return payment ? cashOfPayment(db, payment.id) : [];
  };
  return {
    name: 'cash',
    live: isLive,
    account: undefined,
    open: async ({ paymentId, successUrl }) => ({ ref: `cash_${paymentId}`, url: successUrl }),
    close: async (ref) => (await entriesOf(ref)).length === 0,
    async getStatus(ref) {
      const payment = await findPaymentByRef(db, ref);
      return payment ? readStatus(db, payment, isLive) : bareStatus('expired');
    },
    async refund(paymentRef, { id: refundId, amountCents, currency }) {
      const payment = await findPaymentByMoney(db, 'cash', paymentRef);
      if (!payment) {
        throw new ProviderRefused('unknown_cash', 'no such payment in cash', { status: 404 });
      }
      return inTransaction(db, async (tx) => {
        await lockPayment(tx, payment.id);
        const now = timestamp(clock());
        await insertCashEntry(tx, {
          id: newId(),
          kind: 'given-back',
          box: '',
          amountCents: -amountCents,
          roundingCents: 0,
          currency,
          paymentId: payment.id,
          refundId,
          words: '',
          actor: '',
          createdAt: now,
        });
        const entry = await cashOfRefund(tx, refundId);
        if (!entry) throw new Error(`the refund ${refundId} was not recorded`);
        return { ref: entry.id };
      });
    },
    cancelRefund: (refundId) =>
      inTransaction(db, (tx) => cancelGivingBack(tx, refundId, timestamp(clock()))),
    async listRefunds(ref) {
      return (await entriesOf(ref)).flatMap((entry) => {
        const { id, kind, refundId, amountCents, roundingCents, movedAt, failedAt } = entry;
        if (kind !== 'given-back' || refundId === undefined) return [];
        return {
          ref: id,
          refundId,
          amountCents: -(amountCents + roundingCents),
          hasFailed: failedAt !== undefined,
          isToBeMade: movedAt === undefined && failedAt === undefined,
        };
      });
    },
    async *list(since) {
      const taken = await db
        .selectFrom('payments')
        .selectAll()
        .where('provider', '=', 'cash')
        .where('created_at', '>=', timestamp(since))
        .orderBy('id')
        .$call(allRows(readPayment));
      for (const payment of taken) {
        const { ref, request } = payment;
        if (ref === undefined) continue;
        yield { ref, invoice: request.invoice, status: await readStatus(db, payment, isLive) };
      }
    },
    getDispute: async () => undefined,
    listDisputes: async function* () {},
    parseWebhook: async () => undefined,
  };
}

async function readStatus(
  db: Db,
  { id, orderId, currency, ref }: Payment,
  live: boolean,
): Promise<ProviderStatus> {
  const all = await cashOfPayment(db, id);
  if (all.length === 0) return bareStatus('expired');
  return {
    state: 'paid',
    orderId,
    amountCents: countingOf(all, 'taken'),
    currency: currency.code,
    live,
    paymentRef: ref,
    refundedCents: -countingOf(all, 'given-back'),
  };
}
