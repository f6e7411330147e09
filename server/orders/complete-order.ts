import type { Tx } from '#server/database/database.ts';
import { postMessage, postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import {
  findOrder,
  getOrder,
  isCancelled,
  lockPerson,
  type Order,
  otherOrdersOf,
  personKeyOf,
} from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Payment } from '#server/payments/payments.ts';
import { flagForReview } from '#server/payments/review.ts';
import type { ReceiptTools } from '#server/receipts/issue-documents.ts';
import {
  areCancelled,
  findPaidOrder,
  findParticipant,
  findParticipants,
  isErased,
} from './participants.ts';
import { changePerson, dropChange } from './change-order.ts';
import { holdOrders } from './hold-orders.ts';
import { findChange } from './order-changes.ts';
import { itemsOfChange } from './order-items.ts';
import { itemsAfter, partWords } from './quote-change.ts';
import { itemsFor } from './registration-items.ts';
import { placePaid, registrationChanged } from './change-mails.ts';

type Deps = { context: PaymentContext; receipts: ReceiptTools };

/**
 * Completes an order in the transaction that confirms it, beside the receipt: the people of a group are told, and a change
 * is made. False where it was overtaken and a person has to look.
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
      : !isCancelled(order) && !(await areCancelled(tx, order.participantIds));
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
  // A supplement is paid beside the order itself.
  if (order.kind === 'supplement') return [];
  if (order.kind === 'discount') {
    const others = await otherOrdersOf(tx, order);
    return others.filter(({ state }) => state === 'CONFIRMED').map(({ id }) => id);
  }
  const people =
    order.kind === 'registration'
      ? [order.customer]
      : await findParticipants(tx, order.participantIds);
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
  const everybody = await findParticipants(tx, order.participantIds);
  const members = everybody.filter((member) => !isErased(member));
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

/** Makes a change whose difference was paid, in the transaction of the payment; false if it does not fit any more. */
async function makePaidChange(
  { context, receipts }: Deps,
  tx: Tx,
  supplement: Order,
): Promise<boolean> {
  const change = supplement.change && (await findChange(tx, supplement.change.id));
  if (!change) return false;
  await holdOrders(tx, [change.orderId]);
  const order = await findOrder(tx, change.orderId);
  const person = await findParticipant(tx, change.participantId ?? '');
  const isPossible =
    !isCancelled(supplement) && order?.state === 'CONFIRMED' && person?.cancelledAt === undefined;
  if (!order || !person || !isPossible) {
    await dropChange(tx, context, change.id, 'lapsed');
    return false;
  }
  const { replaced, proposed } = await itemsOfChange(tx, change.id);
  const quote = { replaced, added: proposed };
  const to = itemsAfter(order, person.id, quote);
  if (!(await changePerson(tx, context, order, change, { person, to }))) return false;
  if (isErased(person)) return true;
  const mail = registrationChanged(receipts.mailLayout, await getOrder(tx, order.id), person, {
    takingPart: partWords(to),
    event: supplement.id,
  });
  await postMessage(tx, mail, context.newId(), context.clock());
  return true;
}
