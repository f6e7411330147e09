import { type ExpressionBuilder, sql } from 'kysely';
import type { Content } from '#contract/content.ts';
import { extraOf } from '#contract/content/combinations.ts';
import { countryOf } from '#contract/countries.ts';
import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency } from '#contract/money.ts';
import { type RequestValues, valuesOf } from '#contract/requested.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { inParts } from '#server/database/queries.ts';
import type { Db } from '#server/database/database.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { OrderState } from '#server/payments/payment-states.ts';
import { bookedItems, type StoredItem } from '#server/orders/rows/order-items.ts';
import {
  findOrderByReference,
  isAsked,
  type Order as BookedOrder,
  receiptPathOf,
} from '#server/orders/rows/orders.ts';
import { isPlaceSure, type OtherState, TAKING_PART } from '#server/orders/rows/who-comes.ts';
import {
  ERASED,
  isErased,
  type ParticipantRow,
  requestsOf,
} from '#server/orders/rows/participants.ts';
import { oneOf } from '#server/orders/rows/find-booked.ts';
import { type PriceKind, priceKindOf } from '#server/orders/rows/price-kind.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import type { AddedField } from './define-list.ts';
import { type PersonFacts, personFacts } from './known-by-features.ts';
import { inPages, type Paging } from './pages.ts';
import type { Line } from './told-lines.ts';

declare module './known-by-features.ts' {
  interface FeaturePeople {
    /** Columns of the list of participants. */
    columns?: (content: Content) => AddedField<ListedParticipant>[];
    /** Lines of a person's story. */
    lines?: (content: Pick<Content, 'conference'>, person: ListedParticipant) => Line[];
    /** Words that choose people, such as for a letter. */
    choices?: (content: Content) => readonly PersonChoice[];
  }
}

/** A word with other spellings, and the people whom it reaches: "people with a place in the workshop". */
export type PersonChoice = {
  word: string;
  also: readonly string[];
  who: string;
  fits: (person: ListedParticipant) => boolean;
};

/**
 * The text in place of a presentation type for anyone who pays an agreed amount, or an amount that organisers have to
 * agree to.
 */
export const WITHOUT_TYPE = 'Discount';

/**
 * The state of a registration: REGISTERED before an order, the state of the order, or a further state for organisers.
 * Everybody who is CONFIRMED comes.
 */
export type ParticipantState = 'REGISTERED' | OrderState | OtherState;

/**
 * One participant with the order and the payments. The amounts include changes that were paid later. The first person
 * of a group has the sum of the group, so that the amounts of all participants add up.
 */
export type ListedParticipant = {
  /** The id of the participant. */
  id: string;
  kind: 'registration' | 'discount';
  /** The reference of the order; undefined before an order. */
  reference: string | undefined;
  name: string;
  /** The name that sorts lists: the family name first. */
  sortName: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
  /** The language of the person's mails. */
  language: string;
  /** The id of the presentation type; undefined for a discount registration. */
  presentationType: string | undefined;
  /** The purpose of an agreed amount, as the payer stated it: "Invited speaker". */
  agreedWords: string | undefined;
  hasRoom: boolean;
  nights: number;
  guests: number;
  /** The ids of the ordered extras, with the number of each. */
  extras: { id: string; count: number }[];
  state: ParticipantState;
  /** Whether the price is one for members, and whether it came by a personal link. */
  isMember: boolean;
  isInvited: boolean;
  /** Whether the price is that of the type. */
  priceKind: PriceKind;
  /** The price of the registration, without room, extras and fee, and the phase that set it. */
  unitCents: Cents | undefined;
  phase: string | undefined;
  /** Whether the order of an institute for several people includes the participant. */
  isInGroup: boolean;
  registeredAt: string;
  paidAt: string | undefined;
  /**
   * The time since which the place is sure: it is paid, and if the payer chose the amount, an organiser has agreed.
   */
  placeSince: string | undefined;
  amountCents: Cents | undefined;
  refundedCents: Cents | undefined;
  currency: Currency | undefined;
  provider: string | undefined;
  /** The path of the receipt's page after a payment: /receipt/… */
  receiptPath: string | undefined;
  checkedInAt: string | undefined;
} & RequestValues &
  PersonFacts;

