import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { act, type Deed } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { getPayment } from '#server/payments/payments.ts';
import { cancelRefund, type Refund } from '#server/payments/refunds.ts';
import { closeOvertaken } from '#server/payments/sync-payment.ts';
import { counted } from '#server/counted.ts';
import { payerOf, registrationRestored } from './mails.ts';
import {
  closableOrders,
  openCheckouts,
  releaseReserved,
} from '#server/orders/rows/second-places.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { findOrderToChange, oneOf } from '#server/orders/rows/find-booked.ts';
import { changedMeanwhile, lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { CANCELLED, cancellationOf, insertChange } from '#server/orders/rows/order-changes.ts';
import { moneyOfOrder, paymentsOf } from '#server/orders/rows/order-money.ts';
import {
  addToFee,
  itemsOfChange,
  rebook,
  type StoredItem,
} from '#server/orders/rows/order-items.ts';
import { restoreOrder } from '#server/orders/rows/order-states.ts';
import {
  changeTotal,
  getOrder,
  isAsked,
  isDiscount,
  isGroup,
  isOwnRegistration,
  lockPeople,
  type Order,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import {
  findCancelled,
  findPaidOrder,
  isErased,
  participantsEverIn,
  type Participant,
  unmarkCancelled,
} from '#server/orders/rows/participants.ts';
import { refuseByFeatures } from '#server/orders/sell/price-needs.ts';
import { placesOfItems } from '#server/orders/sell/places.ts';
import { possible } from './possible.ts';
import { partFact, partWords, quoteReturn } from './quote-change.ts';
import { answeredRefunds } from './record-refunds.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';
import { refuseFull, reservePlaces } from '#server/orders/sell/places-left.ts';
import { withdrawUnpaidOf } from './withdraw-unpaid.ts';

export type UndoRequest = {
  reference: string;
  /** Name or address of one member of a group. */
  who?: string | undefined;
};

/** The effects of the cancellation that is undone. */
type Cancelled = {
  order: Order;
  people: Participant[];
  /** All items of the order, or the items of the one cancelled person. */
  items: StoredItem[];
  isWhole: boolean;
  /** The time of the cancellation. Later refunds are consequences of it. */
  at: string;
};

/** The money of an order: the refunded sum, the rest, and the refunds that can still be stopped. */
type Money = { gone: Cents; goneOfAll: Cents; left: Cents; waiting: Refund[] };

/**
 * Undoes a cancellation if the place is still free: items and people are as before. Refunds that were not sent are
 * withdrawn. A sent refund can only be asked for again, so a cancellation with a full refund cannot be undone.
 */
export async function planUndoCancellation(
  organising: Organising,
  request: UndoRequest,
): Promise<Plan> {
  const { payments, content } = organising;
  const { db, clock } = payments;
  const cancelled = await readCancelled(db, request);
  const { order, people, items } = cancelled;
  await refuseSecondPlaces(db, cancelled);
  const money = await moneyOf(db, cancelled);
  await possible(async () =>
    refuseFull(db, content, placesOfItems(items), await closableOrders(db, people)),
  );
  const parts = await partsOfOthers(db, order);
  const open: string[] = [];
  for (const person of people) open.push(...(await openCheckouts(db, person, order.id)));
  return {
    words: [
      `${order.reference}: the cancellation of ${namesOf(cancelled)} would be taken back, with everything that was ordered.`,
      ...moneyWords(order, money),
      ...parts.map(
        ({ reference }) =>
          `${reference}, the part that somebody else pays, stays as it is now: ask for what went back with refund --undo.`,
      ),
      ...open,
    ],
    button: `Restore ${isGroup(order) && cancelled.isWhole && people.length > 1 ? '' : 'the registration of '}${namesOf(cancelled)}`,
    async perform() {
      await releaseReserved(payments, { content, clock }, placesOfItems(items), people);
      await possible(() => act(organising, (deed) => restore(deed, organising, cancelled, money)));
      await closeOvertaken(payments, order.id, 'organiser');
      return ['The registration is valid again.'];
    },
  };
}

function namesOf({ order, people, isWhole }: Cancelled): string {
  const [person, ...others] = people;
  if (isWhole && isGroup(order) && others.length > 0) {
    return `the group of ${order.customer.name} with ${counted(people.length, 'person', 'people')}`;
  }
  return person?.name ?? order.customer.name;
}

async function readCancelled(db: Db, { reference, who }: UndoRequest): Promise<Cancelled> {
  const order = await findOrderToChange(db, reference);
  const { cancelledAt } = order;
  if (isAsked(order)) {
    throw new ActionImpossible(
      `${order.reference} is an amount that you asked for: ask for it again instead.`,
    );
  }
  if (cancelledAt !== undefined) {
    if (order.paidPaymentId === undefined) {
      throw new ActionImpossible(
        `${order.reference} was not paid, so no place was lost: the person can register again, and the sheet of a group can be read again.`,
      );
    }
    const people = await findCancelled(db, order.participantIds);
    if (people.every(isErased)) {
      throw new ActionImpossible(
        `${order.reference} was erased, or its person has kept the place by another order.`,
      );
    }
    if (who !== undefined) oneOf(people, who);
    if (who !== undefined && people.length > 1) {
      throw new ActionImpossible(
        `${order.reference} was cancelled as a whole: take all of it back, then cancel the others.`,
      );
    }
    return { order, people, items: [...order.items], isWhole: true, at: cancelledAt };
  }
  const people = await findCancelled(db, await participantsEverIn(db, order.id));
  if (people.length === 0) throw new ActionImpossible(`${order.reference} is not cancelled.`);
  if (who === undefined) {
    throw new ActionImpossible(
      `${order.reference} is valid, and ${people.length} of its people ${people.length === 1 ? 'is' : 'are'} cancelled: choose one by name or email address.`,
      { remedy: 'who' },
    );
  }
  const person = oneOf(people, who);
  const change = await cancellationOf(db, order.id, person.id);
  const items = change ? itemsFor((await itemsOfChange(db, change.id)).replaced, person.id) : [];
  if (!change || items.length === 0) {
    throw new ActionImpossible(`${order.reference} does not say what ${person.name} had.`);
  }
  return { order, people: [person], items, isWhole: false, at: change.createdAt };
}

/** A cancelled person may have registered and paid again. */
async function refuseSecondPlaces(db: Db, { order, people }: Cancelled): Promise<void> {
  const trouble: string[] = [];
  for (const { name, email } of people.filter((person) => !isErased(person))) {
    const other = await findPaidOrder(db, { name, email }, order.id);
    if (other) trouble.push(`${name} has paid again, ${other.reference}: cancel that one first.`);
  }
  if (isDiscount(order)) {
    const other = (await otherOrdersOf(db, order)).find(({ state }) => state === 'CONFIRMED');
    if (other) trouble.push(`The same amount was paid again, ${other.reference}.`);
  }
  if (trouble.length > 0) throw new ActionImpossible(trouble.join('\n'));
}

async function moneyOf(db: Db, { order, people, isWhole, at }: Cancelled): Promise<Money> {
  const isTheirs = ({ participantId }: Refund) => isWhole || participantId === people[0]?.id;
  let gone = 0;
  let goneOfAll = 0;
  let left = 0;
  const waiting: Refund[] = [];
  for (const paymentId of paymentsOf(await moneyOfOrder(db, order))) {
    const { amountCents, refundedCents } = await getPayment(db, paymentId);
    const refunds = await answeredRefunds(db, paymentId);
    const sent = refunds.filter(({ state }) => state === 'SENT');
    const back = Math.max(refundedCents, sumOf(sent));
    goneOfAll += back;
    gone += isWhole ? back : sumOf(sent.filter(isTheirs));
    left += amountCents - back;
    waiting.push(
      ...refunds.filter(
        (refund) =>
          (refund.state === 'REQUESTED' || refund.state === 'REFUSED') &&
          refund.reason === 'organiser' &&
          refund.createdAt >= at &&
          isTheirs(refund),
      ),
    );
  }
  const money = {
    gone: asCents(gone),
    goneOfAll: asCents(goneOfAll),
    left: asCents(left),
    waiting,
  };
  if (order.state === 'CONFIRMED' && (left > 0 || order.amountCents === 0)) return money;
  throw new ActionImpossible(
    `All that was paid for ${order.reference}, ${amountWithCode(asCents(goneOfAll), order.currency)}, has been refunded, so no money is left for a place: the person has to register and pay again.`,
  );
}

function sumOf(refunds: readonly Refund[]): Cents {
  return asCents(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0));
}

function moneyWords({ currency }: Order, { gone, goneOfAll, left, waiting }: Money): string[] {
  const money = (cents: Cents) => amountWithCode(cents, currency);
  return [
    ...(waiting.length > 0
      ? [`A refund of ${money(sumOf(waiting))} that was not sent yet is taken back.`]
      : []),
    gone > 0
      ? `The place is confirmed again, although ${money(gone)} of the ${money(asCents(gone + left))} has been refunded. To ask for it again, use refund --undo.`
      : goneOfAll > 0
        ? `No money has been refunded for this person; ${money(goneOfAll)} was refunded of the order.`
        : 'No money has been refunded.',
  ];
}

async function restore(
  deed: Deed,
  organising: Organising,
  seen: Cancelled,
  planned: Money,
): Promise<void> {
  const { tx } = deed;
  const { content } = organising;
  const { order: before, people, items, isWhole } = seen;
  await lockOrders(tx, [before.id]);
  const order = await refuseChanged(tx, before);
  await reservePlaces(tx, content, placesOfItems(items));
  const ownOrders = [order.id];
  await refuseByFeatures(tx, { items }, { content, ownOrders, isByForm: false });
  await lockPeople(tx, people);
  await refuseSecondPlaces(tx, seen);
  const now = await moneyOf(tx, seen);
  const isSame = now.left === planned.left && now.waiting.length === planned.waiting.length;
  if (!isSame) throw changedMeanwhile(order.reference);
  for (const refund of now.waiting) {
    if (!(await cancelRefund(tx, refund))) throw changedMeanwhile(order.reference);
  }
  const ids = people.map(({ id }) => id);
  if ((await unmarkCancelled(tx, ids)) !== ids.length) throw changedMeanwhile(order.reference);
  if (isWhole) await restoreOrder(tx, order);
  else await rebookPerson(deed, organising, order, seen);
  await postRestoredMails(deed, organising, seen, now);
  const { reference, currency } = order;
  const words = [
    `the cancellation of ${ids.length === 1 ? 'one person' : `${ids.length} people`} is taken back`,
    ...(now.gone > 0 ? [`${amountWithCode(now.gone, currency)} had been refunded`] : []),
    ...(now.waiting.length > 0
      ? [`a refund of ${amountWithCode(sumOf(now.waiting), currency)} is not sent`]
      : []),
  ].join(', ');
  const participantId = isWhole || ids.length > 1 ? undefined : ids[0];
  await deed.record({ action: 'cancel', reference, participantId, words });
}

/** Restores the items of one member of a group, with the fee on them. */
async function rebookPerson(
  { tx, now: createdAt }: Deed,
  { payments: { newId }, actor }: Organising,
  order: Order,
  { people: [person], items }: Cancelled,
): Promise<void> {
  const { differenceCents, feeDifferenceCents } = quoteReturn(order, items);
  const change = { id: newId(), createdAt };
  await insertChange(tx, {
    ...change,
    orderId: order.id,
    participantId: person?.id,
    actor,
    was: CANCELLED,
    becomes: partWords(items),
    differenceCents,
    feeDifferenceCents,
    state: 'made',
    token: undefined,
    paidPaymentId: undefined,
    lapsesAt: undefined,
  });
  await rebook(tx, items);
  const about = { changeId: change.id, createdAt };
  await addToFee(tx, newId, order, feeDifferenceCents, about);
  await changeTotal(tx, order.id, order.productName);
}

async function postRestoredMails(
  { tx, moment, post }: Deed,
  { mailLayout, origin }: Organising,
  { order: { id }, people, isWhole }: Cancelled,
  { waiting }: Money,
): Promise<void> {
  const order = await getOrder(tx, id);
  const isOwn = isOwnRegistration(order);
  const payer = payerOf(order);
  // The payer of an agreed amount gets the payer's mail below.
  const members = isDiscount(order) ? [] : people.filter((person) => !isErased(person));
  await withdrawUnpaidOf(tx, order, members, moment);
  const isForPayer = !isOwn && isWhole && payer.email !== '';
  const mails = [...members, ...(isForPayer ? [payer] : [])].map((person) => {
    const own = itemsFor(order.items, person.id);
    return registrationRestored(mailLayout, order, person, {
      takingPart: own.length > 0 ? partFact(own) : { text: order.productName },
      isRefundWithdrawn: waiting.length > 0 && (isOwn || person === payer),
      origin,
    });
  });
  await post(...mails);
}
