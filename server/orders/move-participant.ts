import type { Prices } from '#contract/content.ts';
import { amountWithCode, asCents, type Cents } from '#contract/money.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { normalised } from '#server/identity.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { leastByCard } from '#server/payments/least-by-card.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { lockPayment } from '#server/payments/payments.ts';
import type { Refund } from '#server/payments/refunds.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { findParticipant, isErased, type Participant } from './participants.ts';
import { orderToPay, registrationChanged } from './change-mails.ts';
import { changePerson, proposeChange } from './change-order.ts';
import { findBooked, oneOf } from './find-booked.ts';
import { changedMeanwhile, lockOrders, refuseChanged } from './lock-orders.ts';
import { openChanges, type OrderChange } from './order-changes.ts';
import { itemsOfChange, type OrderItem } from './order-items.ts';
import { getOrder, isDiscount, isGroup, type Order, payingPayments } from './orders.ts';
import { LINK_DAYS, linkOfChange, pathOf, payableBy } from './payment-links.ts';
import { morePlaces, placesBeyond } from './places.ts';
import { possible } from './possible.ts';
import { type ChoiceQuote, itemsAfter, partWords, quoteChange } from './quote-change.ts';
import { choiceOf, itemsFor } from './registration-items.ts';
import type { Choice } from './registration-price.ts';
import { createSale } from './sale.ts';
import { leftOf, recordRefunds, sendRecorded } from './record-refunds.ts';
import { closeCheckout, refuseMismatch, withdraw } from './withdraw-order.ts';

export type MoveRequest = {
  reference: string;
  /** Name or address of one member of a group. */
  who?: string | undefined;
  /** A presentation type by its id or name; absent: unchanged. */
  type?: string | undefined;
  /** "3,1" for three nights with one guest, or "none"; absent: unchanged. */
  room?: string | undefined;
};

/** A change of one person in an order. */
type Move = {
  order: Order;
  person: Participant;
  /** The items booked for the person, before and after. */
  from: readonly OrderItem[];
  to: readonly OrderItem[];
  quote: ChoiceQuote;
};

/**
 * Changes presentation type or room of a participant. If it costs less, the difference is refunded; if it costs more,
 * the change is made when the difference is paid.
 */
export async function planMove(organising: Organising, request: MoveRequest): Promise<Plan> {
  const { payments, content } = organising;
  const { db, currency } = payments;
  const move = await readMove(organising, request);
  const { order, person, from, to, quote } = move;
  const more = quote.differenceCents;
  const open = await openChanges(db, order.id, [person.id]);
  for (const change of open) await refuseMismatch(db, { order, change });
  const takenBack = open.map(
    ({ becomes }) => `The change to ${becomes}, which was not paid, is taken back.`,
  );
  const closeOpen = async () => {
    for (const change of open) await closeCheckout(payments, { order, change });
  };
  if (quote.replaced.length === 0 && quote.added.length === 0) {
    const stays = `${order.reference}, ${person.name} is already registered as ${partWords(from)}.`;
    if (open.length === 0) throw new ActionImpossible(stays);
    return {
      words: [stays, ...takenBack],
      button: `Take back the change of ${person.name}`,
      async perform() {
        await closeOpen();
        return withdrawOpen(organising, move, open);
      },
    };
  }
  const sale = createSale(content, payments.clock);
  // The open changes are withdrawn first, which frees the places that they reserve.
  let wanted = morePlaces(from, to);
  for (const { id } of open) {
    const { proposed, replaced } = await itemsOfChange(db, id);
    wanted = placesBeyond(morePlaces(replaced, proposed), wanted);
  }
  await possible(() => sale.refuseFull(db, wanted));
  const words = [
    `${order.reference}, ${person.name}: would change from ${partWords(from)} to ${partWords(to)}.`,
    ...(quote.keepsOldPrices ? ['Everything else keeps its price.'] : []),
    ...takenBack,
  ];
  if (more > 0) {
    const sum = amountWithCode(asCents(more), currency);
    const least = leastByCard(currency);
    const tooLittle =
      more < least ? `no card pays less than ${amountWithCode(least, currency)}` : undefined;
    if (tooLittle !== undefined && !payments.providers.has('paypal')) {
      throw new ActionImpossible(
        `It costs ${sum} more, and ${tooLittle}: combine it with another change.`,
      );
    }
    return {
      words: [
        ...words,
        ...(tooLittle === undefined ? [] : [`It can be paid with PayPal alone: ${tooLittle}.`]),
        `It costs ${sum} more: ${order.customer.email} gets a link to pay it within ${LINK_DAYS} days. The places are reserved meanwhile, and nothing else changes until then.`,
      ],
      button: `Ask for ${sum} to change the registration of ${person.name}`,
      async perform() {
        await closeOpen();
        return askForMore(organising, move, asCents(more), open);
      },
    };
  }
  const paymentIds = await payingPayments(db, order);
  const left = more === 0 ? 0 : await leftOf(db, payments, paymentIds);
  // Earlier refunds count: the refund is at most the money that is left beyond the new price.
  const back = asCents(Math.max(0, Math.min(-more, left - (order.amountCents + more))));
  if (back > 0 && back === left) {
    throw new ActionImpossible(
      'This would refund everything that was paid, and a refunded place is released: cancel it, and let the person register again.',
    );
  }
  return {
    words: [
      ...words,
      back === 0
        ? 'No money moves.'
        : `It costs less. Refund: ${amountWithCode(back, currency)}, the way it was paid.`,
    ],
    button: `Change the registration of ${person.name}${back === 0 ? '' : `, refund ${amountWithCode(back, currency)}`}`,
    async perform() {
      await closeOpen();
      const refunds = await changeNow(organising, move, { back, left }, { paymentIds, open });
      return ['Changed.', ...(await sendRecorded(payments, refunds))];
    },
  };
}