/** The number of an extra, with all its choices. */
export function countOf(extras: readonly { id: string; count: number }[], id: string): number {
  return extras
    .filter((extra) => extra.id === id || extraOf(extra.id) === id)
    .reduce((sum, { count }) => sum + count, 0);
}

/** The key of a participant's page. Members of a group share a page, which is opened at one of them. */
export function participantKey(
  participant: Pick<ListedParticipant, 'id' | 'reference' | 'isInGroup'>,
): string {
  const { id, reference, isInGroup } = participant;
  return isInGroup ? `${reference}?person=${id}` : (reference ?? id);
}

/** Everybody who registered, a page at a time. */
export async function* participantsIn(
  db: Db,
  paging: Paging = {},
): AsyncGenerator<ListedParticipant[], void> {
  const query = db.selectFrom('participants').selectAll();
  const pages = inPages(query, ['created_at', 'id'], paging, sql.ref('participants.created_at'));
  for await (const page of pages) yield await participantsOf(db, page);
}

/** All participants in one array. With tens of thousands, read them page by page instead. */
export async function allParticipants(db: Db): Promise<ListedParticipant[]> {
  const all: ListedParticipant[] = [];
  for await (const page of participantsIn(db)) all.push(...page);
  return all;
}

/** The participants with these ids, which have to be in the order of registration. */
export async function readParticipants(
  db: Db,
  ids: readonly string[],
): Promise<ListedParticipant[]> {
  const all: ListedParticipant[] = [];
  for (const some of inParts(ids)) {
    const rows = await db
      .selectFrom('participants')
      .selectAll()
      .where('id', 'in', some)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    all.push(...(await participantsOf(db, rows)));
  }
  return all;
}

