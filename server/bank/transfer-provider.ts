import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentMode } from '#server/config/payment-mode.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { getPayable } from '#server/orders/rows/payables.ts';
import {
  findPaymentByMoney,
  findPaymentByRef,
  getPayment,
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
import { lockBankAccount } from './bank-account.ts';
import {
  type BankRefund,
  bankRefundOf,
  bankRefundsOfPayment,
  cancelBankRefund,
  insertBankRefund,
} from './bank-refunds.ts';
import { entriesOfPayment, releaseBankEntry, sumOfEntries } from './bank-entries.ts';
import type { Cents, Currency } from '#contract/money.ts';
import { type ReturnDeps, returnMoney } from './return-money.ts';

type Deps = ReturnDeps & { db: Db; mode: PaymentMode };

/**
 * Bank transfers as a provider: the entries of the bank account are its money, and the transfers that the treasurer has
 * to make are its refunds. It asks no network. It knows the payments of each account that the conference ever named.
 */
export function transferProvider(deps: Deps): PaymentProvider {
  const { db, mode, clock } = deps;
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
    async returnPart(ref) {
      const payment = await findPaymentByRef(db, ref);
      if (payment) await inTransaction(db, (tx) => returnEntries(tx, deps, payment));
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
      return putOnList(deps, payment, { refundId, amountCents, currency });
    },
    cancelRefund: (refundId) =>
      inTransaction(db, async (tx) => {
        await lockBankAccount(tx);
        return cancelBankRefund(tx, refundId, timestamp(clock()));
      }),
    async listRefunds(ref) {
      const payment = await findPaymentByRef(db, ref);
      const refunds = payment ? await bankRefundsOfPayment(db, payment.id) : [];
      return refunds.map(({ id, refundId, amountCents, sentAt, failedAt }) => ({
        ref: id,
        refundId,
        amountCents,
        hasFailed: failedAt !== undefined,
        isToBeMade: sentAt === undefined && failedAt === undefined,
      }));
    },
    async *list(since) {
      for (const payment of await paymentsWithEntries(db, timestamp(since))) {
        const { invoice } = payment.request;
        if (payment.ref) yield { ref: payment.ref, invoice, status: await statusOf(payment) };
      }
    },
    getDispute: async () => undefined,
    listDisputes: async function* () {},
    parseWebhook: async () => undefined,
  };
}

/** Puts a refund on the list of the transfers to make. */
async function putOnList(
  { db, clock, newId }: Deps,
  { id: paymentId, orderId }: Payment,
  { refundId, amountCents, currency }: { refundId: string; amountCents: Cents; currency: Currency },
): Promise<{ ref: string }> {
  const { reference } = await getOrder(db, orderId);
  return inTransaction(db, async (tx) => {
    await lockPayment(tx, paymentId);
    const from = await accountThatPaid(tx, paymentId, amountCents);
    await insertBankRefund(tx, {
      id: newId(),
      paymentId,
      refundId,
      bankEntryId: undefined,
      amountCents,
      currency,
      ...from,
      reason: reference,
      createdAt: timestamp(clock()),
    });
    const refund = await bankRefundOf(tx, refundId);
    if (!refund) throw new Error(`the refund ${refundId} was not recorded`);
    return { ref: refund.id };
  });
}

/**
 * The account that a refund goes to. Anybody can send money with the reference of somebody else, so no account gets more
 * than it has paid: if none has paid that much, or a refund to the account came back, its IBAN is undefined, and a person
 * asks the payer.
 */
async function accountThatPaid(
  tx: Tx,
  paymentId: string,
  cents: number,
): Promise<Pick<BankRefund, 'name' | 'iban' | 'bic'>> {
  const paid = (await entriesOfPayment(tx, paymentId)).filter(
    ({ bookedCents, source }) => bookedCents > 0 && source !== 'accepted',
  );
  const all = await bankRefundsOfPayment(tx, paymentId);
  const refunds = all.filter(({ failedAt }) => failedAt === undefined);
  const accounts = [...Map.groupBy(paid, ({ iban }) => iban)]
    .map(([iban, own]) => ({
      from: { name: own.at(-1)?.name ?? '', iban, bic: own.at(-1)?.bic },
      leftCents:
        own.reduce((sum, { bookedCents }) => sum + bookedCents, 0) -
        refunds
          .filter((refund) => refund.iban === iban)
          .reduce((sum, { amountCents }) => sum + amountCents, 0),
    }))
    .toSorted((one, other) => other.leftCents - one.leftCents);
  const [first, second] = accounts;
  if (!first) return { name: '', iban: undefined, bic: undefined };
  const { from } = first;
  const cameBack = all.some(
    ({ sentAt, failedAt, iban }) =>
      sentAt !== undefined && failedAt !== undefined && iban === from.iban,
  );
  if (!cameBack && (!second || first.leftCents >= cents)) return from;
  return { name: from.name, iban: undefined, bic: undefined };
}

/** Returns the credits of a payment that is not paid. */
async function returnEntries(tx: Tx, deps: ReturnDeps, { id }: Payment): Promise<void> {
  await lockPayment(tx, id);
  const payment = await getPayment(tx, id);
  if ((await sumOfEntries(tx, id)) >= payment.amountCents) return;
  const payable = await getPayable(tx, payment);
  for (const entry of await entriesOfPayment(tx, id)) {
    const { bookedCents: cents } = entry;
    if (cents === 0) continue;
    await releaseBankEntry(tx, entry.id, timestamp(deps.clock()));
    if (entry.source === 'accepted') continue;
    const about = { payable, cents, why: 'notPossible', origin: payment.request.origin } as const;
    await returnMoney(tx, deps, entry, about);
  }
}

/** The payments about which entries came since a moment. */
function paymentsWithEntries(db: Db, since: string): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', (is) =>
      is
        .selectFrom('bank_entries')
        .select('payment_id')
        .where('payment_id', 'is not', null)
        .where('created_at', '>=', since),
    )
    .orderBy('id')
    .$call(allRows(readPayment));
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
    return isEnded ? bareStatus('expired') : { ...bareStatus('open'), amountCents: came };
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
