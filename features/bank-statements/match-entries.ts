import { isDeepStrictEqual } from 'node:util';
import { add, amountWithCode, asCents, type Cents, signedAmountWithCode } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import type { Db } from '#server/database/database.ts';
import { act, type Deed } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { findOrderToChange } from '#server/orders/rows/find-booked.ts';
import { oneReference } from '#server/orders/rows/named-references.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { overfullWords } from '#server/orders/sell/overfull-places.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Refund } from '#server/payments/refunds.ts';
import { sendRefund } from '#server/payments/send-refunds.ts';
import { accountChanged, lockBankAccount } from '#server/bank/bank-account.ts';
import {
  type BankEntry,
  creditAs,
  decideBankEntry,
  deleteBankEntry,
  entriesInState,
  forgetBankEntries,
  joinBankEntry,
  splitBankEntry,
} from '#server/bank/bank-entries.ts';
import { bookEntry, type ToBook } from './book-entry.ts';
import { entryIdOf, payerOf } from './entry-words.ts';
import { refundMadeBy } from './decide-entries.ts';
import { factsOf, payableOf, readHands, readRefundFacts } from './read-bank-facts.ts';
import { bookedByHand } from './recognise-entries.ts';
import { recordRefundSent } from './record-refund-entry.ts';
import { openLines } from './waiting-money.ts';
import { findTakenBack, recordTakenBack, type TakenBack, takenBackWords } from './taken-back.ts';

/** A person's word about an open entry. */
type Match = {
  entry: BankEntry;
  orders: Order[];
  /** The amount in the currency of the orders, if the entry has another one. */
  creditedCents: Cents | undefined;
};

/** The effect of a match. */
type Effect =
  | { kind: 'joins'; handId: string }
  | { kind: 'refundSent'; refundId: string }
  | { kind: 'takesBack'; from: TakenBack }
  /** `restCents` is more than the orders take, and is returned. */
  | { kind: 'books'; parts: number[]; restCents: number };

/** Books open entries for the orders that a person names: "3a9f2c11=PS26-7K3M-9QXW". */
export async function planMatch(
  organising: Organising,
  { matches: typed }: { matches: string },
): Promise<Plan> {
  const { payments, content } = organising;
  const { db } = payments;
  const matches = await readMatches(organising, typed);
  const effects = new Map<Match, Effect>();
  for (const match of matches) effects.set(match, await effectOf(db, payments, match));
  const lines: string[] = [];
  for (const match of matches) {
    lines.push(...(await matchWords(payments, match, effects.get(match))));
  }
  return {
    words: [...lines, ...(await overfullWords(db, content, paidBy(effects)))],
    button: `Book ${matches.length === 1 ? 'the entry' : `${matches.length} entries`}`,
    weighs: {
      cents: add(
        ...[...effects.values()].map((effect) =>
          effect.kind === 'books' ? asCents(effect.restCents) : asCents(0),
        ),
      ),
    },
    async perform() {
      const { toBook, refunds } = await act(organising, async (deed) => {
        const { tx } = deed;
        await lockBankAccount(tx);
        const found: Recorded = { toBook: [], refunds: [] };
        for (const match of matches) {
          const effect = await effectOf(tx, payments, match);
          if (!isDeepStrictEqual(effect, effects.get(match))) throw accountChanged();
          const recorded = await recordMatch(deed, organising, match, effect);
          found.toBook.push(...(recorded.toBook ?? []));
          found.refunds.push(...(recorded.refunds ?? []));
          if (effect.kind === 'books') continue;
          const words = `entry ${entryIdOf(match.entry.key)} was matched`;
          const [order] = match.orders;
          await deed.record({ action: 'bank', reference: order?.reference, words });
        }
        return found;
      });
      const failed: string[] = [];
      for (const each of toBook) failed.push(...(await bookEntry(organising, each)));
      for (const refund of refunds) await sendRefund(payments, refund);
      return [`Matched entries: ${matches.length}.`, ...failed];
    },
  };
}

/** The ids of the orders for which money counts: what nothing is due for is returned. */
function paidBy(effects: ReadonlyMap<Match, Effect>): string[] {
  return [...effects].flatMap(([{ orders }, effect]) =>
    effect.kind === 'books'
      ? orders.filter((_, at) => !isReturned(effect, at)).map(({ id }) => id)
      : [],
  );
}