/** The participants of the order with this reference, also former ones. */
export async function participantsOfOrder(db: Db, reference: string): Promise<ListedParticipant[]> {
  const rows = await db
    .selectFrom('participants')
    .selectAll()
    .where('id', 'in', (is) =>
      is
        .selectFrom('order_items')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .select('order_items.participant_id')
        .where('orders.reference', '=', reference),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return participantsOf(db, rows);
}

/** The same, of an order that an organiser names. Throws if there is nobody. */
export async function registeredBy(
  db: Db,
  reference: string,
): Promise<[ListedParticipant, ...ListedParticipant[]]> {
  const [first, ...others] = await participantsOfOrder(db, reference);
  if (first) return [first, ...others];
  const order = await findOrderByReference(db, reference);
  throw new ActionImpossible(
    order && isAsked(order)
      ? `${reference} is an amount that you asked for, and registers nobody.`
      : `There is no registration with the reference ${reference}.`,
  );
}

/** The person of a registration whom an organiser names; nobody has to be named if there is only one. */
export async function personRegisteredBy(
  db: Db,
  reference: string,
  who: string | undefined,
): Promise<ListedParticipant> {
  const people = await registeredBy(db, reference);
  const [person, ...others] = people;
  if (who !== undefined) return oneOf(people, who);
  if (others.length > 0) {
    throw new ActionImpossible(`${reference} is for ${people.length} people.`, { remedy: 'who' });
  }
  return person;
}

/** The participants with a mail address, in upper or lower case. */
export async function participantsWith(db: Db, email: string): Promise<ListedParticipant[]> {
  const rows = await db
    .selectFrom('participants')
    .selectAll()
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return participantsOf(db, rows);
}

const OF_ORDER = [
  'id',
  'reference',
  'state',
  'amount_cents',
  'currency',
  'currency_decimals',
  'payer_email',
  'dedupe_key',
  'offered_by',
  'invited_until',
  'cancelled_at',
  'paid_payment_id',
  'receipt_token',
] as const;

type Order = Pick<RowOf<'orders'>, (typeof OF_ORDER)[number]> & {
  participant_id: string | null;
  provider: string | null;
  /** The amount of the payment for the order. */
  paid_cents: number | null;
  refunded_cents: number | null;
  /** The sums of the person’s paid changes: PostgreSQL returns them as text. */
  changes_cents: number | string | bigint | null;
  changes_refunded_cents: number | string | bigint | null;
  paid_at: string | null;
  agreed_at: string | null;
  /** 1 if the order makes a place sure. */
  has_place: number;
};

/** The participants with these rows; `known` are orders of theirs that their own page has read, too. */
export async function participantsOf(
  db: Db,
  rows: readonly ParticipantRow[],
  known?: readonly Pick<BookedOrder, 'id' | 'items'>[],
): Promise<ListedParticipant[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const orders = await ordersThatCount(db, ids);
  const orderIds = [...new Set([...orders.values()].map(({ id }) => id))];
  const groups = [...orders.values()]
    .filter(({ offered_by }) => offered_by !== null)
    .map(({ id }) => id);
  const firsts = await firstOfEach(db, [...new Set(groups)]);
  const items = new Map(known?.map((order) => [order.id, order.items]));
  const booked = await bookedItems(
    db,
    orderIds.filter((id) => !items.has(id)),
  );
  const factsOf = await personFacts(db, ids, { isOwnPage: known !== undefined });
  return rows.map((row) => {
    const order = orders.get(row.id);
    const { id = '' } = order ?? {};
    const own = itemsFor(items.get(id) ?? booked.get(id) ?? [], row.id);
    const isFirst = order?.offered_by == null || firsts.get(order.id) === row.id;
    const sums = order && sumsOf(order, isFirst);
    return { ...read(row, order, own, sums), ...factsOf(row.id) };
  });
}

type Sums = { amountCents: number; refundedCents: number };

/** The sums of an order and of its paid changes; for others than the first of a group only those of the changes, if any. */
function sumsOf(order: Order, isFirst: boolean): Sums | undefined {
  if (!isFirst && order.changes_cents === null) return undefined;
  const paid = isFirst ? (order.paid_cents ?? order.amount_cents) : 0;
  const refunded = isFirst ? (order.refunded_cents ?? 0) : 0;
  return {
    amountCents: paid + Number(order.changes_cents),
    refundedCents: refunded + Number(order.changes_refunded_cents),
  };
}

/** The first person of each group who comes, or the first person if nobody comes. */
async function firstOfEach(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('participants', 'participants.id', 'order_items.participant_id')
    .select(['order_items.order_id', 'participants.id'])
    .where('order_items.order_id', 'in', orderIds)
    .orderBy(sql`participants.cancelled_at is null`)
    .orderBy('participants.created_at', 'desc')
    .orderBy('participants.id', 'desc')
    .execute();
  return new Map(rows.map(({ order_id, id }) => [order_id, id]));
}

const ordersOf = compiledOnce((db, ids: readonly string[]) =>
  db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('payments', 'payments.id', 'orders.paid_payment_id')
    .select(OF_ORDER.map((column) => `orders.${column}` as const))
    .select((column) => [
      'order_items.participant_id',
      'payments.provider',
      'payments.amount_cents as paid_cents',
      'payments.refunded_cents',
      paidForChanges(column, 'payments.amount_cents').as('changes_cents'),
      paidForChanges(column, 'payments.refunded_cents').as('changes_refunded_cents'),
      column
        .selectFrom('payment_history')
        .select(({ fn }) => fn.min('payment_history.at').as('at'))
        .whereRef('payment_history.payment_id', '=', 'orders.paid_payment_id')
        .where('payment_history.to_state', '=', 'PAID')
        .as('paid_at'),
      column
        .selectFrom('agreements')
        .select('agreements.created_at')
        .whereRef('agreements.order_id', '=', 'orders.id')
        .as('agreed_at'),
      column.case().when(isPlaceSure(column)).then(1).else(0).end().as('has_place'),
    ])
    .where('order_items.participant_id', 'in', ids)
    .where('order_items.kind', 'in', TAKING_PART)
    .orderBy('orders.created_at'),
);

/** In a query of items: the sum of a column of the payments for the changes of the item's person. */
function paidForChanges(
  is: ExpressionBuilder<Tables, 'order_items'>,
  cents: 'payments.amount_cents' | 'payments.refunded_cents',
) {
  return is
    .selectFrom('order_changes')
    .innerJoin('payments', 'payments.id', 'order_changes.paid_payment_id')
    .select(({ fn }) => fn.sum(cents).as('cents'))
    .whereRef('order_changes.participant_id', '=', 'order_items.participant_id')
    .where('order_changes.state', '=', 'made');
}

/** The order that counts for each person: a paid order, else the latest. */
async function ordersThatCount(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const rows: Order[] = await ordersOf(db, ids);
  const rank = ({ has_place: isSure, state }: Order) =>
    isSure ? 3 : state === 'CONFIRMED' ? 2 : state === 'REFUNDED' ? 1 : 0;
  const found = new Map<string, Order>();
  for (const order of rows) {
    const id = order.participant_id ?? '';
    const other = found.get(id);
    if (!other || rank(order) >= rank(other)) found.set(id, order);
  }
  return found;
}

function read(
  row: ParticipantRow,
  order: Order | undefined,
  items: readonly StoredItem[],
  sums: Sums | undefined,
): Omit<ListedParticipant, keyof PersonFacts> {
  const isRegistration = row.presentation_type !== null;
  const hasRoom = row.registration_type === 'stay';
  const booked = choiceOf(items);
  const ticket = items.find(({ kind }) => kind === 'registration');
  // The receipt's page of an erased payer is closed.
  const hasReceipt = order?.paid_payment_id != null && order.payer_email !== '';
  return {
    id: row.id,
    kind: isRegistration ? 'registration' : 'discount',
    reference: order?.reference,
    name: isErased(row) ? ERASED : row.name,
    sortName: isErased(row) ? ERASED : row.sort_name,
    email: row.email,
    phone: row.phone,
    institute: row.institute,
    country: countryOf(row.country),
    language: row.language,
    presentationType: row.presentation_type ?? undefined,
    agreedWords: items.find(({ kind }) => kind === 'agreed')?.label || undefined,
    hasRoom,
    nights: booked?.nights ?? 0,
    guests: booked?.guests ?? 0,
    ...valuesOf(requestsOf(row)),
    extras: Object.entries(booked?.extras ?? {}).map(([id, count]) => ({ id, count })),
    state: stateOf(row, order),
    isMember: items.some(({ memberKey }) => memberKey !== undefined),
    isInvited: order?.invited_until != null,
    priceKind: priceKindOf(items, {
      invitedUntil: order?.invited_until ?? undefined,
      dedupeKey: order?.dedupe_key,
    }),
    unitCents: ticket?.unitCents,
    phase: ticket?.phase,
    isInGroup: order?.offered_by != null,
    registeredAt: row.created_at,
    paidAt: order?.paid_at ?? undefined,
    placeSince: placeSince(row, order),
    amountCents: sums && asCents(sums.amountCents),
    refundedCents: sums && asCents(sums.refundedCents),
    currency: order ? currencyOf(order.currency, order.currency_decimals) : undefined,
    provider: order?.provider ?? undefined,
    receiptPath: hasReceipt && order ? receiptPathOf(order.receipt_token) : undefined,
    checkedInAt: row.checked_in_at ?? undefined,
  };
}

function stateOf(row: ParticipantRow, order: Order | undefined): ParticipantState {
  if (row.cancelled_at !== null) return 'CANCELLED';
  if (!order) return 'REGISTERED';
  if (order.state !== 'CONFIRMED' || order.has_place) return order.state;
  if (order.cancelled_at !== null) return 'CANCELLED';
  return row.presentation_type === null ? 'WAITS_FOR_AGREEMENT' : 'WAITS_FOR_PAYER';
}

function placeSince(row: ParticipantRow, order: Order | undefined): string | undefined {
  if (stateOf(row, order) !== 'CONFIRMED' || !order) return undefined;
  // A person may have joined a group after its payment.
  return [row.created_at, order.paid_at ?? '', order.agreed_at ?? ''].toSorted().at(-1);
}
