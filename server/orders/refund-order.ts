import { amountWithCode } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { lostPlacesWords } from './lost-places.ts';
import { findOrderByReference, getOrder, supplementsOf } from './orders.ts';
import { getPayment, lockPayment } from '#server/payments/payments.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { findRefund, findUnsettledRefund, settleRefund } from '#server/payments/refunds.ts';
import { openReviews, type ReviewKind, settleReview } from '#server/payments/reviews.ts';
import {
  PaymentDisputed,
  recordRefund,
  refundable,
  RefundImpossible,
  sendRefund,
  takeRefundBack,
} from '#server/payments/send-refunds.ts';
import { noteActivity } from '#server/operations/activities.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { refundWords } from './send-back.ts';

export type RefundRequest = {
  reference: string;
  /** As it was typed; absent: all that is left. */
  amount?: string | undefined;
  isDespiteDispute?: boolean | undefined;
};

/** Sends money of a paid order back, all that is left or an amount. */
export async function planRefund(
  { payments, who }: Organising,
  { reference: typed, amount, isDespiteDispute = false }: RefundRequest,
): Promise<Plan> {
  const { db } = payments;
  const reference = typed.toUpperCase();
  const order = await findOrderByReference(db, reference);
  if (!order) throw new ActionImpossible(`There is no order ${reference}.`);
  const { paidPaymentId: paymentId, currency } = order;
  if (paymentId === undefined) throw new ActionImpossible(`${reference} was not paid.`);
  const cents = amount === undefined ? undefined : readAmount(amount, currency);
  if (amount !== undefined && cents === undefined) {
    throw new NotUnderstood(noAmount(amount, currency));
  }
  const leftOf = (tx: Db) => refundable(tx, payments, paymentId, undefined, isDespiteDispute);
  const { left, back } = await possible(async () => ({
    left: await leftOf(db),
    back: await refundable(db, payments, paymentId, cents, isDespiteDispute),
  }));
  const { provider, refundedCents, amountCents } = await getPayment(db, paymentId);
  const money = amountWithCode(back, currency);
  const more = (await supplementsOf(db, [order.id])).filter(({ state }) => state === 'CONFIRMED');
  return {
    words: [
      `${reference}: ${order.customer.name} paid ${amountWithCode(amountCents, currency)} with ${provider}, ` +
        `${amountWithCode(refundedCents, currency)} went back so far; to send back: ${amount === undefined ? 'all that is left, ' : ''}${money}`,
      ...more.map(
        ({ reference: other, amountCents: paid }) =>
          `${other} over ${amountWithCode(paid, currency)}, paid for a change, stays: cancel sends back both.`,
      ),
      ...(refundedCents + back === amountCents ? await lostPlacesWords(db, order) : []),
    ],
    button: `Send ${money} back`,
    async perform() {
      const refund = await possible(() =>
        inTransaction(db, async (tx) => {
          await lockPayment(tx, paymentId);
          if ((await leftOf(tx)) !== left) {
            throw new ActionImpossible('Money went back meanwhile: look at the order again.');
          }
          const words = `${money} to send back`;
          await noteActivity(tx, { ...payments, who }, { action: 'refund', reference, words });
          return recordRefund(tx, payments, {
            paymentId,
            amountCents: back,
            reason: 'organiser',
            isDespiteDispute,
          });
        }),
      );
      return [`${money} ${refundWords[await sendRefund(payments, refund)]}`];
    },
  };
}

/** Takes a refund back that was not sent. */
export async function planRefundTakenBack(
  { payments, who }: Organising,
  { id }: { id: string },
): Promise<Plan> {
  const { db } = payments;
  const refund = await findRefund(db, id);
  if (!refund) throw new ActionImpossible(`There is no refund ${id}.`);
  const { currency, orderId } = await getPayment(db, refund.paymentId);
  const { reference } = await getOrder(db, orderId);
  const words = `refund ${id} of ${amountWithCode(refund.amountCents, currency)}`;
  if (['SENT', 'CANCELLED', 'FAILED'].includes(refund.state)) {
    throw new ActionImpossible(`The ${words} is ${refund.state}: it cannot be taken back.`);
  }
  return {
    words: [`The ${words} is ${refund.state}, and would be taken back.`],
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
      // Only the provider's answer decides whether it is taken back, and no transaction waits for a provider.
      await inTransaction(db, (tx) =>
        noteActivity(
          tx,
          { ...payments, who },
          { action: 'refund', reference, words: `the ${words} was taken back` },
        ),
      );
      return ['It is taken back; nothing will be sent.'];
    },
  };
}

/** Notes that nothing is left to do about a refund that was refused or failed, or about a review. */
export async function planSettled(
  { payments, who }: Organising,
  { id }: { id: string },
): Promise<Plan> {
  const { db, clock } = payments;
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
      `${reference}: the ${what} counts as settled, and nobody is asked about it any more. No money moves.`,
    ],
    async perform() {
      await inTransaction(db, async (tx) => {
        const now = timestamp(clock());
        const isSettled =
          'kind' in settled
            ? await settleReview(tx, settled.id, { now, who })
            : await settleRefund(tx, settled.id, now);
        if (!isSettled) throw new ActionImpossible('It was settled or sent meanwhile.');
        const words = `the ${what} is settled`;
        await noteActivity(tx, { ...payments, who }, { action: 'refund', reference, words });
      });
      return ['It is settled.'];
    },
  };
}

const reviewNames: Record<ReviewKind, string> = {
  mismatch: 'payment that does not fit its order',
  paidTwoOrders: 'second paid place of one person',
  overtaken: 'payment for what had been cancelled or changed',
  fraudWarning: 'warning of fraud',
};

async function possible<T>(refund: () => Promise<T>): Promise<T> {
  try {
    return await refund();
  } catch (error) {
    if (error instanceof PaymentDisputed) {
      throw new ActionImpossible(
        `${error.message} To send it nevertheless, add --despite-dispute.`,
      );
    }
    if (error instanceof RefundImpossible) throw new ActionImpossible(error.message);
    throw error;
  }
}
