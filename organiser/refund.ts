import {
  planRefund,
  planRefundTakenBack,
  planSettled,
  type RefundRequest,
} from '#server/orders/refund-order.ts';
import { carryOut, type Command, type Print, readArguments } from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';

export const refund: Command = {
  name: 'refund',
  help: `refund PS26-7K3M-9QXW [--amount 120.00] [--despite-dispute] [--send]
      sends money back; without --send it only says what it would do; while a dispute is open it needs --despite-dispute
  npm run --silent organiser -- refund --cancel ID [--send]
      takes a refund back that was not sent; doctor shows the ids
  npm run --silent organiser -- refund --settled ID [--yes]
      notes that nothing is left to do about a refund that failed, because the payer has the money in another way, or
      about anything else that doctor shows with an id; no money moves`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, {
      amount: { type: 'string' },
      cancel: { type: 'string' },
      settled: { type: 'string' },
      yes: { type: 'boolean', default: false },
      'despite-dispute': { type: 'boolean', default: false },
      send: { type: 'boolean', default: false },
    });
    const { cancel: id, settled, send: isReal, amount } = values;
    if (id !== undefined) {
      await withCommandContext((context) => cancelRefundCommand(context, { id, isReal }, print));
      return 0;
    }
    if (settled !== undefined) {
      await withCommandContext(
        (context) => settledCommand(context, { id: settled, isReal: values.yes }, print),
        { asksNobody: true },
      );
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
export function refundCommand(
  context: CommandContext,
  { isReal, ...request }: RefundRequest & { isReal: boolean },
  print: Print,
): Promise<void> {
  return carryOut(planRefund(context, request), { isReal, flag: '--send' }, print);
}

/** Takes a refund back that was not sent; without `isReal` it only says what it would do. */
export function cancelRefundCommand(
  context: CommandContext,
  { id, isReal }: { id: string; isReal: boolean },
  print: Print,
): Promise<void> {
  return carryOut(planRefundTakenBack(context, { id }), { isReal, flag: '--send' }, print);
}

/** Notes that nothing is left to do; without `isReal` it only says what it would do. */
export function settledCommand(
  context: CommandContext,
  { id, isReal }: { id: string; isReal: boolean },
  print: Print,
): Promise<void> {
  return carryOut(planSettled(context, { id }), { isReal, flag: '--yes' }, print);
}
