import type { Moment } from '#contract/content/opening.ts';
import { asCents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { hostedWays, PROVIDERS, type WayToPay } from '#server/payments/offered-ways.ts';
import { statusOf } from '#server/payments/payment-checker.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import { latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import {
  isCancelled,
  isDiscount,
  isOwnRegistration,
  type Order,
  ordersFor,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import { amountDue, paidBy, type Payable } from '#server/orders/rows/payables.ts';
import type { LinkState } from './payment-link-page.ts';
import { hasInvoice } from '#server/receipts/receipts.ts';
import { findPaidAtAddress } from '#server/orders/rows/participants.ts';
import { transferEndFor } from './promised-transfers.ts';
import { findPaymentLink, type PaymentLink } from '#server/orders/rows/payment-links.ts';
import { type OpenTransfer, PRO_FORMA, receivedCentsOf } from './transfer-facts.ts';
import { hasReservedPlaces } from '#server/orders/rows/reserved-orders.ts';

/** A payable with the link by which it is paid. */
export type Linked = { payable: Payable; link: PaymentLink };

/**
 * The state for a page that shows the payable. `seen.payment` is the state of the payment from which the payer returns;
 * without `seen` the latest payment is read. `isBack: false` says that the payer does not return from a payment.
 */
export async function linkStateNow(
  context: PaymentContext,
  { payable, link }: Linked,
  seen?: { payment: PaymentState | undefined; isBack?: boolean },
): Promise<LinkState> {
  const { order, change } = payable;
  const { db, clock } = context;
  if (paidBy(payable) !== undefined && change?.state !== 'lapsed') {
    const receiptPath = `/receipt/${order.receiptToken}`;
    return { is: 'paid', receiptPath, isInvoice: await hasInvoice(db, order.id) };
  }
  const latest = await latestPaymentOf(db, order.id, change?.id);
  const payment = seen ? seen.payment : latest?.state;
  if (payment !== undefined && statusOf(payment) === 'pending') {
    return { is: 'checking', payment: latest };
  }
  const others = change ? [] : await otherOrdersOf(db, order);
  const paid = others.find(({ state }) => state === 'CONFIRMED');
  if (paid) return { is: 'paidByAnother', reference: paid.reference };
  const transfer = await openTransfer(context, latest, link);
  const until = context.payableUntil(payable, link.lapsesAt);
  const refusal = await context.overtaken(db, payable);
  // At a cancelled conference no link leads to a payment, nor back to the form.
  if (refusal?.said === 'conferenceCancelled') return { is: 'lapsed', formPath: undefined };
  const isOver = change?.state === 'lapsed' || until.at <= timestamp(clock());
  // A transfer that was chosen in time may arrive until its own last day.
  if (isOver && !transfer) return { is: 'lapsed', formPath: change ? undefined : formOf(order) };
  const isMissed = seen !== undefined && seen.isBack !== false && !transfer;
  const transferUntil = await transferEndFor(db, context, payable);
  const atAddress =
    change || !isOwnRegistration(order) ? undefined : await findPaidAtAddress(db, order);
  return {
    is: isMissed ? 'missed' : 'open',
    // Nobody should begin another payment beside a part that has arrived.
    ways:
      isOver || (transfer && transfer.receivedCents > 0)
        ? []
        : waysOf(context, payable, transferUntil),
    until,
    paidAtAddress: atAddress?.reference,
    transfer,
    transferUntil,
  };
}

/** The transfer for which we are waiting. */
async function openTransfer(
  context: PaymentContext,
  payment: Payment | undefined,
  { token }: PaymentLink,
): Promise<OpenTransfer | undefined> {
  if (payment?.provider !== 'transfer' || payment.state !== 'OPEN') return undefined;
  const receivedCents = await receivedCentsOf(context, payment);
  if (receivedCents === 0 && payment.expiresAt <= timestamp(context.clock())) return undefined;
  return {
    payment,
    receivedCents,
    stillDueCents: asCents(Math.max(0, payment.amountCents - receivedCents)),
    proFormaPath: `/pay/${token}/${PRO_FORMA}`,
  };
}

/** The form where the payer can order again. */
export function formOf(order: Order): string | undefined {
  if (order.offeredBy !== undefined || order.invitedUntil !== undefined) return undefined;
  return isDiscount(order) ? '/discount-registration' : '/conference-registration';
}

/**
 * The link of another order that the person tried to pay later for the same registration, for example with other
 * nights. Only the latest of these orders can be paid.
 */
export async function newerAttempt(
  db: Db,
  { order, change }: Payable,
): Promise<PaymentLink | undefined> {
  if (change || !isOwnRegistration(order)) return undefined;
  const others = (await ordersFor(db, order.participantIds)).filter(isOwnRegistration);
  const last = await latestAttempt(db, others);
  return last === undefined || last.id === order.id ? undefined : findPaymentLink(db, last.id);
}

/**
 * The unpaid order that the payer tried to pay last; an order whose places are reserved without a checkout comes
 * first: it may have no payment yet.
 */
export async function latestAttempt(db: Db, orders: readonly Order[]): Promise<Order | undefined> {
  let last: { order: Order; at: string } | undefined;
  for (const order of orders) {
    if (order.paidPaymentId !== undefined || isCancelled(order)) continue;
    if (await hasReservedPlaces(db, order.id)) return order;
    const at = (await latestPaymentOf(db, order.id))?.createdAt;
    if (at !== undefined && (last === undefined || at > last.at)) last = { order, at };
  }
  return last?.order;
}

function waysOf(
  context: PaymentContext,
  payable: Payable,
  transferUntil: Moment | undefined,
): WayToPay[] {
  const amountCents = amountDue(payable);
  if (amountCents === 0) return ['free'];
  const ways = hostedWays(context, amountCents);
  return transferUntil ? [...ways, 'transfer'] : ways;
}

export function isWay(way: string): way is WayToPay {
  return way in PROVIDERS;
}
