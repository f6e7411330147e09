import { forgetNames } from '#server/orders/rows/order-items.ts';
import { partsEverAsked } from '#server/orders/rows/divided-orders.ts';
import { isSameName } from '#contract/person-name.ts';
import { counted } from '#server/counted.ts';
import { forgetAgreements } from '#server/discount/agreements.ts';
import { allTables, keyOf } from '#server/database/all-rows.ts';
import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { MailEvent } from '#server/mail/mail-kinds.ts';
import { features } from '#server/features.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { erasePeople } from '#server/orders/rows/participants.ts';
import {
  deleteOrders,
  forgetEarlierPayers,
  forgetPayer,
  idsOf,
  lockRows,
  prospectOf,
  removeRows,
} from './orders-at-rest.ts';
import { forgetMember, forgetPersonOfPart } from '#server/receipts/receipts.ts';
import { abstractsNaming } from './named-as-author.ts';
import { type PersonRows, rowsOfPerson } from './person-rows.ts';
import { finishRemovals, recordFileRemovals, recordMailRemovals, type Places } from './removals.ts';

declare module '#server/features.ts' {
  interface FeatureData {
    /** Sentences about what the conference would miss after an erasure of these rows. */
    misses?: (rows: PersonRows) => string[];
    /** Sentences about places outside the database that have the person, and that somebody has to look at. */
    leaves?: (rows: PersonRows) => string[];
    /** Forgets a person in rows that stay. */
    forgets?: (tx: Tx, rows: PersonRows) => Promise<unknown>;
  }
}

export type ErasureDeps = Places & {
  db: Db;
  now: Date;
  /** The conference expects a person who has paid until then. */
  conferenceEnd: Date;
};

/** The extent of an erasure: the number of rows of each kind, and the reasons that prevent it. */
export type Erasure = {
  counts: Record<string, number>;
  /** Temporary reasons: money or a mail may be on its way. */
  waits: string[];
  /** Reasons that the organiser may overrule. */
  warnings: string[];
  /** Abstracts of other people that an organiser has to look at: they have a co-author of the same name. */
  namedIn: string[];
  /** Sentences about places outside the database that have the person. */
  left: string[];
};

/** Says what erasing a person would do now. */
export async function planErasure(
  db: Db,
  email: string,
  { now, conferenceEnd }: Pick<ErasureDeps, 'now' | 'conferenceEnd'>,
): Promise<Erasure> {
  const rows = await rowsToErase(db, email);
  const namedIn = await abstractsNaming(db, rows);
  return { ...erasureOf(rows, await groupsOf(db, rows), now, conferenceEnd), namedIn };
}

/**
 * Erases a person in one transaction, and then the person's files. Changes nothing while payments or mails are in
 * progress, or, without `isEvenPaid`, if there are warnings. After an interruption a second run completes the erasure,
 * including rows that a server wrote meanwhile.
 */
export async function erasePerson(
  deps: ErasureDeps,
  email: string,
  isEvenPaid: boolean,
): Promise<Erasure> {
  const { db, now, conferenceEnd } = deps;
  await finishRemovals(db, deps);
  const erasure = await inTransaction(db, async (tx) => {
    const before = await rowsToErase(tx, email);
    const groups = await groupsOf(tx, before);
    await lockOrders(tx, [...idsOf(before.orders), ...idsOf(groups)]);
    await lockRows(tx, 'participants', idsOf(before.participants));
    await lockRows(tx, 'abstracts', idsOf(before.abstracts));
    await lockRows(tx, 'outbox', idsOf(before.outbox));
    const rows = await rowsToErase(tx, email);
    const namedIn = await abstractsNaming(tx, rows);
    const planned = { ...erasureOf(rows, groups, now, conferenceEnd), namedIn };
    const isPrevented = planned.waits.length > 0 || (planned.warnings.length > 0 && !isEvenPaid);
    if (!isPrevented) await eraseRows(tx, rows, groups, now);
    return planned;
  });
  await finishRemovals(db, deps);
  return erasure;
}

/**
 * The rows of a person, the mails about the person's abstracts to an earlier address, and those with the person's name to
 * colleagues to whom the person offered a place, to payers of a part and to the payer of a group.
 */
