import * as z from 'zod/mini';
import type { Content, Prices } from '#contract/content.ts';
import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { holdOrders } from './hold-orders.ts';
import { placeOrder, type Purchase } from './place-order.ts';
import { changeBooked, feeLine, findOrder, getOrder, isCancelled, type Order } from './orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { insertPaymentLink, LINK_DAYS, pathOf, payableBy } from './payment-links.ts';
import { getPayment, lockPayment } from '#server/payments/payments.ts';
import { replacePlaces } from './places.ts';
import type { Refund } from '#server/payments/refunds.ts';
import { type ReceiptTools, replaceReceipt } from '#server/receipts/issue-documents.ts';
import { priceOf, type RegistrationPrice } from './registration-price.ts';
import {
  changePart,
  findRegistration,
  type Registration,
} from '#server/registration/registrations.ts';
import { openSale } from './sale.ts';
import { noteActivity } from '#server/operations/activities.ts';
import {
  type Booking,
  bookingOf,
  groupBooking,
  morePlaces,
  paidPriceOf,
  partWords,
  placesOfAll,
  rebooked,
} from './booking.ts';
import { findBooked, oneOf } from './find-booked.ts';
import { orderToPay, registrationChanged } from './change-mails.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { possible } from './possible.ts';
import { leftOf, paymentsFor, recordRefunds, sendRecorded } from './send-back.ts';
import { openSupplements, takeOrderBack } from './withdraw-order.ts';

export type MoveRequest = {
  reference: string;
  /** Name or address of one of a group. */
  who?: string | undefined;
  /** A presentation type by its id or name; absent: as it is. */
  type?: string | undefined;
  /** "3,1" for three nights with one guest, or "none"; absent: as it is. */
  room?: string | undefined;
};

/** What the change is, of whom. */
type Move = {
  order: Order;
  person: Registration;
  from: RegistrationPrice;
  to: RegistrationPrice;
  /** The booking of the whole order afterwards. */
  booking: Booking;
};

/**
 * Lets somebody take part as something else, at the prices of the day on which it was ordered. What costs less goes back,
 * and what costs more is an order of its own: the change is made when that is paid.
 */
export async function planMove(organising: Organising, request: MoveRequest): Promise<Plan> {
  const { payments, content } = organising;
  const { db, currency } = payments;
  const move = await readMove(organising, request);
  const { order, person, from, to, booking } = move;
  const more = booking.totalCents - bookingOf(order).totalCents;
  const sale = openSale(content, payments.clock);
  await possible(() => sale.refuseFull(db, morePlaces(from, to)));
  const open = await openSupplements(db, [person.id]);
  const words = [
    `${order.reference}, ${person.name}: ${partWords(from)}, would be ${partWords(to)}.`,
    ...open.map(({ reference }) => `${reference}, a change that was not paid, is taken back.`),
  ];
  const takeBack = async () => {
    for (const supplement of open) await takeOrderBack(payments, supplement);
  };
  if (more > 0) {
    const sum = amountWithCode(asCents(more), currency);
    return {
      words: [
        ...words,
        `It costs ${sum} more: ${order.customer.email} gets a link to pay it within ${LINK_DAYS} days, and until then nothing changes.`,
      ],
      async perform() {
        await takeBack();
        return askForMore(organising, move, asCents(more));
      },
    };
  }
  const paymentIds = await paymentsFor(db, order, [...bookingOf(order).people.keys()]);
  const left = more === 0 ? 0 : await leftOf(db, payments, paymentIds);
  const back = asCents(Math.min(-more, left));
  if (back > 0 && back === left) {
    throw new ActionImpossible(
      'All that was paid would go back, and a place that is refunded is given away: cancel it, and let the person register anew.',
    );
  }
  return {
    words: [
      ...words,
      back === 0
        ? 'No money moves.'
        : `It costs less: ${amountWithCode(back, currency)} go back the way they were paid.`,
    ],
    async perform() {
      await takeBack();
      const refunds = await changeNow(organising, move, { back, left }, paymentIds);
      return ['Changed.', ...(await sendRecorded(payments, refunds))];
    },
  };
}

