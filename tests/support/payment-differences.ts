import { cashOfPayment, countingOf } from '#features/cash/cash-entries.ts';
import { asCents } from '#contract/money.ts';
import { listActivities } from '#server/operations/activities.ts';
import { isSamePerson, type Person, timestamp } from '#server/identity.ts';
import { entriesBetween, sumOfEntries } from '#server/bank/bank-entries.ts';
import { bankRefundsOfEntry, bankRefundsOfPayment } from '#server/bank/bank-refunds.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { listMessages, type PostedMessage } from '#server/mail/posted-messages.ts';
import {
  isAsked,
  isDiscount,
  isOwnRegistration,
  listOrders,
  type Order,
  otherOrdersOf,
  payingPayments,
} from '#server/orders/rows/orders.ts';
import { historyByPayment } from '#server/payments/payment-history.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { listPayments, type Payment } from '#server/payments/payments.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { listRefunds, type Refund } from '#server/payments/refunds.ts';
import { openReviews } from '#server/payments/reviews.ts';
import { validReceipts } from '#server/receipts/receipt-document.ts';
import { isErased, listParticipants } from '#server/orders/rows/participants.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import type { TestServer } from './test-server.ts';

/** The rows of one order. */
type OrderRecords = {
  order: Order;
  /** Payments that have or had money. */
  payments: Payment[];
  /** The ids of the payments that paid the order and its changes. */
  paying: string[];
  refunds: Refund[];
  /** Payments with an open dispute. */
  disputed: Set<string>;
  /** The rests of transfers that were accepted, by payment: money that never came. */
  rests: ReadonlyMap<string, number>;
  /** Payments that do not fit the order, about which a person is asked. */
  reviewed: Set<string>;
  /** The people who get a place by the order. */
  people: Person[];
  /** The actions of organisers about the order. */
  done: Set<string>;
  /** Whether a cancellation was undone: for a while, a person of the order had no place. */
  isRestored: boolean;
  /**
   * The mails about the order, by the reference in their subject: the text of a mail about an asked amount names another
   * order, too.
   */
  mails: PostedMessage[];
};

/**
 * Differences between our orders, payments, refunds, documents and mails and the providers' ledgers, after all work is
 * done, as text for the reader of a failed test. `log` has the lines of all servers. If a person `wasErased`, mails
 * are deleted and not compared.
 */
export async function differencesIn(
  server: TestServer,
  log: readonly Record<string, unknown>[],
  wasErased: boolean,
): Promise<string[]> {
  const records = await recordsOfOrders(server);
  // Money that does not fit its order is with the provider, and a person is asked about it.
  const isAskedAbout = (payRef: string) =>
    records.some(({ payments, reviewed }) =>
      payments.some(
        ({ id, ref, state }) => ref === payRef && state === 'MISMATCH' && reviewed.has(id),
      ),
    );
  const found = [
    (await reconcile(server.context, new Date(0))).differences.flatMap(({ ref, words }) =>
      words.endsWith('(MISMATCH)') && isAskedAbout(ref) ? [] : [words],
    ),
    ...(await Promise.all(records.map((one) => differencesOf(server, one)))),
    personsWithTwoPlaces(records, log),
    askedAgainDifferences(records),
    ...(wasErased
      ? []
      : [
          (await Promise.all(records.map((one) => mailDifferences(server, one)))).flat(),
          await contradictingMails(server, records),
          (await Promise.all(records.map((one) => mailsAboutPaidAmount(server, one)))).flat(),
        ]),
    await unfinishedEvents(server),
    await creditsNotDivided(server),
    unexpectedErrors(log),
  ];
  return found.flat();
}

/** Open pages on which a person with a paid place could pay for a second place. */
export async function openPagesOfPlaced(server: TestServer): Promise<string[]> {
  const records = await recordsOfOrders(server);
  const placed = records.filter(hasPlace).flatMap(({ people }) => people);
  const payments = await listPayments(server.db);
  return records
    .filter(({ order }) => order.paidPaymentId === undefined && !isDiscount(order))
    .flatMap(({ order, people }) => {
      if (!people.some((one) => placed.some((other) => isSamePerson(one, other)))) return [];
      return payments
        .filter(({ orderId, state }) => orderId === order.id && MAY_BE_CHARGED.has(state))
        .map(({ state }) => `${order.reference} of somebody with a paid place is ${state}`);
    });
}

