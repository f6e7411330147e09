import { isDeepStrictEqual } from 'node:util';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { compact } from '#contract/content/bank-account.ts';
import { amountWithCode, asCents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { overfullWords } from '#server/orders/sell/overfull-places.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { syncRefunds } from '#server/payments/sync-refunds.ts';
import { counted } from '#server/counted.ts';
import { acceptedMissing } from '#server/bank/accept-short.ts';
import { accountChanged, bankAccountOf, lockBankAccount } from '#server/bank/bank-account.ts';
import { keepBankColumns, readBankColumns } from './bank-columns.ts';
import {
  type BankEntry,
  deleteBankEntry,
  entriesBetween,
  entriesWithKeys,
  insertBankEntry,
  joinBankEntry,
  splitBankEntry,
  wholeEntries,
} from '#server/bank/bank-entries.ts';
import { bookEntry, type ToBook } from './book-entry.ts';
import { readColumns } from './csv-columns.ts';
import { type BankFacts, decideEntries, type Decision } from './decide-entries.ts';
import { lineOf } from './entry-words.ts';
import { readBankFacts, readNamedOrders } from './read-bank-facts.ts';
import { recordRefundFailed, recordRefundSent } from './record-refund-entry.ts';
import { readStatements } from './read-statement.ts';
import { type KeyedEntry, recogniseOtherFormats, withKeys } from './recognise-entries.ts';
import { keptWords, sentAsIn, StatementRefused } from './statement.ts';
import type { StatementFile } from './statement-files.ts';

/** The entries of a statement that are new, or wait, with the decision about each. */
type Decided = {
  entries: (KeyedEntry & { recorded?: BankEntry | undefined })[];
  decisions: ReadonlyMap<string, Decision>;
  facts: BankFacts;
  known: number;
};

/**
 * Books a bank statement: what names an order in its own currency and fits is booked, everything else waits for a person.
 * The same statement again, one that overlaps, or another organiser at the same time books nothing twice.
 */
export async function planStatement(
  organising: Organising,
  {
    files,
    file,
    columns,
  }: { files: readonly StatementFile[]; file: string; columns: string | undefined },
): Promise<Plan> {
  const { payments, content } = organising;
  const { db, currency } = payments;
  const { iban } = bankAccountOf(content);
  const kept = await readBankColumns(db);
  const statement = refused(file, () => {
    const typed = columns === undefined ? undefined : readColumns(columns);
    return readStatements(files, { iban, currency, known: typed ? () => typed : kept });
  });
  const entries = withKeys(statement, iban);
  const decided = await decide(db, payments, entries);
  const isCsv = 'columns' in statement;
  const shown = decided.entries.filter(({ key }) => kindOf(decided, key) !== 'ignored');
  const ignored = decided.entries.length - shown.length;
  const toDo = shown.filter(({ key }) => kindOf(decided, key) !== 'open').length;
  return {
    words: [
      `${file}: ${statement.format}, entries: ${statement.entries.length}, from ${firstDay(entries)} to ${lastDay(entries)}.`,
      ...statement.notes,
      ...(isCsv && (columns !== undefined || !kept(statement.heads)) ? statement.columnNotes : []),
      ...shown.map((entry) => lineOf(entry, decisionOf(decided, entry.key), decided.facts)),
      ...acceptedWords(organising, decided),
      ...(await overfullWords(db, content, paidBy(decided))),
      ...(decided.known > 0 ? [`Booked or decided before: ${decided.known}.`] : []),
      ...(ignored > 0
        ? [
            `Left out, because ${ignored === 1 ? 'it is' : 'they are'} not about the conference (fees, payouts): ${counted(ignored, 'entry', 'entries')}.`,
          ]
        : []),
      ...sumWords(decided),
    ],
    button: toDo === 0 ? 'Record the statement' : `Book ${counted(toDo, 'entry', 'entries')}`,
    perform: () =>
      performDecided(organising, entries, decided, async (tx) => {
        if (isCsv) await keepBankColumns(tx, statement.heads, statement.columns);
      }),
  };
}

/** The ids of the orders for which money counts. */
function paidBy({ decisions }: Decided): string[] {
  const parts = [...decisions.values()].flatMap((decision) =>
    decision.kind === 'pays' ? decision.parts : [],
  );
  return [...new Set(parts.map(({ orderId }) => orderId))];
}

/** The sentence about transfers that count as paid although a little is missing. */
function acceptedWords(organising: Organising, { decisions, facts }: Decided): string[] {
  const limit = acceptedMissing(organising);
  const isShort = [...decisions.values()].some(
    (decision) =>
      decision.kind === 'pays' &&
      decision.parts.some(({ orderId, cents, isAll }) => {
        const due = facts.orders.get(orderId)?.dueCents ?? cents;
        return !isAll && due - cents <= limit;
      }),
  );
  if (!isShort) return [];
  const most = amountWithCode(limit, organising.payments.currency);
  return [`What is short by at most ${most} counts as paid: accept_missing in conference.yaml.`];
}

/** Runs `read`; a refusal names the file. */
function refused<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    throw new ActionImpossible(`${file} ${error.message}.`);
  }
}

