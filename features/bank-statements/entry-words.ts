import { amountWithCode, asCents, signedAmountWithCode } from '#contract/money.ts';
import type { BankFacts, Decision, OrderFacts } from './decide-entries.ts';
import type { StatementEntry } from './statement.ts';

/** The short id of an entry, which people can type. It is in every statement that has the entry. */
export function entryIdOf(key: string): string {
  return key.slice(0, 8) + key.slice(64);
}

type Shown = Pick<StatementEntry, 'bookedOn' | 'amountCents' | 'currency' | 'name' | 'words'> & {
  key: string;
  sentAs?: string | undefined;
};

/** An entry and the decision about it, on one line. */
export function lineOf(entry: Shown, decision: Decision, facts: BankFacts): string {
  const { key, bookedOn, amountCents, currency } = entry;
  const head = `${entryIdOf(key)}  ${bookedOn}  ${signedAmountWithCode(amountCents, currency)}`;
  return `${head}  ${payerOf(entry)} ${decisionWords(entry, decision, facts)}`;
}

/** An entry that waits for a decision, on one line. */
export function openLineOf(entry: Shown): string {
  const { key, bookedOn, amountCents, currency, words } = entry;
  return `${entryIdOf(key)}  ${bookedOn}  ${signedAmountWithCode(amountCents, currency)}  ${payerOf(entry)} “${words.slice(0, 80)}”`;
}

/** The likely orders of an entry that waits, with the command that books it; undefined if none is likely. */
export function proposalOf(
  entry: Shown,
  decision: Decision | undefined,
  facts: BankFacts,
): string | undefined {
  if (decision?.kind === 'pays') {
    // The import has left it to a person, such as money that was sent in another currency.
    const proposed = decision.parts.map(({ orderId }) => orderId);
    return decisionWords(entry, { kind: 'open', why: 'proposed', proposed }, facts);
  }
  if (decision?.kind !== 'open' || decision.why === 'unknown') return undefined;
  return decisionWords(entry, decision, facts);
}

export function payerOf({ name }: Pick<Shown, 'name'>): string {
  return `${name === '' ? 'without a name' : name.slice(0, 40)}:`;
}

function decisionWords(entry: Shown, decision: Decision, facts: BankFacts): string {
  const { key, currency, sentAs, words } = entry;
  const money = (cents: number) => amountWithCode(asCents(cents), currency);
  const referenceOf = (id: string) => facts.orders.get(id)?.reference ?? 'a removed order';
  const listed = (ids: readonly string[]) => ids.map(referenceOf).join(' and ');
  switch (decision.kind) {
    case 'pays': {
      const { parts, restCents } = decision;
      const orders = listed(parts.map(({ orderId }) => orderId));
      const [part] = parts;
      if (part && !part.isAll) {
        const due = facts.orders.get(part.orderId)?.dueCents ?? part.cents;
        const missing = due - part.cents;
        return `pays a part of ${orders}${missing > 0 ? `; ${money(missing)} is missing` : ''}`;
      }
      return restCents > 0
        ? `pays ${orders}; ${money(restCents)} is too much and has to be returned`
        : `pays ${orders}`;
    }
    case 'returned':
      return `${closedWords(facts.orders.get(decision.orderId))}, so this money has to be returned`;
    case 'joined':
      return `is booked by hand for ${referenceOf(decision.orderId)}`;
    case 'refundSent':
      return `is the refund for ${refundReference(decision.refundId, facts)}, which the bank has made`;
    case 'refundFailed':
      return `the refund for ${refundReference(decision.refundId, facts)} came back`;
    case 'ignored':
      return 'is nothing of the conference';
    case 'open':
      break;
  }
  const { why, proposed } = decision;
  const id = entryIdOf(key);
  const orders = proposed.flatMap((each) => facts.orders.get(each) ?? []);
  const other = orders.find((order) => order.currency !== currency.code);
  // The amount that counts is known to nobody but the person who has seen the rate.
  const inOther = other ? ':AMOUNT' : '';
  const books = other ? `books it with the AMOUNT in ${other.currency} that counts` : 'books it';
  const match = `--match ${id}=${proposed.map(referenceOf).join('+')}${inOther} ${books}`;
  switch (why) {
    case 'unknown':
      return `names no order: “${words.slice(0, 60)}”`;
    case 'proposed':
      return proposed.length === 1
        ? `perhaps pays ${listed(proposed)}; ${match}`
        : `perhaps pays one of ${listed(proposed)}; --match ${id}=REFERENCE${inOther} ${books}`;
    case 'foreign':
      return `was sent as ${sentAs ?? `money in ${currency.code}`} for ${listed(proposed)}; ${match}`;
    case 'several':
      return `names ${listed(proposed)}, and is not their sum; ${match}, one after the other`;
    case 'takenBack':
      return takenBackWords(entry, orders, facts);
    case 'cameBack':
      return `is a transfer for ${listed(proposed)} that the bank gives back, and no refund of this amount was made: find out why, then --ignore ${id}`;
    case 'madeTwice':
      return `is a refund that the bank has made before: ask the bank for the money, then --ignore ${id}`;
  }
}

/** Money that left the account, with the command that books it as a refund if an order has received as much. */
function takenBackWords(
  { key, amountCents, currency }: Shown,
  orders: readonly OrderFacts[],
  { refunds }: BankFacts,
): string {
  const id = entryIdOf(key);
  const money = amountWithCode(asCents(0 - amountCents), currency);
  const [order, second] = orders.filter(
    ({ receivedCents, currency: code }) =>
      receivedCents >= 0 - amountCents && code === currency.code,
  );
  const waiting = refunds.find(
    ({ isSent, reference }) => !isSent && orders.some((each) => each.reference === reference),
  );
  if (!order && waiting) {
    const { reference, amountCents: cents } = waiting;
    return `takes back ${money} for ${reference}, of which a refund of ${amountWithCode(asCents(cents), currency)} waits for its transfer: take that refund off the list (refund --cancel), then --match ${id}=${reference}`;
  }
  if (!order) {
    const references = orders.map(({ reference }) => reference).join(' and ');
    const about =
      references === '' ? '' : ` for ${references}, which has not received as much by transfer`;
    return `takes money from the account${about}: find out why (the bank may have made a refund twice), then --ignore ${id}`;
  }
  const paid = second ? 'one of several orders' : order.reference;
  return `takes back ${money} that ${paid} had paid, and no refund of this amount waits; --match ${id}=${second ? 'REFERENCE' : order.reference} books it as a refund of the order`;
}

function closedWords(order: OrderFacts | undefined): string {
  if (order?.closed === 'cancelled') return `${order.reference} was cancelled or has lapsed`;
  if (order?.closed === 'placed')
    return `The people of ${order.reference} have places by another order`;
  return `${order?.reference ?? 'A removed order'} has been paid already`;
}

function refundReference(id: string, facts: BankFacts): string {
  return facts.refunds.find((refund) => refund.id === id)?.reference ?? 'an order';
}
