import { hasWords, isSameName, searchable, searchWords } from '#contract/person-name.ts';
import { bareReference } from '#contract/typed-reference.ts';
import type { NamedOrders } from './named-orders.ts';
import { bookedByHand, type Hand, type KeyedEntry } from './recognise-entries.ts';

/** An entry of a statement, or one that waits, of which less is known. */
type Undecided = Pick<
  KeyedEntry,
  'key' | 'bookedOn' | 'amountCents' | 'currency' | 'name' | 'iban' | 'words' | 'endToEnd'
> &
  Partial<Pick<KeyedEntry, 'sentAs' | 'isReversal'>>;

/** An order that money may be about. */
export type OrderFacts = {
  id: string;
  reference: string;
  payer: string;
  participants: readonly string[];
  currency: string;
  /** The amount that is still to pay, of the order or of a change; 0 if nothing is. */
  dueCents: number;
  /** The money of transfers that the order has, and that was not refunded. */
  receivedCents: number;
  /** Why no money is expected: `paid` in whole, `placed` by another order, or `cancelled`. */
  closed: 'paid' | 'placed' | 'cancelled' | undefined;
};

/** A transfer that we have to make, or have made. */
export type RefundFacts = {
  id: string;
  reference: string;
  amountCents: number;
  isSent: boolean;
  /** Whether a statement has shown that the bank has made it. */
  isOnStatement: boolean;
};

export type BankFacts = {
  named: NamedOrders;
  orders: ReadonlyMap<string, OrderFacts>;
  /** Credits that were booked by hand and not found on a statement yet. */
  hands: readonly Hand[];
  /** Credits that count for an order, and have the amount of a debit. */
  credits: readonly Hand[];
  refunds: readonly RefundFacts[];
};

/** The meaning of an entry. */
export type Decision =
  /** It pays these orders; `restCents` is too much, and is returned. */
  | { kind: 'pays'; parts: { orderId: string; cents: number; isAll: boolean }[]; restCents: number }
  | { kind: 'returned'; orderId: string; why: 'alreadyPaid' | 'notPossible' }
  | { kind: 'joined'; id: string; orderId: string }
  | { kind: 'refundSent'; refundId: string }
  | { kind: 'refundFailed'; refundId: string }
  /** A person has to decide; `proposed` are the likely orders. */
  | { kind: 'open'; why: OpenReason; proposed: string[] }
  /** Nothing of ours, such as a fee of the bank, or a payout of a provider. */
  | { kind: 'ignored' };

export type OpenReason =
  | 'unknown'
  | 'proposed'
  | 'foreign'
  | 'several'
  /** Money went out with a reference, and no refund of this amount waits. */
  | 'takenBack'
  /** The bank gives back a transfer with a reference, and no refund of this amount was made. */
  | 'cameBack'
  /** The bank has made a refund twice. */
  | 'madeTwice';

/** PostgreSQL's largest integer is above it, and the amount of every order far below. */
const MOST_CENTS = 2_000_000_000;

/**
 * Decides about the entries of a statement, one after the other, oldest first: an earlier entry may pay what a later one
 * names, too. An order is booked only by its whole reference, in its own currency; everything else waits for a person.
 */
