import { acceptedRest } from '#server/payments/accepted-rests.ts';
import { add, asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { linkStateNow } from '#server/orders/sell/link-state.ts';
import { changesOf, type OrderChange } from '#server/orders/rows/order-changes.ts';
import { isCancelled, type Order, stateOf } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import {
  findPaymentLink,
  isOffered,
  linkOfChange,
  linkOrNext,
} from '#server/orders/rows/payment-links.ts';
import { readWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { type Payment, paymentsOfOrder } from '#server/payments/payments.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { openActs } from './open-acts.ts';
import type { SelfServiceRoutes } from './own-pages.ts';
import type { PageFacts, PageState } from './registration-page.ts';

/** Reads what the page of an owner shows about the order, its money and the acts that are open. */
export async function readPageFacts(
  { context, content }: Pick<SelfServiceRoutes, 'context' | 'content'>,
  owner: PageOwner,
): Promise<PageFacts> {
  const { db } = context;
  const { order, isPayer } = owner;
  const payments = order && isPayer ? await paymentsOfOrder(db, order.id) : [];
  const came = payments.filter(({ state }) => isMoneyState(state));
  const state = await pageStateOf(context, owner);
  const changes = order && isPayer ? await changesOf(db, order.id) : [];
  return {
    state,
    paidCents: add(...came.map(({ amountCents }) => amountCents)),
    refundedCents: add(...came.map(({ refundedCents }) => refundedCents)),
    keptCents: order && isPayer ? await keptOf(db, order, { payments, changes }) : asCents(0),
    withdrawnMoney:
      order && isPayer && isCancelled(order) ? (await readWithdrawn(db, { order })).money : [],
    openChanges: await openOf(context, order, changes),
    documents: order && isPayer ? await documentsOf(db, order.id) : [],
    isTest: context.mode !== 'live',
    acts: openActs(content, owner, { state, now: timestamp(context.clock()) }),
  };
}

/** The changes that wait for their payment, each with its state. */
async function openOf(
  context: PaymentContext,
  order: Order | undefined,
  changes: readonly OrderChange[],
): Promise<PageFacts['openChanges']> {
  const open: PageFacts['openChanges'][number][] = [];
  for (const change of changes) {
    if (!order || change.state !== 'proposed' || change.token === undefined) continue;
    const linked = { payable: { order, change }, link: linkOfChange(change) };
    const state = await linkStateNow(context, linked);
    const transfer = state.is === 'open' ? state.transfer : undefined;
    open.push({ change, isChecking: state.is === 'checking', transfer });
  }
  return open;
}

/**
 * The part of the payments of a paid order that the rules keep: neither refunded, nor the price of what is booked. It is
 * known once the requested refunds are sent; a payment that did not pay the order is still to be decided about.
 */
async function keptOf(
  db: Db,
  order: Order,
  { payments, changes }: { payments: readonly Payment[]; changes: readonly OrderChange[] },
): Promise<Cents> {
  if (order.paidPaymentId === undefined) return asCents(0);
  const made = changes.filter(({ state }) => state === 'made');
  const paying = [order, ...made].flatMap(({ paidPaymentId }) => paidPaymentId ?? []);
  const paid = payments
    .filter(({ id }) => paying.includes(id))
    .reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0);
  const isOver = isCancelled(order) || order.state === 'REFUNDED';
  const kept = paid - (isOver ? await acceptedRest(db, paying) : order.amountCents);
  if (kept <= 0) return asCents(0);
  const refunds = await Promise.all(paying.map((id) => refundsOf(db, id)));
  const areSent = refunds.flat().every(({ state }) => state === 'SENT' || state === 'CANCELLED');
  return asCents(areSent ? kept : 0);
}

const STATES: Record<string, Exclude<PageState['is'], 'open'>> = {
  CONFIRMED: 'confirmed',
  WAITS_FOR_AGREEMENT: 'waitsForAgreement',
  WAITS_FOR_PAYER: 'waitsForPayer',
  REFUNDED: 'refunded',
  CANCELLED: 'cancelled',
};

/** Whether the owner of a page has a place. */
export async function isConfirmed(context: PaymentContext, owner: PageOwner): Promise<boolean> {
  return (await pageStateOf(context, owner)).is === 'confirmed';
}

export async function pageStateOf(
  context: PaymentContext,
  { participant, order }: PageOwner,
): Promise<PageState> {
  if (participant?.cancelledAt !== undefined) return { is: 'cancelled' };
  if (!order) return { is: 'registered' };
  const known = STATES[await stateOf(context.db, order)];
  return known ? { is: known } : unpaidState(context, order);
}

async function unpaidState(context: PaymentContext, order: Order): Promise<PageState> {
  const link = isOffered({ order })
    ? await findPaymentLink(context.db, order.id)
    : await linkOrNext(context.db, context, order);
  if (!link) return { is: 'lapsed' };
  const payable = { order };
  const state = await linkStateNow(context, { payable, link });
  switch (state.is) {
    case 'open':
    case 'checking':
    case 'lapsed':
    case 'paidByAnother':
      return state;
    case 'missed':
      return { ...state, is: 'open' };
    case 'paid':
      return { is: 'confirmed' };
  }
}
