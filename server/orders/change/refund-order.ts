import { add, amountWithCode, type Cents, type Currency } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import type { Db } from '#server/database/database.ts';
import { lostPlacesWords } from './lost-places.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { findOrderToChange } from '#server/orders/rows/find-booked.ts';
import { acceptedRest, neverCameWords } from '#server/payments/accepted-rests.ts';
import { moneyOfOrder } from '#server/orders/rows/order-money.ts';
import { getOrder, type Order, payingPayments } from '#server/orders/rows/orders.ts';
import { ERASED } from '#server/orders/rows/participants.ts';
import { getPayment } from '#server/payments/payments.ts';
import { type ProviderName, ProviderUnavailable } from '#server/payments/provider.ts';
import { findRefund, findUnsettledRefund, settleRefund } from '#server/payments/refunds.ts';
import { openReviews, type ReviewKind, settleReview } from '#server/payments/reviews.ts';
import { isRefundToBeMade, takeRefundBack } from '#server/payments/send-refunds.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import {
  leftOf,
  recordRefunds,
  refuseOtherLeft,
  sendRecorded,
  unsettledOf,
} from './record-refunds.ts';
import { planMismatchRefund } from './refund-mismatch.ts';
import { refuseMismatch } from './withdraw-order.ts';

export type RefundRequest = {
  reference: string;
  /** The amount as typed; if absent, everything that is left. */
  amount?: string | undefined;
  isDespiteDispute?: boolean | undefined;
  /** Whether money is refunded that the payer has in another way, as a person has said. */
  isDespiteSettled?: boolean | undefined;
};

/** Refunds an amount of a paid order, or everything that is left; of an unpaid one, money that does not fit it. */
export async function planRefund(
  organising: Organising,
  { reference: typed, amount, isDespiteDispute = false, isDespiteSettled = false }: RefundRequest,
): Promise<Plan> {
  const { payments } = organising;
  const { db } = payments;
  const order = await findOrderToChange(db, typed);
  const { reference, currency } = order;
  const paymentIds = await payingPayments(db, order);
  const wanted = amount === undefined ? undefined : readTyped(amount, currency);
  if (paymentIds.length === 0) {
    const plan = await planMismatchRefund(organising, order, { wanted, isDespiteDispute });
    if (plan) return plan;
    await refuseMismatch(db, { order });
    throw new ActionImpossible(`${reference} was not paid.`);
  }
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const left = await leftOf(db, payments, paymentIds, isDespiteDispute);
  const { cents: unsettled, settledCents } = await unsettledOf(db, paymentIds, left);
  const available = isDespiteSettled ? left : unsettled;
  const back = wanted ?? available;
  const settledWords = `${money(settledCents)} of it was marked as settled: the payer has that money in another way`;
  if (left === 0) {
    throw new ActionImpossible(`Nothing is left to refund of ${reference}: ${order.state}.`);
  }
  if (back > available || (wanted === undefined && back === 0)) {
    const only = `Only ${money(left)} of ${reference} is left to refund`;
    if (back > left) throw new ActionImpossible(`${only}.`);
    throw new ActionImpossible(`${only}, and ${settledWords}. To refund it all the same, say so.`, {
      remedy: 'isDespiteSettled',
    });
  }
  if (back === 0) throw new NotUnderstood(NOT_ZERO);
  const paid = await Promise.all(paymentIds.map((id) => getPayment(db, id)));
  const sumOf = (of: 'amountCents' | 'refundedCents') => add(...paid.map((one) => one[of]));
  const rest = await acceptedRest(db, paymentIds);
  const isAll = sumOf('refundedCents') + back + rest === sumOf('amountCents');
  const neverCame = await neverCameWords(db, paymentIds, currency);
  const providers = [...new Set(paid.map(({ provider }) => providerWords[provider]))].join(' and ');
  return {
    words: [
      `${reference}: ${order.customer.name} paid ${money(sumOf('amountCents'))} ${providers}${neverCame}; ` +
        `refunded so far: ${money(sumOf('refundedCents'))}; would be refunded: ${amount === undefined ? 'the remaining ' : ''}${money(back)}`,
      ...(paid.some(({ provider }) => provider === 'transfer')
        ? ['You have to transfer this refund yourself: it is put on the list of bank --refunds.']
        : []),
      ...(paid.some(({ provider }) => provider === 'cash')
        ? ['You have to give this money back yourself: “To do” lists it until then.']
        : []),
      ...(settledCents > 0 ? [`${settledWords}.`] : []),
      ...(await paidAgainWords(db, order)),
      ...(isAll ? await lostPlacesWords(db, order) : []),
    ],
    button: `Refund ${money(back)} to ${order.customer.name || ERASED}`,
    weighs: { cents: back },
    async perform() {
      const refunds = await act(organising, async ({ tx, record }) => {
        await lockOrders(tx, [order.id]);
        await refuseOtherLeft(tx, payments, { paymentIds, left }, isDespiteDispute);
        await record({ action: 'refund', reference, words: `refund of ${money(back)}` });
        return recordRefunds(tx, payments, paymentIds, back, { isDespiteDispute });
      });
      return sendRecorded(payments, refunds);
    },
  };
}

