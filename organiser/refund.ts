import { centsFromDecimal, decimalFromCents } from '#contract/money.ts';
import { findOrderByReference } from '#server/payments/orders.ts';
import type { RefundState } from '#server/payments/refunds.ts';
import { getPayment } from '#server/payments/payments.ts';
import { RefundImpossible, requestRefund, sendRefund } from '#server/payments/send-refunds.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** Refunds an order, in full or an amount; without `isReal` it only says what it would do. */
export async function refundCommand(
  { context }: CommandContext,
  wish: { reference: string; amount: string | undefined; isReal: boolean },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const reference = wish.reference.toUpperCase();
  const order = await findOrderByReference(context.db, reference);
  if (!order) throw new CommandError(`There is no order ${reference}.`);
  if (order.paidPaymentId === undefined) throw new CommandError(`${reference} was not paid.`);

  const amount = wish.amount === undefined ? undefined : centsFromDecimal(wish.amount);
  if (wish.amount !== undefined && amount === undefined) {
    throw new CommandError(`"${wish.amount}" is no amount: write euros such as 120.00.`, 2);
  }
  const { provider, refundedCents, amountCents } = await getPayment(
    context.db,
    order.paidPaymentId,
  );
  const words = amount === undefined ? 'all that is left' : `${decimalFromCents(amount)} EUR`;
  await print(
    `${reference}: ${order.customer.name} paid ${decimalFromCents(amountCents)} EUR with ${provider}, ` +
      `${decimalFromCents(refundedCents)} EUR went back so far; to send back: ${words}\n`,
  );
  if (!wish.isReal) return print('Nothing was sent. Add --send to do it.\n');

  try {
    const refund = await requestRefund(context, order.paidPaymentId, amount, 'organiser');
    const state = await sendRefund(context, refund);
    await print(`${decimalFromCents(refund.amountCents)} EUR ${SAID[state]}\n`);
  } catch (error) {
    if (error instanceof RefundImpossible) throw new CommandError(error.message);
    throw error;
  }
}

const SAID: Record<RefundState, string> = {
  SENT: 'were sent back.',
  REQUESTED:
    'are asked back; the provider gave no answer, and the server tries again every minute.',
  REFUSED: 'were refused by the provider: nothing moved. Its dashboard says why.',
};