/** Whether all of a part is returned; only the last one can have too much. */
function isReturned({ parts, restCents }: Extract<Effect, { kind: 'books' }>, at: number): boolean {
  return at === parts.length - 1 && parts[at] === restCents;
}

type Recorded = {
  toBook: ToBook[];
  /** Refunds whose transfer the entry is. */
  refunds: Refund[];
};

async function readMatches({ payments }: Organising, typed: string): Promise<Match[]> {
  const { db, currency } = payments;
  const open = await entriesInState(db, 'open');
  const matches: Match[] = [];
  // An amount may have a comma, so the next entry begins with its id.
  for (const part of typed.split(/[,;](?=\s*[\w:/]+\s*=)/)) {
    const [, id = '', names = '', amount] =
      /^\s*([\w:/]+)\s*=\s*([^:]+?)\s*(?::\s*(.+?))?\s*$/.exec(part) ?? [];
    if (id === '') {
      throw new NotUnderstood(
        `“${part.trim()}” does not say which entry is for which order: write it like 3a9f2c11=PS26-7K3M-9QXW.`,
      );
    }
    const entry = entryNamed(open, id);
    if (matches.some((match) => match.entry.id === entry.id)) {
      throw new NotUnderstood(`${id} is named twice.`);
    }
    const orders: Order[] = [];
    for (const name of names.split('+')) {
      const order = await findOrderToChange(db, await oneReference(db, name));
      if (!orders.some(({ id: known }) => known === order.id)) orders.push(order);
    }
    const creditedCents = amount === undefined ? undefined : readAmount(amount, currency);
    if (amount !== undefined && !creditedCents) {
      throw new NotUnderstood(noAmount(amount, currency));
    }
    matches.push({ entry, orders, creditedCents });
  }
  return matches;
}

function entryNamed(open: readonly BankEntry[], typed: string): BankEntry {
  const name = typed.trim().toLowerCase();
  const found = open.find(({ key }) => entryIdOf(key) === name);
  if (found) return found;
  throw new ActionImpossible(`There is no entry ${name} that waits: organiser bank lists them.`);
}

async function effectOf(
  db: Db,
  context: PaymentContext,
  { entry, orders, creditedCents }: Match,
): Promise<Effect> {
  const id = entryIdOf(entry.key);
  const ids = orders.map((order) => order.id);
  if (entry.amountCents < 0) {
    const references = orders.map(({ reference }) => reference);
    const refund = refundMadeBy(entry, references, await readRefundFacts(db));
    if (refund) return { kind: 'refundSent', refundId: refund.id };
    const [order, second] = orders;
    const from = order && !second ? await findTakenBack(db, context, entry, order) : undefined;
    if (from) return { kind: 'takesBack', from };
    throw new ActionImpossible(
      `${id} takes money from the account. No refund of this amount waits for ${references.join(', ')}, and ${second ? 'money that the bank takes back is of one order: name one' : 'no transfer for it has so much left to refund: if the bank has made a refund twice, ask it for the money, then ignore the entry'}.`,
    );
  }
  const hand = bookedByHand(entry, ids, await readHands(db));
  if (hand) return { kind: 'joins', handId: hand.id };
  const other = orders.find(({ currency }) => currency.code !== entry.currency.code);
  if (other && creditedCents === undefined) {
    throw new ActionImpossible(
      `${id} is in ${entry.currency.code}: add the amount in ${other.currency.code} that counts, like ${id}=${other.reference}:120.00.`,
    );
  }
  if (!other && creditedCents !== undefined && creditedCents !== entry.amountCents) {
    throw new ActionImpossible(
      `${id} is ${signedAmountWithCode(entry.amountCents, entry.currency)}, and no other amount of it can count: leave the amount out.`,
    );
  }
  let left: number = creditedCents ?? entry.amountCents;
  const parts: number[] = [];
  let restCents = 0;
  for (const [at, order] of orders.entries()) {
    const payable = await payableOf(db, order, [entry.words, entry.endToEnd ?? '']);
    const { dueCents } = await factsOf(db, context, payable);
    const cents = at === orders.length - 1 ? left : Math.min(left, dueCents);
    if (cents > 0) parts.push(cents);
    restCents = Math.max(0, cents - dueCents);
    left -= cents;
  }
  if (parts.length < orders.length) {
    throw new ActionImpossible(`${id} has no money left for all of these orders: name fewer.`);
  }
  return { kind: 'books', parts, restCents };
}