/** Decides about the entries that are new, and about those of earlier statements that still wait. */
async function decide(
  db: Db,
  context: PaymentContext,
  entries: readonly KeyedEntry[],
): Promise<Decided> {
  const named = await readNamedOrders(db);
  const recorded = await entriesWithKeys(
    db,
    entries.map(({ key }) => key),
  );
  const unknown = entries.filter(({ key }) => !recorded.has(key));
  const others =
    unknown.length === 0
      ? []
      : wholeEntries(await entriesBetween(db, firstDay(unknown), lastDay(unknown))).filter(
          ({ key, source }) => source === 'statement' && !recorded.has(key),
        );
  const inOtherFormats = recogniseOtherFormats(unknown, others, named);
  const live = entries.flatMap((entry) => {
    const before = recorded.get(entry.key) ?? inOtherFormats.get(entry.key)?.first;
    if (!before) return [entry];
    // The entry may have been divided since.
    return before.state === 'open'
      ? [
          {
            ...entry,
            ...before,
            format: entry.format,
            words: before.words || entry.words,
            isReversal: entry.isReversal || before.isReversal,
            // One format may say that the payer sent another currency, and the other not.
            sentAs: entry.sentAs ?? sentAsIn(before.words),
            recorded: before,
          },
        ]
      : [];
  });
  const facts = await readBankFacts(db, context, named, live);
  const decisions = decideEntries(live, facts);
  return { entries: live, decisions, facts, known: entries.length - live.length };
}

function decisionOf({ decisions }: Decided, key: string): Decision {
  return decisions.get(key) ?? { kind: 'ignored' };
}

function kindOf(decided: Decided, key: string): Decision['kind'] {
  return decisionOf(decided, key).kind;
}

function firstDay(entries: readonly KeyedEntry[]): string {
  return entries.reduce((day, { bookedOn }) => (bookedOn < day ? bookedOn : day), '9999-12-31');
}

function lastDay(entries: readonly KeyedEntry[]): string {
  return entries.reduce((day, { bookedOn }) => (bookedOn > day ? bookedOn : day), '');
}

/**
 * The number of orders that are paid, or of the amounts of another kind of decision, and their sum. An entry may pay an
 * order and have too much; it may pay several orders, and several may pay one.
 */
function sumWords(decided: Decided): string[] {
  const amounts = decided.entries.flatMap(({ key, amountCents, currency }) => {
    const decision = decisionOf(decided, key);
    const cents = Math.abs(amountCents);
    const of = (kind: Decision['kind'], some: number) => ({ kind, cents: some, currency });
    if (decision.kind !== 'pays' || decision.restCents === 0) return [of(decision.kind, cents)];
    const { restCents } = decision;
    return [of('pays', cents - restCents), of('returned', restCents)];
  });
  return (Object.keys(kindWords) as (keyof typeof kindWords)[]).flatMap((kind) => {
    const some = amounts.filter((amount) => amount.kind === kind);
    const [first] = some;
    if (!first) return [];
    const isOne = some.every(({ currency }) => currency.code === first.currency.code);
    const cents = asCents(some.reduce((sum, amount) => sum + amount.cents, 0));
    const sum = isOne ? `, ${amountWithCode(cents, first.currency)}` : '';
    const count = kind === 'pays' ? paidBy(decided).length : some.length;
    return [`${kindWords[kind]}: ${count}${sum}.`];
  });
}

const kindWords = {
  pays: 'Pays orders',
  returned: 'Has to be returned',
  joined: 'Was booked by hand',
  refundSent: 'Refunds that the bank has made',
  refundFailed: 'Refunds that came back',
  open: 'Waits for a person',
} as const;

/**
 * Records the entries, all in one transaction, and then books the credits one after the other, as `organiser paid` does.
 * If the process stops in between, the rest waits, and the same statement goes on.
 */
