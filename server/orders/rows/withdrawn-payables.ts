import type { Db } from '#server/database/database.ts';
import { isOver, UNDECIDED, type PaymentState } from '#server/payments/payment-states.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { isAsked, isCancelled } from './orders.ts';
import type { Payable } from './payables.ts';
import type { Withdrawn } from '#server/orders/sell/payment-link-page.ts';

/**
 * Whether a payable cannot be paid any more: its order was cancelled, or its change was withdrawn, or was not possible
 * any more when its payment arrived.
 */
export function isWithdrawn(payable: Payable): boolean {
  const { order, change } = payable;
  return isCancelled(order) || change?.state === 'withdrawn' || isOvertaken(payable);
}

function isOvertaken({ change }: Payable): boolean {
  return change?.state === 'lapsed' && change.paidPaymentId !== undefined;
}

/** The facts about a payable that is withdrawn, for the page of its payer. */
export async function readWithdrawn(db: Db, payable: Payable): Promise<Withdrawn> {
  const { order, change } = payable;
  const payment = await latestPaymentOf(db, order.id, change?.id);
  const cancelled = isAsked(order) ? 'askedNoMore' : 'cancelled';
  const is = isCancelled(order) ? cancelled : isOvertaken(payable) ? 'notPossible' : 'withdrawn';
  // The rules or the organisers decide about money that was paid in time.
  const isPaid = change ? change.state === 'made' : order.paidPaymentId !== undefined;
  return { is, money: isPaid ? [] : moneyOf(payment?.state, change !== undefined) };
}

/** The late payment of a change is refunded by the server; about that of an order, a person decides. */
function moneyOf(state: PaymentState | undefined, isOfChange: boolean): Withdrawn['money'] {
  const late = isOfChange ? 'lateIsRefunded' : 'lateIsReviewed';
  if (state === undefined || isOver(state)) return ['nothingTaken', late];
  if (UNDECIDED.some((each) => each === state)) return ['stillChecked', late];
  return isOfChange && state !== 'MISMATCH' ? ['cameLate'] : [];
}
