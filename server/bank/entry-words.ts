import { amountWithCode, asCents, signedAmountWithCode } from '#contract/money.ts';
import type { BankFacts, Decision } from './decide-entries.ts';
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

function payerOf({ name }: Pick<Shown, 'name'>): string {
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
      return decision.why === 'alreadyPaid'
        ? `${referenceOf(decision.orderId)} has been paid already, so this money has to be returned`
        : `${referenceOf(decision.orderId)} was cancelled or has lapsed, so this money has to be returned`;
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
  const match = `--match ${entryIdOf(key)}=${proposed.map(referenceOf).join('+')}`;
  switch (why) {
    case 'unknown':
      return `names no order: “${words.slice(0, 60)}”`;
    case 'proposed':
      return proposed.length === 1
        ? `perhaps pays ${listed(proposed)}; ${match} books it`
        : `perhaps pays one of ${listed(proposed)}; --match ${entryIdOf(key)}=REFERENCE books it`;
    case 'foreign':
      return `was sent as ${sentAs ?? `money in ${currency.code}`} for ${listed(proposed)}; ${match} books it`;
    case 'several':
      return `names ${listed(proposed)}, and is not their sum; ${match} books it one after the other`;
    case 'takenBack':
      return `takes money from the account${proposed.length > 0 ? ` for ${listed(proposed)}` : ''}, and no refund of this amount waits: find out why, then --ignore ${entryIdOf(key)}`;
    case 'cameBack':
      return `is a transfer for ${listed(proposed)} that the bank gives back, and no refund of this amount was made: find out why, then --ignore ${entryIdOf(key)}`;
    case 'madeTwice':
      return `is a refund that the bank has made before: ask the bank for the money, then --ignore ${entryIdOf(key)}`;
  }
}

function refundReference(id: string, facts: BankFacts): string {
  return facts.refunds.find((refund) => refund.id === id)?.reference ?? 'an order';
}