async function matchWords(
  { db }: PaymentContext,
  { entry, orders, creditedCents }: Match,
  effect: Effect | undefined,
): Promise<string[]> {
  const references = orders.map(({ reference }) => reference).join(' and ');
  const id = `${entryIdOf(entry.key)}  ${entry.bookedOn}  ${signedAmountWithCode(entry.amountCents, entry.currency)}  ${payerOf(entry)}`;
  const [order] = orders;
  const amount =
    creditedCents !== undefined && order
      ? ` with ${amountWithCode(creditedCents, order.currency)}`
      : '';
  switch (effect?.kind) {
    case 'joins':
      return [
        `${id} is the transfer that is booked by hand for ${references}, and would be joined with it.`,
      ];
    case 'refundSent':
      return [`${id} would count as the refund for ${references}.`];
    case 'takesBack':
      return [
        `${id} would be booked as a refund of ${references}, which this entry has made: nothing more is transferred.`,
        ...(order ? await takenBackWords(db, order, effect.from) : []),
      ];
    default:
      return [`${id} would be booked for ${references}${amount}.${returnedWords(entry, effect)}`];
  }
}

function returnedWords({ currency }: BankEntry, effect: Effect | undefined): string {
  if (effect?.kind !== 'books' || effect.restCents === 0) return '';
  if (effect.parts.length === 1 && isReturned(effect, 0))
    return ' Nothing is due for it, so all of it would be returned.';
  return ` ${amountWithCode(asCents(effect.restCents), currency)} is too much and would be returned.`;
}

async function recordMatch(
  { tx, now }: Deed,
  { payments }: Organising,
  { entry, orders, creditedCents }: Match,
  effect: Effect,
): Promise<Partial<Recorded>> {
  const [order] = orders;
  if (effect.kind === 'joins') {
    if (!(await deleteBankEntry(tx, entry.id))) throw accountChanged();
    await joinBankEntry(tx, effect.handId, entry, now);
    return {};
  }
  if (effect.kind === 'refundSent') {
    await recordRefundSent(tx, entry, effect.refundId, now);
    return {};
  }
  if (effect.kind === 'takesBack') {
    return order
      ? { refunds: await recordTakenBack(tx, payments, { entry, order, from: effect.from }) }
      : {};
  }
  const credited =
    creditedCents === undefined || !order
      ? entry
      : await creditAs(tx, entry, { cents: creditedCents, currency: order.currency });
  const rows = await splitBankEntry(tx, credited, effect.parts, payments.newId);
  const toBook = rows.flatMap((row, at) => {
    const orderId = orders[at]?.id;
    return orderId === undefined ? [] : [{ entry: row, orderId }];
  });
  return { toBook };
}

/** Marks open entries as nothing of the conference, and forgets who paid and why. */
export async function planIgnored(
  organising: Organising,
  { entries: typed }: { entries: string },
): Promise<Plan> {
  const open = await entriesInState(organising.payments.db, 'open');
  const entries = typed.split(/[\s,;]+/).map((id) => entryNamed(open, id));
  return {
    words: [
      ...(await openLines(organising.payments, entries)),
      `${entries.length === 1 ? 'It' : 'Each of them'} would be ignored, and its names forgotten: no order changes, and neither the journal nor a sum has it. Money that is the conference's, such as a fee, a donation or a claim against the bank, has to be posted in your accounting program.`,
    ],
    button: `Ignore ${entries.length === 1 ? 'the entry' : `${entries.length} entries`}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockBankAccount(tx);
        for (const { id } of entries) {
          const decided = {
            state: 'ignored',
            paymentId: undefined,
            bankRefundId: undefined,
            bookedCents: asCents(0),
          } as const;
          if (!(await decideBankEntry(tx, id, decided, now))) {
            throw accountChanged();
          }
        }
        await forgetBankEntries(
          tx,
          entries.map(({ id }) => id),
        );
        const words = `ignored entries: ${entries.map(({ key }) => entryIdOf(key)).join(', ')}`;
        await record({ action: 'bank', words });
      });
      return [`Ignored entries: ${entries.length}.`];
    },
  };
}
