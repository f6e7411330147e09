import type { Content } from '#contract/content.ts';
import type { Tx } from '#server/database/database.ts';
import { postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import { isCancelled, lockPerson, type Order, otherOrdersOf, personKeyOf } from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Payment } from '#server/payments/payments.ts';
import { flagForReview } from '#server/payments/review.ts';
import type { ReceiptTools } from '#server/receipts/issue-documents.ts';
import { findPaidOrder, findRegistration, membersOf } from '#server/registration/registrations.ts';
import { partWords } from './quote-change.ts';
import { itemsFor } from './registration-items.ts';
import { makePaidChange } from './move-participant.ts';
import { placePaid } from './change-mails.ts';

type Deps = { content: Content; context: PaymentContext; receipts: ReceiptTools };

/**
 * What a payment brings about beside its receipt, in the transaction that confirms the order: the people of a group are
 * told, and a change is made. False where it was overtaken and a person has to look.
 */
export async function completePaidOrder(
  deps: Deps,
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<boolean> {
  const { context } = deps;
  if (order.kind === 'group') await writeToMembers(deps, tx, order, payment);
  await flagSecondPlaces(context, tx, order, payment);
  const isInTime =
    order.kind === 'supplement'
      ? await makePaidChange(deps, tx, order)
      : !isCancelled(order) &&
        (await findRegistration(tx, order.subjectId))?.cancelledAt === undefined;
  if (!isInTime) await flagForReview(tx, context, payment, 'overtaken', { order: order.id });
  return isInTime;
}

/** Asks for a person where somebody of an order that is paid has another place, or has paid the same agreed amount before. */
export async function flagSecondPlaces(
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
  if (order.kind === 'discount') {
    const others = await otherOrdersOf(tx, order);
    return others.filter(({ state }) => state === 'CONFIRMED').map(({ id }) => id);
  }
  const people =
    order.kind === 'registration' ? [order.customer] : await membersOf(tx, order.subjectId);
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
  const { clock, newId } = context;
  const members = await membersOf(tx, order.subjectId);
  // In one order, so that two groups with the same people do not wait for each other.
  const keyed = members.map((customer) => ({ kind: 'registration', customer }) as const);
  for (const person of keyed.toSorted((a, b) => (personKeyOf(a) < personKeyOf(b) ? -1 : 1))) {
    await lockPerson(tx, person);
    await withdrawMessages(tx, personKeyOf(person), clock());
  }
  const mails = members.map((member) => {
    const takingPart = partWords(itemsFor(order.items, member.id));
    return placePaid(receipts.mailLayout, order, member, {
      takingPart,
      calendar: receipts.calendar(order, { registrationId: member.id, origin }),
    });
  });
  await postMessages(tx, mails, newId, clock());
}
