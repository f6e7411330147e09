import { amountWithCode, asCents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import type { Deed } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import { undoingOrdersOf } from './asked-orders.ts';
import { askedWithdrawn } from '#server/orders/change/mails.ts';
import { type Order, payingPayments } from './orders.ts';
import { withdraw } from '#server/orders/change/withdraw-order.ts';

/** The payments with the money of an order. */
export type OrderMoney = {
  /** The ids of the payments that paid the order and its changes, latest first. */
  own: readonly string[];
  /** The orders that ask for refunds of these payments again. The money of those that are paid is the order's, too. */
  undoing: readonly Order[];
};

export async function moneyOfOrder(
  db: Db,
  order: Pick<Order, 'id' | 'paidPaymentId'>,
): Promise<OrderMoney> {
  const own = await payingPayments(db, order);
  const undoing: Order[] = [];
  const open = [...own];
  // A payment that undoes a refund can be refunded by mistake, too.
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const found = await undoingOrdersOf(db, id);
    undoing.push(...found);
    open.push(...found.flatMap(({ paidPaymentId }) => paidPaymentId ?? []));
  }
  return { own, undoing };
}

/** The ids of all payments with money of an order. */
export function paymentsOf({ own, undoing }: OrderMoney): string[] {
  return [...own, ...undoing.flatMap(({ paidPaymentId }) => paidPaymentId ?? [])];
}

/** The orders that are not asked for any more, and the rest of the sum that would offset a part of another one. */
export type Offset = { orders: readonly Order[]; restCents: number };

/**
 * The unpaid orders that ask for refunds again and are offset by `lessCents`, the part of a refund that is not made
 * because of earlier refunds: the payer owes their amounts no more.
 */
export function offsetBy({ undoing }: OrderMoney, lessCents: number): Offset {
  let restCents = lessCents;
  const orders = undoing.filter(({ paidPaymentId, amountCents }) => {
    if (paidPaymentId !== undefined || amountCents > restCents) return false;
    restCents -= amountCents;
    return true;
  });
  return { orders, restCents };
}

/** For organisers: the orders that ask for refunds again, and the effect of another refund on them. */
export function undoingWords({ undoing }: OrderMoney, { orders, restCents }: Offset): string[] {
  return undoing.map((order) => {
    const { reference, paidPaymentId, amountCents, currency } = order;
    const money = (cents: number) => amountWithCode(asCents(cents), currency);
    const about = `an earlier refund of ${money(amountCents)} again`;
    if (paidPaymentId !== undefined) {
      return `${reference} asked for ${about} and was paid, so its money counts as paid for this order.`;
    }
    const open = `${reference} asks for ${about} and is not paid.`;
    if (orders.includes(order)) {
      return `${open} It would be taken back, because this refund is less by that amount.`;
    }
    return restCents > 0
      ? `${open} It stays owed. If it is paid, refund ${money(Math.min(restCents, amountCents))} of it, because this refund is less.`
      : `${open} It stays owed.`;
  });
}

/**
 * Takes back the orders that another refund offsets, with a mail to their payers. Their checkouts are closed, and the
 * caller has locked them.
 */
export async function withdrawOffset(
  { tx, post, record }: Deed,
  { payments, mailLayout }: Organising,
  { orders }: Offset,
): Promise<void> {
  for (const order of orders) {
    await withdraw(tx, payments, { order });
    if (order.customer.email !== '') await post(askedWithdrawn(mailLayout, order));
    const { reference } = order;
    const words = 'not asked for any more: a smaller refund offsets it';
    await record({ action: 'cancel', reference, words });
  }
}
