import {
  planRefund,
  planRefundTakenBack,
  type RefundRequest,
} from '#server/organising/refund-order.ts';
import { carryOut, type Print } from './command.ts';
import type { CommandContext } from './command-context.ts';

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
