import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { filesByAbstract } from '#server/abstract/abstract-files.ts';
import {
  findAbstractByReference,
  findAbstractsOf,
  listAbstracts,
} from '#server/abstract/abstracts.ts';
import { duplicatesAmong } from '#server/abstract/duplicates.ts';
import type { Db } from '#server/database/database.ts';
import { askedAbout, askedOf, undoingOrders } from '#server/orders/rows/asked-orders.ts';
import { inOneLine } from '#server/orders/rows/item-words.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import { lettersTo, messagesAbout, type PostedMessage } from '#server/mail/posted-messages.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import {
  askedReference,
  findOrderByReference,
  isAsked,
  isCancelled,
  linesOf,
  orderIdsFor,
  type Order,
  otherOrdersOf,
  payingPayments,
  stateOf,
} from '#server/orders/rows/orders.ts';
import { historyByPayment } from '#server/payments/payment-history.ts';
import {
  findPaymentLink,
  linkOfChange,
  pathOf,
  type PaymentLink,
} from '#server/orders/rows/payment-links.ts';
import { type Payment, paymentsOfOrder } from '#server/payments/payments.ts';
import { returnedElsewhere } from '#server/payments/returned-money.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { findRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { type Activity, listActivities } from '#server/operations/activities.ts';
import { abstractFacts, stateOfAbstract } from './known-by-features.ts';
import {
  type ListedParticipant,
  participantsOfOrder,
  participantsWith,
} from './list-participants.ts';

export type OrderStory = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
export type AbstractStory = NonNullable<Awaited<ReturnType<typeof findAbstractStory>>>;

/** Everything that is stored about the people of an order or an abstract. */
export type Story = {
  /** The people of the order; for an abstract, the people who registered with its address. */
  people: ListedParticipant[];
  /** First the order that the caller asked for, then the other orders of the same people, oldest first. */
  orders: OrderStory[];
  abstracts: AbstractStory[];
  /** The letters to all these people; a letter to many is not about an order. */
  letters: OrderStory['mails'];
  /** All changes by organisers, latest first. */
  activities: Activity[];
};

/** The story of an order's or an abstract's people; undefined if there is no such reference. */
export async function readStory(db: Db, reference: string): Promise<Story | undefined> {
  const order = await findOrderByReference(db, reference);
  const abstract = await findAbstractByReference(db, reference);
  const people = order
    ? await participantsOfOrder(db, reference)
    : await participantsWith(db, abstract?.email ?? '');
  if (!order && !abstract) return undefined;
  const others = order ? (await otherOrdersOf(db, order)).map((other) => other.reference) : [];
  const asked = order ? await askedBeside(db, order) : [];
  const ids = people.map(({ id }) => id);
  const references = new Set([
    ...(order ? [reference] : []),
    ...(await referencesOf(db, ids)),
    // The documents of a group do not belong to one of its members.
    ...people.flatMap((person) => person.reference ?? []),
    ...others,
    ...asked,
  ]);
  const orders = await Promise.all([...references].map((each) => readOrder(db, each)));
  const emails = people.map(({ email }) => email);
  const abstracts = await findAbstractsOf(db, [...emails, abstract?.email ?? '']);
  const stories = await Promise.all(abstracts.map((each) => findAbstractStory(db, each.reference)));
  const activities = await Promise.all(
    [...references, ...abstracts.map((each) => each.reference)].map((about) =>
      listActivities(db, { reference: about }),
    ),
  );
  return {
    people,
    orders: orders.filter((each) => each !== undefined),
    abstracts: stories.filter((each) => each !== undefined),
    letters: await readLetters(db, [
      ...emails,
      ...(order ? [order.customer.email] : []),
      ...abstracts.map((each) => each.email),
    ]),
    activities: activities.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1)),
  };
}

/** The amounts asked for about an order or from its payer, and the order that an asked amount is about. */
export async function askedBeside(db: Db, order: Order): Promise<string[]> {
  const about = askedReference(order);
  const asked = [
    ...(await askedAbout(db, [order.reference])),
    ...(await askedOf(db, order.customer)),
  ];
  return [...asked.map(({ reference }) => reference), ...(about === undefined ? [] : [about])];
}

/**
 * One order with its items, its payments and their results, its documents and mails; undefined if there is no such
 * order.
 */
