import type { Tx } from '#server/database/database.ts';
import { postMessage, postMessages, withdrawMessages } from '#server/mail/outbox.ts';
import { findOrder, getOrder, isCancelled, lockPerson, type Order, personKeyOf } from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Payment } from '#server/payments/payments.ts';
import { flagForReview } from '#server/payments/review.ts';
import type { ReceiptTools } from '#server/receipts/issue-documents.ts';
import {
  areCancelled,
  findPaidGroup,
  findPaidOrder,
  findParticipant,
  findParticipants,
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
  const flag = (reason: 'overtaken' | 'paidTwoOrders') =>
    flagForReview(tx, context, payment, reason, { order: order.id });
  const isInTime = async (is: boolean) => {
    if (!is) await flag('overtaken');
    return is;
  };
  switch (order.kind) {
    case 'discount':
      return isInTime(!isCancelled(order));
    case 'registration': {
      if (await findPaidGroup(tx, order.customer, order.id)) await flag('paidTwoOrders');
      return isInTime(!isCancelled(order) && !(await areCancelled(tx, order.participantIds)));
    }
    case 'group': {
      if (await writeToMembers(deps, tx, order, payment)) await flag('paidTwoOrders');
      return isInTime(!isCancelled(order));
    }
    case 'supplement':
      return isInTime(await makePaidChange(deps, tx, order));
  }
}

/** Returns whether one of them has a paid place by another order. */
async function writeToMembers(
  { context, receipts }: Deps,
  tx: Tx,
  order: Order,
  { request: { origin } }: Payment,
): Promise<boolean> {
  const { clock, newId } = context;
  const members = await findParticipants(tx, order.participantIds);
  let hasPaidTwice = false;
  // In one order, so that two groups with the same people do not wait for each other.
  const keyed = members.map((customer) => ({ kind: 'registration', customer }) as const);
  for (const person of keyed.toSorted((a, b) => (personKeyOf(a) < personKeyOf(b) ? -1 : 1))) {
    await lockPerson(tx, person);
    await withdrawMessages(tx, personKeyOf(person), clock());
    hasPaidTwice ||= (await findPaidOrder(tx, person.customer, order.id)) !== undefined;
  }
  const mails = members.map((member) => {
    const takingPart = partWords(itemsFor(order.items, member.id));
    return placePaid(receipts.mailLayout, order, member, {
      takingPart,
      calendar: receipts.calendar(order, { registrationId: member.id, origin }),
    });
  });
  await postMessages(tx, mails, newId, clock());
  return hasPaidTwice;
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
  const mail = registrationChanged(receipts.mailLayout, await getOrder(tx, order.id), person, {
    takingPart: partWords(to),
    event: supplement.id,
  });
  await postMessage(tx, mail, context.newId(), context.clock());
  return true;
}
