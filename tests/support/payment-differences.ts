import { asCents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { listMessages, type PostedMessage } from '#server/mail/posted-messages.ts';
import { listOrders, type Order } from '#server/orders/orders.ts';
import { historyByPayment } from '#server/payments/payment-history.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { listPayments, type Payment } from '#server/payments/payments.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { listRefunds, type Refund } from '#server/payments/refunds.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import type { TestServer } from './test-server.ts';

/** What our tables say of one order. */
type Books = {
  order: Order;
  /** Those with money, now or once. */
  payments: Payment[];
  refunds: Refund[];
  /** Payments with an open dispute. */
  disputed: Set<string>;
  /** The mails about it, by the reference in their subject or text. */
  mails: PostedMessage[];
};

/**
 * Where our orders, payments, refunds, documents and mails differ from what the providers did, once everything has come to
 * rest: in words for the reader of a failed test.
 */
export async function differencesIn(server: TestServer): Promise<string[]> {
  const books = await booksOf(server);
  const found = [
    (await reconcile(server.context, new Date(0))).differences.map(({ words }) => words),
    ...(await Promise.all(books.map((one) => differencesOf(server, one)))),
    personsWithTwoOrders(books),
    await contradictingMails(server, books),
    await unfinishedEvents(server),
    unexpectedErrors(server),
  ];
  return found.flat();
}

async function booksOf({ db }: TestServer): Promise<Books[]> {
  const payments = await listPayments(db);
  const refunds = await listRefunds(db);
  const open = await listDisputes(db, { state: 'OPENED' });
  const disputed = new Set(open.map(({ paymentId }) => paymentId));
  const mails = await listMessages(db, 10_000);
  return (await listOrders(db)).map((order) => {
    const own = payments.filter(
      ({ orderId, state }) => orderId === order.id && isMoneyState(state),
    );
    return {
      order,
      payments: own,
      disputed,
      refunds: refunds.filter(({ paymentId }) => own.some(({ id }) => id === paymentId)),
      mails: mails.filter(({ content }) => content.text.includes(order.reference)),
    };
  });
}

async function differencesOf(server: TestServer, books: Books): Promise<string[]> {
  const { order, payments } = books;
  const wrong = [
    ...ledgerDifferences(server, books),
    ...stateDifferences(books),
    ...(await documentDifferences(server, books)),
    ...(await Promise.all(payments.map((one) => refundDifferences(server, books, one)))).flat(),
  ];
  return wrong.map((words) => `${order.reference}: ${words}`);
}

function ledgerDifferences({ sandbox }: TestServer, { order, payments }: Books): string[] {
  const charges = sandbox.control.ledger()[order.id] ?? [];
  const held = payments.reduce((sum, row) => sum + row.amountCents - row.refundedCents, 0);
  const theirs = charges.reduce(
    (sum, charge) => sum + charge.amount - charge.refunded - charge.lost,
    0,
  );
  return [
    held !== theirs && `the providers hold ${theirs} cents, our tables say ${held}`,
    charges.some(({ amount, refunded, lost }) => refunded + lost > amount) &&
      'more was refunded than was paid',
  ].filter((words) => words !== false);
}

/** A second payment stays only if its refund was refused, or returned by the bank: then a person was asked. */
function stateDifferences({ order, payments, refunds, disputed }: Books): string[] {
  const standing = payments.filter(
    ({ id, refundedCents, amountCents }) =>
      refundedCents < amountCents &&
      (id === order.paidPaymentId ||
        !refunds.some(
          ({ paymentId, state }) => paymentId === id && (state === 'REFUSED' || state === 'FAILED'),
        )),
  ).length;
  // A refund of a disputed payment waits for the decision.
  const waiting = refunds.filter(
    ({ state, paymentId }) =>
      (state === 'REQUESTED' || state === 'ASKED') && !disputed.has(paymentId),
  );
  return [
    (order.state === 'CONFIRMED') !== (standing === 1) &&
      `${order.state} with ${standing} payments that stand`,
    waiting.length > 0 && `${waiting.length} refunds without an answer`,
  ].filter((words) => words !== false);
}

async function documentDifferences(
  { db }: TestServer,
  { order, payments, mails }: Books,
): Promise<string[]> {
  const documents = await documentsOf(db, order.id);
  const sumOf = (wanted: (typeof documents)[number]['kind']) =>
    documents.filter(({ kind }) => kind === wanted).reduce((sum, one) => sum + one.totalCents, 0);
  const receipts = documents.filter(({ kind }) => kind === 'receipt').length;
  const confirmed = mails.filter(({ kind }) => kind === 'payment-confirmed').length;
  const isPaid = order.paidPaymentId !== undefined;
  const paid = payments.find(({ id }) => id === order.paidPaymentId);
  const back = sumOf('credit-note') - sumOf('cancellation');
  return [
    receipts !== Number(isPaid) && `${receipts} receipts`,
    confirmed !== Number(isPaid) && `${confirmed} mails that confirm it`,
    isPaid && sumOf('receipt') !== order.amountCents && `a receipt of ${sumOf('receipt')}`,
    isPaid && back !== paid?.refundedCents && `credit notes of ${back}, not ${paid?.refundedCents}`,
    ...documents
      .filter(({ kind, number }) => kind === 'credit-note' && mailsOf(mails, number) !== 1)
      .map(({ number }) => `${mailsOf(mails, number)} mails about ${number}`),
  ].filter((words) => words !== false);
}

function mailsOf(mails: readonly PostedMessage[], creditNote: string): number {
  return mails.filter(
    ({ kind, content }) =>
      (kind === 'payment-refunded' || kind === 'payment-returned') &&
      content.text.split(/\s/).includes(creditNote),
  ).length;
}

/** Each refund of ours is at the provider once if it was sent, and never if it was not. */
async function refundDifferences(
  { context }: TestServer,
  { refunds }: Books,
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
    sum > refundedCents && `${sum} cents were sent back, our books say ${refundedCents}`,
    ...ours.map((refund) => {
      const theirs = listed.filter(({ refundId }) => refundId === refund.id);
      const isThere = theirs.some(({ hasFailed }) => !hasFailed);
      const shouldBe = refund.state === 'SENT' && refund.ref !== undefined;
      if (theirs.length > 1) return `the refund ${refund.id} was made ${theirs.length} times`;
      // One that was taken back while its answer was lost is found by its sum.
      if (refund.state === 'CANCELLED') return false;
      return isThere !== shouldBe && `a refund is ${refund.state}, there: ${isThere}`;
    }),
  ].filter((words) => words !== false);
}

