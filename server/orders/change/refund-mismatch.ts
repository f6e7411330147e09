import { amountWithCode, type Cents } from '#contract/money.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { findOrderToChange } from '#server/orders/rows/find-booked.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { ERASED } from '#server/orders/rows/participants.ts';
import { mismatchWords } from '#server/payments/payment-history.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import { misfitOf } from '#server/payments/send-refunds.ts';
import { leftOf, recordRefunds, refuseOtherLeft, sendRecorded } from './record-refunds.ts';

/** Refunds the money that does not fit an order, also if another attempt has paid the order. */
export async function planMisfitRefund(
  organising: Organising,
  { reference, isDespiteDispute = false }: { reference: string; isDespiteDispute?: boolean },
): Promise<Plan> {
  const order = await findOrderToChange(organising.payments.db, reference);
  const plan = await planMismatchRefund(organising, order, { wanted: undefined, isDespiteDispute });
  if (plan) return plan;
  throw new ActionImpossible(
    `No money came for ${order.reference} that does not fit it, or it is in another currency and is refunded in the dashboard of its provider.`,
  );
}

/**
 * Refunds the money that came for an order and does not fit it, always as a whole: afterwards an unpaid order can be paid
 * again. Undefined if there is none that we can count, because it is in another currency.
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
      `${reference}: money of ${payer} came that does not fit the order: ${await mismatchWords(db, payment.id)}. All of it would be refunded: ${money(left)}. ${
        order.paidPaymentId === undefined
          ? 'The order can be paid again afterwards.'
          : 'What paid the order stays as it is.'
      }`,
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
