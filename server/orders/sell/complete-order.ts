import { cameOf } from '#server/payments/accepted-rests.ts';
import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import {
  getOrder,
  isCancelled,
  isAsked,
  isDiscount,
  isGroup,
  lockOrderRows,
  lockPeople,
  type Order,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Payment } from '#server/payments/payments.ts';
import { insertRefund } from '#server/payments/refunds.ts';
import { flagForReview } from '#server/payments/review.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import {
  areCancelled,
  findPaidOrder,
  findParticipant,
  findParticipants,
  isErased,
} from '#server/orders/rows/participants.ts';
import { isStillOwed } from '#server/orders/rows/asked-orders.ts';
import { ordersDividedBy } from '#server/orders/rows/divided-orders.ts';
import { changePerson } from '#server/orders/change/change-order.ts';
import { dropChange, type OrderChange } from '#server/orders/rows/order-changes.ts';
import { itemsOfChange } from '#server/orders/rows/order-items.ts';
import { itemsAfter, partFact } from '#server/orders/change/quote-change.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';
import { placePaid, registrationChanged } from '#server/orders/change/mails.ts';
import { withdrawUnpaid, withdrawUnpaidOf } from '#server/orders/change/withdraw-unpaid.ts';

type Deps = { context: PaymentContext; receipts: ReceiptDeps };

/**
 * Completes an order, except for its receipt, in the transaction that confirms the order: the members of a group get
 * a mail. False if the order was cancelled meanwhile, so that an organiser has to review the payment.
 */
export async function completePaidOrder(
  deps: Deps,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<boolean> {
  const { context } = deps;
  if (isGroup(order)) await writeToMembers(deps, tx, order, payment);
  else if (!isAsked(order)) await withdrawUnpaidOf(tx, order, [order.customer], context.clock());
  await flagSecondPlaces(context, tx, order, payment);
  const isDue = !isCancelled(order) && (await isStillOwed(tx, order));
  const divided = await ordersDividedBy(tx, order);
  const isInTime =
    isDue && !divided.some(isCancelled) && !(await areCancelled(tx, order.participantIds));
  if (isInTime) await flagOversold(context, tx, order, payment);
  else await flagForReview(tx, context, payment, 'overtaken', { order: order.id });
  return isInTime;
}

/** Asks organisers for a review if the places of a paid order were given to somebody else before it was paid. */
async function flagOversold(
  context: PaymentContext,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<void> {
  if (!(await context.isOversold(tx, order))) return;
  // An order can get its places back more than once.
  const event = `${order.id}:${order.version}`;
  await flagForReview(tx, context, payment, 'noPlaceLeft', { event, order: order.id });
}

/** Completes an order that gets its places back, in the transaction that reopens the order. */
export async function completeReopenedOrder(
  context: PaymentContext,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<void> {
  if (!isCancelled(order)) {
    const people = await findParticipants(tx, order.participantIds);
    await lockPeople(tx, people);
    await withdrawUnpaidOf(tx, order, people, context.clock());
  }
  await flagSecondPlaces(context, tx, order, payment);
  if (!isCancelled(order)) await flagOversold(context, tx, order, payment);
}

/**
 * Asks organisers for a review if a participant of a paid order has another place, or has paid the same agreed amount
 * before.
 */
async function flagSecondPlaces(
  context: PaymentContext,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<void> {
  for (const other of await otherPaidOrders(tx, order)) {
    await flagForReview(tx, context, payment, 'paidTwoOrders', { event: other, order: order.id });
  }
}

async function otherPaidOrders(tx: Tx, order: Order): Promise<string[]> {
  if (isAsked(order)) return [];
  if (isDiscount(order)) {
    const others = await otherOrdersOf(tx, order);
    return others.filter(({ state }) => state === 'CONFIRMED').map(({ id }) => id);
  }
  const people = isGroup(order)
    ? await findParticipants(tx, order.participantIds)
    : [order.customer];
  const found = new Set<string>();
  for (const person of people) {
    const other = await findPaidOrder(tx, person, order.id);
    if (other) found.add(other.id);
  }
  return [...found];
}

async function writeToMembers(
  { context, receipts }: Deps,
  tx: Tx,
  order: Order,
  { request: { origin } }: Payment,
): Promise<void> {
  const everybody = await findParticipants(tx, order.participantIds);
  const members = everybody.filter((member) => !isErased(member));
  await lockPeople(tx, members);
  const now = context.clock();
  await withdrawUnpaid(tx, members, now);
  const mails = members.map((member) => {
    const takingPart = partFact(itemsFor(order.items, member.id));
    return placePaid(receipts.mailLayout, order, member, {
      takingPart,
      calendar: receipts.calendar(order, { registrationId: member.id, origin }),
      origin,
      now,
    });
  });
  await postMessages(tx, context, ...mails);
}

/**
 * Makes a change in the transaction that records its payment, and mails the participant. Undefined if the change is
 * not possible any more: then the money is refunded, and the secretary gets a mail.
 */
export async function completePaidChange(
  { context, receipts }: Deps,
  tx: Tx,
  { order: { id: orderId }, change }: { order: Order; change: OrderChange },
  payment: Payment,
): Promise<Order | undefined> {
  const { clock, newId } = context;
  // Only the order is locked: a transaction that has locked its payments may be waiting for the same order.
  await lockOrderRows(tx, [orderId]);
  const order = await getOrder(tx, orderId);
  const person = await findParticipant(tx, change.participantId ?? '');
  const isPossible =
    order.state === 'CONFIRMED' && !isCancelled(order) && person?.cancelledAt === undefined;
  const { replaced, proposed } = await itemsOfChange(tx, change.id);
  const to = itemsAfter(order, person?.id ?? '', { replaced, added: proposed });
  if (!person || !isPossible || !(await changePerson(tx, context, order, change, { person, to }))) {
    await dropChange(tx, change, 'lapsed', timestamp(clock()));
    await insertRefund(tx, {
      id: newId(),
      paymentId: payment.id,
      amountCents: await cameOf(tx, payment),
      reason: 'overtaken',
      createdAt: timestamp(clock()),
    });
    await flagForReview(tx, context, payment, 'overtaken', { order: orderId });
    return undefined;
  }
  const changed = await getOrder(tx, orderId);
  if (isErased(person)) return changed;
  const mail = registrationChanged(receipts.mailLayout, changed, person, {
    takingPart: partFact(to),
    event: change.id,
    origin: payment.request.origin,
  });
  await postMessages(tx, context, mail);
  return changed;
}