async function rowsToErase(db: Db, email: string): Promise<PersonRows> {
  const rows = await rowsOfPerson(db, email);
  const once = ordersOnce(rows);
  // The other payers of parts read the name in their mails.
  const parts = await partsOf(db, rows);
  const references = [...rows.abstracts, ...parts].map(({ reference }) => reference);
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where((is) =>
      is.or([
        is('reference', 'in', ['', ...references]),
        is.and([
          is('kind', '=', 'place-offered' satisfies MailEvent),
          is('reference', 'in', (orders) =>
            orders
              .selectFrom('orders')
              .select('orders.reference')
              .where('orders.id', 'in', ['', ...once]),
          ),
        ]),
      ]),
    )
    .where('id', 'not in', ['', ...idsOf(rows.outbox)])
    .execute();
  return { ...rows, outbox: [...rows.outbox, ...mails, ...(await mailsNaming(db, rows, mails))] };
}

/** The mails to payers of groups that name the person, such as one about a change. */
async function mailsNaming(
  db: Db,
  rows: PersonRows,
  known: PersonRows['outbox'],
): Promise<PersonRows['outbox']> {
  const groups = await groupsOf(db, rows);
  const references = groups.map(({ reference }) => reference);
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where('reference', 'in', ['', ...references])
    .where('id', 'not in', ['', ...idsOf(rows.outbox), ...idsOf(known)])
    .execute();
  const names = rows.participants.flatMap(({ name }) => name || []);
  return mails.filter(({ payload }) => names.some((name) => isNamedIn(payload, name)));
}

function isNamedIn(payload: string, name: string): boolean {
  const whole = new RegExp(`(?<!\\p{L})${RegExp.escape(name)}(?!\\p{L})`, 'u');
  let isNamed = false;
  JSON.parse(payload, (_, value: unknown) => {
    isNamed ||= typeof value === 'string' && whole.test(value);
    return value;
  });
  return isNamed;
}

/** The ids of the person's orders, also of those that somebody else has now. */
function ordersOnce({ documents, payments, orders }: PersonRows): string[] {
  return [...[...documents, ...payments].map(({ order_id }) => order_id), ...idsOf(orders)];
}

/** The orders by which others pay parts of the person's registrations. */
function partsOf(db: Db, rows: PersonRows) {
  return partsEverAsked(db, ordersOnce(rows));
}

type Group = { id: string; reference: string; state: string; participant_id: string | null };

/** The orders that include this person and that somebody else may pay. */
async function groupsOf(db: Db, { participants }: PersonRows): Promise<Group[]> {
  if (participants.length === 0) return [];
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.id', 'reference', 'orders.state', 'participant_id'])
    .distinct()
    .where('order_items.participant_id', 'in', idsOf(participants))
    .where('orders.offered_by', 'is not', null)
    .orderBy('orders.id')
    .execute();
}

function erasureOf(
  rows: PersonRows,
  groups: readonly Group[],
  now: Date,
  conferenceEnd: Date,
): Omit<Erasure, 'namedIn'> {
  const paid = rows.orders.filter((order) => isPaid(rows, order.id, now));
  return {
    counts: countsOf(rows, paid.length),
    waits: [
      ...rows.orders.flatMap((order) => waitsOf(rows, order, now)),
      ...transfersToMake(rows),
      // The server sends the stored request of such a payment unchanged, even after somebody else got the order.
      ...paymentsOfOthers(rows)
        .filter((payment) => prospectOf(payment, now) === 'open')
        .map(
          ({ expires_at }) =>
            `a payment that was begun with this address is under way, until ${expires_at} at least`,
        ),
      ...rows.outbox
        .filter((mail) => isBeingSent(mail, now))
        .map(({ kind }) => `a mail (${kind}) is being sent`),
    ],
    warnings: [
      ...rows.orders.flatMap((order) => reviewRequestsOf(rows, order, now, conferenceEnd)),
      ...takenFromOthers(rows, now),
      ...groups
        .filter(({ id }) => rows.orders.every((order) => order.id !== id))
        .flatMap((group) => warningsOfGroup(group, now, conferenceEnd)),
    ],
    left: features().flatMap(({ data }) => data?.leaves?.(rows) ?? []),
  };
}

function countsOf(rows: PersonRows, paid: number): Record<string, number> {
  const numbers = [...allTables()].flatMap(([name, { person }]) =>
    person === 'nobody' || !person.counted ? [] : [[person.counted, rows[name].length]],
  );
  return {
    ...Object.fromEntries(numbers),
    'orders without money': rows.orders.length - paid,
    'paid orders that lose their name': paid,
  };
}