function personsWithTwoOrders(books: Books[]): string[] {
  return [...Map.groupBy(books, ({ order }) => personOf(order)).entries()]
    .filter(([, all]) => all.filter(({ order }) => order.state === 'CONFIRMED').length > 1)
    .filter(([, all]) => !all.some(({ mails }) => mails.some(({ kind }) => kind === REVIEW)))
    .map(([person]) => `${person} has two paid orders, and nobody was asked to review them`);
}

const REVIEW = 'payment-review-for-secretary';

function personOf({ customer: { name, email } }: Order): string {
  return `${name} <${email}>`;
}

/** Whoever has paid is never told that a payment was not completed. */
async function contradictingMails({ db }: TestServer, books: Books[]): Promise<string[]> {
  const history = await historyByPayment(db);
  return books.flatMap(({ order, mails }) => {
    const paid = books
      .filter((other) => personOf(other.order) === personOf(order))
      .map((other) => history.get(other.order.paidPaymentId ?? '') ?? []);
    return mails
      .filter(({ kind }) => kind === 'payment-failed' || kind === 'payment-expired')
      .filter((mail) => paid.some((moves) => wasPaid(moves, mail.postedAt)))
      .map(({ kind }) => `${order.reference}: ${kind} was mailed to somebody who had paid`);
  });
}

function wasPaid(moves: readonly { at: string; to: string }[], at: string): boolean {
  const last = moves.filter((move) => move.at < at).at(-1);
  return last?.to === 'PAID' || last?.to === 'PART_REFUNDED';
}

/** One that came within the last minute may still be at work. */
async function unfinishedEvents({ db, clock }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select('type')
    .where('done_at', 'is', null)
    .where('received_at', '<', timestamp(clock.now(), -60_000))
    .execute();
  return rows.map(({ type }) => `the webhook event ${type} is not finished`);
}

/** What was logged as an error of ours, other than what calls for a person. */
function unexpectedErrors({ log }: TestServer): string[] {
  return log
    .filter((line) => Number(line['level']) >= 50 && line['alarm'] !== true)
    .map((line) => `logged: ${JSON.stringify(line).slice(0, 600)}`);
}
