import { isValidIBAN } from 'ibantools';
import { compact } from '#contract/content/bank-account.ts';
import { dayOf, isDay } from '#contract/content/calendar-days.ts';
import { amountWithCode, type Cents } from '#contract/money.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import type { Db } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import { findOrderByReference } from '#server/orders/rows/orders.ts';
import {
  amountDue,
  getPayable,
  nameOf,
  paidBy,
  type Payable,
} from '#server/orders/rows/payables.ts';
import { findLinked } from '#server/orders/rows/payment-links.ts';
import { overfullWords } from '#server/orders/sell/overfull-places.ts';
import { lastDayOf } from '#server/orders/sell/transfer-end.ts';
import { refuseMismatch } from '#server/orders/change/withdraw-order.ts';
import { latestPaymentOf, type Payment, paymentsOfOrder } from '#server/payments/payments.ts';
import { acceptedMissing } from './accept-short.ts';
import { entriesOfPayment, entriesWithKeys } from './bank-entries.ts';
import { bookCredit, type Credit, type Division, divideCredit } from './book-credit.ts';

export type PaidRequest = {
  /** A reference, the number of a payment of it, or the link to pay. */
  reference: string;
  amount: string;
  /** The day on which the bank has booked it. */
  on: string;
  name?: string | undefined;
  iban?: string | undefined;
  words?: string | undefined;
  /** Whether the same booking is a second transfer. */
  isAnother?: boolean | undefined;
};

/** Books a bank transfer by hand: the plan says what it pays, what is missing and what is returned. */
export async function planPaid(organising: Organising, request: PaidRequest): Promise<Plan> {
  const { payments, content, actor } = organising;
  const { db, currency, newId } = payments;
  const payable = await findTransferPayable(db, request.reference);
  const { order, change } = payable;
  const { reference } = order;
  const latest = await latestPaymentOf(db, order.id, change?.id);
  if (!content.conference.bankTransfer && latest?.provider !== 'transfer') {
    throw new ActionImpossible(
      'Bank transfers are off: bank_transfer in conference.yaml has the account to which they go.',
    );
  }
  await refuseMismatch(db, payable);
  const amountCents = readAmount(request.amount, currency);
  if (amountCents === undefined || amountCents === 0) {
    throw new NotUnderstood(noAmount(request.amount, currency));
  }
  const bookedOn = readDay(request.on, dayOf(payments.clock(), zoneOf(organising)));
  const iban = readIban(request.iban);
  const key = await keyOf(db, payable, { amountCents, bookedOn }, request.isAnother ?? false);
  const division = await divideCredit(db, payments, payable, amountCents);
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const credit: Credit = {
    id: newId(),
    key,
    account: content.conference.bankTransfer?.iban ?? '',
    bookedOn,
    amountCents,
    currency,
    name: request.name ?? order.customer.name,
    iban,
    bic: undefined,
    words: request.words ?? '',
    endToEnd: undefined,
    bankReference: undefined,
    isReversal: false,
    format: undefined,
    source: 'hand',
    actor,
  };
  return {
    words: [
      `${reference}: ${nameOf(payments.wordsIn(payable.order.language), payable)} of ${order.customer.name}, ${money(amountDue(payable))}. A transfer of ${money(amountCents)}, booked by the bank on ${bookedOn}, would be booked${payments.mode === 'live' ? '' : ' (pretend money)'}.`,
      ...effectOf(division, money, { iban, accepted: acceptedMissing(organising) }),
      ...historyOf(organising, payable, latest),
      ...(division.bookedCents > 0 ? await overfullWords(db, content, [order.id]) : []),
    ],
    button: `Book ${money(amountCents)} for ${reference}`,
    weighs: { cents: division.returnedCents },
    async perform() {
      const { payment, ...booked } = await bookCredit(organising, payable, credit, (divided) => {
        const words = `transfer of ${money(amountCents)}, booked on ${bookedOn}: ${summaryOf(divided, money)}`;
        return { action: 'paid', reference, words };
      });
      return [
        `Booked: ${summaryOf(booked, money)}.`,
        ...(payment === undefined ? [] : [stateWords[payment.state] ?? STILL_OPEN]),
      ];
    },
  };
}

const STILL_OPEN = 'The payment waits for the rest.';
const stateWords: Partial<Record<Payment['state'], string>> = {
  PAID: 'It is paid, and the payer gets a mail that says so.',
  REFUNDED: 'Another payment was first, so this one is returned.',
  PART_REFUNDED: 'It is paid.',
};

function zoneOf({ content }: Organising): string {
  return content.conference.dates.timezone;
}

function effectOf(
  { bookedCents, returnedCents, missingCents, why }: Division,
  money: (cents: Cents) => string,
  { iban, accepted }: { iban: string | undefined; accepted: Cents },
): string[] {
  const account =
    iban === undefined ? ' Nobody knows the account yet: add it with --iban if you know it.' : '';
  const returned = `${money(returnedCents)} would be returned: it is put on the list of bank --refunds.${account}`;
  if (why === 'alreadyPaid') {
    return [
      `It has been paid already, or its participants have places by another order. ${returned}`,
    ];
  }
  if (why === 'notPossible') return [`It was cancelled or has lapsed. ${returned}`];
  return [
    missingCents > 0 && missingCents <= accepted
      ? `${money(missingCents)} is missing, which accept_missing in conference.yaml accepts: the payer gets the same confirmation as after any other payment.`
      : missingCents > 0
        ? `That is too little: ${money(missingCents)} would still be missing. The payer gets a mail that says so, and nothing is confirmed.`
        : 'That pays it: the payer gets the same confirmation as after any other payment.',
    ...(why === 'tooMuch' && bookedCents > 0 ? [`That is too much: ${returned}`] : []),
  ];
}

