import { sql } from 'kysely';
import { countryOf } from '#contract/countries.ts';
import { currencyOf } from '#contract/currency.ts';
import { asCents, type Cents, type Currency } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import type { OrderRow, RegistrationRow, DiscountRow } from '#server/database/tables.ts';
import type { Selectable } from 'kysely';
import type { OrderState } from '#server/payments/payment-states.ts';
import { bookedItems, type StoredItem } from './order-items.ts';
import { choiceOf, itemsFor } from './registration-items.ts';

/** Where somebody stands who registered: nothing ordered yet, as the order stands, or cancelled by an organiser. */
export type ParticipantState = 'REGISTERED' | OrderState | 'CANCELLED';

/**
 * One person who registered, with what was ordered and paid. Amounts are those of the order and of changes that were paid
 * later. The sum of a group stands with its first person, so that the amounts of all add up.
 */
export type Participant = {
  /** The id of the registration, or of the discount registration. */
  id: string;
  kind: 'registration' | 'discount';
  /** Of the order; undefined as long as nothing was ordered. */
  reference: string | undefined;
  name: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
  /** The id of the presentation type; undefined for a discount registration. */
  presentationType: string | undefined;
  hasRoom: boolean;
  nights: number;
  guests: number;
  accompanyingPerson: boolean;
  extraNights: number;
  /** What else was bought. */
  extras: { id: string; count: number }[];
  state: ParticipantState;
  /** Whether the order is of an institute, for several people. */
  isInGroup: boolean;
  registeredAt: string;
  paidAt: string | undefined;
  /** Since when the place is sure: paid, and where the payer chose the amount, agreed to. */
  placeSince: string | undefined;
  amountCents: Cents | undefined;
  refundedCents: Cents | undefined;
  currency: Currency | undefined;
  provider: string | undefined;
  /** Where the site shows the receipt, once something is paid: /receipt/… */
  receiptPath: string | undefined;
  checkedInAt: string | undefined;
};

/** Everybody who registered, a page at a time: registrations, then discount registrations, each oldest first or latest first. */
export async function* participantsIn(
  db: Db,
  pageSize = 500,
  order: 'asc' | 'desc' = 'asc',
): AsyncGenerator<Participant[], void> {
  const isBehind = sql.raw(order === 'asc' ? '>' : '<');
  for (const table of ['registrations', 'discounts'] as const) {
    let after = { created_at: order === 'asc' ? '' : '9', id: '' };
    for (;;) {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where(
          sql<boolean>`(${sql.ref('created_at')}, ${sql.ref('id')}) ${isBehind} (${after.created_at}, ${after.id})`,
        )
        .orderBy('created_at', order)
        .orderBy('id', order)
        .limit(pageSize)
        .execute();
      const last = rows.at(-1);
      if (!last) break;
      yield await participantsOf(db, rows);
      after = last;
    }
  }
}

/** All at once; a conference with tens of thousands should go by pages. */
export async function listParticipants(db: Db): Promise<Participant[]> {
  const all: Participant[] = [];
  for await (const page of participantsIn(db)) all.push(...page);
  return all;
}

