import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { isAsked, isCancelled, isOwnRegistration } from '#server/orders/rows/orders.ts';
import { findPaidOrder } from '#server/orders/rows/participants.ts';
import { paidBy, type Payable } from '#server/orders/rows/payables.ts';
import {
  findPaymentLink,
  goodLinkOf,
  isGood,
  isOffered,
  linkOfChange,
  linkOrNext,
  type PaymentLink,
  payableBy,
  type ToPay,
} from '#server/orders/rows/payment-links.ts';
import { refuseMismatch } from '#server/orders/change/withdraw-order.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';

/**
 * An unpaid order or change with the link by which it can be paid now. If a form's order or an asked amount has no good
 * link, the result has the one that `giveLinkToPay` would create. Throws if the payer must not be asked for the money.
 */
export async function findToPay(
  db: Db,
  { payments, origin }: Pick<Organising, 'payments' | 'origin'>,
  payable: Payable,
): Promise<ToPay> {
  const { order, change } = payable;
  const { customer, reference } = order;
  const now = payments.clock();
  if (paidBy(payable) !== undefined) throw new ActionImpossible(`${reference} is paid.`);
  if (isCancelled(order)) throw new ActionImpossible(`${reference} is cancelled.`);
  if (!change && isOwnRegistration(order) && (await findPaidOrder(db, customer))) {
    throw new ActionImpossible(
      `${customer.name} has paid with another order: ${reference} does not have to be paid any more.`,
    );
  }
  await refuseMismatch(db, payable);
  const latest = await latestPaymentOf(db, order.id, change?.id);
  if (latest?.state === 'PENDING') {
    throw new ActionImpossible(
      `A payment of ${reference} is on its way: ${latest.provider} says that it is pending.`,
    );
  }
  const link = change ? linkOfChange(change) : await linkOfOrder(db, payments, payable);
  const toPay = payableBy(link, payable, payments, origin);
  if (toPay.until.at <= timestamp(now)) {
    throw new ActionImpossible(
      `${reference} could be paid until ${endText(toPay.until)}. To pay now, the person has to register again.`,
    );
  }
  return toPay;
}

/** Like `findToPay`; undefined if the payer must not be asked for the money. */
export async function toPayNow(
  db: Db,
  organising: Pick<Organising, 'payments' | 'origin'>,
  payable: Payable,
): Promise<ToPay | undefined> {
  try {
    return await findToPay(db, organising, payable);
  } catch (error) {
    if (error instanceof ActionImpossible) return undefined;
    throw error;
  }
}

/** Like `toPayNow`; if a form's order or an asked amount can be paid, it gets the link. */
export async function giveLinkToPay(
  tx: Tx,
  organising: Pick<Organising, 'payments' | 'origin'>,
  payable: Payable,
): Promise<ToPay | undefined> {
  const toPay = await toPayNow(tx, organising, payable);
  if (toPay && isRenewed(payable)) await goodLinkOf(tx, organising.payments, payable.order);
  return toPay;
}

/** Whether a mail with the link renews a lapsed link: the order of a form, or an asked amount. */
function isRenewed(payable: Payable): boolean {
  return !isOffered(payable) || (payable.change === undefined && isAsked(payable.order));
}

async function linkOfOrder(
  db: Db,
  payments: Organising['payments'],
  payable: Payable,
): Promise<PaymentLink> {
  const { id, reference } = payable.order;
  if (isRenewed(payable)) return linkOrNext(db, payments, payable.order);
  const known = await findPaymentLink(db, id);
  if (!known) throw new ActionImpossible(`${reference} has no link to pay.`);
  if (isGood(known, payments.clock())) return known;
  throw new ActionImpossible(`The link to pay ${reference} has lapsed: create it again first.`);
}