const MAY_BE_CHARGED = new Set<Payment['state']>(['NEW', 'OPEN', 'APPROVED', 'CAPTURING']);

function hasPlace({ order }: OrderRecords): boolean {
  return order.state === 'CONFIRMED' && order.cancelledAt === undefined;
}

async function recordsOfOrders({ db }: TestServer): Promise<OrderRecords[]> {
  const payments = await listPayments(db);
  const refunds = await listRefunds(db);
  const open = await listDisputes(db, { state: 'OPENED' });
  const disputed = new Set(open.map(({ paymentId }) => paymentId));
  const mismatches = (await openReviews(db)).filter(({ kind }) => kind === 'mismatch');
  const reviewed = new Set(mismatches.map(({ paymentId }) => paymentId));
  const accepted = await db
    .selectFrom('bank_entries')
    .select(['payment_id', 'booked_cents'])
    .where('source', '=', 'accepted')
    .execute();
  const rests = new Map(accepted.map((one) => [one.payment_id ?? '', one.booked_cents]));
  const mails = await listMessages(db, 10_000);
  const participants = (await listParticipants(db)).filter((one) => !isErased(one));
  const activities = await listActivities(db);
  const orders = await listOrders(db);
  const paying = new Map<string, string[]>();
  for (const order of orders) paying.set(order.id, await payingPayments(db, order));
  return orders.map((order) => {
    const own = payments.filter(
      ({ orderId, state }) => orderId === order.id && isMoneyState(state),
    );
    return {
      order,
      payments: own,
      paying: paying.get(order.id) ?? [],
      disputed,
      reviewed,
      rests,
      done: new Set(
        activities.flatMap(({ reference, action }) =>
          reference === order.reference ? [action] : [],
        ),
      ),
      isRestored: activities.some(
        ({ reference, words }) => reference === order.reference && words.includes('is taken back'),
      ),
      people: participants.filter(
        ({ id, cancelledAt }) =>
          cancelledAt === undefined && !isDiscount(order) && order.participantIds.includes(id),
      ),
      refunds: refunds.filter(({ paymentId }) => own.some(({ id }) => id === paymentId)),
      mails: mails.filter(({ content }) => content.subject.includes(order.reference)),
    };
  });
}

async function differencesOf(server: TestServer, records: OrderRecords): Promise<string[]> {
  const { order, payments } = records;
  const wrong = [
    ...(await ledgerDifferences(server, records)),
    ...stateDifferences(records),
    ...(await documentDifferences(server, records)),
    ...(await Promise.all(payments.map((one) => refundDifferences(server, records, one)))).flat(),
  ];
  return wrong.map((words) => `${order.reference}: ${words}`);
}

async function ledgerDifferences(
  { sandbox, db }: TestServer,
  { order, payments, rests }: OrderRecords,
): Promise<string[]> {
  const ofBank = payments.filter(({ provider }) => provider === 'transfer');
  const inBank = await Promise.all(
    ofBank.map(async ({ id }) => {
      const refunds = await bankRefundsOfPayment(db, id);
      const back = refunds.filter(({ failedAt }) => failedAt === undefined);
      return (
        (await sumOfEntries(db, id)) - back.reduce((sum, { amountCents }) => sum + amountCents, 0)
      );
    }),
  );
  const inBoxes = await Promise.all(
    payments
      .filter(({ provider }) => provider === 'cash')
      .map(async ({ id }) => {
        const own = await cashOfPayment(db, id);
        return countingOf(own, 'taken') + countingOf(own, 'given-back');
      }),
  );
  const charges = sandbox.control.ledger()[order.id] ?? [];
  const left = payments.reduce((sum, row) => sum + row.amountCents - row.refundedCents, 0);
  const theirs = charges.reduce(
    (sum, charge) => sum + charge.amount - charge.refunded - charge.lost,
    [...inBank, ...inBoxes].reduce((sum, cents) => sum + cents, 0),
  );
  return [
    left !== theirs && `the providers have ${theirs} cents, our tables say ${left}`,
    payments.some(
      ({ id, amountCents, refundedCents }) => refundedCents > amountCents - (rests.get(id) ?? 0),
    ) && 'more was given back than came',
    charges.some(({ amount, refunded, lost }) => refunded + lost > amount) &&
      'more was refunded than was paid',
  ].filter((words) => words !== false);
}

