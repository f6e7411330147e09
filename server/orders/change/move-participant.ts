import { acceptedRest } from '#server/payments/accepted-rests.ts';
import { add, amountWithCode, asCents, type Cents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  isByParticipant,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { allHosted, hostedWays, unpayableWords } from '#server/payments/offered-ways.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Refund } from '#server/payments/refunds.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { refuseAtCancelled } from './refuse-at-cancelled.ts';
import { findParticipant, isErased, type Participant } from '#server/orders/rows/participants.ts';
import { lessEarlierRefunds, owedAt } from './cancellation-rules.ts';
import { orderToPay, registrationChanged } from './mails.ts';
import { changePerson, proposeChange } from './change-order.ts';
import { findBooked, type NamedPerson, presentPerson } from '#server/orders/rows/find-booked.ts';
import { changedMeanwhile, lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { onlyForOf } from '#server/orders/sell/price-needs.ts';
import {
  countKeptUnpaid,
  isClaim,
  openChanges,
  type OrderChange,
} from '#server/orders/rows/order-changes.ts';
import { itemsOfChange, type OrderItem } from '#server/orders/rows/order-items.ts';
import { getOrder, isAsked, isDiscount, isGroup, type Order } from '#server/orders/rows/orders.ts';
import {
  lapseOfChange,
  linkOfChange,
  pathOf,
  payableBy,
} from '#server/orders/rows/payment-links.ts';
import { morePlaces, placesBeyond } from '#server/orders/sell/places.ts';
import { LIFETIME_MS } from '#server/orders/sell/place-order.ts';
import { possible } from './possible.ts';
import {
  type MoveOutcome,
  moveButton,
  moveWords,
  staysWords,
  unpayableMoveWords,
} from './move-words.ts';
import {
  type ChoiceQuote,
  changeOf,
  differencesOf,
  itemsAdded,
  itemsAfter,
  partFact,
  partWords,
  quoteChange,
} from './quote-change.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import { type Act, recordAct } from './record-act.ts';
import { refuseChangedCombination } from '#server/orders/sell/refuse-combination.ts';
import { refuseNotOnSale } from '#server/orders/sell/on-sale.ts';
import { type KeptPlaces, keptPlaces, usedOf } from '#server/orders/sell/kept-places.ts';
import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { refuseBehindQueue, refuseFull } from '#server/orders/sell/places-left.ts';
import {
  leftOf,
  recordRefunds,
  refundsByProvider,
  refuseOtherLeft,
  sendRecorded,
  unsettledOf,
} from './record-refunds.ts';
import {
  moneyOfOrder,
  type Offset,
  offsetBy,
  type OrderMoney,
  paymentsOf,
  undoingWords,
  withdrawOffset,
} from '#server/orders/rows/order-money.ts';
import { refundSequence } from './refund-sequence.ts';
import { type TypedChoice, wantedChoice } from '#server/orders/sell/wanted-choice.ts';
import { closeCheckout, partsThatCame, refuseUndecided, withdraw } from './withdraw-order.ts';

export type MoveRequest = NamedPerson &
  TypedChoice & {
    reference: string;
    /** The version of the order that the reader has seen; any other version is refused. */
    version?: number | undefined;
  };

/** A change of one person in an order. */
type Move = {
  order: Order;
  person: Participant;
  /** The items booked for the person, before and after. */
  from: readonly OrderItem[];
  to: readonly OrderItem[];
  quote: ChoiceQuote;
  /** The unpaid changes of the person, which are withdrawn. */
  open: readonly OrderChange[];
};

/** The refund `back` out of `left`, the sum of these payments that is not refunded yet. */
type Money = Pick<MoveOutcome, 'refunds' | 'byRule' | 'isLessEarlierRefunds'> & {
  back: Cents;
  left: Cents;
  paymentIds: readonly string[];
  paying: OrderMoney;
  offset: Offset;
};

/**
 * Changes presentation type, room or extras of a participant. If it costs less, an organiser refunds the difference; if
 * it costs more, the change is made when the difference is paid. If the participant acts, the rules in content/ decide
 * about the refund, additions have to be for sale now, and no mail asks for the money, because the participant is at the
 * page and pays at once.
 */
export async function planMove(
  organising: Organising,
  request: MoveRequest,
): Promise<Plan & { outcome: MoveOutcome }> {
  const { payments } = organising;
  const move = await readMove(organising, request);
  const { order, person, from, to, quote, open } = move;
  const more = quote.differenceCents;
  const was = partWords(from);
  const isUnchanged = quote.replaced.length === 0 && quote.added.length === 0;
  if (isUnchanged) refuseNothingNew(move, was);
  else {
    refuseSameAgain(organising, move);
    await refuseUnavailable(organising, move);
  }
  const moreCents = asCents(Math.max(0, more));
  if (more > 0) refuseUnpayable(organising, order, moreCents);
  const money = await moneyOf(organising, move);
  const closing = [
    ...open.map((change) => ({ order, change })),
    ...money.offset.orders.map((undoing) => ({ order: undoing })),
  ];
  for (const each of closing) await refuseUndecided(payments.db, each);
  const outcome: MoveOutcome = {
    order,
    person,
    does: isUnchanged ? 'withdraw' : more > 0 ? 'askForMore' : 'change',
    was,
    becomes: partWords(to),
    differences: differencesOf(from, to),
    moreCents,
    lessCents: asCents(Math.max(0, -more)),
    backCents: money.back,
    refunds: money.refunds,
    byRule: money.byRule,
    isLessEarlierRefunds: money.isLessEarlierRefunds,
    isPayPalAlone: more > 0 && onlyPayPalTakes(payments, moreCents, order),
    withdrawn: open.map(({ becomes }) => becomes),
    keepsOldPrices: quote.keepsOldPrices,
    undoing: undoingWords(money.paying, money.offset),
  };
  return {
    outcome,
    words: moveWords(outcome),
    button: moveButton(outcome),
    weighs: { cents: add(money.back, await partsThatCame(payments, closing)) },
    async perform() {
      for (const each of closing) await closeCheckout(payments, each);
      switch (outcome.does) {
        case 'withdraw':
          return withdrawOpen(organising, move);
        case 'askForMore':
          return askForMore(organising, move, moreCents);
        case 'change': {
          const refunds = await changeNow(organising, move, money);
          return ['Changed.', ...(await sendRecorded(payments, refunds))];
        }
      }
    },
  };
}

/** Refuses a change of nothing, unless it withdraws an open change. */
function refuseNothingNew({ order, person, open }: Move, was: string): void {
  if (open.length === 0) {
    throw new ActionImpossible(staysWords({ order, person, was }), { reason: 'unchanged' });
  }
  if (open.some(isClaim)) {
    throw new ActionImpossible(
      `${order.reference} is asked for the difference because its price is not proved. To end that, accept the proof: proofs --accept ${order.reference}`,
      { reason: 'unchanged' },
    );
  }
}

/** Refuses an organiser's change that the payer has been asked to pay: a second mail would end the link of the first. */
function refuseSameAgain(organising: Organising, { order, person, to, quote, open }: Move): void {
  if (isByParticipant(organising)) return;
  const { origin } = organising;
  const same = open.find(
    (change) =>
      !isClaim(change) &&
      change.becomes === partWords(to) &&
      change.differenceCents === quote.differenceCents,
  );
  if (!same) return;
  throw new ActionImpossible(
    `${order.reference}, ${person.name}: this change is asked for already, and ${amountWithCode(asCents(same.differenceCents), order.currency)} has to be paid at ${origin}${pathOf(linkOfChange(same))}. To send the link again: resend ${order.reference}`,
    { reason: 'unchanged' },
  );
}

function onlyPayPalTakes(payments: PaymentContext, cents: Cents, { language }: Order): boolean {
  return (
    allHosted(payments).includes('card') &&
    hostedWays(payments, cents).join() === 'paypal' &&
    !payments.transferEnd(language)
  );
}

function refuseUnpayable(organising: Organising, order: Order, moreCents: Cents): void {
  refuseAtCancelled(organising);
  const why = unpayableWords(organising.payments, moreCents, order.language);
  if (why === undefined) return;
  throw new ActionImpossible(unpayableMoveWords(order, moreCents, why), { reason: 'tooLittle' });
}

/** Refuses additions that have no places left, or that a participant cannot buy now. */
async function refuseUnavailable(
  organising: Organising,
  { person, from, to, open }: Move,
): Promise<void> {
  const { payments, content } = organising;
  const sale = { content, clock: payments.clock };
  // The open changes are withdrawn first, which frees the places that they reserve.
  let wanted = morePlaces(from, to);
  for (const { id } of open) {
    const { proposed, replaced } = await itemsOfChange(payments.db, id);
    wanted = placesBeyond(morePlaces(replaced, proposed), wanted);
  }
  const kept = await keptPlaces(payments.db, person.id, timestamp(payments.clock()));
  const { beyond } = usedOf(kept, wanted);
  await possible(async () => {
    if (!isByParticipant(organising)) return refuseFull(payments.db, content, beyond);
    refuseNotOnSale(sale, itemsAdded(from, to));
    return refuseBehindQueue(payments.db, sale, beyond, []);
  });
}

/** The refund of a lower price. Earlier refunds count: it is at most the money that is left beyond the new price. */
async function moneyOf(organising: Organising, { order, quote }: Move): Promise<Money> {
  const { payments, content } = organising;
  const { differenceCents: more } = quote;
  if (more >= 0) {
    return {
      back: asCents(0),
      left: asCents(0),
      paymentIds: [],
      refunds: [],
      byRule: undefined,
      isLessEarlierRefunds: false,
      paying: { own: [], undoing: [] },
      offset: { orders: [], restCents: 0 },
    };
  }
  const byRule = isByParticipant(organising)
    ? owedAt(content.conference, { of: order, by: quote }, timestamp(payments.clock()))
    : undefined;
  if (isByParticipant(organising) && !byRule) {
    throw new ActionImpossible('conference.yaml has no rules for refunds.', { reason: 'noRules' });
  }
  const owed = byRule?.cents ?? asCents(-more);
  const paying = await moneyOfOrder(payments.db, order);
  const left = await leftOf(payments.db, payments, paymentsOf(paying));
  const { cents: unsettled } = await unsettledOf(payments.db, paymentsOf(paying), left);
  const rest = await acceptedRest(payments.db, paymentsOf(paying));
  const back = asCents(Math.min(unsettled, lessEarlierRefunds(owed, order, add(unsettled, rest))));
  if (back > 0 && back === left) {
    throw new ActionImpossible(
      'This would refund everything that was paid, and a refunded place is released: cancel it, and let the person register again.',
      { reason: 'allRefunded' },
    );
  }
  const refunded = { money: paying, items: quote.replaced, cents: back };
  const paymentIds = await refundSequence(payments, order, refunded);
  const refunds = await refundsByProvider(payments.db, payments, paymentIds, back);
  const isLessEarlierRefunds = back < owed;
  const offset = offsetBy(paying, owed - back);
  return { back, left, paymentIds, refunds, byRule, isLessEarlierRefunds, paying, offset };
}

async function readMove(
  organising: Organising,
  { reference, version, ...request }: MoveRequest,
): Promise<Move> {
  const { db } = organising.payments;
  const { prices } = organising.content;
  const { order, people } = await findBooked(db, reference);
  if (version !== undefined && version !== order.version) throw changedMeanwhile(order.reference);
  refuseUnmovable(order);
  if (people.length === 0) {
    throw new ActionImpossible(`${order.reference} is cancelled.`, { reason: 'cancelled' });
  }
  const named = await presentPerson(db, order, people, request);
  if (people.length > 1 && named === undefined) {
    throw new ActionImpossible(
      `${order.reference} is for ${people.length} people: choose one by name or email address.`,
      { remedy: 'who' },
    );
  }
  const person = named ?? people[0];
  if (person && isErased(person)) {
    throw new ActionImpossible(`${order.reference} was erased.`, { reason: 'erased' });
  }
  const from = itemsFor(order.items, person?.id ?? '');
  const before = choiceOf(from);
  if (!person || !before)
    throw new ActionImpossible(`${order.reference} does not say what it is for.`);
  const wanted = wantedChoice(prices, before, request);
  refuseChangedCombination(prices, { from: before, to: wanted });
  const quote = quoteChange(prices, order, person.id, wanted);
  if (!quote) {
    const reason = 'notOffered';
    throw new ActionImpossible('The conference does not offer this choice.', { reason });
  }
  if (isByParticipant(organising) && quote.addsToGift) {
    throw new ActionImpossible(
      `${order.reference} has a part that an organiser gave for nothing, and only an organiser gives more of it.`,
      { reason: 'notOffered' },
    );
  }
  refuseOthersPart(order, quote);
  const to = itemsAfter(order, person.id, quote);
  const [type] = quote.added.filter(({ kind }) => kind === 'registration');
  if (isByParticipant(organising) && type && onlyForOf(prices, type.item)) {
    const reason = 'notOffered';
    throw new ActionImpossible(`Only an organiser moves anybody to ${type.label}.`, { reason });
  }
  const open = await openChanges(db, order.id, [person.id]);
  return { order, person, from, to, quote, open };
}

/** Only an item that the order pays itself can change: the price of another one is on the paper of its payer. */
function refuseOthersPart({ reference }: Order, { replaced }: ChoiceQuote): void {
  if (replaced.every(({ pricedBy }) => pricedBy === undefined)) return;
  throw new ActionImpossible(
    `Somebody else pays a part of ${reference}, which this would change: show ${reference} names the order. Refund or withdraw that one first.`,
    { reason: 'notOffered' },
  );
}

function refuseUnmovable(order: Order): void {
  if (isDiscount(order) || isAsked(order)) {
    throw new ActionImpossible(
      `${order.reference} is an amount ${isAsked(order) ? 'that you asked for' : 'that was agreed'}: it has no presentation type.`,
      { reason: 'notOffered' },
    );
  }
  if (order.state === 'CONFIRMED') return;
  throw new ActionImpossible(
    order.state === 'REFUNDED'
      ? `${order.reference} has been refunded and can no longer be changed. The person has to register again.`
      : `${order.reference} is ${order.state} and cannot be changed: the person can register again.`,
    { reason: order.state === 'REFUNDED' ? 'refunded' : 'notPaid' },
  );
}

/** Locks the order and withdraws its open changes. Refuses if somebody has changed the order since it was read. */
async function lockUnchanged(
  tx: Tx,
  context: PaymentContext,
  { order: seen, person, open }: Move,
  others: readonly Order[] = [],
): Promise<{ order: Order; person: Participant }> {
  await lockOrders(tx, [seen.id, ...others.map(({ id }) => id)]);
  const order = await refuseChanged(tx, seen);
  for (const change of open) await withdraw(tx, context, { order, change });
  const registration = await findParticipant(tx, person.id);
  if (registration && registration.cancelledAt === undefined) {
    return { order, person: registration };
  }
  throw changedMeanwhile(order.reference);
}

/** Withdraws unpaid changes; the person's registration stays as it is. */
async function withdrawOpen(organising: Organising, move: Move): Promise<string[]> {
  await act(organising, async (deed) => {
    await lockUnchanged(deed.tx, organising.payments, move);
    const words = move.open
      .map(({ becomes }) => `the change to ${becomes} is withdrawn`)
      .join('; ');
    await recordAct(deed, organising, move.order, actOf(move, words));
  });
  return ['Withdrawn.'];
}

function actOf({ order, person }: Move, words: string): Act {
  const participantId = isGroup(order) ? person.id : undefined;
  return { action: 'move', participantId, person, words };
}

/**
 * A participant comes after everybody on the waiting list; an organiser does not. Kept places are taken first, and
 * returned.
 */
async function reserveMore(
  tx: Tx,
  organising: Organising,
  { order, person, from, to }: Move,
): Promise<readonly KeptPlaces[]> {
  const { content, payments } = organising;
  const { clock } = payments;
  await lockPlaces(tx, content.prices);
  const kept = await keptPlaces(tx, person.id, timestamp(clock()));
  const { used, beyond } = usedOf(kept, morePlaces(from, to));
  if (isByParticipant(organising)) await refuseBehindQueue(tx, { content, clock }, beyond, []);
  else await refuseFull(tx, content, beyond);
  for (const { take } of used) {
    if (!(await take(tx))) throw changedMeanwhile(order.reference);
  }
  return used;
}

async function changeNow(
  organising: Organising,
  move: Move,
  { back, left, paymentIds, paying, offset, refunds: parts }: Money,
): Promise<Refund[]> {
  const { payments, mailLayout, receipts, origin, actor } = organising;
  const { from, to, quote } = move;
  const isInCash = parts.some(({ provider }) => provider === 'cash');
  return possible(() =>
    act(organising, async (deed) => {
      const { tx } = deed;
      const { order, person } = await lockUnchanged(tx, payments, move, paying.undoing);
      await withdrawOffset(deed, organising, offset);
      await reserveMore(tx, organising, move);
      if (back > 0) {
        const present = paymentsOf(await moneyOfOrder(tx, order));
        await refuseOtherLeft(tx, payments, { paymentIds: present, left });
      }
      const words = changeOf(from, to);
      const about = { participantId: person.id, actor, ...words };
      const change = await proposeChange(tx, payments, order, quote, about);
      await changePerson(tx, payments, order, change, { person, to });
      const refunds = await recordRefunds(tx, payments, paymentIds, back, {
        participantId: person.id,
        change,
      });
      // A refund has a credit note, so only a change without a refund needs a new receipt.
      if (back === 0) await replaceReceipts(receipts, tx, await getOrder(tx, order.id));
      const event = payments.newId();
      const mail = registrationChanged(mailLayout, order, person, {
        takingPart: partFact(to),
        event,
        origin,
        // The refund concerns the payer alone.
        ...(back > 0 &&
          !isGroup(order) && { back: { cents: back, currency: order.currency, isInCash } }),
      });
      await deed.post(mail);
      const refund = back === 0 ? '' : `, refund of ${amountWithCode(back, payments.currency)}`;
      const done = `from ${words.was} to ${words.becomes}${refund}`;
      await recordAct(deed, organising, order, actOf(move, done));
      return refunds;
    }),
  );
}

const KEPT_SINCE_MS = 30 * DAY;
/** The changes in that time that may keep places without a payment: with more, one person could keep places for ever. */
const MOST_KEPT = 3;

async function refuseKeeping(
  tx: Tx,
  { payments: { clock }, actor }: Organising,
  { order: { id: orderId, reference }, person }: Move,
): Promise<void> {
  const about = { orderId, participantId: person.id, actor };
  const kept = await countKeptUnpaid(tx, about, timestamp(clock(), -KEPT_SINCE_MS));
  if (kept < MOST_KEPT) return;
  throw new ActionImpossible(
    `${reference} has kept places for ${kept} changes that were not paid.`,
    { reason: 'tooMany' },
  );
}

async function askForMore(organising: Organising, move: Move, more: Cents): Promise<string[]> {
  const { payments, mailLayout, origin, actor } = organising;
  const isOwnAct = isByParticipant(organising);
  const { from, to, quote } = move;
  return possible(() =>
    act(organising, async (deed) => {
      const { tx, moment } = deed;
      const { order, person } = await lockUnchanged(tx, payments, move);
      const kept = await reserveMore(tx, organising, move);
      if (isOwnAct) await refuseKeeping(tx, organising, move);
      const words = changeOf(from, to);
      const endOfOffer = isOwnAct ? endOfTaking(kept, moment) : undefined;
      const lapsesAt = endOfOffer ?? lapseOfChange(moment, isOwnAct);
      const about = { participantId: person.id, actor, lapsesAt, ...words };
      const change = await proposeChange(tx, payments, order, quote, about);
      const link = linkOfChange(change);
      if (!isOwnAct) {
        const toPay = payableBy(link, { order, change }, payments, origin);
        await deed.post(orderToPay(mailLayout, toPay));
      }
      const sum = amountWithCode(more, payments.currency);
      const done = `from ${words.was} to ${words.becomes}, after a payment of ${sum}`;
      await recordAct(deed, organising, order, actOf(move, done));
      return [
        `The change costs ${sum}. ${order.customer.email} has a mail with the link to pay it:`,
        `${origin}${pathOf(link)}`,
      ];
    }),
  );
}

/** The end of an own change that takes kept places: that of the offer, and at least the time of a checkout. */
function endOfTaking(used: readonly KeptPlaces[], now: Date): string | undefined {
  if (used.length === 0) return undefined;
  const ends = [timestamp(now, LIFETIME_MS), ...used.map(({ until }) => until)];
  return ends.toSorted().at(-1);
}