async function performDecided(
  organising: Organising,
  entries: readonly KeyedEntry[],
  planned: Decided,
  remember: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  const { payments } = organising;
  const { toBook, refundsOf, waiting } = await act(organising, async ({ tx, now, record }) => {
    await lockBankAccount(tx);
    const decided = await decide(tx, payments, entries);
    for (const { key } of decided.entries) {
      const isPlanned = isDeepStrictEqual(decided.decisions.get(key), planned.decisions.get(key));
      if (!isPlanned) throw accountChanged();
    }
    await remember(tx);
    const recorded = await recordDecided(tx, organising, decided, now);
    const words = `statement with ${counted(entries.length, 'entry', 'entries')}, from ${firstDay(entries)} to ${lastDay(entries)}`;
    await record({ action: 'bank', words });
    return recorded;
  });
  const failed: string[] = [];
  for (const each of toBook) failed.push(...(await bookEntry(organising, each)));
  for (const id of new Set(refundsOf)) await syncRefunds(payments, id, 'organiser');
  return [
    `Booked credits: ${toBook.length - failed.length}.`,
    ...failed,
    ...(waiting > 0
      ? [`Entries that wait for a decision: ${waiting}; organiser bank lists them.`]
      : []),
  ];
}

type Recorded = {
  toBook: ToBook[];
  /** The payments whose refunds came back. */
  refundsOf: string[];
  waiting: number;
};

/** Records each entry as its decision says; credits that pay something are open until they are booked. */
async function recordDecided(
  tx: Tx,
  { payments, content, actor }: Organising,
  { entries, decisions }: Decided,
  now: string,
): Promise<Recorded> {
  const { newId } = payments;
  const { iban: account } = bankAccountOf(content);
  const result: Recorded = { toBook: [], refundsOf: [], waiting: 0 };
  for (const entry of entries) {
    const decision = decisions.get(entry.key) ?? { kind: 'ignored' };
    if (decision.kind === 'ignored') continue;
    if (decision.kind === 'joined') {
      if (entry.recorded) await deleteBankEntry(tx, entry.recorded.id);
      const { waitedFrom } = entry.recorded ?? {};
      await joinBankEntry(tx, decision.id, { ...rowOf(entry), waitedFrom }, now);
      continue;
    }
    const row: BankEntry = entry.recorded ?? {
      ...rowOf(entry),
      id: newId(),
      account,
      source: 'statement',
      state: 'open',
      paymentId: undefined,
      bankRefundId: undefined,
      bookedCents: asCents(0),
      waitedFrom: decision.kind === 'open' ? now : undefined,
      actor,
      createdAt: now,
    };
    if (!entry.recorded) await insertBankEntry(tx, row);
    if (decision.kind === 'open') result.waiting += 1;
    if (decision.kind === 'returned') result.toBook.push({ entry: row, orderId: decision.orderId });
    if (decision.kind === 'pays') {
      const { parts, restCents } = decision;
      const cents = parts.map((part) => part.cents);
      const last = cents.pop() ?? 0;
      const rows = await splitBankEntry(tx, row, [...cents, last + restCents], newId);
      for (const [at, { orderId }] of parts.entries()) {
        result.toBook.push({ entry: rows[at] ?? row, orderId });
      }
    }
    if (decision.kind === 'refundSent') await recordRefundSent(tx, row, decision.refundId, now);
    if (decision.kind === 'refundFailed') {
      const { paymentId } = await recordRefundFailed(tx, row, decision.refundId, now);
      if (paymentId !== undefined) result.refundsOf.push(paymentId);
    }
  }
  return result;
}

/** Longer words are no words of a bank, and no cell of a spreadsheet has room for them. */
const MOST_WORDS = 2000;

/** The columns of an entry that come from the statement. Only an IBAN can get money back. */
function rowOf(entry: KeyedEntry) {
  const { key, bookedOn, amountCents, currency, name, words, endToEnd, bic, sentAs } = entry;
  const { bankReference, isReversal, format } = entry;
  const iban = compact(entry.iban ?? '');
  return {
    key,
    bookedOn,
    amountCents,
    currency,
    name: name.slice(0, MOST_WORDS),
    iban: isValidIBAN(iban) ? iban : undefined,
    bic: bic !== undefined && isValidBIC(bic) ? bic : undefined,
    words: keptWords({ words: words.slice(0, MOST_WORDS), sentAs }),
    endToEnd: endToEnd?.slice(0, MOST_WORDS),
    bankReference: bankReference?.slice(0, MOST_WORDS),
    isReversal,
    format,
  };
}