type Order = PersonRows['orders'][number];

function waitsOf(rows: PersonRows, { id, reference }: Order, now: Date): string[] {
  return paymentsOf(rows, id).flatMap((payment) => {
    const isUnsent = rows.refunds.some(
      (refund) =>
        refund.payment_id === payment.id &&
        (refund.state === 'REQUESTED' || refund.state === 'ASKED' || refund.next_try_at !== null),
    );
    return [
      ...(prospectOf(payment, now) === 'open'
        ? [`a payment of ${reference} is under way, until ${payment.expires_at} at least`]
        : []),
      ...(isUnsent ? [`a refund of ${reference} has not been sent yet`] : []),
    ];
  });
}

/** Without its account nobody could make a transfer. */
function transfersToMake({ bank_refunds: transfers }: PersonRows): string[] {
  return transfers
    .filter(({ sent_at, failed_at }) => sent_at === null && failed_at === null)
    .map(({ reason }) => `a transfer to the payer of ${reason} has not been made yet`);
}

/** A mail that the mail server has taken cannot be called back, and no record of it would be left. */
function isBeingSent(mail: PersonRows['outbox'][number], now: Date): boolean {
  return mail.sent_at === null && mail.lease_until !== null && mail.lease_until >= timestamp(now);
}

function reviewRequestsOf(
  rows: PersonRows,
  order: Order,
  now: Date,
  conferenceEnd: Date,
): string[] {
  const { id, state, reference } = order;
  const payments = paymentsOf(rows, id);
  const disputed = payments.filter((payment) =>
    rows.disputes.some(
      (dispute) => dispute.payment_id === payment.id && dispute.state === 'OPENED',
    ),
  );
  const unseen = payments.filter((payment) => prospectOf(payment, now) === 'uncertain');
  const isToCome = state === 'CONFIRMED' && now < conferenceEnd;
  const people = peopleOf(rows, id);
  return [
    ...(isToCome && people.length > 0
      ? [
          order.offered_by === null
            ? `${reference} is paid, and the conference is still to come: its place would have no name`
            : `${reference} is the paid order of a group of ${groupWords(people)}: they keep their places, and nobody could change or cancel the order on a page`,
        ]
      : []),
    ...payments
      .filter((payment) => payment.state === 'MISMATCH')
      .map((payment) => `${reference} has a payment to review: ${payment.state}`),
    ...disputed.map(() => `${reference} has a payment to review: its payer disputes it`),
    ...unseen.map(
      (payment) =>
        `nobody knows whether ${reference} was paid (${payment.provider}, ${payment.state}): run reconcile`,
    ),
    ...payments
      .filter((payment) => prospectOf(payment, now) === 'late')
      .map(() => `a bank transfer for ${reference} may still come, and would have no name`),
  ];
}

/** The ids of the people in an order who are not cancelled; none in an amount that an organiser asks for. */
function peopleOf({ order_items: items }: PersonRows, orderId: string): string[] {
  const present = items.filter(({ order_id, state }) => order_id === orderId && state === 'booked');
  return [...new Set(present.flatMap(({ participant_id: id }) => id ?? []))];
}

function groupWords({ length }: readonly string[]): string {
  return counted(length, 'person', 'people');
}

/** Everything that an erasure would take from other people, or from the conference. */
function takenFromOthers(rows: PersonRows, now: Date): string[] {
  const own = new Set(rows.orders.map(({ id }) => id));
  const unpaid = rows.orders.filter(
    ({ id, offered_by, cancelled_at }) =>
      offered_by !== null && cancelled_at === null && !isPaid(rows, id, now),
  );
  const offers = rows.address_confirmations.filter(
    ({ kind, state, order_id }) => kind === 'hand-over' && state === 'open' && !own.has(order_id),
  );
  return [
    ...unpaid.map(({ id, reference }) => {
      const people = peopleOf(rows, id);
      return people.length === 0
        ? `${reference}, an amount that you asked for, is not paid: it would be deleted, and its link would stop working`
        : `${reference} is the unpaid order of a group of ${groupWords(people)}: it would be deleted, and nobody could pay for them; its links would stop working`;
    }),
    ...rows.abstracts.flatMap(({ id, reference, name, withdrawn_at }) => {
      const others = rows.abstract_authors.filter(
        (author) => author.abstract_id === id && !isSameName(author.name, name),
      );
      return others.length === 0 || withdrawn_at !== null
        ? []
        : [
            `${reference} has ${counted(others.length, 'more author', 'more authors')}: the abstract would be deleted for them, too`,
          ];
    }),
    ...offers.map(
      () => 'a place is offered to this person: the offer would end, and its giver gets no mail',
    ),
    ...features().flatMap(({ data }) => data?.misses?.(rows) ?? []),
  ];
}

