import { type ExpressionBuilder, sql } from 'kysely';
import { searchTextOf } from '#contract/person-name.ts';
import type { RegistrationType } from '#contract/registration-options.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import type { WaitingState } from './tables.ts';
import { digestOf, normalised, type Person, personKey } from '#server/identity.ts';
import { mayBringMoney, type OrderState } from '#server/payments/payment-states.ts';
import { itemIn, thingOf } from '#server/orders/rows/order-items.ts';
import { type Choice, priceIdOf } from '#server/orders/sell/registration-price.ts';

/** A person on the waiting list. */
export type WaitingEntry = Person & {
  id: string;
  choice: Choice;
  state: WaitingState;
  token: string;
  origin: string;
  language: string;
  createdAt: string;
  /** When its reader confirmed the address; an entry that nobody confirmed has no turn. */
  confirmedAt: string | undefined;
  /** Set from the moment of the offer. */
  offeredUntil: string | undefined;
  orderId: string | undefined;
};

type NewEntry = Omit<WaitingEntry, 'state' | 'confirmedAt' | 'offeredUntil' | 'orderId'>;

/** Inserts an entry that waits, unconfirmed; false if the same person waits for the same choice already. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const { id, name, email, choice, token, origin, language, createdAt } = entry;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('waiting_list')
    .values({
      id,
      dedupe_key: dedupeKeyOf(entry),
      person_key: personKey(entry),
      name,
      email,
      search_text: searchTextOf({ name, email, phone: '', institute: '' }),
      presentation_type: choice.presentation,
      registration_type: choice.registration,
      nights: choice.nights,
      guests: choice.guests,
      state: 'WAITING',
      token,
      origin,
      language,
      offered_at: null,
      offered_until: null,
      order_id: null,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').where(isInQueue).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const extras = Object.entries(choice.extras).filter(([, quantity]) => quantity > 0);
  if (extras.length > 0) {
    await tx
      .insertInto('waiting_list_extras')
      .values(
        extras.map(([wanted, quantity]) => {
          const thing = thingOf(wanted);
          return { entry_id: id, extra: thing.item, choice: thing.choice ?? '', quantity };
        }),
      )
      .execute();
  }
  return true;
}

/** A person is in the queue once with the same choice. The unique index has the same condition. */
const isInQueue = sql<boolean>`state in ('WAITING', 'OFFERED')`;
const IN_QUEUE: WaitingState[] = ['WAITING', 'OFFERED'];

function dedupeKeyOf(entry: Pick<NewEntry, 'name' | 'email' | 'choice'>): string {
  return digestOf('waiting', { person: personKey(entry), choice: priceIdOf(entry.choice) });
}

/** The unconfirmed entry of the same person for the same choice. */
export async function findUnconfirmed(
  db: Db,
  entry: Pick<NewEntry, 'name' | 'email' | 'choice'>,
): Promise<WaitingEntry | undefined> {
  const row = await db
    .selectFrom('waiting_list')
    .selectAll()
    .where('dedupe_key', '=', dedupeKeyOf(entry))
    .where('state', '=', 'WAITING' satisfies WaitingState)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return row && (await readEntries(db, [row]))[0];
}

/** Confirms the address of an entry that waits: its turn counts from then on. */
export async function confirmEntry(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('waiting_list')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'WAITING' satisfies WaitingState)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** The confirmed entries in a state, in the order of the queue. */
export async function listEntries(db: Db, state: WaitingState): Promise<WaitingEntry[]> {
  const rows = await db
    .selectFrom('waiting_list')
    .selectAll()
    .where('state', '=', state)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readEntries(db, rows);
}

/** The entries of an address that wait or have an offer, first come first. */
export async function queuedEntriesOf(db: Db, email: string): Promise<WaitingEntry[]> {
  const rows = await db
    .selectFrom('waiting_list')
    .selectAll()
    .where('state', 'in', IN_QUEUE)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readEntries(db, rows);
}