/**
 * A payment that paid for nothing is not refunded only if it does not fit its order or its refund was refused by the
 * provider or the bank, and a person was asked, or if a person took the refund back. The refund of a disputed payment waits for the decision.
 */
function stateDifferences(records: OrderRecords): string[] {
  const { order, payments, paying, refunds, disputed, reviewed, rests } = records;
  const isWaiting = ({ state }: Refund) => state === 'REQUESTED' || state === 'ASKED';
  const isKept = (refund: Refund) =>
    isWaiting(refund) ? disputed.has(refund.paymentId) : refund.state !== 'SENT';
  // A payment of 0.00 is never refunded.
  const notRefunded = payments.filter(
    ({ id, refundedCents, amountCents }) =>
      refundedCents < amountCents - (rests.get(id) ?? 0) || amountCents === 0,
  );
  const isPaid = notRefunded.some(({ id }) => paying.includes(id));
  const others = notRefunded.filter(
    ({ id }) =>
      !paying.includes(id) &&
      !reviewed.has(id) &&
      !refunds.some((one) => one.paymentId === id && isKept(one)),
  );
  const waiting = refunds.filter((refund) => isWaiting(refund) && !disputed.has(refund.paymentId));
  return [
    (order.state === 'CONFIRMED') !== isPaid && `${order.state}, and paid: ${isPaid}`,
    others.length > 0 && `${others.length} payments paid for nothing and are not refunded`,
    waiting.length > 0 && `${waiting.length} refunds without an answer`,
  ].filter((words) => words !== false);
}

async function documentDifferences(
  { db }: TestServer,
  { order, payments, paying }: OrderRecords,
): Promise<string[]> {
  const documents = await documentsOf(db, order.id);
  const paid = payments.filter(({ id }) => paying.includes(id));
  const sumOf = (wanted: (typeof documents)[number]['kind']) =>
    documents.filter(({ kind }) => kind === wanted).reduce((sum, one) => sum + one.totalCents, 0);
  const receipts = validReceipts(documents);
  const credited = sumOf('credit-note') - sumOf('cancellation');
  const refunded = paid.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  return [
    receipts.length !== paid.length &&
      `payments that paid: ${paid.length}, receipts: ${receipts.length}`,
    ...receipts.flatMap(({ number, paymentId, totalCents, lines }) => {
      const payment = paid.find(({ id }) => id === paymentId);
      return [
        totalCents !== payment?.amountCents &&
          `the receipt ${number} says ${totalCents}, but ${payment?.amountCents} were paid`,
        lines.reduce((sum, { cents }) => sum + cents, 0) !== totalCents &&
          `the lines of ${number} do not add up to ${totalCents}`,
      ];
    }),
    credited !== refunded && `the credit notes add up to ${credited}, the refunds to ${refunded}`,
  ].flatMap((words) => words || []);
}

/** Each event has one mail, or more if an organiser has sent the mail again. */
async function mailDifferences(
  { db }: TestServer,
  { order, mails, done }: OrderRecords,
): Promise<string[]> {
  const isPaid = order.paidPaymentId !== undefined;
  // A guest gets the same mail as a member of a group.
  const isGuest = isOwnRegistration(order) && done.has('invite');
  // The mail about a personal link depends on whether it was free when it was used.
  const kindsOfIt =
    order.invitedUntil !== undefined
      ? GUEST.union(CONFIRMATIONS)
      : isAsked(order)
        ? ASKED
        : isGuest
          ? GUEST
          : CONFIRMATIONS;
  const confirmed = mails.filter(({ kind }) => kindsOfIt.has(kind));
  const notes = (await documentsOf(db, order.id)).filter(({ kind }) => kind === 'credit-note');
  return [
    isPaid !== confirmed.length > 0 &&
      `${order.reference}: ${confirmed.length} mails that confirm it`,
    ...notes.map(
      ({ number }) =>
        !done.has('resend') &&
        mailsOf(mails, number) !== 1 &&
        `${mailsOf(mails, number)} mails about ${number}`,
    ),
  ].flatMap((words) => words || []);
}

