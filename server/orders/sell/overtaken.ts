import type { Content } from '#contract/content.ts';
import { isStillOwed } from '#server/orders/rows/asked-orders.ts';
import { ordersDividedBy } from '#server/orders/rows/divided-orders.ts';
import type { Db } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import type { Person } from '#server/identity.ts';
import { findChange, type OrderChange } from '#server/orders/rows/order-changes.ts';
import {
  getOrder,
  isAsked,
  isCancelled,
  isDiscount,
  isGroup,
  type Order,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import {
  findPaidOrder,
  findParticipants,
  findUnpaidOrders,
} from '#server/orders/rows/participants.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { paidAlready } from './place-order.ts';

/** The refusal of a payable that must not be paid any more, also on an open payment page. */
export async function overtaken(
  db: Db,
  { conference }: Content,
  { order, change }: Payable,
): Promise<AppError | undefined> {
  const contact = conference.secretary.email;
  const closed = (label: 'changeOver' | 'notDue' | 'conferenceCancelled') =>
    new AppError('closed', label, { values: { contact } });
  // Also at a link or a payment page that was open before.
  if (conference.status?.is === 'cancelled' && !isAsked(order)) {
    return closed('conferenceCancelled');
  }
  if (change) return (await isOpen(db, change)) ? undefined : closed('changeOver');
  if (isCancelled(order)) return new AppError('closed', 'cancelled');
  if (!(await isStillOwed(db, order))) return closed('notDue');
  for (const divided of await ordersDividedBy(db, order)) {
    // The person may have cancelled the registration, or paid all of it by another order.
    const isOver =
      divided.paidPaymentId === undefined &&
      (await findPaidOrder(db, divided.customer, divided.id)) !== undefined;
    if (isCancelled(divided) || isOver) return closed('notDue');
  }
  if (isDiscount(order)) {
    const others = await otherOrdersOf(db, order);
    const paid = others.find(({ state }) => state === 'CONFIRMED');
    return paid && paidAlready(paid.customer.name, paid.reference, contact);
  }
  for (const person of await peopleWithPlace(db, order)) {
    const paid = await findPaidOrder(db, person, order.id);
    if (paid) return paidAlready(person.name, paid.reference, contact);
  }
  return undefined;
}

/** Unpaid orders of people who have a place by this order. */
export async function overtakenBy(db: Db, order: Order): Promise<string[]> {
  if (!isDiscount(order)) return findUnpaidOrders(db, await peopleWithPlace(db, order), order.id);
  const others = await otherOrdersOf(db, order);
  return others.filter(({ state }) => state === 'AWAITING_PAYMENT').map(({ id }) => id);
}

/** Whether a change still waits for money. */
async function isOpen(db: Db, { id, orderId }: OrderChange): Promise<boolean> {
  const order = await getOrder(db, orderId);
  const change = await findChange(db, id);
  return change?.state === 'proposed' && order.state === 'CONFIRMED' && !isCancelled(order);
}

/** The people who get a place by an order: its payer, whose row may not be written yet, or the members of a group. */
async function peopleWithPlace(db: Db, order: Order): Promise<Person[]> {
  if (isAsked(order)) return [];
  return isGroup(order) ? findParticipants(db, order.participantIds) : [order.customer];
}