async function readMove(
  { payments: { db }, content: { prices } }: Organising,
  { reference, who, type, room }: MoveRequest,
): Promise<Move> {
  const { order, people } = await findBooked(db, reference);
  if (order.kind === 'discount') {
    throw new ActionImpossible(
      `${order.reference} is an agreed amount: it has no presentation type.`,
    );
  }
  if (order.state !== 'CONFIRMED') {
    throw new ActionImpossible(
      `${order.reference} is ${order.state}: what is not paid is not changed but ordered anew.`,
    );
  }
  if (people.length === 0) throw new ActionImpossible(`${order.reference} is cancelled.`);
  if (people.length > 1 && who === undefined) {
    throw new ActionImpossible(
      `${order.reference} is for ${people.length} people: add --who with a name or an email address.`,
    );
  }
  const [only] = people;
  const person = who === undefined ? only : oneOf(people, who);
  const booked = bookingOf(order);
  const from = person && booked.people.get(person.id);
  if (!person || !from)
    throw new ActionImpossible(`${order.reference} does not say what it is for.`);
  const to = priceOf(prices, choiceOf(prices, from, { type, room }), order.createdAt);
  if (!to) throw new ActionImpossible('The conference offers nothing of the kind.');
  if (to.id === from.id)
    throw new ActionImpossible(`${order.reference} is that already: ${partWords(from)}.`);
  return { order, person, from, to, booking: afterwards(prices, order, person.id, to) };
}

function choiceOf(
  { presentationTypes }: Prices,
  from: RegistrationPrice,
  { type, room }: Pick<MoveRequest, 'type' | 'room'>,
) {
  const wanted =
    type === undefined
      ? from.presentation
      : presentationTypes.find(({ id, label }) =>
          [id, label].some((name) => normalised(name) === normalised(type)),
        )?.id;
  if (wanted === undefined) {
    const known = presentationTypes.map(({ id }) => id).join(', ');
    throw new ActionImpossible(
      `prices.yaml has the presentation types ${known}, and not "${type}".`,
    );
  }
  const extras = Object.fromEntries(from.extras.map(({ id, count }) => [id, count]));
  const { registration, nights, guests } = from;
  return { presentation: wanted, extras, ...(roomOf(room) ?? { registration, nights, guests }) };
}

function roomOf(room: string | undefined) {
  if (room === undefined) return undefined;
  if (room === 'none') return { registration: 'registration', nights: 0, guests: 0 } as const;
  const [, nights, guests = '0'] = /^(\d{1,2})(?:,(\d{1,2}))?$/.exec(room) ?? [];
  if (nights === undefined) {
    throw new ActionImpossible(
      `"${room}" is no room: write nights and guests such as 3,1, with ${NIGHTS.least} to ${NIGHTS.most} nights and up to ${GUESTS.most} guests, or none.`,
    );
  }
  return { registration: 'stay', nights: Number(nights), guests: Number(guests) } as const;
}

/** What is booked by an order with another choice for one person in it. */
function afterwards(
  prices: Prices,
  order: Order,
  registrationId: string,
  price: RegistrationPrice,
): Booking {
  const people = new Map(bookingOf(order).people).set(registrationId, price);
  return order.kind === 'group'
    ? groupBooking(prices, people)
    : { people, feeCents: price.feeCents, totalCents: price.totalCents };
}

/** Holds the order, and refuses if somebody has changed it since it was looked at. */
async function holdUnchanged(
  tx: Tx,
  { order, person }: Move,
): Promise<{ order: Order; person: Registration }> {
  await holdOrders(tx, [order.id]);
  const now = await findOrder(tx, order.id);
  const registration = await findRegistration(tx, person.id);
  const isSame =
    now?.state === 'CONFIRMED' &&
    registration !== undefined &&
    registration.cancelledAt === undefined &&
    JSON.stringify(now.priceSnapshot) === JSON.stringify(order.priceSnapshot) &&
    (await openSupplements(tx, [person.id])).length === 0;
  if (!now || !isSame) {
    throw new ActionImpossible(`${order.reference} was changed at this moment: look again.`);
  }
  return { order: now, person: registration };
}

async function changeNow(
  { payments, content, mailLayout, receipts, who }: Organising,
  move: Move,
  { back, left }: { back: Cents; left: number },
  paymentIds: readonly string[],
): Promise<Refund[]> {
  const sale = openSale(content, payments.clock);
  const { from, to } = move;
  return possible(() =>
    inTransaction(payments.db, async (tx) => {
      const { order, person } = await holdUnchanged(tx, move);
      await sale.holdPlaces(tx, morePlaces(from, to));
      for (const id of paymentIds) await lockPayment(tx, id);
      if (back > 0 && (await leftOf(tx, payments, paymentIds)) !== left) {
        throw new ActionImpossible('Money went back meanwhile: look at the order again.');
      }
      const refunds = await recordRefunds(tx, payments, paymentIds, back);
      await book(tx, content.prices, order, { ...move, person });
      // Where money goes back, the credit note says what for.
      if (back === 0 && order.paidPaymentId !== undefined) {
        const payment = await getPayment(tx, order.paidPaymentId);
        await replaceReceipt(receipts, tx, await getOrder(tx, order.id), payment);
      }
      const event = payments.newId();
      const mail = registrationChanged(mailLayout, order, person, {
        takingPart: partWords(to),
        event,
      });
      await postMessage(tx, mail, payments.newId(), payments.clock());
      await noteActivity(
        tx,
        { ...payments, who },
        {
          action: 'move',
          reference: order.reference,
          words: `from ${partWords(from)} to ${partWords(to)}${back === 0 ? '' : `, ${amountWithCode(back, payments.currency)} go back`}`,
        },
      );
      return refunds;
    }),
  );
}