export function decideEntries(
  entries: readonly Undecided[],
  facts: BankFacts,
): Map<string, Decision> {
  const due = new Map([...facts.orders].map(([id, { dueCents }]) => [id, dueCents]));
  const hands = [...facts.hands];
  const refunds = new Map(facts.refunds.map((refund) => [bareReference(refund.id), refund]));
  const proposals = proposer(facts);
  /** The refunds that an earlier entry of this statement is, and those that came back with one. */
  const made = new Set<string>();
  const back = new Set<string>();
  // Sorting keeps the order of the statement within a day.
  const oldestFirst = entries.toSorted((one, other) =>
    one.bookedOn === other.bookedOn ? 0 : one.bookedOn < other.bookedOn ? -1 : 1,
  );
  return new Map(oldestFirst.map((entry) => [entry.key, decide(entry)]));

  function decide(entry: Undecided): Decision {
    const { amountCents, endToEnd = '', currency, sentAs } = entry;
    if (Math.abs(amountCents) > MOST_CENTS || amountCents === 0) return { kind: 'ignored' };
    const refund = refunds.get(bareReference(endToEnd));
    const { named, perhaps } = facts.named(entry);
    if (amountCents < 0) return decideDebit(entry, refund, [...named, ...perhaps]);
    if (refund) {
      if (amountCents !== refund.amountCents || back.has(refund.id)) {
        return { kind: 'open', why: 'unknown', proposed: [] };
      }
      back.add(refund.id);
      return { kind: 'refundFailed', refundId: refund.id };
    }
    const isReturn = entry.isReversal || (RETURNED.test(entry.words) && madeRefund(entry, named));
    if (isReturn && named.length > 0) return decideReturn(entry, named);
    const hand = bookedByHand(entry, named, hands);
    if (hand) {
      hands.splice(hands.indexOf(hand), 1);
      return { kind: 'joined', id: hand.id, orderId: hand.orderId };
    }
    const [orderId] = named;
    const order = orderId === undefined ? undefined : facts.orders.get(orderId);
    if (!order) {
      if (isPayout(entry)) return { kind: 'ignored' };
      const proposed = [...new Set([...perhaps, ...proposals(entry, due)])];
      return { kind: 'open', why: proposed.length > 0 ? 'proposed' : 'unknown', proposed };
    }
    if (sentAs !== undefined || currency.code !== order.currency) {
      return { kind: 'open', why: 'foreign', proposed: named };
    }
    if (named.length > 1) return decideSeveral(amountCents, named);
    return pay(amountCents, order);
  }

  function pay(amountCents: number, { id: orderId, closed }: OrderFacts): Decision {
    const still = due.get(orderId) ?? 0;
    if (still === 0) {
      return {
        kind: 'returned',
        orderId,
        why: closed === 'cancelled' ? 'notPossible' : 'alreadyPaid',
      };
    }
    const cents = Math.min(still, amountCents);
    due.set(orderId, still - cents);
    const part = { orderId, cents, isAll: cents === still };
    return { kind: 'pays', parts: [part], restCents: amountCents - cents };
  }

  /** One transfer for several orders pays them if it is exactly their sum. */
  function decideSeveral(amountCents: number, named: readonly string[]): Decision {
    const parts = named.map((orderId) => ({ orderId, cents: due.get(orderId) ?? 0, isAll: true }));
    const isSum = parts.reduce((sum, { cents }) => sum + cents, 0) === amountCents;
    if (!isSum || parts.some(({ cents }) => cents === 0)) {
      return { kind: 'open', why: 'several', proposed: [...named] };
    }
    for (const { orderId } of parts) due.set(orderId, 0);
    return { kind: 'pays', parts, restCents: 0 };
  }

  function decideDebit(
    entry: Undecided,
    refund: RefundFacts | undefined,
    named: readonly string[],
  ): Decision {
    const cents = 0 - entry.amountCents;
    if (refund && refund.amountCents === cents) {
      if (refund.isOnStatement || made.has(refund.id)) {
        return { kind: 'open', why: 'madeTwice', proposed: [...named] };
      }
      made.add(refund.id);
      return { kind: 'refundSent', refundId: refund.id };
    }
    const typed = refundMadeBy(
      entry,
      named.map((id) => facts.orders.get(id)?.reference),
      facts.refunds.filter(({ id }) => !made.has(id)),
    );
    if (typed) {
      made.add(typed.id);
      return { kind: 'refundSent', refundId: typed.id };
    }
    const proposed = named.length > 0 ? named : payersOf(entry);
    return refund || proposed.length > 0 || entry.isReversal
      ? { kind: 'open', why: 'takenBack', proposed: [...proposed] }
      : { kind: 'ignored' };
  }

  /** The orders for which the account of a debit has paid its amount; for a reversal the name is enough. */
  function payersOf({ amountCents, iban, name, isReversal }: Undecided): string[] {
    const paid = facts.credits.filter(
      (credit) =>
        credit.amountCents === 0 - amountCents &&
        ((iban !== undefined && credit.iban === iban) ||
          (isReversal === true && name !== '' && isSameName(credit.name, name))),
    );
    return [...new Set(paid.map(({ orderId }) => orderId))];
  }

  /** Our own money that comes back is a refund that failed, and never pays an order. */
  function decideReturn(entry: Undecided, named: readonly string[]): Decision {
    const typed = madeRefund(entry, named);
    if (!typed) return { kind: 'open', why: 'cameBack', proposed: [...named] };
    back.add(typed.id);
    return { kind: 'refundFailed', refundId: typed.id };
  }

  /** The refund of this amount that was made: a treasurer may have typed it, so that it has our reference and no id. */
  function madeRefund(
    { amountCents }: Undecided,
    named: readonly string[],
  ): RefundFacts | undefined {
    const references = named.map((id) => facts.orders.get(id)?.reference);
    return facts.refunds.find(
      ({ id, reference, amountCents: cents, isSent }) =>
        cents === amountCents &&
        references.includes(reference) &&
        (isSent || made.has(id)) &&
        !back.has(id),
    );
  }
}