const CONFIRMATIONS = new Set(['payment-confirmed', 'payment-received']);
const GUEST = new Set(['place-paid']);
const ASKED = new Set(['asked-paid']);

function mailsOf(mails: readonly PostedMessage[], creditNote: string): number {
  return mails.filter(
    ({ kind, content }) =>
      (kind === 'payment-refunded' || kind === 'payment-returned') &&
      content.text.split(/\s/).includes(creditNote),
  ).length;
}

/** The provider has each refund that we have sent exactly once, and no refund that we have not sent. */
async function refundDifferences(
  { context }: TestServer,
  { refunds }: OrderRecords,
  { id, provider, ref, paymentRef, refundedCents }: Payment,
): Promise<string[]> {
  const asked = context.providers.get(provider);
  if (!asked || ref === undefined || paymentRef === undefined) return [];
  const listed = await asked.listRefunds(ref, paymentRef);
  const ours = refunds.filter(({ paymentId }) => paymentId === id);
  const sent = ours.filter(({ state }) => state === 'SENT');
  const sum = asCents(
    sent.filter((one) => one.ref !== undefined).reduce((cents, one) => cents + one.amountCents, 0),
  );
  return [
    sum > refundedCents && `${sum} cents were refunded, our tables say ${refundedCents}`,
    ...ours.map((refund) => {
      const theirs = listed.filter(({ refundId }) => refundId === refund.id);
      const isThere = theirs.some(({ hasFailed }) => !hasFailed);
      const shouldBe = refund.state === 'SENT' && refund.ref !== undefined;
      if (theirs.length > 1) return `the refund ${refund.id} was made ${theirs.length} times`;
      // If an organiser takes a refund back after its answer was lost, the sum of the refunds is compared instead.
      if (refund.state === 'CANCELLED') return false;
      return isThere !== shouldBe && `a refund is ${refund.state}; at the provider: ${isThere}`;
    }),
  ].filter((words) => words !== false);
}

/** Each of our refunds is asked for again once at most, and for its amount. */
function askedAgainDifferences(records: readonly OrderRecords[]): string[] {
  const asking = records.flatMap(({ order }) => (order.cancelledAt === undefined ? order : []));
  return records
    .flatMap(({ refunds }) => refunds)
    .flatMap(({ id, amountCents }) => {
      const sums = asking.flatMap((order) => (order.undoes === id ? order.amountCents : []));
      const isRight = sums.every((cents) => cents === amountCents) && sums.length < 2;
      return isRight ? [] : `the refund ${id} of ${amountCents} is asked for again: ${sums.join()}`;
    });
}

/** People with two paid places if no payment of either place was flagged for review. */
function personsWithTwoPlaces(
  records: readonly OrderRecords[],
  log: readonly Record<string, unknown>[],
): string[] {
  const flagged = new Set(log.flatMap((line) => (line['alarm'] === true ? [line['payment']] : [])));
  const placed = records.filter(hasPlace);
  const isFlagged = ({ payments }: OrderRecords) => payments.some(({ id }) => flagged.has(id));
  return placed.flatMap((one, at) =>
    one.people.flatMap((person) =>
      placed
        .slice(at + 1)
        .filter((other) => other.people.some((somebody) => isSamePerson(somebody, person)))
        .filter((other) => !isFlagged(one) && !isFlagged(other))
        .map(
          (other) =>
            `${person.name} has a paid place by ${one.order.reference} and ${other.order.reference}, but no payment is flagged for review`,
        ),
    ),
  );
}

/**
 * A person with a paid place never reads that a payment for a place was not completed. The payment of the place
 * withdraws such a mail if it waits or was written meanwhile.
 */
