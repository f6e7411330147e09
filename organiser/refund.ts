import { centsFromDecimal, decimalFromCents } from '#contract/money.ts';
import { listOrders } from '#server/payment/orders.ts';
import { getPayment } from '#server/payment/payments.ts';
import { RefundImpossible, requestRefund, sendRefunds } from '#server/payment/send-refunds.ts';
import { type Desk, DeskError } from './desk.ts';

/** Sends an order's money back, all of it or an amount; without `isReal` it only says what it would do. */
export async function refundCommand(
  { till }: Desk,
  wish: { reference: string; amount: string | undefined; isReal: boolean },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const reference = wish.reference.toUpperCase();
  const order = (await listOrders(till.db)).find((candidate) => candidate.reference === reference);
  if (!order) throw new DeskError(`There is no order ${reference}.`);
  if (order.paidPaymentId === undefined) throw new DeskError(`${reference} was not paid.`);

  const amount = wish.amount === undefined ? undefined : centsFromDecimal(wish.amount);
  if (wish.amount !== undefined && amount === undefined) {
    throw new DeskError(`"${wish.amount}" is no amount: write euros such as 120.00.`, 2);
  }
  const { provider, refundedCents, amountCents } = await getPayment(till.db, order.paidPaymentId);
  const words = amount === undefined ? 'all that is left' : `${decimalFromCents(amount)} EUR`;
  await print(
    `${reference}: ${order.customer.name} paid ${decimalFromCents(amountCents)} EUR with ${provider}, ` +
      `${decimalFromCents(refundedCents)} EUR went back so far; to send back: ${words}\n`,
  );
  if (!wish.isReal) return print('Nothing was sent. Add --send to do it.\n');

  try {
    const asked = await requestRefund(till, order.paidPaymentId, amount, 'organiser');
    const sent = await sendRefunds(till);
    await print(
      sent > 0
        ? `${decimalFromCents(asked)} EUR were sent back.\n`
        : 'The provider gave no answer: the server tries again every minute.\n',
    );
  } catch (error) {
    if (error instanceof RefundImpossible) throw new DeskError(error.message);
    throw error;
  }
}