function summaryOf(
  { bookedCents, returnedCents, missingCents }: Division,
  money: (cents: Cents) => string,
): string {
  return [
    ...(bookedCents > 0 ? [`${money(bookedCents)} counts`] : []),
    ...(missingCents > 0 ? [`${money(missingCents)} is missing`] : []),
    ...(returnedCents > 0 ? [`${money(returnedCents)} is to be returned`] : []),
  ].join(', ');
}

/** Sentences about the attempts to pay so far. */
function historyOf(
  { content }: Organising,
  payable: Payable,
  latest: Payment | undefined,
): string[] {
  if (paidBy(payable) !== undefined) return [];
  if (latest?.provider !== 'transfer') {
    const isOpen = latest?.state === 'NEW' || latest?.state === 'OPEN';
    const closed = isOpen ? ' The payment page that the payer has open is closed.' : '';
    return [`The payer has not chosen the transfer.${closed}`];
  }
  if (latest.state === 'OPEN') return [];
  const day = lastDayOf(latest.expiresAt, content.conference);
  return [
    latest.state === 'CANCELLED'
      ? 'The payer had chosen the transfer, and then another way to pay.'
      : `The transfer was to arrive by ${day}, so nothing was held any more.`,
  ];
}

/** The payable that a person names: by a reference, the number of one payment of it, or the link to pay. */
export async function findTransferPayable(db: Db, typed: string): Promise<Payable> {
  const [, token] = /(?:^|\/pay\/)([0-9a-z]{26})\b/.exec(typed.trim()) ?? [];
  const linked = token === undefined ? undefined : await findLinked(db, token);
  if (linked) return linked.payable;
  const name = typed.trim().toUpperCase();
  const [, reference = name, attempt] = /^(.+-[0-9A-Z]{4}-[0-9A-Z]{4})-(\d{1,4})$/.exec(name) ?? [];
  const order = await findOrderByReference(db, reference);
  if (!order) throw new ActionImpossible(`There is no order ${name}.`);
  if (attempt !== undefined) {
    const payment = (await paymentsOfOrder(db, order.id)).find(
      (one) => one.attempt === Number(attempt),
    );
    if (!payment) throw new ActionImpossible(`${reference} has no payment number ${attempt}.`);
    return getPayable(db, payment);
  }
  if (order.paidPaymentId === undefined) return { order };
  // With a paid order, the only change that waits for its money is meant.
  const open = (await changesOf(db, order.id)).filter(({ state }) => state === 'proposed');
  const [change, ...others] = open;
  if (others.length > 0) {
    throw new ActionImpossible(
      `${reference} is paid, and several changes of it wait for their money: give the reference that the payer quoted, such as ${reference}-2, or the link to pay.`,
    );
  }
  return { order, change };
}

function readDay(typed: string, today: string): string {
  if (!isDay(typed)) throw new NotUnderstood(`"${typed}" is not a day such as 2026-04-03.`);
  if (typed > today)
    throw new NotUnderstood(`${typed} is in the future: the bank has not booked it.`);
  return typed;
}

function readIban(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const iban = compact(typed);
  if (isValidIBAN(iban)) return iban;
  throw new NotUnderstood(`"${typed}" is not an IBAN with correct check digits.`);
}

/** The key of a booking by hand. The same booking has the same key, so it is refused, unless it is another transfer. */
async function keyOf(
  db: Db,
  payable: Payable,
  { amountCents, bookedOn }: { amountCents: Cents; bookedOn: string },
  isAnother: boolean,
): Promise<string> {
  const { order, change } = payable;
  const about = { payable: change?.id ?? order.id, amountCents, bookedOn };
  const keys = Array.from({ length: MOST_SAME }, (_, nth) =>
    digestOf('transfer by hand', { ...about, nth }),
  );
  const known = await entriesWithKeys(db, keys);
  const isOnStatement = await hasSame(db, payable, { amountCents, bookedOn });
  if ((known.size > 0 || isOnStatement) && !isAnother) {
    throw new ActionImpossible(
      `A transfer of this amount is booked for ${order.reference} on ${bookedOn} already. If a second one arrived, say so.`,
      { remedy: 'isAnother' },
    );
  }
  const free = keys.find((key) => !known.has(key));
  if (free === undefined) throw new ActionImpossible('So many equal transfers cannot be booked.');
  return free;
}

const MOST_SAME = 20;

async function hasSame(
  db: Db,
  { order, change }: Payable,
  { amountCents, bookedOn }: { amountCents: Cents; bookedOn: string },
): Promise<boolean> {
  for (const { id, changeId } of await paymentsOfOrder(db, order.id)) {
    if (changeId !== change?.id) continue;
    const entries = await entriesOfPayment(db, id);
    if (entries.some((entry) => entry.amountCents === amountCents && entry.bookedOn === bookedOn)) {
      return true;
    }
  }
  return false;
}
