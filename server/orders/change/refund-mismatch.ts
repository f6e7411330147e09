import { amountWithCode, type Cents } from '#contract/money.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { ERASED } from '#server/orders/rows/participants.ts';
import { mismatchWords } from '#server/payments/payment-history.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import { misfitOf } from '#server/payments/send-refunds.ts';
import { leftOf, recordRefunds, refuseOtherLeft, sendRecorded } from './record-refunds.ts';

/**
 * Refunds the money that came for an unpaid order and does not fit it, always as a whole: afterwards the order can be
 * paid again. Undefined if there is none that we can count, because it is in another currency.
 */
export async function planMismatchRefund(
  organising: Organising,
  order: Order,
  { wanted, isDespiteDispute }: { wanted: Cents | undefined; isDespiteDispute: boolean },
): Promise<Plan | undefined> {
  const { payments } = organising;
  const { db } = payments;
  const { reference } = order;
  const payment = (await paymentsOfOrder(db, order.id)).findLast(
    (one) => misfitOf(one) !== undefined,
  );
  if (!payment) return undefined;
  const money = (cents: Cents) => amountWithCode(cents, payment.currency);
  const left = await leftOf(db, payments, [payment.id], isDespiteDispute);
  if (left === 0) throw new ActionImpossible(`A refund of this money was requested already.`);
  if (wanted !== undefined && wanted !== left) {
    throw new ActionImpossible(
      `The money that came for ${reference} does not fit it, so only all of it, ${money(left)}, can be refunded.`,
    );
  }
  const payer = order.customer.name || ERASED;
  return {
    words: [
      `${reference}: money of ${payer} came that does not fit the order: ${await mismatchWords(db, payment.id)}. All of it would be refunded: ${money(left)}. The order can be paid again afterwards.`,
    ],
    button: `Refund ${money(left)} to ${payer}`,
    weighs: { cents: left },
    async perform() {
      const refunds = await act(organising, async ({ tx, record }) => {
        await lockOrders(tx, [order.id]);
        const read = { paymentIds: [payment.id], left };
        await refuseOtherLeft(tx, payments, read, isDespiteDispute);
        await record({ action: 'refund', reference, words: `refund of ${money(left)}` });
        return recordRefunds(tx, payments, read.paymentIds, left, { isDespiteDispute });
      });
      return sendRecorded(payments, refunds);
    },
  };
}