/** Somebody who registered, by the id of the registration. */
export async function findParticipant(db: Db, id: string): Promise<Participant | undefined> {
  for (const table of ['registrations', 'discounts'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('id', '=', id).execute();
    if (rows.length > 0) return (await participantsOf(db, rows))[0];
  }
  return undefined;
}

/** Those whom the order with this reference is for: one, or everybody of a group. */
export async function participantsOfOrder(db: Db, reference: string): Promise<Participant[]> {
  const order = await db
    .selectFrom('orders')
    .select('subject_id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!order) return [];
  const registrations = await db
    .selectFrom('registrations')
    .selectAll()
    .where((is) => is.or([is('id', '=', order.subject_id), is('group_id', '=', order.subject_id)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const discounts = await db
    .selectFrom('discounts')
    .selectAll()
    .where('id', '=', order.subject_id)
    .execute();
  return participantsOf(db, [...registrations, ...discounts]);
}

/** Those who registered with a mail address, however it is written. */
export async function participantsWith(db: Db, email: string): Promise<Participant[]> {
  const [registrations, discounts] = await Promise.all(
    (['registrations', 'discounts'] as const).map((table) =>
      db
        .selectFrom(table)
        .selectAll()
        .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    ),
  );
  return participantsOf(db, [...(registrations ?? []), ...(discounts ?? [])]);
}

type Row = Selectable<RegistrationRow> | Selectable<DiscountRow>;
type Order = Selectable<OrderRow> & {
  provider: string | null;
  /** What was paid for it. */
  paid_cents: number | null;
  refunded_cents: number | null;
  paid_at: string | null;
  agreed_at: string | null;
};

async function participantsOf(db: Db, rows: readonly Row[]): Promise<Participant[]> {
  if (rows.length === 0) return [];
  const orders = await ordersFor(db, rows.map(subjectOf));
  const changes = await paidChangesOf(db, rows);
  const later = await laterInGroup(db, rows);
  const booked = await bookedItems(
    db,
    [...orders.values()].map(({ id }) => id),
  );
  return rows.map((row) => {
    const order = orders.get(subjectOf(row));
    const ofChanges = changes.get(row.id);
    const items = itemsFor(booked.get(order?.id ?? '') ?? [], row.id);
    return read(row, order, items, later.has(row.id) ? ofChanges : sumsOf(order, ofChanges));
  });
}

type Sums = { amountCents: number; refundedCents: number };
const NOTHING: Sums = { amountCents: 0, refundedCents: 0 };

function sumsOf(order: Order | undefined, changes = NOTHING): Sums | undefined {
  return (
    order && {
      amountCents: (order.paid_cents ?? order.amount_cents) + changes.amountCents,
      refundedCents: (order.refunded_cents ?? 0) + changes.refundedCents,
    }
  );
}

/** Those of a group that somebody of it stands before. */
async function laterInGroup(db: Db, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap((row) => ('group_id' in row && row.group_id !== null ? [row.id] : []));
  if (ids.length === 0) return new Set();
  const later = await db
    .selectFrom('registrations as one')
    .select('one.id')
    .where('one.id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('registrations as other')
          .select('other.id')
          .whereRef('other.group_id', '=', 'one.group_id')
          .where(sql<boolean>`(other.created_at, other.id) < (one.created_at, one.id)`),
      ),
    )
    .execute();
  return new Set(later.map(({ id }) => id));
}

/** What was paid for changes that cost more, by the registration. */
async function paidChangesOf(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, Sums>> {
  const paid = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.paid_payment_id')
    .select(['orders.subject_id', 'payments.amount_cents', 'payments.refunded_cents'])
    .where('orders.kind', '=', 'supplement')
    .where(
      'orders.subject_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const sums = new Map<string, Sums>();
  for (const { subject_id, amount_cents, refunded_cents } of paid) {
    const { amountCents, refundedCents } = sums.get(subject_id) ?? NOTHING;
    sums.set(subject_id, {
      amountCents: amountCents + amount_cents,
      refundedCents: refundedCents + refunded_cents,
    });
  }
  return sums;
}

/** What the order of a row is for: the row itself, or its group. */
function subjectOf(row: Row): string {
  return ('group_id' in row ? row.group_id : null) ?? row.id;
}

/** The order that counts for each subject: a paid one, else the latest. */
async function ordersFor(db: Db, subjects: string[]): Promise<ReadonlyMap<string, Order>> {
  const rows: Order[] = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.id', 'orders.paid_payment_id')
    .selectAll('orders')
    .select((column) => [
      'payments.provider',
      'payments.amount_cents as paid_cents',
      'payments.refunded_cents',
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
    ])
    .where('orders.subject_id', 'in', subjects)
    .where('orders.kind', '!=', 'supplement')
    .orderBy('orders.created_at')
    .execute();
  const rank = ({ state }: Order) => (state === 'CONFIRMED' ? 2 : state === 'REFUNDED' ? 1 : 0);
  const found = new Map<string, Order>();
  for (const order of rows) {
    const other = found.get(order.subject_id);
    if (!other || rank(order) >= rank(other)) found.set(order.subject_id, order);
  }
  return found;
}

function read(
  row: Row,
  order: Order | undefined,
  items: readonly StoredItem[],
  sums: Sums | undefined,
): Participant {
  const isRegistration = 'presentation_type' in row;
  const hasRoom = isRegistration && row.registration_type === 'stay';
  const booked = choiceOf(items);
  const isPaid = order?.paid_payment_id != null;
  return {
    id: row.id,
    kind: isRegistration ? 'registration' : 'discount',
    reference: order?.reference,
    name: row.name,
    email: row.email,
    phone: row.phone,
    institute: row.institute,
    country: countryOf(row.country),
    presentationType: isRegistration ? row.presentation_type : undefined,
    hasRoom,
    nights: booked?.nights ?? 0,
    guests: booked?.guests ?? 0,
    accompanyingPerson: isRegistration && row.accompanying_person === 1,
    extraNights: isRegistration ? (row.extra_nights ?? 0) : 0,
    extras: Object.entries(booked?.extras ?? {}).map(([id, count]) => ({ id, count })),
    state: row.cancelled_at === null ? ((order?.state ?? 'REGISTERED') as OrderState) : 'CANCELLED',
    isInGroup: isRegistration && row.group_id !== null,
    registeredAt: row.created_at,
    paidAt: order?.paid_at ?? undefined,
    placeSince: placeSince(row, order),
    amountCents: sums && asCents(sums.amountCents),
    refundedCents: sums && asCents(sums.refundedCents),
    currency: order ? currencyOf(order.currency, order.currency_decimals) : undefined,
    provider: order?.provider ?? undefined,
    receiptPath: isPaid ? `/receipt/${order?.receipt_token}` : undefined,
    checkedInAt: row.checked_in_at ?? undefined,
  };
}

function placeSince(row: Row, order: Order | undefined): string | undefined {
  if (order?.state !== 'CONFIRMED' || row.cancelled_at !== null) return undefined;
  const isAgreed = 'presentation_type' in row || order.agreed_at !== null;
  if (!isAgreed) return undefined;
  // Somebody may have come into a group that was paid before.
  return [row.created_at, order.paid_at ?? '', order.agreed_at ?? ''].toSorted().at(-1);
}