export async function readOrder(db: Db, reference: string) {
  const order = await findOrderByReference(db, reference);
  if (!order) return undefined;
  const payments = await paymentsOfOrder(db, order.id);
  const paymentIds = payments.map((payment) => payment.id);
  const history = await historyByPayment(db, paymentIds);
  const { id, offeredBy, createdAt, productName, amountCents, currency } = order;
  const paying = await payingPayments(db, order);
  return {
    reference,
    id,
    offeredBy,
    state: await stateOf(db, order),
    createdAt,
    customer: order.customer,
    invoice: await findRecipient(db, id),
    productName,
    lines: linesOf(order).map((line) => ({ ...line, words: inOneLine(line.words) })),
    amountCents,
    currency,
    payments: await Promise.all(
      payments.map(async (payment) => ({
        ...factsOfPayment(payment, paying),
        history: history.get(payment.id) ?? [],
        ...(await returnedOf(db, payment.id)),
      })),
    ),
    documents: (await documentsOf(db, order.id)).map(({ kind, number, issuedAt, totalCents }) => ({
      kind,
      number,
      issuedAt,
      totalCents,
    })),
    isAsked: isAsked(order),
    about: askedReference(order),
    undoes: order.undoes,
    linkToPay: order.paidPaymentId === undefined ? await linkOf(db, order) : undefined,
    changes: (await changesOf(db, id)).map((change) => ({
      was: change.was,
      becomes: change.becomes,
      differenceCents: change.differenceCents,
      state: change.state,
      createdAt: change.createdAt,
      linkToPay: change.state === 'proposed' ? addressOf(linkOfChange(change)) : undefined,
    })),
    mails: (await messagesAbout(db, { reference, ids: order.participantIds })).map(mailOf),
  };
}

function factsOfPayment(payment: Payment, paying: readonly string[]) {
  return {
    id: payment.id,
    attempt: payment.attempt,
    provider: payment.provider,
    mode: payment.mode,
    state: payment.state,
    isPaidBy: paying.includes(payment.id),
    providerRef: payment.ref,
    providerPaymentRef: payment.paymentRef,
    amountCents: payment.amountCents,
    arrivedCents: payment.arrivedCents,
    overpaidCents: payment.overpaidCents,
    delayedBy: payment.delayedBy,
    refundedCents: payment.refundedCents,
    createdAt: payment.createdAt,
  };
}

/** The refunds and disputes of a payment, and the orders that ask for one of them again. */
async function returnedOf(db: Db, paymentId: string) {
  const refunds = await refundsOf(db, paymentId);
  const disputes = await listDisputes(db, { paymentId });
  const elsewhere = await returnedElsewhere(db, paymentId);
  const ids = [paymentId, ...refunds.map(({ id }) => id), ...disputes.map(({ ref }) => ref)];
  const askedAgain = (await undoingOrders(db, ids)).map(({ undoes, reference }) => ({
    undoes,
    reference,
  }));
  return {
    refunds,
    /** The sum that was refunded in the provider's dashboard. */
    refundedElsewhere: elsewhere && elsewhere.cents > 0 ? elsewhere : undefined,
    disputes,
    askedAgain,
  };
}

/** The address of the order's payment link, and the time when it lapses. */
async function linkOf(db: Db, order: Order) {
  const link = isCancelled(order) ? undefined : await findPaymentLink(db, order.id);
  return link && addressOf(link);
}

function addressOf(link: PaymentLink) {
  return { path: pathOf(link), lapsesAt: link.lapsesAt };
}

function mailOf({ kind, recipient, postedAt, state, content, trouble }: PostedMessage) {
  return { kind, recipient, postedAt, state, subject: content.subject, trouble };
}

/** The letters to some addresses. */
export async function readLetters(db: Db, emails: readonly string[]) {
  return (await lettersTo(db, emails)).map(mailOf);
}

/** The references of all orders for some people, also of those that expired or were refunded; oldest first. */
export async function referencesOf(db: Db, participantIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('reference')
    .where('id', 'in', orderIdsFor(['', ...participantIds]))
    .orderBy('created_at')
    .execute();
  return rows.map(({ reference }) => reference);
}

/**
 * An abstract with its authors, all versions of its file, what features know about it, its possible duplicates and the mails about it;
 * undefined if there is no such abstract.
 */
export async function findAbstractStory(db: Db, reference: string) {
  const abstract = await findAbstractByReference(db, reference);
  if (!abstract) return undefined;
  const { id } = abstract;
  const facts = (await abstractFacts(db, [id]))(id);
  return {
    abstract,
    authors: authorsOf(abstract, await authorsByAbstract(db, [id])),
    versions: (await filesByAbstract(db, [id])).get(id) ?? [],
    ...facts,
    state: stateOfAbstract({ ...facts, withdrawnAt: abstract.withdrawnAt }),
    duplicates: duplicatesAmong(await listAbstracts(db)).get(id) ?? [],
    mails: (await messagesAbout(db, { reference })).map(mailOf),
  };
}