async function contradictingMails(
  { db, content }: TestServer,
  records: OrderRecords[],
): Promise<string[]> {
  const history = await historyByPayment(db);
  // Somebody with a place may have left a change unpaid.
  const { changeNotPaid, transfer } = content.mails;
  const isAboutChange = ({ subject, text }: PostedMessage['content']) =>
    subject.includes(changeNotPaid.subject) ||
    (subject.includes(transfer.expired.subject) &&
      text.includes(content.labels.transfers.untilPaid));
  // Nothing here knows the earlier participants of a corrected order.
  const isCorrected = ({ done }: OrderRecords) => done.has('correct');
  return records.flatMap((one) => {
    const { order, people, mails } = one;
    const ofAny = (some: readonly Person[]) => (other: OrderRecords) =>
      other.people.some((each) => some.some((person) => isSamePerson(each, person)));
    const placed = isCorrected(one)
      ? []
      : records.filter(ofAny(people)).filter((other) => !isCorrected(other) && !other.isRestored);
    const moves = placed.map((other) => history.get(other.order.paidPaymentId ?? '') ?? []);
    return mails
      .filter(isAboutMissing)
      .filter(({ state, content: mail }) => state !== 'withdrawn' && !isAboutChange(mail))
      .filter(({ state, postedAt, recipient }) => {
        // The payer of a group gets mails as long as one of its members has no place.
        const isReader = people.some(({ email }) => email === recipient);
        const isPlaced =
          isReader && people.every((each) => records.filter(hasPlace).some(ofAny([each])));
        return (state === 'waiting' && isPlaced) || moves.some((each) => wasPaid(each, postedAt));
      })
      .map(({ kind }) => `${order.reference}: ${kind} was mailed to somebody who has a place`);
  });
}

function isAboutMissing({ kind }: PostedMessage): boolean {
  return kind === 'payment-failed' || kind === 'payment-expired';
}

/** Waiting mails that an agreed amount was not paid, although another order has paid the same amount. */
async function mailsAboutPaidAmount(
  { db }: TestServer,
  { order, mails }: OrderRecords,
): Promise<string[]> {
  if (!isDiscount(order) || order.paidPaymentId !== undefined) return [];
  const paid = (await otherOrdersOf(db, order)).find(({ state }) => state === 'CONFIRMED');
  if (!paid) return [];
  return mails
    .filter((mail) => isAboutMissing(mail) && mail.state === 'waiting')
    .map(({ kind }) => `${order.reference}: ${kind} waits, but ${paid.reference} paid the same`);
}

function wasPaid(moves: readonly { at: string; to: string }[], at: string): boolean {
  const last = moves.filter((move) => move.at < at).at(-1);
  return last?.to === 'PAID' || last?.to === 'PART_REFUNDED';
}

/** Each decided credit of the bank account counts for a payment, is returned, or both in parts: to the cent. */
async function creditsNotDivided({ db }: TestServer): Promise<string[]> {
  const wrong: string[] = [];
  for (const entry of await entriesBetween(db, '', '9999')) {
    const isOurs = entry.amountCents < 0 || entry.bankRefundId !== undefined;
    if (isOurs || entry.state === 'open' || entry.state === 'ignored') continue;
    // The rest of a short transfer that was accepted counts without money.
    const isAccepted = entry.source === 'accepted' && entry.amountCents === 0;
    if (isAccepted && entry.bookedCents > 0) continue;
    const back = await bankRefundsOfEntry(db, entry.id);
    const returned = back.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (entry.bookedCents + returned === entry.amountCents) continue;
    wrong.push(
      `of a credit of ${entry.amountCents}, ${entry.bookedCents} count and ${returned} are returned`,
    );
  }
  return wrong;
}

/** An event of the last minute may still be in progress. */
async function unfinishedEvents({ db, clock }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select('type')
    .where('done_at', 'is', null)
    .where('received_at', '<', timestamp(clock.now(), -60_000))
    .execute();
  return rows.map(({ type }) => `the webhook event ${type} is not finished`);
}

/** Errors that our servers logged, without the alarms that call a person. */
function unexpectedErrors(log: readonly Record<string, unknown>[]): string[] {
  return log
    .filter((line) => Number(line['level']) >= 50 && line['alarm'] !== true)
    .map((line) => `logged: ${JSON.stringify(line).slice(0, 600)}`);
}