async function readMove(
  { payments: { db }, content: { prices } }: Organising,
  { reference, who, type, room }: MoveRequest,
): Promise<Move> {
  const { order, people } = await findBooked(db, reference);
  if (isDiscount(order)) {
    throw new ActionImpossible(
      `${order.reference} is an agreed amount: it has no presentation type.`,
    );
  }
  if (order.state !== 'CONFIRMED') {
    throw new ActionImpossible(
      order.state === 'REFUNDED'
        ? `${order.reference} has been refunded and can no longer be changed. The person has to register again.`
        : `${order.reference} is ${order.state} and cannot be changed: the person can register again.`,
    );
  }
  if (people.length === 0) throw new ActionImpossible(`${order.reference} is cancelled.`);
  if (people.length > 1 && who === undefined) {
    throw new ActionImpossible(
      `${order.reference} is for ${people.length} people: choose one by name or email address.`,
      'who',
    );
  }
  const [only] = people;
  const person = who === undefined ? only : oneOf(people, who);
  if (person && isErased(person)) throw new ActionImpossible(`${order.reference} was erased.`);
  const from = itemsFor(order.items, person?.id ?? '');
  const before = choiceOf(from);
  if (!person || !before)
    throw new ActionImpossible(`${order.reference} does not say what it is for.`);
  const wanted = wantedChoice(prices, before, { type, room });
  const quote = quoteChange(prices, order, person.id, wanted);
  if (!quote) throw new ActionImpossible('The conference does not offer this choice.');
  return { order, person, from, to: itemsAfter(order, person.id, quote), quote };
}

