import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { markDiscountCancelled, isDiscountCancelled } from '#server/discount/discounts.ts';
import { timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { holdOrders } from './hold-orders.ts';
import {
  cancelOrder,
  changeBooked,
  findOrder,
  isCancelled,
  type Order,
  ordersOfSubject,
} from './orders.ts';
import { deletePaymentLink } from './payment-links.ts';
import { lockPayment } from '#server/payments/payments.ts';
import { replacePlaces } from './places.ts';
import type { Refund } from '#server/payments/refunds.ts';
import { markCancelled, type Registration } from '#server/registration/registrations.ts';
import { noteActivity } from '#server/operations/activities.ts';
import { type Booking, bookingOf, groupBooking, placesOfAll, snapshotOf } from './booking.ts';
import { owedAt } from './cancellation-rules.ts';
import { findBooked, oneOf } from './find-booked.ts';
import { registrationCancelled } from './change-mails.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { leftOf, paymentsFor, recordRefunds, sendRecorded } from './send-back.ts';
import { openSupplements, takeOrderBack } from './withdraw-order.ts';

export type CancelRequest = {
  reference: string;
  /** Name or address of one of a group. */
  who?: string | undefined;
  /** What goes back, as it was typed; absent: what the conference's rules say. */
  amount?: string | undefined;
};

type Cancellation = {
  order: Order;
  /** Who is cancelled; nobody by a discount registration. */
  people: Registration[];
  /** What of the order stays booked, where only one of a group is cancelled. */
  rest: Booking | undefined;
};

/** Cancels a registration: its places are free again, and money goes back by the rules or as the organiser says. */
export async function planCancellation(
  organising: Organising,
  request: CancelRequest,
): Promise<Plan> {
  const { payments } = organising;
  const { db, currency } = payments;
  const cancellation = await readCancellation(organising, request);
  const { order, people, rest } = cancellation;
  const isPaid = order.paidPaymentId !== undefined;
  const ids = people.map(({ id }) => id);
  const open = [...(await openSupplements(db, ids)), ...(await otherAttempts(db, order))];
  const paymentIds = await paymentsFor(db, order, [...bookingOf(order).people.keys()]);
  const back = await amountBack(organising, cancellation, paymentIds, request.amount);
  if (rest && back.cents > 0 && back.cents === back.left) {
    throw new ActionImpossible(
      'All that is left of what was paid would go back, and the others of the group would lose their places: say a smaller --amount, or cancel the whole group.',
    );
  }
  const money = (cents: Cents) => amountWithCode(cents, currency);
  return {
    words: [
      `${order.reference}: ${whom(cancellation)} would be cancelled, and the places would be free.`,
      isPaid
        ? `${money(back.cents)} go back: ${back.words}.`
        : 'Nothing was paid, and nothing goes back.',
    ],
    async perform() {
      for (const unpaid of open) await takeOrderBack(payments, unpaid);
      if (!isPaid) await takeOrderBack(payments, order);
      const refunds = await cancelNow(organising, cancellation, back, paymentIds);
      const told = rest || order.kind !== 'group' ? '' : `, ${people.length} people`;
      return [`Cancelled${told}.`, ...(await sendRecorded(payments, refunds))];
    },
  };
}

function whom({ order, people, rest }: Cancellation): string {
  const [person] = people;
  if (order.kind !== 'group') return order.customer.name;
  return rest
    ? (person?.name ?? '')
    : `the group of ${order.customer.name} with ${people.length} people`;
}

async function readCancellation(
  { payments: { db }, content: { prices } }: Organising,
  { reference, who }: CancelRequest,
): Promise<Cancellation> {
  const { order, people } = await findBooked(db, reference);
  const isOver =
    order.kind === 'discount'
      ? await isDiscountCancelled(db, order.subjectId)
      : people.length === 0;
  if (isOver) throw new ActionImpossible(`${order.reference} is cancelled already, or was erased.`);
  if (who === undefined || order.kind !== 'group') {
    if (who !== undefined && order.kind !== 'discount') oneOf(people, who);
    return { order, people, rest: undefined };
  }
  const person = oneOf(people, who);
  // Somebody who was erased has a place still.
  if (bookingOf(order).people.size === 1) return { order, people, rest: undefined };
  if (order.paidPaymentId === undefined) {
    throw new ActionImpossible(
      `${order.reference} is not paid: cancel it as a whole, and make the group anew without this person.`,
    );
  }
  const others = new Map(bookingOf(order).people);
  others.delete(person.id);
  return { order, people: [person], rest: groupBooking(prices, others) };
}

/** What goes back, of what is left of the payments; `left` is looked at again when it is sent. */
type Back = { cents: Cents; left: Cents | undefined; words: string };

async function amountBack(
  { payments, content: { conference } }: Organising,
  { order, rest }: Cancellation,
  paymentIds: readonly string[],
  typed: string | undefined,
): Promise<Back> {
  const { db, currency, clock } = payments;
  const wanted = typed === undefined ? undefined : readAmount(typed, currency);
  if (typed !== undefined && wanted === undefined) {
    throw new ActionImpossible(noAmount(typed, currency));
  }
  if (paymentIds.length === 0) {
    if (wanted) throw new ActionImpossible(`${order.reference} was not paid: nothing can go back.`);
    return { cents: asCents(0), left: undefined, words: '' };
  }
  if (wanted === 0) return { cents: wanted, left: undefined, words: 'as you say' };
  const left = await leftOf(db, payments, paymentIds);
  const leftWords = `${amountWithCode(left, currency)} are left of what was paid`;
  if (left === 0 && wanted === undefined)
    return { cents: left, left, words: 'all of it went back before' };
  if (wanted !== undefined) {
    if (wanted > left) throw new ActionImpossible(`Only ${leftWords}.`);
    return { cents: wanted, left, words: `as you say; ${leftWords}` };
  }
  const booked = bookingOf(order);
  const value = rest
    ? {
        totalCents: asCents(Math.max(0, booked.totalCents - rest.totalCents)),
        feeCents: asCents(Math.max(0, booked.feeCents - rest.feeCents)),
      }
    : booked;
  const owed = owedAt(conference, value, timestamp(clock()));
  if (!owed) {
    throw new ActionImpossible(
      'conference.yaml has no rules for cancellations: say what goes back, such as --amount 120.00 or --amount 0.',
    );
  }
  // What went back before, for whatever reason, counts.
  const kept = booked.totalCents - owed.cents;
  const cents = asCents(Math.min(owed.cents, Math.max(0, left - kept)));
  return { cents, left, words: `${owed.words}; ${leftWords}` };
}

async function cancelNow(
  { payments, mailLayout, who }: Organising,
  { order: seen, people, rest }: Cancellation,
  { cents: back, left }: Back,
  paymentIds: readonly string[],
): Promise<Refund[]> {
  const { db, clock, newId, currency } = payments;
  return inTransaction(db, async (tx) => {
    await holdOrders(tx, [seen.id]);
    const order = await refuseChanged(tx, seen);
    const isOpen =
      (
        await openSupplements(
          tx,
          people.map(({ id }) => id),
        )
      ).length > 0;
    if (isOpen) throw overtaken(seen);
    const now = timestamp(clock());
    const isAll =
      seen.kind === 'discount'
        ? await markDiscountCancelled(tx, seen.subjectId, now)
        : (await markCancelled(
            tx,
            people.map(({ id }) => id),
            now,
          )) === people.length;
    if (!isAll) throw overtaken(seen);
    for (const id of paymentIds) await lockPayment(tx, id);
    const isLeft = left === undefined || (await leftOf(tx, payments, paymentIds)) === left;
    if (!isLeft) throw overtaken(seen);
    const refunds = await recordRefunds(tx, payments, paymentIds, back);
    if (rest) {
      const { productName, lines, kind } = order;
      await changeBooked(tx, order.id, {
        productName,
        lines,
        priceSnapshot: snapshotOf(kind, rest),
      });
      await replacePlaces(tx, order.id, placesOfAll(rest.people));
    } else {
      await replacePlaces(tx, order.id, {});
      // One that was not paid is taken back already.
      if (order.paidPaymentId !== undefined) await cancelOrder(tx, order.id, now);
      await deletePaymentLink(tx, order.id);
    }
    const sum = { cents: back, currency };
    const members = people.map((person) =>
      // What goes back is the matter of who has paid.
      registrationCancelled(mailLayout, order, person, order.kind === 'group' ? undefined : sum),
    );
    const payer = { id: 'payer', ...order.customer };
    // Of one of a group the payer has the credit note.
    const isForPayer = order.kind !== 'registration' && !rest && order.customer.email !== '';
    const mails = isForPayer
      ? [...members, registrationCancelled(mailLayout, order, payer, sum)]
      : members;
    await postMessages(tx, mails, newId, clock());
    const howMany = order.kind === 'group' ? `${people.length} of the group, ` : '';
    await noteActivity(
      tx,
      { ...payments, who },
      {
        action: 'cancel',
        reference: order.reference,
        words: `cancelled, ${howMany}${amountWithCode(back, currency)} go back`,
      },
    );
    return refunds;
  });
}

/**
 * What else was begun for the same registration and not paid, and is to be taken back with it. Refuses where it was paid by
 * another order: that one is to be cancelled.
 */
async function otherAttempts(db: Db, { id, kind, subjectId, reference }: Order): Promise<Order[]> {
  if (kind !== 'registration') return [];
  const others = (await ordersOfSubject(db, subjectId)).filter(
    (other) => other.id !== id && other.kind === 'registration' && !isCancelled(other),
  );
  const paid = others.find(({ state }) => state === 'CONFIRMED');
  if (paid) {
    throw new ActionImpossible(
      `${reference} was not paid, but ${paid.reference} for the same registration was: cancel that one.`,
    );
  }
  return others.filter(({ paidPaymentId }) => paidPaymentId === undefined);
}

/** The order as it is now, if nobody has changed it since it was looked at. */
async function refuseChanged(tx: Tx, seen: Order): Promise<Order> {
  const order = await findOrder(tx, seen.id);
  const booked = (each: Order) => JSON.stringify(each.priceSnapshot);
  const isSame =
    order &&
    order.paidPaymentId === seen.paidPaymentId &&
    (seen.paidPaymentId === undefined || order.state === seen.state) &&
    booked(order) === booked(seen);
  if (!isSame) throw overtaken(seen);
  return order;
}

function overtaken({ reference }: Order): ActionImpossible {
  return new ActionImpossible(`${reference} was changed at this moment: look again.`);
}