/**
 * The refund that a debit with one of these references is, if nobody typed its id. A refund that a person has marked as
 * sent comes first; money that the bank takes back is none of these.
 */
export function refundMadeBy(
  { amountCents, isReversal = false }: Pick<Undecided, 'amountCents' | 'isReversal'>,
  references: readonly (string | undefined)[],
  refunds: readonly RefundFacts[],
): RefundFacts | undefined {
  const likely = refunds.filter(
    (refund) =>
      refund.amountCents === 0 - amountCents &&
      references.includes(refund.reference) &&
      !refund.isOnStatement,
  );
  const sent = isReversal ? undefined : likely.find(({ isSent }) => isSent);
  return sent ?? likely.find(({ isSent }) => !isSent);
}

/** Words of a bank that gives a transfer back. A payer may write them, too, so they count beside a refund that was made. */
const RETURNED =
  /r(?:ü|ue?)ck(?:(?:ü|ue)berw|gabe|zahlung)|retour|\breturn|\breject|storno|konto erloschen|account closed|devolu|rechaz|zwrot/i;

/** A payout of Stripe or PayPal, which is matched with the provider's own list. */
function isPayout({ name }: Undecided): boolean {
  return /^(?:stripe(?: payments| technology)|paypal)\b/i.test(name);
}

/** A person whose name an entry may have. */
type Person = { order: OrderFacts; name: string; spellings: readonly string[] };

/**
 * Finds the orders with the amount of an entry whose payer, or a participant, it names. People are found by the longest
 * word of their names, because a statement may have as many entries as the conference has people.
 */
function proposer({ orders }: BankFacts) {
  const people = new Map<string, Person[]>();
  for (const order of orders.values()) {
    if (order.dueCents === 0) continue;
    for (const name of new Set([order.payer, ...order.participants])) {
      const spellings = searchWords(name).filter((spelling) => spelling !== '');
      const person = { order, name, spellings };
      for (const word of new Set(spellings.map(longestWord))) {
        people.set(word, [...(people.get(word) ?? []), person]);
      }
    }
  }
  return (
    { amountCents, name, words, currency }: Undecided,
    due: ReadonlyMap<string, number>,
  ): string[] => {
    const text = searchable(`${name} ${words}`);
    const named = new Set(wordsOf(text).flatMap((word) => people.get(word) ?? []));
    return [...named]
      .filter(({ order }) => due.get(order.id) === amountCents && order.currency === currency.code)
      .filter((person) => hasWords(text, person.spellings) || isSameName(person.name, name))
      .map(({ order }) => order.id);
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function longestWord(text: string): string {
  return wordsOf(text).reduce((long, word) => (word.length > long.length ? word : long), '');
}
