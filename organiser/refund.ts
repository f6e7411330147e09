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
import {
  type CommandContext,
  CommandError,
  example,
  withCommandContext,
} from './command-context.ts';
import { type Command, readArguments } from './command.ts';

export const refund: Command = {
  name: 'refund',
  help: `refund PS26-7K3M-9QXW [--amount 120.00] [--despite-dispute] [--send]
      sends money back; without --send it only says what it would do; while a dispute is open it needs --despite-dispute
  npm run --silent organiser -- refund --cancel ID [--send]
      takes a refund back that was not sent; doctor shows the ids`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, {
      amount: { type: 'string' },
      cancel: { type: 'string' },
      'despite-dispute': { type: 'boolean', default: false },
      send: { type: 'boolean', default: false },
    });
    const { cancel: id, send: isReal, amount } = values;
    if (id !== undefined) {
      await withCommandContext((context) => cancelRefundCommand(context, { id, isReal }, print));
      return 0;
    }
    const [reference] = positionals;
    if (reference === undefined) throw new CommandError('Which order?', 2);
    const isDespiteDispute = values['despite-dispute'];
    const request = { reference, amount, isReal, isDespiteDispute };
    await withCommandContext((context) => refundCommand(context, request, print));
    return 0;
  },
};

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

  const requested = await possible(() =>
    requestRefund(payments, paymentId, amount, 'organiser', isDespiteDispute),
  );
  const state = await sendRefund(payments, requested);
  await print(`${amountWithCode(requested.amountCents, order.currency)} ${refundWords[state]}\n`);
}

/** Takes a refund back that was not sent; without `isReal` it only says what it would do. */
export async function cancelRefundCommand(
  { payments }: CommandContext,
  { id, isReal }: { id: string; isReal: boolean },
  print: (line: string) => Promise<void>,
): Promise<void> {
  const found = await findRefund(payments.db, id);
  if (!found) throw new CommandError(`There is no refund ${id}.`);
  const { currency } = await getPayment(payments.db, found.paymentId);
  const words = `refund ${id} of ${amountWithCode(found.amountCents, currency)}`;
  if (['SENT', 'CANCELLED', 'FAILED'].includes(found.state)) {
    throw new CommandError(`The ${words} is ${found.state}: it cannot be taken back.`);
  }
  await print(`The ${words} is ${found.state}, and would be taken back.\n`);
  if (!isReal) return print('Nothing was changed. Add --send to do it.\n');
  try {
    const state = await takeRefundBack(payments, found);
    if (state !== 'CANCELLED') throw new CommandError(`The provider had sent it: it is ${state}.`);
    await print('It is taken back; nothing will be sent.\n');
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new CommandError(
      'The provider does not answer, and only it knows whether the money is on its way: try again later.',
    );
  }
}

async function possible<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentDisputed) {
      throw new CommandError(`${error.message} To send it nevertheless, add --despite-dispute.`);
    }
    if (error instanceof RefundImpossible) throw new CommandError(error.message);
    throw error;
  }
}