/** Writes the new choice wherever it stands. */
async function book(
  tx: Tx,
  prices: Prices,
  order: Order,
  { person, to, booking }: Pick<Move, 'person' | 'to' | 'booking'>,
): Promise<void> {
  await changePart(tx, person, {
    presentationType: to.presentation,
    registrationType: to.registration,
  });
  await changeBooked(tx, order.id, rebooked(prices, order, person.id, { price: to, booking }));
  await replacePlaces(tx, order.id, placesOfAll(booking.people));
}

/** What an order over a change keeps of it. */
const Change = z.object({ orderId: z.string(), fromId: z.string() });

async function askForMore(
  { payments, content, mailLayout, origin, who }: Organising,
  move: Move,
  more: Cents,
): Promise<string[]> {
  const { newId, clock } = payments;
  const sale = openSale(content, clock);
  const { from, to } = move;
  return possible(() =>
    inTransaction(payments.db, async (tx) => {
      const { order } = await holdUnchanged(tx, move);
      await sale.holdPlaces(tx, morePlaces(from, to));
      const purchase = supplementOf(content.prices, order, move, more, newId());
      const { order: supplement } = await placeOrder(tx, payments, purchase);
      const link = { orderId: supplement.id, token: newId(), createdAt: timestamp(clock()) };
      await insertPaymentLink(tx, link);
      const toPay = payableBy(link, supplement, payments, origin);
      await postMessage(tx, orderToPay(mailLayout, toPay), newId(), clock());
      const sum = amountWithCode(more, payments.currency);
      await noteActivity(
        tx,
        { ...payments, who },
        {
          action: 'move',
          reference: order.reference,
          words: `from ${partWords(from)} to ${partWords(to)}, once ${sum} more are paid by ${supplement.reference}`,
        },
      );
      return [
        `${supplement.reference} over ${sum} is to be paid at ${origin}${pathOf(link)}, and ${supplement.customer.email} has a mail with it.`,
      ];
    }),
  );
}

function supplementOf(
  { fee, currency }: Prices,
  order: Order,
  { person, from, to, booking }: Move,
  more: Cents,
  id: string,
): Purchase & { subjectId: string } {
  const feeCents = asCents(
    Math.min(more, Math.max(0, booking.feeCents - bookingOf(order).feeCents)),
  );
  // The fixed part was paid before.
  const feeLines = feeLine({ ...fee, fixed: asCents(0) }, feeCents, currency);
  const [feeOfMore] = feeLines;
  return {
    kind: 'supplement',
    subjectId: person.id,
    dedupeKey: `supplement:${id}`,
    amountCents: more,
    feeCents,
    productName: `Change to ${to.label} registration`,
    lines: [
      {
        words: `From ${partWords(from)} to ${partWords(to)}`,
        cents: asCents(more - (feeOfMore?.cents ?? 0)),
      },
      ...feeLines,
    ],
    priceSnapshot: {
      orderId: order.id,
      fromId: from.id,
      price: to,
      was: partWords(from),
      becomes: partWords(to),
    },
    places: morePlaces(from, to),
    customer: order.customer,
    orderReference: undefined,
  };
}

/** Makes a change whose difference was paid, in the transaction of the payment; false if it does not fit any more. */
export async function makePaidChange(
  {
    content: { prices },
    context,
    receipts,
  }: { content: Content; context: PaymentContext; receipts: ReceiptTools },
  tx: Tx,
  supplement: Order,
): Promise<boolean> {
  const { orderId, fromId } = Change.parse(supplement.priceSnapshot);
  await holdOrders(tx, [orderId]);
  const order = await findOrder(tx, orderId);
  const person = await findRegistration(tx, supplement.subjectId);
  // What the change takes it takes with the order itself, or not at all.
  await replacePlaces(tx, supplement.id, {});
  if (
    isCancelled(supplement) ||
    order?.state !== 'CONFIRMED' ||
    !person ||
    person.cancelledAt !== undefined
  ) {
    return false;
  }
  const before = bookingOf(order);
  if (before.people.get(person.id)?.id !== fromId) return false;
  const to = paidPriceOf(supplement);
  const booking = {
    people: new Map(before.people).set(person.id, to),
    feeCents: asCents(before.feeCents + supplement.feeCents),
    totalCents: asCents(before.totalCents + supplement.amountCents),
  };
  await book(tx, prices, order, { person, to, booking });
  const mail = registrationChanged(receipts.mailLayout, await getOrder(tx, order.id), person, {
    takingPart: partWords(to),
    event: supplement.id,
  });
  await postMessage(tx, mail, context.newId(), context.clock());
  return true;
}