export async function findEntry(db: Db, token: string): Promise<WaitingEntry | undefined> {
  const row = await db
    .selectFrom('waiting_list')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row && (await readEntries(db, [row]))[0];
}

/** The entries whose taken offer was not paid in time, and for which no money can come any more. */
export async function listOverdueTakers(db: Db, now: string): Promise<WaitingEntry[]> {
  const rows = await db
    .selectFrom('waiting_list')
    .innerJoin('orders', 'orders.id', 'waiting_list.order_id')
    .selectAll('waiting_list')
    .where('waiting_list.state', '=', 'TAKEN' satisfies WaitingState)
    .where('waiting_list.offered_until', '<=', now)
    .where('orders.state', '=', 'AWAITING_PAYMENT' satisfies OrderState)
    .where('orders.cancelled_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where(mayBringMoney),
        ),
      ),
    )
    .orderBy('waiting_list.created_at')
    .orderBy('waiting_list.id')
    .execute();
  return readEntries(db, rows);
}

/** The entries in the queue whose person may have a paid place by now: the caller looks for the place. */
export async function findOrdered(db: Db): Promise<WaitingEntry[]> {
  const rows = await db
    .selectFrom('waiting_list')
    .selectAll()
    .where('state', 'in', IN_QUEUE)
    .where((is) =>
      is.exists(
        is
          .selectFrom('participants')
          .innerJoin('order_items', 'order_items.participant_id', 'participants.id')
          .select('participants.id')
          .whereRef('participants.person_key', '=', 'waiting_list.person_key'),
      ),
    )
    .execute();
  return readEntries(db, rows);
}

/** Moves an entry from one state to another; false if it has left the first state meanwhile. */
export async function moveEntry(
  tx: Tx,
  id: string,
  from: WaitingState,
  to: WaitingState,
  times?: { offeredAt: string; offeredUntil: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_list')
    .set({
      state: to,
      ...(times && { offered_at: times.offeredAt, offered_until: times.offeredUntil }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Names the order that took the offer of an entry, and the end of its reservation. */
export async function attachOrder(
  tx: Tx,
  id: string,
  orderId: string,
  offeredUntil: string,
): Promise<void> {
  await tx
    .updateTable('waiting_list')
    .set({ order_id: orderId, offered_until: offeredUntil })
    .where('id', '=', id)
    .execute();
}

/** The number of entries since a moment. */
export async function countEntries(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('waiting_list')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** In a query of orders: the orders that took an offer whose time is not over. */
export function tookOffer(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.exists(
    is
      .selectFrom('waiting_list')
      .select('waiting_list.id')
      .whereRef('waiting_list.order_id', '=', 'orders.id')
      .where('waiting_list.state', '=', 'TAKEN' satisfies WaitingState),
  );
}

/** Entries with their extras. */
export async function readEntries(
  db: Db,
  rows: readonly RowOf<'waiting_list'>[],
): Promise<WaitingEntry[]> {
  const extras = new Map<string, Record<string, number>>();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const ids = rows.slice(at, at + AT_ONCE).map(({ id }) => id);
    const found = await db
      .selectFrom('waiting_list_extras')
      .selectAll()
      .where('entry_id', 'in', ids)
      .execute();
    for (const { entry_id: id, extra, choice, quantity } of found) {
      const name = itemIn({ item: extra, choice: choice || null });
      extras.set(id, { ...extras.get(id), [name]: quantity });
    }
  }
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    choice: {
      presentation: row.presentation_type,
      registration: row.registration_type as RegistrationType,
      nights: row.nights,
      guests: row.guests,
      extras: extras.get(row.id) ?? {},
    },
    state: row.state,
    token: row.token,
    origin: row.origin,
    language: row.language,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at ?? undefined,
    offeredUntil: row.offered_until ?? undefined,
    orderId: row.order_id ?? undefined,
  }));
}

const AT_ONCE = 500;