function wantedChoice(
  { presentationTypes }: Prices,
  from: Choice,
  { type, room }: Pick<MoveRequest, 'type' | 'room'>,
): Choice {
  const wanted =
    type === undefined
      ? from.presentation
      : presentationTypes.find(({ id, label }) =>
          [id, label].some((name) => normalised(name) === normalised(type)),
        )?.id;
  if (wanted === undefined) {
    const known = presentationTypes.map(({ id }) => id).join(', ');
    throw new ActionImpossible(`prices.yaml has no presentation type "${type}". It has ${known}.`);
  }
  return { ...from, presentation: wanted, ...roomOf(room) };
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

type Money = { paymentIds: readonly string[]; open: readonly OrderChange[] };

/** Locks the order and withdraws its open changes. Refuses if somebody has changed the order since it was read. */
async function lockUnchanged(
  tx: Tx,
  context: PaymentContext,
  { order: seen, person }: Move,
  open: readonly OrderChange[],
): Promise<{ order: Order; person: Participant }> {
  await lockOrders(tx, [seen.id]);
  const order = await refuseChanged(tx, seen);
  for (const change of open) await withdraw(tx, context, { order, change });
  const registration = await findParticipant(tx, person.id);
  if (registration && registration.cancelledAt === undefined) {
    return { order, person: registration };
  }
  throw changedMeanwhile(order.reference);
}

/** Withdraws unpaid changes; the person's registration stays as it is. */
async function withdrawOpen(
  { payments, actor }: Organising,
  move: Move,
  open: readonly OrderChange[],
): Promise<string[]> {
  const { reference } = move.order;
  await inTransaction(payments.db, async (tx) => {
    await lockUnchanged(tx, payments, move, open);
    const words = open.map(({ becomes }) => `the change to ${becomes} is taken back`).join('; ');
    const participantId = memberOf(move);
    await recordActivity(
      tx,
      { ...payments, actor },
      { action: 'move', reference, participantId, words },
    );
  });
  return ['Taken back.'];
}

/** For the log: the person of a group. */
function memberOf({ order, person }: Move): string | undefined {
  return isGroup(order) ? person.id : undefined;
}

async function changeNow(
  { payments, content, mailLayout, receipts, origin, actor }: Organising,
  move: Move,
  { back, left }: { back: Cents; left: number },
  { paymentIds, open }: Money,
): Promise<Refund[]> {
  const sale = createSale(content, payments.clock);
  const { from, to, quote } = move;
  return possible(() =>
    inTransaction(payments.db, async (tx) => {
      const { order, person } = await lockUnchanged(tx, payments, move, open);
      await sale.reservePlaces(tx, morePlaces(from, to));
      for (const id of paymentIds) await lockPayment(tx, id);
      if (back > 0 && (await leftOf(tx, payments, paymentIds)) !== left) {
        throw new ActionImpossible(
          'Money was refunded meanwhile. Please check the order and try again.',
        );
      }
      const refunds = await recordRefunds(tx, payments, paymentIds, back, {
        participantId: person.id,
      });
      const words = { was: partWords(from), becomes: partWords(to) };
      const about = { participantId: person.id, actor, ...words };
      const change = await proposeChange(tx, payments, order, quote, about);
      await changePerson(tx, payments, order, change, { person, to });
      // A refund has a credit note, so only a change without a refund needs a new receipt.
      if (back === 0) await replaceReceipts(receipts, tx, await getOrder(tx, order.id));
      const event = payments.newId();
      const mail = registrationChanged(mailLayout, order, person, {
        takingPart: words.becomes,
        event,
        origin,
      });
      await postMessage(tx, mail, payments.newId(), payments.clock());
      await recordActivity(
        tx,
        { ...payments, actor },
        {
          action: 'move',
          reference: order.reference,
          participantId: memberOf(move),
          words: `from ${words.was} to ${words.becomes}${back === 0 ? '' : `, refund of ${amountWithCode(back, payments.currency)}`}`,
        },
      );
      return refunds;
    }),
  );
}

async function askForMore(
  { payments, content, mailLayout, origin, actor }: Organising,
  move: Move,
  more: Cents,
  open: readonly OrderChange[],
): Promise<string[]> {
  const { newId, clock } = payments;
  const sale = createSale(content, clock);
  const { from, to, quote } = move;
  return possible(() =>
    inTransaction(payments.db, async (tx) => {
      const { order, person } = await lockUnchanged(tx, payments, move, open);
      await sale.reservePlaces(tx, morePlaces(from, to));
      const words = { was: partWords(from), becomes: partWords(to) };
      const about = { participantId: person.id, actor, ...words };
      const change = await proposeChange(tx, payments, order, quote, about);
      const link = linkOfChange(change);
      const toPay = payableBy(link, { order, change }, payments, origin);
      await postMessage(tx, orderToPay(mailLayout, toPay), newId(), clock());
      const sum = amountWithCode(more, payments.currency);
      await recordActivity(
        tx,
        { ...payments, actor },
        {
          action: 'move',
          reference: order.reference,
          participantId: memberOf(move),
          words: `from ${words.was} to ${words.becomes}, once ${sum} more are paid`,
        },
      );
      return [
        `The change costs ${sum}. ${order.customer.email} has a mail with the link to pay it:`,
        `${origin}${pathOf(link)}`,
      ];
    }),
  );
}