function warningsOfGroup({ state, reference }: Group, now: Date, conferenceEnd: Date): string[] {
  if (now >= conferenceEnd) return [];
  const where = `${reference}, the order of a group`;
  if (state === 'CONFIRMED') return [`${where}, is paid: the place in it would have no name`];
  if (state === 'AWAITING_PAYMENT') return [`${where}, may still be paid, also for this person`];
  return [];
}

async function eraseRows(
  tx: Tx,
  rows: PersonRows,
  groups: readonly Group[],
  now: Date,
): Promise<void> {
  for (const { id, participant_id: person } of groups) await forgetMember(tx, id, person ?? '');

  await recordFileRemovals(tx, idsOf(rows.abstracts));
  // A digest that names the person is removed as a whole.
  const digests = rows.outbox.flatMap(({ digest_id }) => (digest_id === null ? [] : [digest_id]));
  await recordMailRemovals(tx, [...idsOf(rows.outbox), ...digests]);
  const [paid, unpaid] = [true, false].map((wanted) =>
    rows.orders.filter(({ id }) => isPaid(rows, id, now) === wanted),
  );
  // While the orders are there, which the parts of other payers name.
  for (const { id, about } of await partsOf(tx, rows)) {
    await forgetNames(tx, id);
    await forgetPersonOfPart(tx, id, about);
  }
  await deleteOrders(tx, idsOf(unpaid ?? []));
  for (const { id } of paid ?? []) await forgetPayer(tx, id);
  // These orders were this person's until an organiser entered somebody else.
  const known = new Set(ordersOnce(rows));
  const begun = idsOf(paymentsOfOthers(rows));
  for (const id of known.difference(new Set(idsOf(rows.orders)))) {
    await forgetEarlierPayers(tx, id, begun);
  }
  await forgetAgreements(tx, idsOf(rows.agreements));
  for (const { id } of rows.activities) {
    // The activity and its actor stay; only its text about the person is deleted.
    await tx.updateTable('activities').set({ words: '' }).where('id', '=', id).execute();
  }
  for (const [name, { person }] of allTables()) {
    if (person === 'nobody' || !person.isErased) continue;
    const [key = ''] = keyOf(name);
    const keys = rows[name].map((row) => String(Reflect.get(row, key)));
    await removeRows(tx, name, key, keys);
  }
  for (const { orders } of features()) await orders?.erased?.(tx, idsOf(rows.participants));
  const ordered = await peopleInOrders(tx, idsOf(rows.participants));
  await erasePeople(tx, ordered);
  const others = idsOf(rows.participants).filter((id) => !ordered.includes(id));
  await removeRows(tx, 'participants', 'id', others);
  await removeRows(tx, 'abstracts', 'id', idsOf(rows.abstracts));
  for (const { data } of features()) await data?.forgets?.(tx, rows);
  await removeRows(tx, 'outbox', 'id', idsOf(rows.outbox));
}

/** The ids of people with an order that stays. */
async function peopleInOrders(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('order_items')
    .select('participant_id')
    .distinct()
    .where('participant_id', 'in', ids)
    .execute();
  return rows.flatMap(({ participant_id: id }) => id ?? []);
}

/** Payments that this person began for orders that somebody else has now. */
function paymentsOfOthers({ orders, payments }: PersonRows) {
  return payments.filter(({ order_id }) => orders.every(({ id }) => id !== order_id));
}

/** Whether money came for an order; money that was returned by bank transfer belongs to the accounts, too. */
function isPaid(rows: PersonRows, orderId: string, now: Date): boolean {
  return (
    rows.bank_entries.some(({ order_id }) => order_id === orderId) ||
    paymentsOf(rows, orderId).some((payment) =>
      ['money', 'uncertain', 'late'].includes(prospectOf(payment, now)),
    )
  );
}

function paymentsOf(rows: PersonRows, orderId: string) {
  return rows.payments.filter((payment) => payment.order_id === orderId);
}
