import { amountWithCode, asCents } from '#contract/money.ts';
import type { ConcernKind } from '#server/operations/concern.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { getPayment } from '#server/payments/payments.ts';
import { cashToGiveBack } from './cash-entries.ts';

export const toGiveBack: ConcernKind = {
  about: 'refund',
  subject: 'Money',
  title: 'Cash to give back',
  async find({ db }) {
    return Promise.all(
      (await cashToGiveBack(db)).map(async ({ id, paymentId = '', amountCents, currency }) => {
        const { orderId } = await getPayment(db, paymentId);
        const { reference } = await getOrder(db, orderId);
        const words = amountWithCode(asCents(-amountCents), currency);
        return {
          id,
          words: `${words} that was paid in cash is to be given back`,
          reference,
          command: `organiser cash --return ${reference} notes that it is`,
        };
      }),
    );
  },
};
