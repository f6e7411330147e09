import { add, amountWithCode, asCents, type Cents, type Currency } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { Message } from '#server/mail/message.ts';
import { act } from '#server/operations/act.ts';
import { counted } from '#server/counted.ts';
import { makeChange, proposeChange } from './change-order.ts';
import { confirmDivided } from './confirm-divided.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { acceptedRest, neverCameWords } from '#server/payments/accepted-rests.ts';
import { changedMeanwhile, lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { CANCELLED, openChanges, type OrderChange } from '#server/orders/rows/order-changes.ts';
import { cancelOrder } from '#server/orders/rows/order-states.ts';
import {
  isAsked,
  isCancelled,
  isDiscount,
  isGroup,
  isOwnRegistration,
  type Order,
  ordersFor,
} from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import type { Refund } from '#server/payments/refunds.ts';
import {
  ERASED,
  findParticipants,
  isErased,
  markCancelled,
  type Participant,
} from '#server/orders/rows/participants.ts';
import { partWords, type Quote, quoteRemoval } from './quote-change.ts';
import { lessEarlierRefunds, owedAt, type RuledRefund } from './cancellation-rules.ts';
import {
  findOrderToChange,
  type NamedPerson,
  presentPerson,
} from '#server/orders/rows/find-booked.ts';
import { askedWithdrawn, payerOf, registrationCancelled } from './mails.ts';
import {
  ActionImpossible,
  isByParticipant,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { refuseCheckedIn } from './hand-over.ts';
import { recordAct } from './record-act.ts';
import {
  leftOf,
  partsText,
  recordRefunds,
  type RefundByProvider,
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
import { closeCheckout, partsThatCame, refuseUndecided, withdraw } from './withdraw-order.ts';

/** The amount that an organiser types to refund everything that is left. */
export const ALL = 'all';

export type CancelRequest = NamedPerson & {
  reference: string;
  /** The refund as typed, or `all` for everything that is left. Without it the conference's rules decide. */
  amount?: string | undefined;
  /** The version of the order that the reader has seen; any other version is refused. */
  version?: number | undefined;
};

/** The effect of a cancellation, for readers who write their own sentences about it. */
export type CancelOutcome = {
  order: Order;
  /** The participants who lose their places. */
  people: readonly Participant[];
  /** Whether the others of the group keep their places. */
  isOneOfGroup: boolean;
  /** The reference of the order by which the person keeps the place. */
  keptBy: string | undefined;
  isPaid: boolean;
  /** The refund. */
  backCents: Cents;
  /** The parts of the refund. */
  refunds: readonly RefundByProvider[];
  /** The rule that decides about the refund; undefined if an organiser does, or if no money is left to refund. */
  byRule: RuledRefund | undefined;
  /** Whether earlier refunds make this one smaller. */
  isLessEarlierRefunds: boolean;
  /** The part of an unpaid bank transfer, which is returned. */
  partCents: Cents;
  /** The refunds to others who have paid a part of the registration. */
  othersBack: readonly { order: Order; cents: Cents }[];
};

type Cancellation = {
  order: Order;
  /** The participants who are cancelled; none for a discount registration. */
  people: Participant[];
  /** The ids of all participants who are marked as cancelled, also for a discount registration. */
  leaving: string[];
  /** The reference of another order that paid the same registration: by that order the person keeps the place. */
  keptBy: string | undefined;
  /** Other, unpaid orders for the same registration, which are cancelled, too. */
  attempts: Order[];
  /**
   * Other, refunded orders for the same registration, which are cancelled, too: a refund that the bank returns makes an
   * order paid again, and must not give the place back.
   */
  refunded: Order[];
  /** The items that the order loses if only one member of a group is cancelled. */
  loss: Quote | undefined;
};

/** The money of a cancellation: the plan computes it, and the transaction returns it. */
type CancellationMoney = {
  refund: PlannedRefund;
  /** All payments with money of the order. */
  paying: OrderMoney;
  /** The payments from which the refund is taken, in this sequence. */
  paymentIds: readonly string[];
  /** The parts of the refund. */
  byProvider: readonly RefundByProvider[];
  /** The orders and changes that are not paid, and are withdrawn. */
  unpaid: readonly Payable[];
  /** The orders that ask for an earlier refund again, and that this refund offsets. */
  offset: Offset;
  /** Everything whose checkout is closed: what is unpaid, and what is offset. */
  closing: readonly Payable[];
  /** The part of an unpaid bank transfer, which is returned. */
  partCents: Cents;
  /** The paid parts of others: each gets its own money back. */
  others: readonly OthersPart[];
};

/** A part of a registration that somebody else has paid, with its refund. */
type OthersPart = { order: Order; refund: PlannedRefund; paymentIds: readonly string[] };

/**
 * Cancels a registration: its places are free again, and a refund follows the rules or the organiser's amount. An unpaid
 * amount that an organiser asked for is not asked for any more.
 */
export async function planCancellation(
  organising: Organising,
  request: CancelRequest,
): Promise<Plan & { outcome: CancelOutcome }> {
  const { payments } = organising;
  const cancellation = await readCancellation(organising, request);
  const { order, people, leaving, keptBy, loss } = cancellation;
  if (isByParticipant(organising)) await refuseCheckedIn(payments.db, order.reference, leaving);
  const money = await computeMoney(organising, cancellation, request.amount);
  const { refund, byProvider, partCents } = money;
  return {
    outcome: {
      order,
      people,
      isOneOfGroup: loss !== undefined,
      keptBy,
      isPaid: order.paidPaymentId !== undefined,
      backCents: refund.cents,
      refunds: byProvider,
      byRule: refund.byRule,
      isLessEarlierRefunds: refund.byRule !== undefined && (refund.lessCents ?? 0) > 0,
      partCents,
      othersBack: money.others.map((other) => ({ order: other.order, cents: other.refund.cents })),
    },
    words: wordsAbout(cancellation, money, payments.currency),
    button: buttonFor(cancellation, refund, payments.currency),
    weighs: {
      cents: add(refund.cents, partCents, ...money.others.map((other) => other.refund.cents)),
    },
    async perform() {
      for (const each of money.closing) await closeCheckout(payments, each);
      const refunds = await cancelNow(organising, cancellation, money);
      const told = loss || !isGroup(order) ? '' : `, ${counted(people.length, 'person', 'people')}`;
      return [`Cancelled${told}.`, ...(await sendRecorded(payments, refunds))];
    },
  };
}

function wordsAbout(
  cancellation: Cancellation,
  { refund, paying, byProvider, offset, partCents, others, unpaid }: CancellationMoney,
  currency: Currency,
): string[] {
  const { order, keptBy } = cancellation;
  const money = (cents: Cents) => amountWithCode(cents, currency);
  return [
    isAsked(order)
      ? `${order.reference}: ${whom(cancellation)} would not be asked for ${money(order.amountCents)} any more, and gets a mail about it.`
      : keptBy === undefined
        ? `${order.reference}: the registration of ${whom(cancellation)} would be cancelled and the place released.`
        : `${order.reference} would be cancelled, and ${whom(cancellation)} keeps the place by ${keptBy}.`,
    order.paidPaymentId !== undefined
      ? `${refund.cents === 0 ? 'No refund' : `Refund: ${money(refund.cents)}${partsText(byProvider, currency)}`}, ${refund.words}.`
      : partCents === 0
        ? 'Nothing was paid, so there is nothing to refund.'
        : 'It is not paid.',
    ...others.map(
      (other) =>
        `${other.order.reference}, the part that ${other.order.customer.name || ERASED} has paid: ${other.refund.cents === 0 ? 'no refund' : `refund of ${money(other.refund.cents)}`}, ${other.refund.words}.`,
    ),
    ...unpaid
      .filter((each) => isAsked(each.order) && each.order.id !== order.id)
      .map(
        (each) =>
          `${each.order.reference}, the part that ${each.order.customer.name || ERASED} has not paid, would be withdrawn.`,
      ),
    ...undoingWords(paying, offset),
    ...(partCents === 0
      ? []
      : [
          `${money(partCents)} of a bank transfer came, and has to be returned: it is put on the list of bank --refunds.`,
        ]),
  ];
}

function buttonFor(
  cancellation: Cancellation,
  { cents }: PlannedRefund,
  currency: Currency,
): string {
  const { order, keptBy, loss } = cancellation;
  const refund = cents === 0 ? '' : `, refund ${amountWithCode(cents, currency)}`;
  if (isAsked(order)) return `Ask ${whom(cancellation)} no more${refund}`;
  if (keptBy !== undefined) return `Cancel ${order.reference}${refund}`;
  const about = isGroup(order) && !loss ? '' : 'the registration of ';
  return `Cancel ${about}${whom(cancellation)}${refund}`;
}

function whom({ order, people, loss }: Cancellation): string {
  const payer = order.customer.name || ERASED;
  if (!isGroup(order)) return payer;
  return loss
    ? people[0]?.name || ERASED
    : `the group of ${payer} with ${counted(people.length, 'person', 'people')}`;
}

async function readCancellation(
  { payments: { db } }: Organising,
  { reference, version, ...named }: CancelRequest,
): Promise<Cancellation> {
  const order = await findOrderToChange(db, reference);
  if (isCancelled(order)) {
    throw new ActionImpossible(`${order.reference} is cancelled already.`, { reason: 'cancelled' });
  }
  if (version !== undefined && version !== order.version) throw changedMeanwhile(order.reference);
  if (isAsked(order) && order.paidPaymentId !== undefined) {
    throw new ActionImpossible(
      `${order.reference} is an amount that you asked for, and it is paid: refund it instead.`,
    );
  }
  const present = await findParticipants(db, order.participantIds);
  const people = isDiscount(order) ? [] : present;
  const leaving = present.map(({ id }) => id);
  const alone = { keptBy: undefined, attempts: [], refunded: [], loss: undefined };
  const whole = { order, people, leaving, ...alone };
  const person = isDiscount(order) ? undefined : await presentPerson(db, order, people, named);
  if (person === undefined || !isGroup(order)) {
    return { ...whole, ...(await effectOfOtherOrders(db, order)) };
  }
  // An erased person still has a place.
  if (isForOne(order)) return whole;
  if (order.paidPaymentId === undefined) {
    throw new ActionImpossible(
      `${order.reference} is not paid: cancel it as a whole, and register the group again without this person.`,
      { reason: 'notPaid' },
    );
  }
  const loss = quoteRemoval(order, [person.id]);
  return { ...whole, people: [person], leaving: [person.id], loss };
}

/**
 * The effect of other orders for the same registration: by a paid order the person keeps the place, and unpaid and
 * refunded orders are cancelled, too. Refuses if another order was paid and this order was not: the other order has to
 * be cancelled.
 */
async function effectOfOtherOrders(db: Db, order: Order): Promise<Partial<Cancellation>> {
  if (!isOwnRegistration(order)) return {};
  const others = (await ordersFor(db, order.participantIds)).filter(
    (other) => other.id !== order.id && isOwnRegistration(other) && !isCancelled(other),
  );
  const paid = others.find(({ state }) => state === 'CONFIRMED')?.reference;
  if (paid === undefined) {
    return {
      attempts: others.filter((other) => other.paidPaymentId === undefined),
      refunded: others.filter(({ state }) => state === 'REFUNDED'),
    };
  }
  if (order.paidPaymentId !== undefined) return { people: [], leaving: [], keptBy: paid };
  throw new ActionImpossible(
    `${order.reference} was not paid, but ${paid} for the same registration was: cancel that one.`,
  );
}

/** Whether an order has items of one person only. */
function isForOne({ items }: Order): boolean {
  const people = items.flatMap(({ participantId }) => participantId ?? []);
  return new Set(people).size === 1;
}

async function computeMoney(
  organising: Organising,
  cancellation: Cancellation,
  typed: string | undefined,
): Promise<CancellationMoney> {
  const { payments } = organising;
  const { db } = payments;
  const { order, people, attempts, refunded, loss } = cancellation;
  const ids = loss ? people.map(({ id }) => id) : order.participantIds;
  const unpaid: Payable[] = attempts.map((attempt) => ({ order: attempt }));
  for (const each of [order, ...refunded]) {
    const changes = await openChanges(db, each.id, ids);
    unpaid.push(...changes.map((change) => ({ order: each, change })));
  }
  if (order.paidPaymentId === undefined) unpaid.push({ order });
  const parts = loss ? [] : await partsOfOthers(db, order);
  for (const part of parts) {
    if (part.paidPaymentId === undefined && !isCancelled(part)) unpaid.push({ order: part });
  }
  const others = await othersParts(organising, parts, typed);
  const paying = await moneyOfOrder(db, order);
  const refund = await computeRefund(organising, cancellation, paymentsOf(paying), typed);
  const { cents } = refund;
  const offset = offsetBy(paying, refund.lessCents ?? 0);
  const closing = [...unpaid, ...offset.orders.map((undoing) => ({ order: undoing }))];
  for (const each of closing) await refuseUndecided(db, each);
  if (loss && cents > 0 && cents === refund.left) {
    throw new ActionImpossible(
      'This would refund everything that is left, and the others of the group would lose their places: choose a smaller amount, or cancel the whole group.',
      { reason: 'allRefunded' },
    );
  }
  const items = loss?.replaced ?? [];
  const paymentIds = await refundSequence(payments, order, { money: paying, items, cents });
  const byProvider = await refundsByProvider(db, payments, paymentIds, cents);
  const partCents = await partsThatCame(payments, closing);
  return { refund, paying, paymentIds, byProvider, unpaid, offset, closing, partCents, others };
}

/** A typed amount is about the person's own payment: the others get what the rules say. */
async function othersParts(
  organising: Organising,
  parts: readonly Order[],
  typed: string | undefined,
): Promise<OthersPart[]> {
  const { db } = organising.payments;
  const paid: OthersPart[] = [];
  for (const order of parts) {
    if (order.paidPaymentId === undefined) continue;
    const paymentIds = paymentsOf(await moneyOfOrder(db, order));
    const hasRules = organising.content.conference.cancellation !== undefined;
    const amount = typed === ALL ? ALL : hasRules ? undefined : '0';
    const about = { order, loss: undefined };
    const refund = await computeRefund(organising, about, paymentIds, amount);
    const words = amount === '0' ? `refund it with refund ${order.reference}` : refund.words;
    paid.push({ order, refund: { ...refund, words }, paymentIds });
  }
  return paid;
}

/** The refund `cents` out of `left`, the sum that is not refunded yet. The transaction compares `left` again. */
type PlannedRefund = {
  cents: Cents;
  left: Cents | undefined;
  words: string;
  byRule?: RuledRefund;
  /** The part that is not refunded because of earlier refunds. */
  lessCents?: number;
};

async function computeRefund(
  { payments, content: { conference } }: Organising,
  { order, loss }: Pick<Cancellation, 'order' | 'loss'>,
  paymentIds: readonly string[],
  typed: string | undefined,
): Promise<PlannedRefund> {
  const { db, currency, clock } = payments;
  const isAll = typed === ALL;
  const wanted = isAll ? undefined : typedCents(typed, currency);
  if (paymentIds.length === 0) {
    if (wanted)
      throw new ActionImpossible(`${order.reference} was not paid: nothing can be refunded.`);
    return { cents: asCents(0), left: undefined, words: '' };
  }
  if (wanted === 0) return { cents: wanted, left: undefined, words: 'as you specified' };
  const whole = await leftOf(db, payments, paymentIds);
  const { cents: left, settledCents } = await unsettledOf(db, paymentIds, whole);
  const settled =
    settledCents === 0
      ? ''
      : `; ${amountWithCode(settledCents, currency)} was marked as settled in another way and is not refunded again`;
  const neverCame = await neverCameWords(db, paymentIds, currency);
  const leftWords = `${amountWithCode(left, currency)} has not been refunded so far${neverCame}${settled}`;
  const { amountCents, feeCents } = order;
  const by = loss ?? { differenceCents: -amountCents, feeDifferenceCents: -feeCents };
  const owed = owedAt(conference, { of: order, by }, timestamp(clock()));
  if (left === 0 && wanted === undefined) {
    const words =
      amountCents === 0
        ? 'because it was free of charge'
        : 'because everything has been refunded before';
    const lessCents = isAll ? Infinity : (owed?.cents ?? 0);
    return { cents: left, left: whole, words: `${words}${settled}`, lessCents };
  }
  if (isAll) {
    const words = `that is everything left of the amount paid${neverCame}${settled}`;
    return { cents: left, left: whole, words, lessCents: Infinity };
  }
  if (wanted !== undefined) {
    if (wanted > left)
      throw new ActionImpossible(`Only ${amountWithCode(left, currency)} is left to refund.`);
    return { cents: wanted, left: whole, words: `as you specified. ${leftWords}` };
  }
  if (!owed) {
    throw new ActionImpossible(
      'conference.yaml has no rules for cancellations: say which amount is refunded, such as 120.00 or 0.',
      { reason: 'noRules' },
    );
  }
  const rest = await acceptedRest(db, paymentIds);
  const ruled = lessEarlierRefunds(owed.cents, order, add(left, rest));
  // The accepted rest of a transfer is no earlier refund, and cannot be returned.
  const cents = asCents(Math.min(ruled, left));
  const lessCents = owed.cents - ruled;
  return {
    cents,
    left: whole,
    byRule: owed,
    lessCents,
    words: `${owed.words}${lessCents > 0 ? ', less earlier refunds' : ''}. ${leftWords}`,
  };
}

function typedCents(typed: string | undefined, currency: Currency): Cents | undefined {
  const cents = typed === undefined ? undefined : readAmount(typed, currency);
  if (typed === undefined || cents !== undefined) return cents;
  throw new ActionImpossible(noAmount(typed, currency));
}

async function cancelNow(
  organising: Organising,
  cancellation: Cancellation,
  money: CancellationMoney,
): Promise<Refund[]> {
  const { order: seen, people, leaving, refunded, loss } = cancellation;
  const { refund, paying, paymentIds, unpaid, offset, partCents, others: parts } = money;
  const isInCash = money.byProvider.some(({ provider }) => provider === 'cash');
  const { payments } = organising;
  const { currency } = payments;
  return act(organising, async (deed) => {
    const { tx, now } = deed;
    const others = [
      ...unpaid.map((each) => each.order),
      ...refunded,
      ...paying.undoing,
      ...parts.map((part) => part.order),
    ];
    await lockOrders(tx, [seen.id, ...others.map(({ id }) => id)]);
    const order = await refuseChanged(tx, seen);
    for (const other of [...refunded, ...parts.map((part) => part.order)]) {
      await refuseChanged(tx, other);
    }
    for (const each of unpaid) await withdraw(tx, payments, each);
    await withdrawOffset(deed, organising, offset);
    const isAll = (await markCancelled(tx, leaving, now)) === leaving.length;
    if (!isAll) throw changedMeanwhile(seen.reference);
    if (isByParticipant(organising)) await refuseCheckedIn(tx, seen.reference, leaving);
    if (refund.left !== undefined) {
      const present = paymentsOf(await moneyOfOrder(tx, order));
      await refuseOtherLeft(tx, payments, { paymentIds: present, left: refund.left });
    }
    const participantId = loss && people[0]?.id;
    const change = loss && (await loseItems(tx, organising, order, loss, participantId));
    // An unpaid order is withdrawn already.
    if (!loss && order.paidPaymentId !== undefined) await cancelOrder(tx, order.id, now);
    for (const { id } of refunded) await cancelOrder(tx, id, now);
    const about = { participantId, change };
    const refunds = await recordRefunds(tx, payments, paymentIds, refund.cents, about);
    for (const part of parts) {
      const { left, cents } = part.refund;
      if (left === undefined) continue;
      await refuseOtherLeft(tx, payments, { paymentIds: part.paymentIds, left });
      refunds.push(...(await recordRefunds(tx, payments, part.paymentIds, cents, {})));
    }
    for (const each of unpaid) {
      if (!isAsked(each.order) || each.order.id === order.id) continue;
      if (each.order.customer.email === '') continue;
      await deed.post(askedWithdrawn(organising.mailLayout, each.order));
    }
    if (isAsked(order)) await confirmDivided(organising.receipts, tx, order);
    // The mail about the returned part has its amount.
    const sum = partCents === 0 ? { cents: refund.cents, currency, isInCash } : undefined;
    await deed.post(...mailsAbout(organising, { ...cancellation, order }, sum));
    const howMany = isGroup(order) ? `${people.length} of the group, ` : '';
    await recordAct(deed, organising, order, {
      action: 'cancel',
      participantId,
      person: (loss && people[0]) ?? order.customer,
      words: `cancelled, ${howMany}${refund.cents === 0 ? 'no refund' : `refund of ${amountWithCode(refund.cents, currency)}`}`,
    });
    return refunds;
  });
}

/** The change by which one member of a group is cancelled. */
async function loseItems(
  tx: Tx,
  { payments, actor }: Organising,
  order: Order,
  loss: Quote,
  participantId: string | undefined,
): Promise<OrderChange> {
  const words = { was: partWords(loss.replaced), becomes: CANCELLED };
  const change = await proposeChange(tx, payments, order, loss, { participantId, actor, ...words });
  await makeChange(tx, payments, order, change);
  return change;
}

function mailsAbout(
  { mailLayout, origin }: Organising,
  { order, people, loss }: Cancellation,
  sum: Parameters<typeof registrationCancelled>[3],
): Message[] {
  // The members of an unpaid group have had no mail about it.
  const areTold = !isGroup(order) || order.paidPaymentId !== undefined;
  const members = people
    .filter((person) => areTold && !isErased(person))
    .map((person) =>
      // The refund concerns the payer alone.
      registrationCancelled(mailLayout, order, person, isGroup(order) ? undefined : sum, origin),
    );
  const payer = payerOf(order);
  // If one member of a group is cancelled, the payer gets only the credit note.
  if (isOwnRegistration(order) || loss || payer.email === '') return members;
  const mail = isAsked(order)
    ? askedWithdrawn(mailLayout, order)
    : registrationCancelled(mailLayout, order, payer, sum, origin);
  return [...members, mail];
}