const NOT_ZERO =
  'An amount of 0.00 cannot be refunded: leave --amount out to refund all that is left.';

function readTyped(amount: string, currency: Currency): Cents {
  const cents = readAmount(amount, currency);
  if (cents === undefined) throw new NotUnderstood(noAmount(amount, currency));
  return cents;
}

const providerWords: Record<ProviderName, string> = {
  stripe: 'with Stripe',
  paypal: 'with PayPal',
  transfer: 'by bank transfer',
  cash: 'in cash',
  free: 'with nothing',
};

/** The money of an order that is in other orders, because a refund was paid again. */
async function paidAgainWords(db: Db, order: Order): Promise<string[]> {
  const { undoing } = await moneyOfOrder(db, order);
  return undoing
    .filter(({ paidPaymentId }) => paidPaymentId !== undefined)
    .map(
      ({ reference, amountCents, currency }) =>
        `An earlier refund of ${amountWithCode(amountCents, currency)} was paid again by ${reference}: refund ${reference} refunds it.`,
    );
}

/** Withdraws a refund that was not sent, or whose transfer was not made. */
export async function planRefundTakenBack(
  organising: Organising,
  { id }: { id: string },
): Promise<Plan> {
  const { payments } = organising;
  const { db } = payments;
  const refund = await findRefund(db, id);
  if (!refund) throw new ActionImpossible(`There is no refund ${id}.`);
  const { currency, orderId } = await getPayment(db, refund.paymentId);
  const { reference } = await getOrder(db, orderId);
  const words = `refund ${id} of ${amountWithCode(refund.amountCents, currency)}`;
  const isToBeMade = refund.state === 'SENT' && (await isRefundToBeMade(payments, refund));
  if (['SENT', 'CANCELLED', 'FAILED'].includes(refund.state) && !isToBeMade) {
    throw new ActionImpossible(`The ${words} is ${refund.state}: it cannot be taken back.`);
  }
  return {
    words: [
      isToBeMade
        ? `The ${words} is a bank transfer to make, and would be taken off the list. ${reference} counts as paid again, and its credit note is cancelled; the payer has a mail about the refund, so write to them. If it is in a file for the bank, make sure that the bank has not made it, and will not.`
        : `The ${words} is ${refund.state}, and would be taken back.`,
    ],
    button: `Take back the refund of ${amountWithCode(refund.amountCents, currency)}`,
    async perform() {
      const state = await takeRefundBack(payments, refund).catch((error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error;
        throw new ActionImpossible(
          'The provider does not answer, and only it knows whether the money is on its way: try again later.',
        );
      });
      if (state !== 'CANCELLED') {
        throw new ActionImpossible(`It cannot be taken back any more: it is ${state}.`);
      }
      // The log gets a transaction of its own: only the provider's answer decides about the refund, and no transaction
      // waits for a provider.
      await act(organising, ({ record }) =>
        record({ action: 'refund', reference, words: `the ${words} was taken back` }),
      );
      return ['It is taken back; nothing will be sent.'];
    },
  };
}

/** Records that nothing is left to do about a refund that was refused or failed, or about a review. */
export async function planSettled(organising: Organising, { id }: { id: string }): Promise<Plan> {
  const { db } = organising.payments;
  const settled =
    (await findUnsettledRefund(db, id)) ??
    (await openReviews(db)).find((review) => [review.id, review.about].includes(id));
  if (!settled) {
    throw new ActionImpossible(
      `Nothing with the id ${id} waits to be settled: doctor shows the ids. A dispute ends when its provider decides it.`,
    );
  }
  const { currency, orderId } = await getPayment(db, settled.paymentId);
  const { reference } = await getOrder(db, orderId);
  const what =
    'kind' in settled
      ? `${reviewNames[settled.kind]} (${id})`
      : `refund of ${amountWithCode(settled.amountCents, currency)} that ${
          settled.state === 'REFUSED' ? 'was refused' : 'failed'
        } (${id})`;
  return {
    words: [
      `${reference}: the ${what} would be marked as settled: you confirm that the payer has the money. No money moves.`,
    ],
    button: `Mark as settled for ${reference}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        const isSettled =
          'kind' in settled
            ? await settleReview(tx, settled.id, { now, actor: organising.actor })
            : await settleRefund(tx, settled.id, now);
        if (!isSettled) throw new ActionImpossible('It was settled or sent meanwhile.');
        await record({ action: 'refund', reference, words: `the ${what} is settled` });
      });
      return ['It is settled.'];
    },
  };
}

const reviewNames: Record<ReviewKind, string> = {
  mismatch: 'payment that does not fit its order',
  paidTwoOrders: 'second paid place of one person',
  overtaken: 'payment for something that had been cancelled or changed',
  noPlaceLeft: 'payment for a place that was given to somebody else',
  fraudWarning: 'warning of fraud',
  partPaid: 'part of a payment',
  overpaid: 'money beyond a payment',
};
