import { amountWithCode, centsFromDecimal } from '#contract/money.ts';
import { findOrderByReference } from '#server/payments/orders.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { findRefund } from '#server/payments/refunds.ts';
import { refundWords } from '#server/organising/send-back.ts';
import { getPayment } from '#server/payments/payments.ts';
import {
  PaymentDisputed,
  refundable,
  RefundImpossible,
  requestRefund,
  sendRefund,
  takeRefundBack,
} from '#server/payments/send-refunds.ts';
import { type CommandContext, CommandError, example } from './command-context.ts';

/** Refunds an order, in full or an amount; without `isReal` it only says what it would do. */
export async function refundCommand(
  { payments }: CommandContext,
  request: {
    reference: string;
    amount: string | undefined;
    isReal: boolean;
    isDespiteDispute?: boolean;
  },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const reference = request.reference.toUpperCase();
  const order = await findOrderByReference(payments.db, reference);
  if (!order) throw new CommandError(`There is no order ${reference}.`);
  const { paidPaymentId: paymentId } = order;
  if (paymentId === undefined) throw new CommandError(`${reference} was not paid.`);

  const amount =
    request.amount === undefined ? undefined : centsFromDecimal(request.amount, order.currency);
  if (request.amount !== undefined && amount === undefined) {
    throw new CommandError(
      `"${request.amount}" is no amount: write ${example(order.currency)}.`,
      2,
    );
  }
  const { provider, refundedCents, amountCents } = await getPayment(payments.db, paymentId);
  const { isDespiteDispute = false } = request;
  const back = await possible(() =>
    refundable(payments.db, payments, paymentId, amount, isDespiteDispute),
  );
  const words = `${amount === undefined ? 'all that is left, ' : ''}${amountWithCode(back, order.currency)}`;
  await print(
    `${reference}: ${order.customer.name} paid ${amountWithCode(amountCents, order.currency)} with ${provider}, ` +
      `${amountWithCode(refundedCents, order.currency)} went back so far; to send back: ${words}\n`,
  );
  if (!request.isReal) return print('Nothing was sent. Add --send to do it.\n');

  const refund = await possible(() =>
    requestRefund(payments, paymentId, amount, 'organiser', isDespiteDispute),
  );
  const state = await sendRefund(payments, refund);
  await print(`${amountWithCode(refund.amountCents, order.currency)} ${refundWords[state]}\n`);
}

/** Takes a refund back that was not sent; without `isReal` it only says what it would do. */
export async function cancelRefundCommand(
  { payments }: CommandContext,
  { id, isReal }: { id: string; isReal: boolean },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const refund = await findRefund(payments.db, id);
  if (!refund) throw new CommandError(`There is no refund ${id}.`);
  const { currency } = await getPayment(payments.db, refund.paymentId);
  const words = `refund ${id} of ${amountWithCode(refund.amountCents, currency)}`;
  if (['SENT', 'CANCELLED', 'FAILED'].includes(refund.state)) {
    throw new CommandError(`The ${words} is ${refund.state}: it cannot be taken back.`);
  }
  await print(`The ${words} is ${refund.state}, and would be taken back.\n`);
  if (!isReal) return print('Nothing was changed. Add --send to do it.\n');
  try {
    const state = await takeRefundBack(payments, refund);
    if (state !== 'CANCELLED') throw new CommandError(`The provider had sent it: it is ${state}.`);
    await print('It is taken back; nothing will be sent.\n');
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new CommandError(
      'The provider does not answer, and only it knows whether the money is on its way: try again later.',
    );
  }
}

async function possible<T>(refund: () => Promise<T>): Promise<T> {
  try {
    return await refund();
  } catch (error) {
    if (error instanceof PaymentDisputed) {
      throw new CommandError(`${error.message} To send it nevertheless, add --despite-dispute.`);
    }
    if (error instanceof RefundImpossible) throw new CommandError(error.message);
    throw error;
  }
}
